//! The path back to a root, from one kept layer to the next.

use super::encoding::Encoding;
use super::side::Frontier;
use crate::breadth_first::Unfinished;
use crate::{Depth, StateSpace, Stop};
use std::collections::BTreeMap;

impl<S: StateSpace, E: Encoding<S>> Frontier<'_, S, E> {
    /// The states of a shortest path from a state at a known depth to a root.
    ///
    /// # Errors
    /// Those of `check`, called with the number of states held before each layer; and if there is
    /// no path: then the layers do not come from a search.
    ///
    /// # Complexity
    /// Between two kept layers all states around the path are expanded: tens of thousands in Panex,
    /// hundreds in a tile puzzle.
    pub(super) fn walk_back(
        &self,
        from: &S::State,
        depth: Depth,
        check: &mut impl FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Vec<S::Key>, Unfinished> {
        let mut path = vec![self.space.pack(from)];
        let mut depth = depth;
        while depth > Depth::ZERO {
            let kept = self.kept_above(depth);
            let is_kept = |state: &S::State| self.is_kept(kept, state);
            self.walk_to(&mut path, depth - kept.depth, is_kept, check)?;
            depth = kept.depth;
        }
        Ok(path)
    }

    /// Extends a path by `distance` moves to a state that `is_end`.
    ///
    /// # Errors
    /// If there is none: the state is not at the given depth.
    fn walk_to(
        &self,
        path: &mut Vec<S::Key>,
        distance: Depth,
        is_end: impl Fn(&S::State) -> bool,
        check: &mut impl FnMut(usize) -> Result<(), Stop>,
    ) -> Result<(), Unfinished> {
        let from = *path.last().expect("a path has a first state");
        // The predecessor of each state.
        let mut parents = BTreeMap::from([(from, None)]);
        let mut layer = vec![self.space.unpack(from)];
        for _ in 0..distance.0 {
            check(parents.len())?;
            let mut next = Vec::new();
            for state in &layer {
                let parent = self.space.pack(state);
                self.space.successors(state, |_, child| {
                    parents.entry(self.space.pack(&child)).or_insert_with(|| {
                        next.push(child);
                        Some(parent)
                    });
                });
            }
            layer = next;
        }
        let end = layer.into_iter().find(is_end);
        // A kept layer lies on every shortest path to a root.
        let end = end.ok_or(Unfinished::Untraceable)?;
        let ancestors = |&key: &S::Key| parents[&key];
        let way = std::iter::successors(Some(self.space.pack(&end)), ancestors);
        let mut way: Vec<_> = way.collect();
        // Its first state is the last of the path.
        way.pop();
        path.extend(way.into_iter().rev());
        Ok(())
    }
}
