//! The lazy test: bounds that are too expensive to compute for every generated state.

use super::assignment::{FORBIDDEN, by_augmenting_paths};
use super::lazy_table::LazyTable;
use super::{HeuristicLevel, LowerBound};
use crate::board::{Cell, Packed};
use crate::excess::{PairExcess, Pieces, TripleExcess, heaviest_pieces};
use crate::unsupported_stops::{
    Assignment, Assignments, CostShares, RouteScope, SLACKS, TestPolicy, UnsupportedStops,
};
use fewest_search::artifact::{Reader, Unreadable, Writer};
use fewest_search::outcome::Halt;
use fewest_search::problem::{self, BoundedEstimate, IterationStart};
use fewest_search::{Depth, Direction, StateSpace, Stop};
use std::io;
use std::ops::Range;
use std::sync::Arc;

/// The excess of triples and the test for unsupported stops, run once a state is known to be new.
///
/// # Sound because
/// the bound with the excess of triples is admissible, and what the test for unsupported stops
/// refutes has no plan within the budget: see the modules `excess` and `unsupported_stops`.
#[derive(Debug)]
pub struct LazyTest {
    lower_bound: Arc<LowerBound>,
    triples: LazyTable<TripleExcess>,
    stops: Option<UnsupportedStops>,
    policy: TestPolicy,
}

impl LazyTest {
    /// Triples of cells to be searched for every state tested before the tables of triples are
    /// built: a triple takes a hundredth of the time of a test, so building them at most doubles
    /// the search time.
    const TRIPLES_PER_TEST: usize = 100;

    /// Returns the test of a level of the heuristic, for states searched in `direction`; `None` if
    /// the level has no test.
    ///
    /// # Errors
    /// The limit that is reached while tables are built.
    pub fn new(
        lower_bound: &Arc<LowerBound>,
        level: HeuristicLevel,
        direction: Direction,
        halt: Halt<'_>,
    ) -> Result<Option<Self>, Stop> {
        let (targets, distances) = (&lower_bound.targets, &lower_bound.distances);
        let scope = match level {
            HeuristicLevel::Distances | HeuristicLevel::Pairs => return Ok(None),
            HeuristicLevel::Triples => None,
            HeuristicLevel::SupportedStops => Some(RouteScope::Atoms),
            HeuristicLevel::SupportedPairs => Some(RouteScope::Pairs),
        };
        let misses = match scope {
            None => 0,
            Some(_) => TripleExcess::searched(targets) / Self::TRIPLES_PER_TEST,
        };
        let stops =
            scope.map(|scope| UnsupportedStops::new(&targets.board, distances, direction, scope));
        let (lower_bound, triples) = (Arc::clone(lower_bound), LazyTable::after(misses as u64));
        let test = Self { lower_bound, triples, stops, policy: TestPolicy::up_to(SLACKS - 1) };
        test.build_triples_if_due(halt)?;
        Ok(Some(test))
    }

    /// Returns only the test for unsupported stops, with pairs of atoms or without, and no tables
    /// of triples, for states with at most this much slack.
    pub fn of_stops(
        lower_bound: &Arc<LowerBound>,
        direction: Direction,
        with_pairs: bool,
        most_slack: usize,
    ) -> Self {
        let LowerBound { targets, distances, .. } = &**lower_bound;
        let scope = if with_pairs { RouteScope::Pairs } else { RouteScope::Atoms };
        let stops = UnsupportedStops::new(&targets.board, distances, direction, scope);
        Self {
            lower_bound: Arc::clone(lower_bound),
            triples: LazyTable::after(u64::MAX),
            stops: Some(stops),
            policy: TestPolicy::up_to(most_slack),
        }
    }

    fn build_triples_if_due(&self, halt: Halt<'_>) -> Result<(), Stop> {
        let LowerBound { targets, distances, pairs } = &*self.lower_bound;
        let Some(pairs) = pairs else { return Ok(()) };
        self.triples.build_if_due(|| TripleExcess::new(targets, distances, pairs, halt))
    }

