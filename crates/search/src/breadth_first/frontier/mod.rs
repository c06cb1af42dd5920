//! Bidirectional frontier search: breadth-first from both ends, keeping the last layers only.
//!
//! Works in the thread pool it is called from (`rayon`).
//!
//! # Source
//! Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program" (old, current and
//! new list; symmetries); Korf and Zhang, "Divide-and-conquer frontier search applied to optimal
//! sequence alignment", AAAI 2000. Both recover the plan by recursion on the midpoint, which costs
//! another search; here one layer in 32 is kept, and the plan is found by small searches between
//! kept layers.

mod encoding;
mod layers;
mod lists;
mod walk_back;

use crate::problem::Undirected;
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Limits, Monitor, Outcome, StateSpace, Statistics, Stop};
pub use encoding::{Encoding, Ends, PlainKeys};
pub use layers::Frontier;

/// Searches an undirected graph from both ends until the two frontiers meet.
///
/// # Complexity
/// Memory linear in the largest layer within half the distance, and about one state in 32 that were
/// seen. Time that of one breadth-first search from each end to the middle, on all cores.
///
/// # Not sound with
/// Directed graphs: duplicates further back are not seen there.
pub fn frontier_search<S: Undirected>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    let ends = Ends::Separate { start: PlainKeys, goal: PlainKeys };
    frontier_search_with(space, ends, monitor)
}

/// The same with states stored as a puzzle knows best: symmetric ones once, and with the moves that
/// need not be made from them.
///
/// # Complexity
/// As [`frontier_search`], divided by the number of symmetries in use.
pub fn frontier_search_with<S: Undirected, E: Encoding<S>>(
    space: &S,
    ends: Ends<E>,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let (start, goal) = match ends {
        Ends::Separate { start, goal } => (start, Some(goal)),
        Ends::Images(start) => (start, None),
    };
    let goals = || {
        let reversed = space.reversed();
        let goals: Vec<_> = reversed.roots().iter().map(|goal| reversed.pack(goal)).collect();
        goals.into_iter().map(|goal| space.unpack(goal))
    };
    let mut search = Search {
        space,
        forward: Frontier::new(space, start, space.roots()),
        backward: goal.map(|goal| Frontier::new(space, goal, goals())),
        statistics: Statistics::default(),
        lower: Depth::ZERO,
    };
    let plan = match search.meet(monitor) {
        Ok(Some(middle)) => search.plan(&middle, monitor),
        Ok(None) => return Outcome::unsolvable(search.statistics),
        Err(stop) => Err(stop),
    };
    match plan {
        Ok(plan) => Outcome::with_plan(plan, search.lower, search.statistics),
        Err(stop) => monitor.stopped(stop, None, search.lower, search.statistics),
    }
}

struct Search<'a, S: Undirected, E: Encoding<S>> {
    space: &'a S,
    forward: Frontier<'a, S, E>,
    /// The search from the goals, unless it is the image of the other.
    backward: Option<Frontier<'a, S, E>>,
    statistics: Statistics,
    /// No plan is shorter.
    lower: Depth,
}

/// A state on a shortest path, and its distances from both ends.
struct Middle<T> {
    state: T,
    before: Depth,
    after: Depth,
}

impl<S: Undirected, E: Encoding<S>> Search<'_, S, E> {
    /// Advances one side after the other until their layers share a state; `None` if one of them
    /// has seen all it can reach.
    ///
    /// # Sound because
    /// all sums of depths below the current one were compared before, so the first state found
    /// in common lies on a shortest path.
    fn meet(&mut self, monitor: &mut Monitor<'_>) -> Result<Option<Middle<S::State>>, Stop> {
        loop {
            let is_wanted = |length: Depth| match monitor.limits().upper_bound {
                Some(asked) if length > asked => Err(Stop::Bound),
                _ => Ok(()),
            };
            if let Some(middle) = self.middle() {
                self.lower = middle.before + middle.after;
                is_wanted(self.lower)?;
                return Ok(Some(middle));
            }
            if self.forward.is_empty() || self.backward.as_ref().is_some_and(Frontier::is_empty) {
                return Ok(None);
            }
            // An image advances with its original; the odd sum between was compared as well.
            let opposite = self.backward.as_ref().unwrap_or(&self.forward);
            self.lower = (self.forward.depth() + opposite.depth()).next();
            is_wanted(self.lower)?;
            self.advance_smaller(monitor)?;
        }
    }

    fn advance_smaller(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let (side, elsewhere) = match &mut self.backward {
            Some(backward) if backward.len() < self.forward.len() => {
                (backward, Some(&self.forward))
            }
            backward => (&mut self.forward, backward.as_ref()),
        };
        let held = elsewhere.map_or(0, Frontier::bytes);
        let memory = monitor.limits().memory.map(|budget| budget.saturating_sub(held));
        let limits = Limits { memory, ..*monitor.limits() };
        side.advance(self.lower, &mut monitor.with(limits), &mut self.statistics)?;
        let stored = side.stored() + elsewhere.map_or(0, Frontier::stored);
        self.statistics.stored = self.statistics.stored.max(stored);
        Ok(())
    }

    fn middle(&self) -> Option<Middle<S::State>> {
        let before = self.forward.depth();
        match &self.backward {
            None => {
                let (state, after) = self.forward.meets_its_image()?;
                Some(Middle { state, before, after })
            }
            Some(backward) => {
                let state = self.forward.meets(backward)?;
                Some(Middle { state, before, after: backward.depth() })
            }
        }
    }

    /// The moves from a start through a middle state to a goal.
    fn plan(
        &mut self,
        middle: &Middle<S::State>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<S::Action>, Stop> {
        let Self { space, forward, backward, statistics, lower } = self;
        forward.release_last_layers();
        backward.iter_mut().for_each(Frontier::release_last_layers);
        let kept = forward.bytes() + backward.as_ref().map_or(0, Frontier::bytes);
        let check = &mut |states: usize| {
            let bytes = states * (2 * size_of::<S::Key>() + size_of::<S::State>());
            monitor.check_memory(kept + bytes as u64)?;
            monitor.poll(*lower, statistics)
        };
        let mut keys = forward.walk_back(&middle.state, middle.before, check)?;
        keys.reverse();
        let rest = match backward {
            Some(backward) => backward.walk_back(&middle.state, middle.after, check)?,
            None => {
                let image = |state: &S::State| {
                    forward.encoding.image(state).expect("the goals are images of the starts")
                };
                let rest = forward.walk_back(&image(&middle.state), middle.after, check)?;
                rest.into_iter().map(|key| space.pack(&image(&space.unpack(key)))).collect()
            }
        };
        keys.extend(rest.into_iter().skip(1));
        Ok(moves_between(*space, &keys))
    }
}
