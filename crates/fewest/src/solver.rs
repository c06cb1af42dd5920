//! From an instance to a report.

use crate::{
    AnyPuzzle, Instance, Plan, Replayed, Report, ResourceUsage, Solutions, Status, Stopwatch,
    exchange,
};
use fewest_rules::{Puzzle, ReplayError};
use fewest_search::artifact::{Checkpoint, Resumed};
use fewest_search::breadth_first::ShortestPlans;
#[cfg(not(target_arch = "wasm32"))]
use fewest_search::distributed::{RankCheckpoint, RankDisk, Transport};
#[cfg(not(target_arch = "wasm32"))]
use fewest_search::external::Disk;
use fewest_search::{
    Answer, Depth, Direction, Engine, Interrupt, Limits, Monitor, Progress, Request, Stop, Storage,
    Unsupported, Verdict,
};
use fewest_tiles::automaton::RuleStore;
use fewest_tiles::pattern::Store;
use fewest_tiles::{FileError, Tables};
#[cfg(not(target_arch = "wasm32"))]
use std::num::NonZeroUsize;
use std::time::Duration;
use web_time::Instant;

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// The puzzle cannot be searched as it was asked.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// There are no checkpoints of such searches.
    #[error("there are no checkpoints of {0}; there are of Atomix, tile puzzles and Panex")]
    NoCheckpoint(&'static str),
    /// Its searches are not kept on a disk, or by several ranks.
    #[error("searches of {0} are not kept on a disk, or by several ranks")]
    NoDisk(&'static str),
    /// It has no pieces whose moves could be told easy or difficult.
    #[error("tasks in PDDL are not rated: they have no pieces")]
    NotRated,
    /// The search cannot go on from the checkpoint.
    #[error(transparent)]
    Checkpoint(FileError),
    /// The engine's plan was rejected by the rules: a bug in this program.
    #[error("the plan that was found is wrong: {0}")]
    WrongPlan(#[from] ReplayError),
}

/// Searches for a shortest plan: how, within which limits, and who is told.
///
/// By default the engine is the one that suits the puzzle, there is no limit, and nobody is told.
/// Engines that use several threads take those of the `rayon` pool that [`Solver::solve`] is
/// called in.
///
/// # Examples
/// ```
/// use std::time::Duration;
///
/// let water = &fewest::read("water".as_ref(), fewest::InputOptions::default())?[0];
/// let report = fewest::Solver::new().time(Duration::from_secs(60)).solve(water)?;
/// assert_eq!(report.status.name(), "OPTIMAL");
/// assert_eq!(report.upper, Some(13.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Solver<'a> {
    request: Request,
    limits: Limits,
    interrupt: &'a Interrupt,
    on_progress: Box<dyn FnMut(&Progress) + 'a>,
    tables: Option<StoredTables<'a>>,
    storage: Option<Kept<'a>>,
    #[cfg(not(target_arch = "wasm32"))]
    saved_by_ranks: Option<SavedByRanks<'a>>,
    all: Option<usize>,
}

/// Where the search is kept, beside the memory of this process.
enum Kept<'a> {
    Checkpoint(Checkpoint<'a>),
    #[cfg(not(target_arch = "wasm32"))]
    Disk(Disk),
    #[cfg(not(target_arch = "wasm32"))]
    Threads(NonZeroUsize),
    #[cfg(not(target_arch = "wasm32"))]
    Rank(&'a mut dyn Transport),
}

/// Where ranks keep their search, beside their memory.
#[cfg(not(target_arch = "wasm32"))]
enum SavedByRanks<'a> {
    Checkpoint(RankCheckpoint<'a>),
    Disk(RankDisk<'a>),
}

#[cfg(not(target_arch = "wasm32"))]
impl SavedByRanks<'_> {
    fn resumed(&self) -> Option<Resumed> {
        match self {
            Self::Checkpoint(checkpoint) => checkpoint.resumed(),
            Self::Disk(disk) => disk.resumed(),
        }
    }
}

impl<'a> Kept<'a> {
    fn resumed(&self) -> Option<Resumed> {
        match self {
            Self::Checkpoint(checkpoint) => checkpoint.resumed(),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Disk(disk) => disk.resumed(),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Threads(_) | Self::Rank(_) => None,
        }
    }

    fn storage<'s>(
        &'s mut self,
        #[cfg(not(target_arch = "wasm32"))] saved: Option<&'s SavedByRanks<'a>>,
    ) -> Storage<'s, 'a> {
        match self {
            Self::Checkpoint(checkpoint) => Storage::Checkpoint(checkpoint),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Disk(disk) => Storage::Disk(disk),
            #[cfg(not(target_arch = "wasm32"))]
            Self::Threads(ranks) => match saved {
                None => Storage::Threads(*ranks, None),
                Some(SavedByRanks::Checkpoint(saved)) => Storage::Threads(*ranks, Some(saved)),
                Some(SavedByRanks::Disk(disk)) => Storage::ThreadsOnDisk(*ranks, disk),
            },
            #[cfg(not(target_arch = "wasm32"))]
            Self::Rank(transport) => match saved {
                None => Storage::Rank(&mut **transport, None),
                Some(SavedByRanks::Checkpoint(saved)) => {
                    Storage::Rank(&mut **transport, Some(saved))
                }
                Some(SavedByRanks::Disk(disk)) => Storage::RankOnDisk(&mut **transport, disk),
            },
        }
    }
}

/// Tables of tile puzzles in folders.
struct StoredTables<'a> {
    store: &'a Store,
    rules: &'a RuleStore,
    on_refused: Box<dyn FnMut(FileError) + 'a>,
}

