//! IDA* for many instances of one size with one heuristic.

use super::kernel::Kernel;
use crate::automaton::Automaton;
use crate::heuristics::{HeuristicName, TooLarge};
use crate::ida_star::{Task, WarmStart, ida_star};
use crate::pattern::{Collection, Partition, Pattern, Table};
use crate::space::AnyHeuristic;
use fewest_rules::tiles::{Board, Goal, Instance, Move, Size};
use fewest_search::depth_first::iterative_deepening::SearchCheckpoint;
use fewest_search::{Monitor, Outcome, Statistics};
use std::num::NonZero;
use std::sync::Arc;

/// IDA* for all instances with one solved board.
pub struct Solver {
    target: Board,
    threads: NonZero<usize>,
    automaton: Arc<Automaton>,
    kernel: Kernel,
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
        let target = Board::solved(size, goal);
        let too_large = TooLarge { heuristic, size };
        let table = |pattern: &Pattern| Table::without_limits(pattern).map_err(|_| too_large);
        if heuristic == HeuristicName::PatternDatabases {
            let smallest = Collection::smallest(&target)?;
            return Self::with_tables(&smallest, table, u64::MAX, threads);
        }
        let heuristic = AnyHeuristic::towards(&target, heuristic, table)?;
        Ok(Self::of(target, Kernel::of(heuristic, size), threads))
    }

    fn of(target: Board, kernel: Kernel, threads: NonZero<usize>) -> Self {
        Self { target, threads, automaton: Automaton::no_way_back().into(), kernel }
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
        Ok(Self::of(*collection.target(), Kernel::of_tables(&sides, tables, spare), threads))
    }

    /// Returns the same solver with moves pruned by an automaton for boards of this size or larger
    /// ones. Without one, only undoing the last move is pruned.
    #[must_use]
    pub fn pruned(self, automaton: impl Into<Arc<Automaton>>) -> Self {
        Self { automaton: automaton.into(), ..self }
    }

    /// The automaton that prunes moves.
    pub(super) fn automaton(&self) -> &Automaton {
        &self.automaton
    }

    /// Finds a shortest plan.
    ///
    /// # Panics
    /// If the size or the goal of the instance is not that of the solver.
    pub fn solve(&self, instance: &Instance, monitor: &mut Monitor<'_>) -> Outcome<Move> {
        self.solve_from(instance, &mut WarmStart::default(), None, monitor)
    }

    /// Finds a shortest plan, given what is known already, and leaves there what is known then.
    ///
    /// # Panics
    /// As [`Solver::solve`].
    pub(super) fn solve_from(
        &self,
        instance: &Instance,
        warm_start: &mut WarmStart,
        checkpoint: Option<&mut SearchCheckpoint<'_, '_>>,
        monitor: &mut Monitor<'_>,
    ) -> Outcome<Move> {
        assert!(instance.solved() == self.target, "the solver was made for another size or goal");
        if !instance.is_solvable() {
            return Outcome::unsolvable(Statistics::default());
        }
        let Self { automaton, kernel: Kernel { inner_loop, of_beams }, threads, .. } = self;
        let task = Task { instance, automaton, of_beams, threads: *threads };
        ida_star(&task, &**inner_loop, warm_start, checkpoint, monitor)
    }
}
