//! The way back to the root, from kept layer to kept layer.

use super::side::Side;
use crate::model::Step;
use crate::state::State;
use crate::word::Word;
use fewest_search::StateSpace;
use std::collections::BTreeMap;

impl<K: Word> Side<'_, K> {
    /// The moves from a state at a known depth to the root.
    ///
    /// # Complexity
    /// Between two kept layers all states around the path are looked at, some ten thousand.
    pub(super) fn walk_back(&self, from: &State<K>, depth: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let (mut at, mut depth) = (*from, depth);
        while depth > 0 {
            let target = Self::kept_above(depth);
            at = self.walk_to(&at, depth - target, target, &mut steps);
            depth = target;
        }
        steps
    }

    /// Appends the moves to a state of a kept layer that is `distance` moves away, and returns
    /// the state.
    ///
    /// # Panics
    /// If there is none: the state was not at the depth it was said to be.
    fn walk_to(
        &self,
        from: &State<K>,
        distance: u32,
        target: u32,
        steps: &mut Vec<Step>,
    ) -> State<K> {
        // The step and the state that each state was reached by.
        let mut reached = BTreeMap::from([(self.model.pack(from), None)]);
        let mut layer = vec![*from];
        for _ in 0..distance {
            let mut next = Vec::new();
            for state in &layer {
                let key = self.model.pack(state);
                self.model.successors(state, |step, child| {
                    reached.entry(self.model.pack(&child)).or_insert_with(|| {
                        next.push(child);
                        Some((step, key))
                    });
                });
            }
            layer = next;
        }
        let found = layer.into_iter().find(|state| self.is_kept(state, target));
        let end = found.expect("a kept layer lies on every shortest path to the root");
        let mut path = Vec::new();
        let mut key = self.model.pack(&end);
        while let Some((step, before)) = reached[&key] {
            path.push(step);
            key = before;
        }
        steps.extend(path.into_iter().rev());
        end
    }
}