    /// Whether a target is shown to be more than `budget` moves away.
    fn refutes_target(
        &self,
        target: usize,
        pairs: &PairExcess,
        triples: Option<&TripleExcess>,
        state: &[Cell],
        budget: u32,
    ) -> bool {
        let LowerBound { targets, .. } = &*self.lower_bound;
        let goals = targets.state(target);
        let mut assignments = Assignments::new();
        let mut bound = 0;
        for group in &*targets.groups {
            bound += self.assign(goals, state, group, &mut assignments);
            if bound > budget {
                return true;
            }
        }
        let mut pieces = Pieces::new();
        if !pairs.gather(target, state, &mut pieces) {
            return true;
        }
        if let Some(triples) = triples {
            triples.gather(target, state, pairs, &mut pieces);
        }
        let packing = heaviest_pieces(&pieces);
        bound += packing.iter().map(|piece| piece.weight).sum::<u32>();
        match (budget.checked_sub(bound), &self.stops) {
            (None, _) => true,
            (Some(slack), Some(stops))
                if self.policy.is_tested(slack) && !assignments.is_full() =>
            {
                let atoms = state.len();
                let shares = CostShares { atoms, assignments: &assignments, packing: &packing };
                let is_refuted = stops.refutes(&shares, slack as usize);
                self.policy.record(slack, is_refuted);
                is_refuted
            }
            _ => false,
        }
    }

    /// Adds the possible assignments of a group of equal atoms with their cost shares, and returns
    /// the least cost.
    fn assign(
        &self,
        goals: &[Cell],
        state: &[Cell],
        group: &Range<usize>,
        assignments: &mut Assignments,
    ) -> u32 {
        let costs = self.lower_bound.costs(goals, state, group);
        let assignment = |atom, place, share, reduced| Assignment {
            atom: (group.start + atom) as u8,
            at: state[group.start + atom],
            goal: goals[group.start + place],
            share,
            reduced,
        };
        if group.len() == 1 {
            let _ = assignments.try_push(assignment(0, 0, costs(0, 0) as i32, 0));
            return costs(0, 0);
        }
        let potentials = by_augmenting_paths(group.len(), &costs);
        for atom in 0..group.len() {
            for place in 0..group.len() {
                let share = potentials.rows[atom] + potentials.columns[place];
                let reduced = (costs(atom, place) as i32 - share) as u32;
                if costs(atom, place) < FORBIDDEN {
                    let _ = assignments.try_push(assignment(atom, place, share, reduced));
                }
            }
        }
        potentials.least_cost
    }
}

/// It looks only at states, so it works for every graph of them.
impl<const N: usize, S: StateSpace<State = Packed<N>>> problem::LazyTest<S> for LazyTest {
    /// # Complexity
    /// Some microseconds for each target within the budget.
    fn test(&self, state: &Packed<N>, budget: Depth) -> BoundedEstimate {
        let Some(pairs) = &self.lower_bound.pairs else { return BoundedEstimate::WithinBudget };
        let (triples, left) = (self.triples.get(), u32::from(budget.0));
        let targets = &self.lower_bound.targets;
        let state = targets.cells(state);
        let is_refuted = |target| self.refutes_target(target, pairs, triples, state, left);
        match (0..targets.len()).all(is_refuted) {
            true => BoundedEstimate::AtLeast(budget.next()),
            false => BoundedEstimate::WithinBudget,
        }
    }

    /// Judges by the tests of the last iteration which slacks are tested, and builds the tables of
    /// triples if they are due.
    ///
    /// No test runs meanwhile, so all counts are the same for any number of threads.
    fn begin_iteration(&self, start: IterationStart, halt: Halt<'_>) {
        self.policy.begin_iteration(start);
        // At a limit the test is as strong as before, and the engine meets the limit itself.
        let _ = self.build_triples_if_due(halt);
    }

    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        self.policy.save(to)?;
        self.triples.save(to)
    }

    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable> {
        self.policy.restore(from)?;
        let LowerBound { targets, distances, pairs } = &*self.lower_bound;
        let build = || match pairs {
            Some(pairs) => TripleExcess::new(targets, distances, pairs, halt).map_err(Some),
            None => Err(None),
        };
        self.triples.restore(from, build)
    }
}
