//! Random graphs whose heuristic need not be consistent, for tests.

use crate::{Depth, Fit, Outcome, StateSpace, Verdict};
use proptest::prelude::*;

/// A graph searched from its first state to its last.
#[derive(Debug, Clone)]
pub(crate) struct Graph {
    pub(crate) edges: Vec<(u16, u16)>,
    /// Of each state.
    pub(crate) distances: Vec<Option<u16>>,
    /// What the heuristic takes off the distance of each state.
    optimism: Vec<u16>,
}

impl Graph {
    pub(crate) fn new(edges: Vec<(u16, u16)>, optimism: Vec<u16>) -> Self {
        let mut distances = vec![None; optimism.len()];
        *distances.last_mut().expect("there are states") = Some(0);
        for distance in 0..optimism.len() as u16 {
            for &(from, to) in &edges {
                let known = &distances[usize::from(to)];
                if *known == Some(distance) && distances[usize::from(from)].is_none() {
                    distances[usize::from(from)] = Some(distance + 1);
                }
            }
        }
        Self { edges, distances, optimism }
    }

    /// Whether an outcome tells the distance of the first state, with a plan.
    pub(crate) fn is_right(&self, outcome: &Outcome<(u16, u16)>) {
        match self.distances[0] {
            None => assert_eq!(outcome.verdict(), Verdict::Unsolvable),
            Some(distance) => {
                assert_eq!(outcome.verdict(), Verdict::Optimal);
                let plan = outcome.plan().expect("an optimal outcome has one");
                assert_eq!(plan.len(), usize::from(distance));
                assert!(plan.iter().all(|edge| self.edges.contains(edge)));
                assert!(plan.windows(2).all(|pair| pair[0].1 == pair[1].0));
                assert!(plan.first().is_none_or(|edge| edge.0 == 0));
                assert!(plan.last().is_none_or(|edge| self.is_goal(&edge.1)));
            }
        }
    }
}

impl StateSpace for Graph {
    type State = u16;
    type Action = (u16, u16);
    type Key = u16;

    fn initial_states(&self) -> Vec<u16> {
        vec![0]
    }

    fn is_goal(&self, &state: &u16) -> bool {
        usize::from(state) + 1 == self.optimism.len()
    }

    fn heuristic(&self, &state: &u16) -> Option<Depth> {
        let [state, optimism] = [usize::from(state), self.optimism[usize::from(state)].into()];
        self.distances[state].map(|distance| Depth(distance.saturating_sub(optimism as u16)))
    }

    /// Tells the distances of every other state.
    fn fit_when_new(&self, &state: &u16, budget: Depth) -> Fit {
        match self.distances[usize::from(state)] {
            Some(distance) if state % 2 == 1 && distance > budget.0 => Fit::Beyond(Depth(distance)),
            _ => Fit::Within,
        }
    }

    fn expand(&self, &state: &u16, mut visit: impl FnMut((u16, u16), u16)) {
        for &edge in self.edges.iter().filter(|edge| edge.0 == state) {
            visit(edge, edge.1);
        }
    }

    fn predecessors(&self, &state: &u16, mut visit: impl FnMut(u16)) {
        for edge in self.edges.iter().filter(|edge| edge.1 == state) {
            visit(edge.0);
        }
    }

    fn pack(&self, &state: &u16) -> u16 {
        state
    }

    fn unpack(&self, key: u16) -> u16 {
        key
    }
}

const STATES: u16 = 30;

prop_compose! {
    pub(crate) fn graph()(
        edges in prop::collection::vec((0..STATES, 0..STATES), 20..80),
        optimism in prop::collection::vec(0..7_u16, usize::from(STATES)),
    ) -> Graph {
        Graph::new(edges, optimism)
    }
}