static NEVER: Interrupt = Interrupt::new();

impl Default for Solver<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Solver<'a> {
    /// The default of everything.
    pub fn new() -> Self {
        Self {
            request: Request::default(),
            limits: Limits::default(),
            interrupt: &NEVER,
            on_progress: Box::new(|_| {}),
            tables: None,
            storage: None,
            #[cfg(not(target_arch = "wasm32"))]
            saved_by_ranks: None,
            all: None,
        }
    }

    /// Takes this engine.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.request.engine = Some(engine);
        self
    }

    /// Takes the heuristic that has this name for the puzzle.
    pub fn heuristic(mut self, name: &'static str) -> Self {
        self.request.heuristic = Some(name);
        self
    }

    /// Searches in this direction.
    pub fn direction(mut self, direction: Direction) -> Self {
        self.request.direction = Some(direction);
        self
    }

    /// Replaces all choices: those above, and what only some engines have.
    pub fn request(mut self, request: Request) -> Self {
        self.request = request;
        self
    }

    /// Stops so long after this call. A time too long for the clock is no limit.
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.deadline = Instant::now().checked_add(time);
        self
    }

    /// Stores no more than so many bytes.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Expands no more than so many states.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Looks only for plans of at most so many moves.
    pub fn upper_bound(mut self, moves: u16) -> Self {
        self.limits.upper_bound = Some(Depth(moves));
        self
    }

    /// Replaces all limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Stops when this asks for it.
    pub fn interrupt(mut self, interrupt: &'a Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Calls this some times a second, whenever the lower bound rises, and whenever a better plan is
    /// known.
    pub fn on_progress(mut self, report: impl FnMut(&Progress) + 'a) -> Self {
        self.on_progress = Box::new(report);
        self
    }

    /// Takes pattern databases and automata of tile puzzles from these folders instead of making
    /// them. Files that are not as they were written are not used, but told to `on_refused`.
    pub fn stored_tables(
        mut self,
        store: &'a Store,
        rules: &'a RuleStore,
        on_refused: impl FnMut(FileError) + 'a,
    ) -> Self {
        self.tables = Some(StoredTables { store, rules, on_refused: Box::new(on_refused) });
        self
    }

    /// Goes on from a [checkpoint](crate::checkpoint()), and saves the search there: one by default, by
    /// breadth-first heuristic search, A* with partial expansion or frontier search.
    pub fn checkpoint(mut self, checkpoint: Checkpoint<'a>) -> Self {
        self.storage = Some(Kept::Checkpoint(checkpoint));
        self
    }

    /// Keeps the states in a [folder](crate::disk()), and goes on from there: with breadth-first search
    /// or breadth-first heuristic search, one of which is the default then. Atomix begins in memory if no
    /// engine is asked for, and goes on there once that is spent.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn disk(mut self, disk: Disk) -> Self {
        self.storage = Some(Kept::Disk(disk));
        self
    }

    /// Lets so many ranks search, each a thread that owns a part of the states: with A*, breadth-first
    /// search or breadth-first heuristic search, one of the latter two if no engine is asked for.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn ranks(mut self, ranks: NonZeroUsize) -> Self {
        self.storage = Some(Kept::Threads(ranks));
        self
    }

    /// Searches as one of several ranks, as with [`Solver::ranks`]; all of them solve the same
    /// instance with the same request, and all get the answer.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn rank(mut self, transport: &'a mut dyn Transport) -> Self {
        self.storage = Some(Kept::Rank(transport));
        self
    }

    /// Goes on from what all ranks have [saved](crate::rank_checkpoint()), and saves the search there: with
    /// [`Solver::ranks`] or [`Solver::rank`], by breadth-first search or breadth-first heuristic search.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn rank_checkpoint(mut self, checkpoint: RankCheckpoint<'a>) -> Self {
        self.saved_by_ranks = Some(SavedByRanks::Checkpoint(checkpoint));
        self
    }

    /// Keeps the states that each rank owns in [its folder](crate::rank_disk()), and goes on from there: with
    /// [`Solver::ranks`] or [`Solver::rank`], by breadth-first search or breadth-first heuristic search.
    /// There is this or a checkpoint of ranks: what was asked for last.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn rank_disk(mut self, disk: RankDisk<'a>) -> Self {
        self.saved_by_ranks = Some(SavedByRanks::Disk(disk));
        self
    }

    /// Counts all shortest plans once one is known, and lists so many of them: see
    /// [`Report::solutions`]. The limits hold for both together.
    pub fn all(mut self, listed: usize) -> Self {
        self.all = Some(listed);
        self
    }

    /// Searches for a shortest plan and reports what was shown.
    ///
    /// A plan in the report was replayed by the rules of the puzzle, which share no code with the
    /// search. The exchange of two Panex towers is computed by levels, at any height, unless an
    /// engine or a direction is asked for.
    ///
    /// # Errors
    /// If the puzzle does not have the engine, direction or settings that were asked for, or no
    /// checkpoints, or not this one, or if a plan failed the replay, which no report may hide.
    pub fn solve(mut self, instance: &Instance) -> Result<Report, SolveError> {
        match &self.storage {
            None => {}
            Some(Kept::Checkpoint(_)) => check_keeps_checkpoint(&instance.puzzle)?,
            #[cfg(not(target_arch = "wasm32"))]
            Some(kept @ (Kept::Disk(_) | Kept::Threads(_) | Kept::Rank(_))) => {
                let default = match (&instance.puzzle, kept) {
                    // By default it begins in memory.
                    (AnyPuzzle::Atomix(_), Kept::Disk(_)) => None,
                    (AnyPuzzle::Atomix(_) | AnyPuzzle::Tiles(_), _) => {
                        Some(Engine::BreadthFirstHeuristic)
                    }
                    (AnyPuzzle::Panex(_), _) => Some(Engine::BreadthFirst),
                    (AnyPuzzle::Pddl(_), _) => return Err(SolveError::NoDisk("tasks in PDDL")),
                };
                self.request.engine = self.request.engine.or(default);
            }
        }
        let (request, all, asked) = (&self.request, self.all, self.limits.upper_bound);
        let resumed = self.storage.as_ref().and_then(Kept::resumed);
        #[cfg(not(target_arch = "wasm32"))]
        let saved = self.saved_by_ranks.as_ref();
        #[cfg(not(target_arch = "wasm32"))]
        let storage = self.storage.as_mut().map(|kept| kept.storage(saved));
        #[cfg(target_arch = "wasm32")]
        let storage = self.storage.as_mut().map(Kept::storage);
        let mut stopwatch = Stopwatch::start();
        let monitor = &mut Monitor::new(self.limits, self.interrupt, &mut *self.on_progress);
        let mut report = match &instance.puzzle {
            AnyPuzzle::Atomix(level) => {
                let answer = fewest_atomix::solve_with_storage(level, request, storage, monitor)?;
                report(instance, level, &answer, all, |listed| {
                    let monitor = &mut monitor.after(answer.outcome.statistics());
                    Ok(fewest_atomix::shortest_plans(level, &answer, listed, monitor))
                })
            }
            AnyPuzzle::Tiles(tiles) => {
                let search = |tables: &mut Tables<'_>| {
                    let answer =
                        fewest_tiles::solve_with_tables(tiles, request, tables, storage, monitor)?;
                    report(instance, tiles, &answer, all, |listed| {
                        let monitor = &mut monitor.after(answer.outcome.statistics());
                        Ok(fewest_tiles::shortest_plans(tiles, &answer, listed, tables, monitor)?)
                    })
                };
                match &mut self.tables {
                    Some(StoredTables { store, rules, on_refused }) => {
                        search(&mut Tables::from_files(store, rules, on_refused))
                    }
                    None => Tables::none(search),
                }
            }
            AnyPuzzle::Panex(panex) if exchange::is_asked(panex, request) => {
                exchange::solve(instance, panex, all, asked, monitor)
            }
            AnyPuzzle::Panex(panex) => {
                let answer = fewest_panex::solve_with_storage(panex, request, storage, monitor)?;
                report(instance, panex, &answer, all, |listed| {
                    let length = answer.outcome.bounds().lower;
                    let monitor = &mut monitor.after(answer.outcome.statistics());
                    Ok(fewest_panex::shortest_plans(panex, length, listed, monitor)?)
                })
            }
            AnyPuzzle::Pddl(task) => {
                if all.is_some() {
                    return Err(fewest_strips::uncounted().into());
                }
                let answer = fewest_strips::solve(task, request, monitor)?;
                report(instance, task, &answer, None, |_| Err(fewest_strips::uncounted().into()))
            }
        }?;
        if all.is_some() && report.solutions.is_none() {
            report.solutions = Some(Solutions::without_optimum(report.status.0));
        }
        // Where ranks go on is known when all of them have begun.
        #[cfg(not(target_arch = "wasm32"))]
        let resumed = resumed.or(saved.and_then(SavedByRanks::resumed));
        report.resumed = resumed.map(Into::into);
        report.usage = stopwatch.lap();
        Ok(report)
    }
}

