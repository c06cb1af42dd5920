//! The plan by recursion on the midpoint: a path of which more and more states are known.

use crate::Depth;
use crate::breadth_first::Unfinished;
use crate::problem::Undirected;
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use std::io;

/// Some states of a shortest path from a start to a goal, in order.
///
/// Looks for the first state between two known ones, then for those of the first half, and so on.
///
/// # Complexity
/// Memory as for the search for the middle, and at most its time multiplied by the logarithm of the
/// distance: each half has half as many moves. In a growing space the halves take far less.
///
/// # Source
/// Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program".
#[derive(Debug)]
pub(super) struct PartialPath<K> {
    states: Vec<K>,
    /// The moves to each state from its predecessor, and from the last one to a goal;
    /// [`Depth::MAX`] as long as nothing is known.
    moves: Vec<Depth>,
}

impl<K: Copy + Eq> PartialPath<K> {
    /// Nothing is known.
    pub(super) fn new() -> Self {
        Self { states: vec![], moves: vec![Depth::MAX] }
    }

    /// Whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The ends of the first part longer than one move; `None` stands for the starts or the goals.
    pub(super) fn first_gap(&self) -> Option<[Option<K>; 2]> {
        let at = self.place_of_gap()?;
        let before = at.checked_sub(1).map(|before| self.states[before]);
        Some([before, self.states.get(at).copied()])
    }

    fn place_of_gap(&self) -> Option<usize> {
        self.moves.iter().position(|&moves| moves > Depth(1))
    }

    /// Puts a state into the first part longer than one move.
    ///
    /// # Errors
    /// If the length of the part would change: then the state is not on a shortest path.
    pub(super) fn fill(&mut self, state: K, [before, after]: [Depth; 2]) -> Result<(), Unfinished> {
        let at = self.place_of_gap().ok_or(Unfinished::Untraceable)?;
        if ![Depth::MAX, before + after].contains(&self.moves[at]) {
            return Err(Unfinished::Untraceable);
        }
        self.states.insert(at, state);
        self.moves.splice(at..=at, [before, after]);
        Ok(())
    }

    /// All states, from a start to a goal.
    ///
    /// # Errors
    /// If there is no such path. Then no search found it.
    pub(super) fn path<S: Undirected<Key = K>>(
        &self,
        space: &S,
        [starts, goals]: [&[S::State]; 2],
    ) -> Result<Vec<K>, Unfinished> {
        let [Some(&first), Some(&last)] = [self.states.first(), self.states.last()] else {
            return Err(Unfinished::Untraceable);
        };
        // The start next to the first state, or the goal next to the last one.
        let end = |ends: &[S::State], key: K, distance: Depth| {
            let mut near = vec![key];
            if distance > Depth::ZERO {
                near.clear();
                space.successors(&space.unpack(key), |_, state| near.push(space.pack(&state)));
            }
            let mut ends = ends.iter().map(|state| space.pack(state));
            ends.find(|end| near.contains(end)).ok_or(Unfinished::Untraceable)
        };
        let [before, after] = [self.moves[0], self.moves[self.states.len()]];
        let (start, goal) = (end(starts, first, before)?, end(goals, last, after)?);
        let path = (before > Depth::ZERO).then_some(start).into_iter();
        let path = path.chain(self.states.iter().copied());
        Ok(path.chain((after > Depth::ZERO).then_some(goal)).collect())
    }

    /// Writes the path.
    pub(super) fn save(&self, format: &dyn KeyFormat<K>, to: &mut Writer<'_>) -> io::Result<()> {
        to.keys(format, &self.states)?;
        to.part(&self.moves)
    }

    /// Reads what [`PartialPath::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(super) fn restore(
        format: &dyn KeyFormat<K>,
        from: &mut Reader<'_>,
    ) -> Result<Self, Unreadable> {
        let (states, moves) = (from.keys(format)?, from.part::<Vec<Depth>>()?);
        if moves.len() != states.len() + 1 {
            return Err(Unreadable::Invalid("such a path"));
        }
        Ok(Self { states, moves })
    }
}
