//! The solver: from an instance to a report.

use crate::{AnyPuzzle, Instance, Move, Plan, Report, Solutions, SolveError, Stopwatch, exchange};
use fewest_search::breadth_first::ShortestPlans;
use fewest_search::{
    Answer, Depth, Direction, Engine, Interrupt, Limits, Monitor, Progress, Request, Stop, Storage,
    Verdict,
};
use fewest_tiles::automaton::RuleStore;
use fewest_tiles::pattern::Store;
use fewest_tiles::{FileError, Tables};
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
    storage: Option<Storage<'a>>,
    all: Option<usize>,
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

    /// Keeps the states there, instead of in the memory of this process only, and resumes the
    /// search from what was saved there.
    ///
    /// - [Checkpoints](crate::checkpoint()) work with the default engine, breadth-first heuristic
    ///   search, A* with partial expansion, and frontier search.
    /// - A [disk](crate::disk()) works with breadth-first search and breadth-first heuristic
    ///   search, one of which is the default then. Without a choice of engine, a search of Atomix
    ///   begins in memory and moves to the disk once the memory is spent.
    /// - Ranks work with these two engines, with or without a
    ///   [checkpoint](crate::rank_checkpoint()) or [disks](crate::rank_disk()); in memory also with
    ///   A*. All ranks must solve the same instance with the same request, and all get the answer.
    pub fn storage(mut self, storage: Storage<'a>) -> Self {
        self.storage = Some(storage);
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
        match self.storage.as_ref().map(|storage| (storage.holds_states(), storage.ranks())) {
            None => {}
            Some((false, _)) => check_keeps_checkpoint(&instance.puzzle)?,
            Some((true, ranks)) => {
                let default = match &instance.puzzle {
                    // On a disk it begins in memory.
                    AnyPuzzle::Atomix(_) if ranks.is_none() => None,
                    AnyPuzzle::Atomix(_) | AnyPuzzle::Tiles(_) => {
                        Some(Engine::BreadthFirstHeuristic)
                    }
                    AnyPuzzle::Panex(_) => Some(Engine::BreadthFirst),
                    AnyPuzzle::Pddl(_) => return Err(SolveError::NoDisk("tasks in PDDL")),
                };
                self.request.engine = self.request.engine.or(default);
            }
        }
        let (request, all, asked) = (&self.request, self.all, self.limits.upper_bound);
        let resumed = self.storage.as_ref().and_then(Storage::resumed);
        let storage = self.storage.as_mut();
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
        let by_ranks = self.storage.as_ref().filter(|storage| storage.ranks().is_some());
        report.resumed = resumed.or(by_ranks.and_then(Storage::resumed)).map(Into::into);
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
