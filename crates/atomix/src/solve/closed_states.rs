//! The states that prove a lower bound, for a certificate.

use super::capacity::with_capacity_for;
use crate::Packed;
use crate::heuristic::{HeuristicLevel, HeuristicName, LazyTest};
use crate::space::{Graph, least_h_first, level_problem};
use fewest_rules::atomix::{Level, MAX_ATOMS};
use fewest_search::breadth_first::VisitLayer;
use fewest_search::erased::{PackedKey, list_closed_states};
use fewest_search::external::LongKeys;
use fewest_search::problem::{self, BoundedEstimate};
use fewest_search::{Depth, Direction, Monitor, NotListed, StateSpace, Stop, Storage};

/// The test of a level of the heuristic, and a second opinion that must agree with what it refutes.
/// The slack up to which it tests does not change.
pub struct AgreedTest<'a> {
    /// The level. With triples there is no test for unsupported stops; with that test there are no
    /// triples.
    pub level: HeuristicLevel,
    /// States with more slack are not tested for unsupported stops.
    pub most_slack: usize,
    /// The second opinion: whether it agrees that a state has no plan of this many moves.
    pub agrees: &'a (dyn Fn(&[u8], Depth) -> bool + Sync),
}

/// Visits the states that [`list_closed_states`] visits with the excess of pairs, layer by layer:
/// the states of a layer one after the other, each with one byte per atom. The byte is the atom's
/// cell, the number of its free square in reading order; atoms are in order of labels, and those of
/// one label in ascending order of cells. Returns whether no state is a goal.
///
/// States are left out if a test refutes them and it is agreed that they have no plan.
///
/// On disk and by ranks a layer is visited in parts, in ascending order.
///
/// # Errors
/// The limit that is reached; those of the disk and of ranks.
pub fn closed_states(
    level: &Level,
    direction: Direction,
    bound: Option<Depth>,
    test: Option<AgreedTest<'_>>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    with_capacity_for!(level, with_capacity(level, direction, bound, test, storage, visit, monitor))
}

fn with_capacity<const N: usize>(
    level: &Level,
    direction: Direction,
    bound: Option<Depth>,
    test: Option<AgreedTest<'_>>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [u8]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed>
where
    Packed<N>: PackedKey,
{
    let heuristic = HeuristicName::Level(HeuristicLevel::Pairs);
    let graph = Graph::<N>::new(level, direction);
    let atoms = graph.atoms();
    let problem = level_problem(graph, heuristic, &least_h_first(), monitor);
    let problem = problem.map_err(Stop::from)?;
    let mut visit = |depth, states: &[Packed<N>]| {
        visit(depth, &states.iter().flat_map(|state| bytes(state, atoms)).collect::<Vec<_>>())
    };
    let agreed = |AgreedTest { level, most_slack, agrees }| {
        let lower_bound = &problem.heuristic.lower_bound;
        let stops = |with_pairs| {
            Ok(Some(LazyTest::of_stops(lower_bound, direction, with_pairs, most_slack)))
        };
        let test = match level {
            HeuristicLevel::SupportedStops => stops(false),
            HeuristicLevel::SupportedPairs => stops(true),
            level => LazyTest::new(lower_bound, level, direction, monitor.halt()),
        };
        Ok::<_, Stop>(Agreed { test: test?, atoms, agrees })
    };
    let test = test.map(agreed).transpose()?;
    let problem = problem.with_test(test);
    // Its files and messages use the bytes of the list.
    let format = problem.space.key_format().ok_or(LongKeys)?;
    list_closed_states(&problem, format, bound, storage, &mut visit, monitor)
}

fn bytes<const N: usize>(state: &Packed<N>, atoms: usize) -> impl Iterator<Item = u8> {
    state.cells().iter().take(atoms).map(|cell| cell.0)
}

struct Agreed<'a> {
    test: Option<LazyTest>,
    atoms: usize,
    agrees: &'a (dyn Fn(&[u8], Depth) -> bool + Sync),
}

impl<const N: usize, S: StateSpace<State = Packed<N>>> problem::LazyTest<S> for Agreed<'_> {
    fn test(&self, state: &Packed<N>, budget: Depth) -> BoundedEstimate {
        match problem::LazyTest::<S>::test(&self.test, state, budget) {
            BoundedEstimate::WithinBudget => BoundedEstimate::WithinBudget,
            refuted => {
                let mut cells = [0; MAX_ATOMS];
                cells.iter_mut().zip(bytes(state, self.atoms)).for_each(|(to, cell)| *to = cell);
                match (self.agrees)(&cells[..self.atoms], budget) {
                    true => refuted,
                    false => BoundedEstimate::WithinBudget,
                }
            }
        }
    }
}