/// Whether searches of a puzzle are saved.
///
/// # Errors
/// If they are not.
pub fn check_keeps_checkpoint(puzzle: &AnyPuzzle) -> Result<(), SolveError> {
    match puzzle {
        AnyPuzzle::Atomix(_) | AnyPuzzle::Tiles(_) | AnyPuzzle::Panex(_) => Ok(()),
        AnyPuzzle::Pddl(_) => Err(SolveError::NoCheckpoint("tasks in PDDL")),
    }
}

impl From<fewest_search::SolveError> for SolveError {
    fn from(error: fewest_search::SolveError) -> Self {
        match error {
            fewest_search::SolveError::Unsupported(error) => Self::Unsupported(error),
            fewest_search::SolveError::Checkpoint(error) => Self::Checkpoint(error),
        }
    }
}

/// The report of an answer, with `all` the solutions as `count` gives them.
fn report<P: Puzzle + Clone>(
    instance: &Instance,
    puzzle: &P,
    answer: &Answer<P::Move>,
    all: Option<usize>,
    count: impl FnOnce(usize) -> Result<Result<ShortestPlans<P::Move>, Stop>, SolveError>,
) -> Result<Report, SolveError>
where
    Plan: From<Replayed<P>>,
{
    let Answer { outcome, engine, direction, heuristic, threads, tries } = answer;
    let plan = outcome.plan().map(|plan| Replayed::new(puzzle.clone(), plan.to_vec()));
    let plan = plan.transpose()?.map(Plan::from);
    let solutions = match (all, &plan, outcome.verdict()) {
        (Some(listed), Some(plan), Verdict::Optimal) => {
            Some(Solutions::counted(puzzle, count(listed)?, plan)?)
        }
        _ => None,
    };
    let status = Status(outcome.verdict());
    let bounds = outcome.bounds();
    // Where there is no plan, no number is below its length.
    let is_solvable = outcome.verdict() != Verdict::Unsolvable;
    Ok(Report {
        puzzle: instance.puzzle.name(),
        instance: instance.name.clone(),
        status,
        stop: status.stop(),
        lower: is_solvable.then_some(bounds.lower.into()),
        likely: outcome.likely_bound().map(Into::into),
        upper: bounds.upper.map(Into::into),
        plan,
        solutions,
        tiles: match &instance.puzzle {
            AnyPuzzle::Tiles(tiles) => Some(tiles.into()),
            _ => None,
        },
        engine: engine.name(),
        heuristic,
        direction: direction.name(),
        counts: (*outcome.statistics()).into(),
        tries: tries.iter().copied().map(Into::into).collect(),
        resumed: None,
        usage: ResourceUsage::default(),
        threads: *threads,
        seed: 0,
        version: env!("CARGO_PKG_VERSION"),
    })
}
