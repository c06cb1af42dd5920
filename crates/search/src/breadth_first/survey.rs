//! Counts of the states near the roots, by layer and by heuristic value.

use crate::Depth;
use crate::outcome::Monitor;
use crate::problem::{Key, Parts, StateSpace};
use foldhash::fast::FixedState;
use std::collections::{BTreeMap, HashSet};

/// The numbers of states of complete layers, by layer and by estimate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// The number of states at each distance from the nearest root; the index is the distance.
    pub layers: Vec<u64>,
    /// The number of them with each estimate.
    pub estimates: BTreeMap<Depth, u64>,
    /// The number of states that the heuristic shows to be dead ends.
    pub dead_ends: u64,
    /// Which part of the space the layers are.
    pub extent: Extent,
}

/// The part of a space that has been seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Every state that can be reached.
    Whole,
    /// The first layers.
    FirstLayers,
}

/// Counts the states layer by layer from the roots, up to a limit: here [`Limits::nodes`] limits
/// the distinct states that are found. A layer that a limit cuts off is not counted, but the layer
/// of the roots always is.
///
/// Goals are treated like other states: the search continues beyond them.
///
/// # Complexity
/// Time and memory linear in the states found. Each is evaluated once, from scratch.
///
/// [`Limits::nodes`]: crate::Limits::nodes
pub fn survey<P: Parts>(problem: &P, monitor: &Monitor<'_>) -> Survey {
    let mut seen = HashSet::with_hasher(FixedState::default());
    let mut layer: Vec<Key<P>> = problem.roots().iter().map(|root| problem.pack(root)).collect();
    layer.retain(|&root| seen.insert(root));
    let mut survey = Survey {
        layers: vec![],
        estimates: BTreeMap::new(),
        dead_ends: 0,
        extent: Extent::FirstLayers,
    };
    loop {
        if layer.is_empty() {
            return Survey { extent: Extent::Whole, ..survey };
        }
        survey.count(problem, &layer);
        let mut next = vec![];
        for chunk in layer.chunks(CHUNK) {
            for &key in chunk {
                let space = problem.space();
                space.successors(&space.unpack(key), |_, child| {
                    let child = space.pack(&child);
                    if seen.insert(child) {
                        next.push(child);
                    }
                });
            }
            let bytes = (seen.capacity() + next.capacity()) * size_of::<Key<P>>();
            let is_enough = monitor.limits().nodes.is_some_and(|most| seen.len() as u64 > most)
                || monitor.check_memory(bytes as u64).is_err()
                || monitor.halt().check().is_err();
            if is_enough {
                return survey;
            }
        }
        layer = next;
    }
}

/// States expanded between two checks of the limits.
const CHUNK: usize = 1 << 8;

impl Survey {
    /// Returns the number of states that were counted.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    fn count<P: Parts>(&mut self, problem: &P, layer: &[Key<P>]) {
        self.layers.push(layer.len() as u64);
        for &key in layer {
            match problem.estimate(&problem.unpack(key)) {
                Some(h) => *self.estimates.entry(h).or_default() += 1,
                None => self.dead_ends += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::{Interrupt, Limits, Progress, unlimited};
    use crate::{Problem, StateSpace};

    /// From 1 by adding one and by doubling, up to 8; the goal is 6.
    struct Numbers;

    impl StateSpace for Numbers {
        type State = u32;
        type Action = char;
        type Key = u32;

        fn roots(&self) -> Vec<u32> {
            vec![1, 1]
        }
        fn is_goal(&self, state: &u32) -> bool {
            *state == 6
        }
        fn successors(&self, state: &u32, mut visit: impl FnMut(char, u32)) {
            for (action, next) in [('+', state + 1), ('*', state * 2)] {
                if next <= 8 {
                    visit(action, next);
                }
            }
        }
        fn pack(&self, state: &u32) -> u32 {
            *state
        }
        fn unpack(&self, key: u32) -> u32 {
            key
        }
    }

    /// No move more than doubles a number.
    fn doublings(state: &u32) -> Option<Depth> {
        (*state <= 6).then(|| Depth((6 / state).ilog2() as u16))
    }

    #[test]
    fn a_small_space_is_counted_as_by_hand() {
        let problem = Problem::new(Numbers, doublings);
        let survey = unlimited(|monitor| survey(&problem, monitor));
        let expected = Survey {
            // 1, 2, 3 4, 5 6 8, 7
            layers: vec![1, 1, 2, 3, 1],
            // 4 5 6, 2 3, 1
            estimates: BTreeMap::from([(Depth(0), 3), (Depth(1), 2), (Depth(2), 1)]),
            dead_ends: 2,
            extent: Extent::Whole,
        };
        assert_eq!(survey, expected);
        assert_eq!(survey.states(), 8);
    }

    #[test]
    fn only_whole_layers_are_counted() {
        let problem = Problem::new(Numbers, doublings);
        let limited = |nodes| {
            let never = Interrupt::new();
            let mut silent = |_: &Progress| {};
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            survey(&problem, &Monitor::new(limits, &never, &mut silent))
        };
        for (nodes, layers) in [(0, 1), (1, 1), (2, 2), (6, 3), (7, 4)] {
            let survey = limited(nodes);
            assert_eq!(survey.layers, [1, 1, 2, 3][..layers], "{nodes}");
            assert_eq!(survey.extent, Extent::FirstLayers, "{nodes}");
        }
        assert_eq!(limited(6).estimates.into_values().sum::<u64>(), 4);
        assert_eq!(limited(8).extent, Extent::Whole);
    }
}
