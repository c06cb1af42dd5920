//! IDA* for many instances of one size with one heuristic.

use crate::automaton::Automaton;
use crate::heuristics::{
    Heuristic, HeuristicName, InversionDistance, LinearConflict, Manhattan, WalkingDistance,
};
use crate::ida_star::{WarmStart, ida_star};
use crate::pattern::{CachedProbe, Collection, Partition, Pattern, PatternDatabases, Table};
use fewest_rules::tiles::{Board, Goal, Instance, Move, Size};
use fewest_search::outcome::unlimited;
use fewest_search::{Monitor, Outcome, Statistics};
use std::num::NonZero;
use std::sync::Arc;

/// The error of a heuristic whose tables would be too large to build before each search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the heuristic {heuristic} is not available on a {size} board: its tables are too large")]
pub struct TooLarge {
    /// The heuristic.
    pub heuristic: HeuristicName,
    /// The board.
    pub size: Size,
}

type Search = dyn Fn(&Instance, &Automaton, WarmStart<'_, '_, '_>, &mut Monitor<'_>) -> Outcome<Move>
    + Send
    + Sync;

/// IDA* for all instances with one solved board.
pub struct Solver {
    target: Board,
    automaton: Arc<Automaton>,
    /// The largest number of positions that A* may store.
    stored: usize,
    search: Box<Search>,
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
        let search = match size.cells() {
            ..=16 => search::<16>(&target, heuristic, threads),
            17..=36 => search::<36>(&target, heuristic, threads),
            _ => search::<64>(&target, heuristic, threads),
        };
        let search = search.ok_or(too_large)?;
        Ok(Self { target, automaton: Automaton::no_way_back().into(), stored: 0, search })
    }

    /// Creates a solver with the pattern databases of a collection. `source` returns each table.
    /// They are probed through a cache if it fits into `spare` bytes of memory.
    ///
    /// # Errors
    /// Those of `source`.
    ///
    /// # Panics
    /// If a partition has more than twelve patterns.
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
        let (size, target) = (collection.size(), *collection.target());
        let search = match (size.cells(), collection.patterns(), sides.len()) {
            (..=16, ..=4, 1) => of_sides::<16, 4, 1>(sides, tables, spare, threads),
            (..=16, ..=4, 2) => of_sides::<16, 4, 2>(sides, tables, spare, threads),
            (17..=32, ..=4, 2) => of_sides::<32, 4, 2>(sides, tables, spare, threads),
            (17..=32, ..=4, 4) => of_sides::<32, 4, 4>(sides, tables, spare, threads),
            (17..=32, ..=8, 1) => of_sides::<32, 8, 1>(sides, tables, spare, threads),
            (17..=32, ..=8, 2) => of_sides::<32, 8, 2>(sides, tables, spare, threads),
            (.., ..=2) => of_sides::<36, 12, 2>(sides, tables, spare, threads),
            _ => of_sides::<36, 12, 8>(sides, tables, spare, threads),
        };
        Self { target, automaton: Automaton::no_way_back().into(), stored: 0, search }
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
            (self.search)(instance, &self.automaton, warm_start, monitor)
        } else {
            Outcome::unsolvable(Statistics::default())
        }
    }
}

fn search<const CELLS: usize>(
    target: &Board,
    heuristic: HeuristicName,
    threads: NonZero<usize>,
) -> Option<Box<Search>> {
    Some(match heuristic {
        HeuristicName::Manhattan => with::<CELLS, _>(Manhattan::new(target), threads),
        HeuristicName::LinearConflict => with::<CELLS, _>(LinearConflict::new(target), threads),
        HeuristicName::InversionDistance => {
            with::<CELLS, _>(InversionDistance::new(target), threads)
        }
        HeuristicName::WalkingDistance => with::<CELLS, _>(WalkingDistance::new(target)?, threads),
        HeuristicName::PatternDatabases => return None,
    })
}

/// The last side is repeated if there are fewer than `SIDES`.
fn of_sides<const CELLS: usize, const PATTERNS: usize, const SIDES: usize>(
    sides: &[Partition],
    tables: Vec<Arc<Table>>,
    spare: u64,
    threads: NonZero<usize>,
) -> Box<Search> {
    let sides: [_; SIDES] = std::array::from_fn(|side| sides[side.min(sides.len() - 1)].clone());
    let bytes = CachedProbe::<PATTERNS, SIDES>::bytes(&sides).filter(|&bytes| bytes <= spare);
    match bytes.and_then(|_| CachedProbe::<PATTERNS, SIDES>::reserve(&sides)) {
        Some(room) => {
            let databases = PatternDatabases::<PATTERNS, SIDES, _>::cached_of_tables;
            with::<CELLS, _>(databases(&sides, tables, room), threads)
        }
        None => {
            let databases = PatternDatabases::<PATTERNS, SIDES>::of_tables(&sides, tables);
            with::<CELLS, _>(databases, threads)
        }
    }
}

fn with<const CELLS: usize, H: Heuristic + Send + 'static>(
    heuristic: H,
    threads: NonZero<usize>,
) -> Box<Search> {
    Box::new(move |instance, automaton, warm_start, monitor| {
        ida_star::<CELLS, H>(instance, &heuristic, automaton, threads, warm_start, monitor)
    })
}
