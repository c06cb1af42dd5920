//! The fewest generalized moves that bring all atoms to their places.
//!
//! # Source
//! Gliesch 2015, section 4.6 and table F (there by A* with a static pattern database).

use crate::children::Child;
use crate::model::Model;
use crate::packed::Packed;
use crate::{MAX_ATOMS, Slide, Strength};
use fewest_rules::Puzzle;
use fewest_rules::atomix::Level;
use fewest_search::partial_expansion_astar::partial_expansion_astar;
use fewest_search::{
    Depth, Direction, Fit, Limits, Monitor, Outcome, Progress, Refused, StateSpace, Verdict,
};
use std::sync::atomic::AtomicBool;

/// A shortest plan of generalized moves from the start of a level to a placement of the molecule:
/// atoms stop where they like, but no two are on one cell and none passes through another.
///
/// Every plan is one of generalized moves, so no plan is shorter than the lower bound, and no
/// bound that looks at some atoms alone is above the optimum. The slides are generalized moves.
///
/// # Complexity
/// A* with partial expansion, guided by the excess of pairs: exponential in the number of atoms
/// that are in each other's way. It ends at the limits of the monitor.
pub fn generalized_optimum(level: &Level, monitor: &mut Monitor<'_>) -> Outcome<Slide> {
    match level.atoms().len() {
        ..=16 => from_start::<16>(level, monitor),
        _ => from_start::<MAX_ATOMS>(level, monitor),
    }
}

fn from_start<const N: usize>(level: &Level, monitor: &mut Monitor<'_>) -> Outcome<Slide> {
    let model = Model::<N>::new(level, Direction::Forward, Strength::Pairs);
    let start = model.state(&level.start());
    partial_expansion_astar(&GeneralizedGame { model: &model, start }, monitor)
}

/// States that may be expanded for one value: some seconds, up to a minute with many placements of
/// a large molecule.
const EXPANDED: u64 = 1 << 17;

/// The least number of generalized moves from a state to a target of the model, or what is shown
/// of it within `limits` and after expanding [`EXPANDED`] states; none if no target can be
/// reached.
///
/// # Admissible because
/// a plan is one of generalized moves, and what the search shows before it is stopped holds.
///
/// # Complexity
/// As [`generalized_optimum`], for every state that is asked about: it is meant for start values
/// and for small boards. The limits are looked at; an interrupt is seen between two values.
pub(crate) fn value<const N: usize>(
    model: &Model<N>,
    start: &Packed<N>,
    limits: &Limits,
) -> Option<Depth> {
    let limits = Limits { nodes: Some(EXPANDED), upper_bound: None, ..*limits };
    let never = AtomicBool::new(false);
    let mut silent = |_: &Progress| {};
    let game = GeneralizedGame { model, start: *start };
    let outcome = partial_expansion_astar(&game, &mut Monitor::new(limits, &never, &mut silent));
    (outcome.verdict() != Verdict::Unsolvable).then(|| outcome.bounds().lower)
}

/// The targets of a model and its heuristic, with generalized moves from another start.
struct GeneralizedGame<'a, const N: usize> {
    model: &'a Model<N>,
    start: Packed<N>,
}

impl<const N: usize> StateSpace for GeneralizedGame<'_, N> {
    type State = Packed<N>;
    type Action = Slide;
    type Key = Packed<N>;

    fn initial_states(&self) -> Vec<Packed<N>> {
        vec![self.start]
    }

    fn is_goal(&self, state: &Packed<N>) -> bool {
        self.model.is_goal(state)
    }

    fn heuristic(&self, state: &Packed<N>) -> Option<Depth> {
        self.model.heuristic(state)
    }

    fn fit(&self, state: &Packed<N>, budget: Depth) -> Fit {
        self.model.fit(state, budget)
    }

    fn expand(&self, state: &Packed<N>, mut visit: impl FnMut(Slide, Packed<N>)) {
        self.model.generalized_moves(state, |atom, to| {
            let (slide, child) = self.model.slid(state, atom, to);
            visit(slide, child);
        });
    }

    fn expand_within(
        &self,
        state: &Packed<N>,
        budget: Depth,
        visit: impl FnMut(Slide, Packed<N>),
    ) -> Refused {
        let mut children = Vec::new();
        let model = self.model;
        model.generalized_moves(state, |atom, to| children.push(Child::new(atom, to)));
        model.visit_within(state, budget, children, visit)
    }

    fn predecessors(&self, state: &Packed<N>, mut visit: impl FnMut(Packed<N>)) {
        // Generalized moves can be taken back.
        self.expand(state, |_, before| visit(before));
    }

    fn pack(&self, state: &Packed<N>) -> Packed<N> {
        *state
    }

    fn unpack(&self, key: Packed<N>) -> Packed<N> {
        key
    }
}
