//! IDA* for many instances of one size with one heuristic.

use crate::automaton::Automaton;
use crate::heuristics::{HeuristicName, SlideHeuristic};
use crate::ida_star::{Task, WarmStart, ida_star};
use crate::pattern::{
    CachedProbe, Collection, Partition, Pattern, PatternDatabases, ProbeCache, Table,
    UnrolledDatabases,
};
use crate::space::AnyHeuristic;
use fewest_rules::tiles::{Board, Goal, Instance, Move, Size};
use fewest_search::outcome::unlimited;
use fewest_search::{Monitor, Outcome, Statistics};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;

/// The error of a heuristic whose tables would be too large to build before each search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the heuristic {heuristic} is not available on a {size} board: its tables are too large")]
pub struct TooLarge {
    /// The heuristic.
    pub heuristic: HeuristicName,
    /// The board.
    pub size: Size,
}

/// IDA* with one heuristic.
type Search =
    dyn Fn(&Task<'_>, WarmStart<'_, '_, '_>, &mut Monitor<'_>) -> Outcome<Move> + Send + Sync;

/// IDA* with one heuristic, and beams with the same one or one of the same values.
struct Kernel {
    search: Box<Search>,
    of_beams: Arc<AnyHeuristic>,
}

/// IDA* for all instances with one solved board.
pub struct Solver {
    target: Board,
    threads: NonZero<usize>,
    automaton: Arc<Automaton>,
    kernel: Kernel,
    /// The largest number of positions that A* may store.
    stored: usize,
}

impl Solver {
    /// Builds the tables of a heuristic, for searches on this number of threads.
    ///
    /// # Errors
    /// If the tables would be too large.
    pub fn new(
        size: Size,
        goal: Goal,
        heuristic: HeuristicName,
        threads: NonZero<usize>,
    ) -> Result<Self, TooLarge> {
        let too_large = TooLarge { heuristic, size };
        let target = Board::solved(size, goal);
        if heuristic == HeuristicName::PatternDatabases {
            let smallest = Collection::ladder(&target).into_iter().next();
            let collection = smallest.ok_or(too_large)?;
            let build = |pattern: &Pattern| {
                unlimited(|monitor| Table::build(pattern.clone(), monitor)).map(Arc::new)
            };
            return Self::with_tables(&collection, build, u64::MAX, threads).map_err(|_| too_large);
        }
        let known = AnyHeuristic::without_tables(&target, heuristic).ok_or(too_large)?;
        let kernel = match known {
            AnyHeuristic::Manhattan(known) if size.cells() <= 32 => with::<32, _>(known),
            AnyHeuristic::Manhattan(known) => with::<{ Size::MAX_CELLS }, _>(known),
            known => any(known),
        };
        Ok(Self::of(target, kernel, threads))
    }

    fn of(target: Board, kernel: Kernel, threads: NonZero<usize>) -> Self {
        let automaton = Automaton::no_way_back().into();
        Self { target, threads, automaton, kernel, stored: 0 }
    }

    /// Creates a solver with the pattern databases of a collection. `source` returns each table.
    /// They are probed through a cache if it fits into `spare` bytes of memory.
    ///
    /// # Errors
    /// Those of `source`.
    pub fn with_tables<E>(
        collection: &Collection,
        source: impl FnMut(&Pattern) -> Result<Arc<Table>, E>,
        spare: u64,
        threads: NonZero<usize>,
    ) -> Result<Self, E> {
        let sides = collection.sides();
        let tables = Partition::tables_of(&sides).iter().map(source).collect::<Result<_, E>>()?;
        Ok(Self::of_tables(collection, &sides, tables, spare, threads))
    }

    /// The part that is compiled once, and not for each source.
    fn of_tables(
        collection: &Collection,
        sides: &[Partition],
        tables: Vec<Arc<Table>>,
        spare: u64,
        threads: NonZero<usize>,
    ) -> Self {
        let kernel = kernel(collection, sides, tables, spare);
        Self::of(*collection.target(), kernel, threads)
    }

    /// Returns the same solver with moves pruned by an automaton for boards of this size or larger
    /// ones. Without one, only undoing the last move is pruned.
    #[must_use]
    pub fn pruned(self, automaton: impl Into<Arc<Automaton>>) -> Self {
        Self { automaton: automaton.into(), ..self }
    }

    /// The automaton that prunes moves.
    pub(crate) fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Returns the same solver, with IDA* starting from the frontier of an A* that stores at most
    /// `stored` positions, of some hundred bytes each.
    ///
    /// # Source
    /// Bu and Korf, *A\*+IDA\*: a simple hybrid search algorithm*, IJCAI 2019.
    #[must_use]
    pub fn after_astar(self, stored: usize) -> Self {
        Self { stored, ..self }
    }

    /// Finds a shortest plan.
    ///
    /// # Panics
    /// If the size or the goal of the instance is not that of the solver.
    pub fn solve(&self, instance: &Instance, monitor: &mut Monitor<'_>) -> Outcome<Move> {
        let stored = self.stored;
        self.solve_from(instance, WarmStart { stored, ..WarmStart::default() }, monitor)
    }

    /// Finds a shortest plan, given what is known already.
    ///
    /// # Panics
    /// As [`Solver::solve`].
    pub(crate) fn solve_from(
        &self,
        instance: &Instance,
        warm_start: WarmStart<'_, '_, '_>,
        monitor: &mut Monitor<'_>,
    ) -> Outcome<Move> {
        assert!(instance.solved() == self.target, "the solver was made for another size or goal");
        if instance.is_solvable() {
            let Self { automaton, kernel: Kernel { search, of_beams }, threads, .. } = self;
            let task = Task { instance, automaton, of_beams, threads: *threads };
            search(&task, warm_start, monitor)
        } else {
            Outcome::unsolvable(Statistics::default())
        }
    }
}

/// The search with the tables of partitions like those that searches choose for themselves, which
/// are those of [`Collection::ladder`]. Others are left to [`PatternDatabases`].
fn kernel(
    collection: &Collection,
    sides: &[Partition],
    tables: Vec<Arc<Table>>,
    spare: u64,
) -> Kernel {
    let bytes = ProbeCache::bytes(sides).filter(|&bytes| bytes <= spare);
    let room = bytes.and_then(|_| ProbeCache::reserve(sides));
    match (room, collection.size().cells(), collection.patterns(), sides.len()) {
        (Some(room), ..=32, ..=8, 1) => cached::<32, 8, 1>(sides, tables, room),
        (Some(room), ..=32, ..=4, 2) => cached::<32, 4, 2>(sides, tables, room),
        (Some(room), ..=32, ..=8, 2) => cached::<32, 8, 2>(sides, tables, room),
        (Some(room), ..=32, ..=4, 4) => cached::<32, 4, 4>(sides, tables, room),
        (Some(room), .., ..=12, ..=2) => cached::<36, 12, 2>(sides, tables, room),
        (None, ..=32, ..=4, 2) => direct::<32, 4, 2>(sides, tables),
        (None, ..=32, ..=4, 4) => direct::<32, 4, 4>(sides, tables),
        _ => any(Arc::new(PatternDatabases::of_tables(sides, tables)).into()),
    }
}

fn cached<const CELLS: usize, const PATTERNS: usize, const SIDES: usize>(
    sides: &[Partition],
    tables: Vec<Arc<Table>>,
    room: Vec<AtomicU8>,
) -> Kernel
where
    AnyHeuristic: From<Arc<UnrolledDatabases<PATTERNS, SIDES, CachedProbe<PATTERNS, SIDES>>>>,
{
    with::<CELLS, _>(Arc::new(CachedProbe::databases(sides, tables, room)))
}

fn direct<const CELLS: usize, const PATTERNS: usize, const SIDES: usize>(
    sides: &[Partition],
    tables: Vec<Arc<Table>>,
) -> Kernel {
    let of_beams = Arc::new(PatternDatabases::of_tables(sides, tables.clone()));
    let databases = UnrolledDatabases::<PATTERNS, SIDES>::of_tables(sides, tables);
    let of_beams = Arc::new(AnyHeuristic::from(of_beams));
    Kernel { search: search::<CELLS, _>(Arc::new(databases)), of_beams }
}

fn with<const CELLS: usize, H: SlideHeuristic + Send + Sync + 'static>(heuristic: Arc<H>) -> Kernel
where
    AnyHeuristic: From<Arc<H>>,
{
    let of_beams = Arc::new(heuristic.clone().into());
    Kernel { search: search::<CELLS, _>(heuristic), of_beams }
}

fn any(heuristic: AnyHeuristic) -> Kernel {
    let heuristic = Arc::new(heuristic);
    Kernel { search: search::<{ Size::MAX_CELLS }, _>(heuristic.clone()), of_beams: heuristic }
}

fn search<const CELLS: usize, H: SlideHeuristic + Send + Sync + 'static>(
    heuristic: Arc<H>,
) -> Box<Search> {
    Box::new(move |task, warm_start, monitor| {
        ida_star::<CELLS, H>(task, &heuristic, warm_start, monitor)
    })
}
