//! The solver: from an instance to a report.

use crate::{AnyPuzzle, Instance, Move, Plan, Report, Solutions, SolveError, Stopwatch, exchange};
use fewest_search::artifact::{Checkpoint, Resumed};
use fewest_search::breadth_first::ShortestPlans;
#[cfg(not(target_arch = "wasm32"))]
use fewest_search::distributed::{RankCheckpoint, RankDisk, Transport};
#[cfg(not(target_arch = "wasm32"))]
use fewest_search::external::Disk;
use fewest_search::{
    Answer, Depth, Direction, Engine, Interrupt, Limits, Monitor, Progress, Request, Stop, Storage,
    Verdict,
};
use fewest_tiles::automaton::RuleStore;
use fewest_tiles::pattern::Store;
use fewest_tiles::{FileError, Tables};
#[cfg(not(target_arch = "wasm32"))]
use std::num::NonZeroUsize;
use std::time::Duration;
use web_time::Instant;

/// Searches for a shortest plan, with a choice of method, limits and progress reports.
///
/// By default the engine is the one that suits the puzzle, there are no limits, and progress is not
/// reported. Engines with several threads use those of the `rayon` pool that [`Solver::solve`] is
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
    storage: Option<SearchStorage<'a>>,
    #[cfg(not(target_arch = "wasm32"))]
    saved_by_ranks: Option<SavedByRanks<'a>>,
    all: Option<usize>,
}

/// Where the search is kept, besides the memory of this process.
enum SearchStorage<'a> {
    Checkpoint(Checkpoint<'a>),
    #[cfg(not(target_arch = "wasm32"))]
    Disk(Disk),
    #[cfg(not(target_arch = "wasm32"))]
    Threads(NonZeroUsize),
    #[cfg(not(target_arch = "wasm32"))]
    Rank(&'a mut dyn Transport),
}

/// Where ranks keep their search, besides their memory.
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

impl<'a> SearchStorage<'a> {
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
    /// Returns a solver with the defaults.
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

    /// Sets the engine.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.request.engine = Some(engine);
        self
    }

    /// Sets the heuristic, by the name that the puzzle gives it.
    pub fn heuristic(mut self, name: &'static str) -> Self {
        self.request.heuristic = Some(name);
        self
    }

    /// Sets the direction of the search.
    pub fn direction(mut self, direction: Direction) -> Self {
        self.request.direction = Some(direction);
        self
    }

    /// Replaces all choices: those above, and the settings that only some engines have.
    pub fn request(mut self, request: Request) -> Self {
        self.request = request;
        self
    }

    /// Sets a time limit, counted from this call. A time too long for the clock is no limit.
    pub fn time(mut self, time: Duration) -> Self {
        self.limits.deadline = Instant::now().checked_add(time);
        self
    }

    /// Sets the number of bytes that may be stored.
    pub fn memory(mut self, bytes: u64) -> Self {
        self.limits.memory = Some(bytes);
        self
    }

    /// Sets the number of states that may be expanded.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Looks only for plans of at most this many moves.
    pub fn upper_bound(mut self, moves: u16) -> Self {
        self.limits.upper_bound = Some(Depth(moves));
        self
    }

    /// Replaces all limits.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Stops the search when `interrupt` asks for it.
    pub fn interrupt(mut self, interrupt: &'a Interrupt) -> Self {
        self.interrupt = interrupt;
        self
    }

    /// Calls `report` several times a second, whenever the lower bound rises, and whenever a better
    /// plan is found.
    pub fn on_progress(mut self, report: impl FnMut(&Progress) + 'a) -> Self {
        self.on_progress = Box::new(report);
        self
    }

    /// Reads pattern databases and automata of tile puzzles from these folders instead of making
    /// them. Files that were altered are not used, but reported to `on_refused`.
    pub fn stored_tables(
        mut self,
        store: &'a Store,
        rules: &'a RuleStore,
        on_refused: impl FnMut(FileError) + 'a,
    ) -> Self {
        self.tables = Some(StoredTables { store, rules, on_refused: Box::new(on_refused) });
        self
    }

    /// Resumes the search from a [checkpoint](crate::checkpoint()), and saves it there. This works
    /// with the default engine, breadth-first heuristic search, A* with partial expansion, and
    /// frontier search.
    pub fn checkpoint(mut self, checkpoint: Checkpoint<'a>) -> Self {
        self.storage = Some(SearchStorage::Checkpoint(checkpoint));
        self
    }

    /// Keeps the states in a [folder](crate::disk()), and resumes the search from there. This works
    /// with breadth-first search and breadth-first heuristic search, one of which is the default
    /// then. Without a choice of engine, a search of Atomix begins in memory and moves to the disk
    /// once the memory is spent.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn disk(mut self, disk: Disk) -> Self {
        self.storage = Some(SearchStorage::Disk(disk));
        self
    }

    /// Searches with this many ranks, each a thread that owns a part of the states. This works with
    /// A*, breadth-first search and breadth-first heuristic search; one of the latter two is the
    /// default.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn ranks(mut self, ranks: NonZeroUsize) -> Self {
        self.storage = Some(SearchStorage::Threads(ranks));
        self
    }

    /// Searches as one of several ranks, as with [`Solver::ranks`]. All ranks must solve the same
    /// instance with the same request, and all get the answer.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn rank(mut self, transport: &'a mut dyn Transport) -> Self {
        self.storage = Some(SearchStorage::Rank(transport));
        self
    }

    /// Resumes the search that all ranks [saved](crate::rank_checkpoint()), and saves it there.
    /// This works with [`Solver::ranks`] or [`Solver::rank`], and breadth-first search or
    /// breadth-first heuristic search.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn rank_checkpoint(mut self, checkpoint: RankCheckpoint<'a>) -> Self {
        self.saved_by_ranks = Some(SavedByRanks::Checkpoint(checkpoint));
        self
    }

    /// Keeps the states that each rank owns in [its folder](crate::rank_disk()), and resumes the
    /// search from there. This works with [`Solver::ranks`] or [`Solver::rank`], and breadth-first
    /// search or breadth-first heuristic search. It excludes a checkpoint of ranks: the later call
    /// counts.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn rank_disk(mut self, disk: RankDisk<'a>) -> Self {
        self.saved_by_ranks = Some(SavedByRanks::Disk(disk));
        self
    }

    /// Counts all shortest plans once one is known, and lists the first `listed` of them: see
    /// [`Report::solutions`]. The limits apply to both searches together.
    pub fn all(mut self, listed: usize) -> Self {
        self.all = Some(listed);
        self
    }

    /// Searches for a shortest plan and reports what was proved.
    ///
    /// A plan in the report was replayed by the rules of the puzzle, which share no code with the
    /// search. Unless an engine or a direction is asked for, the exchange of two Panex towers of 5
    /// or more pieces is computed by levels, at any height.
    ///
    /// # Errors
    /// If the puzzle does not support the engine, direction or settings that were asked for, or has
    /// no checkpoints, or if the checkpoint is not one of this search; or if a plan failed the
    /// replay, which no report may hide.
    pub fn solve(mut self, instance: &Instance) -> Result<Report, SolveError> {
        match &self.storage {
            None => {}
            Some(SearchStorage::Checkpoint(_)) => check_keeps_checkpoint(&instance.puzzle)?,
            #[cfg(not(target_arch = "wasm32"))]
            Some(
                kept
                @ (SearchStorage::Disk(_) | SearchStorage::Threads(_) | SearchStorage::Rank(_)),
            ) => {
                let default = match (&instance.puzzle, kept) {
                    // By default it begins in memory.
                    (AnyPuzzle::Atomix(_), SearchStorage::Disk(_)) => None,
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
        let resumed = self.storage.as_ref().and_then(SearchStorage::resumed);
        #[cfg(not(target_arch = "wasm32"))]
        let saved = self.saved_by_ranks.as_ref();
        #[cfg(not(target_arch = "wasm32"))]
        let storage = self.storage.as_mut().map(|kept| kept.storage(saved));
        #[cfg(target_arch = "wasm32")]
        let storage = self.storage.as_mut().map(SearchStorage::storage);
        let mut stopwatch = Stopwatch::start();
        let monitor = &mut Monitor::new(self.limits, self.interrupt, &mut *self.on_progress);
        let mut report = match &instance.puzzle {
            AnyPuzzle::Atomix(level) => {
                let answer = fewest_atomix::solve_with_storage(level, request, storage, monitor)?;
                report(instance, &answer, all, |listed| {
                    let monitor = &mut monitor.after(answer.outcome.statistics());
                    Ok(fewest_atomix::shortest_plans(level, &answer, listed, monitor))
                })
            }
            AnyPuzzle::Tiles(tiles) => {
                let search = |tables: &mut Tables<'_>| {
                    let answer =
                        fewest_tiles::solve_with_tables(tiles, request, tables, storage, monitor)?;
                    report(instance, &answer, all, |listed| {
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
                report(instance, &answer, all, |listed| {
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
                report(instance, &answer, None, |_| Err(fewest_strips::uncounted().into()))
            }
        }?;
        if all.is_some() && report.solutions.is_none() {
            report.solutions = Some(Solutions::without_optimum(report.status.0));
        }
        // Where ranks resume is known once all of them have begun.
        #[cfg(not(target_arch = "wasm32"))]
        let resumed = resumed.or(saved.and_then(SavedByRanks::resumed));
        report.resumed = resumed.map(Into::into);
        report.usage = stopwatch.lap();
        Ok(report)
    }
}

/// Checks that searches of a puzzle can be saved in checkpoints.
///
/// # Errors
/// If they cannot.
pub fn check_keeps_checkpoint(puzzle: &AnyPuzzle) -> Result<(), SolveError> {
    match puzzle {
        AnyPuzzle::Atomix(_) | AnyPuzzle::Tiles(_) | AnyPuzzle::Panex(_) => Ok(()),
        AnyPuzzle::Pddl(_) => Err(SolveError::NoCheckpoint("tasks in PDDL")),
    }
}

/// The report of an answer, with `all` the solutions as returned by `count`.
fn report<M: Clone + Into<Move>>(
    instance: &Instance,
    answer: &Answer<M>,
    all: Option<usize>,
    count: impl FnOnce(usize) -> Result<Result<ShortestPlans<M>, Stop>, SolveError>,
) -> Result<Report, SolveError> {
    let Answer { outcome, engine, direction, heuristic, threads, tries } = answer;
    let plan = outcome.plan().map(|plan| {
        Plan::new(instance.puzzle.clone(), plan.iter().cloned().map(Into::into).collect())
    });
    let plan = plan.transpose()?;
    let solutions = match (all, &plan, outcome.verdict()) {
        (Some(listed), Some(plan), Verdict::Optimal) => {
            Some(Solutions::counted(&instance.puzzle, count(listed)?, plan)?)
        }
        _ => None,
    };
    let method = [engine.name(), heuristic, direction.name()];
    Ok(Report {
        plan,
        solutions,
        tries: tries.iter().copied().map(Into::into).collect(),
        threads: *threads,
        ..Report::new(instance, method, outcome.verdict()).with_outcome(outcome)
    })
}
