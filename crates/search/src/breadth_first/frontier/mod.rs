//! Bidirectional frontier search: breadth-first from both ends, keeping the last layers only.
//!
//! Works in the thread pool it is called from (`rayon`).
//!
//! # Source
//! Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program" (old, current and
//! new list; symmetries); Korf and Zhang, "Divide-and-conquer frontier search applied to optimal
//! sequence alignment", AAAI 2000. Both recover the plan by recursion on the midpoint, which costs
//! further searches: [`PlanRecovery::Midpoint`]. By default one layer in 32 is kept, and the plan is
//! found by small searches between kept layers.

mod encoding;
mod layers;
mod lists;
mod midpoint;
mod recovery;
mod walk_back;

use crate::problem::Undirected;
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Limits, Monitor, Outcome, StateSpace, Statistics, Stop};
pub use encoding::{Encoding, Ends, PlainKeys};
pub use layers::Frontier;
pub use recovery::PlanRecovery;

/// Searches an undirected graph from both ends until the two frontiers meet.
///
/// # Complexity
/// Memory linear in the largest layer within half the distance, and about one state in 32 that were
/// seen if layers are kept. Time that of one breadth-first search from each end to the middle, on
/// all cores, and for recursion on the midpoint of those for the halves.
///
/// # Not sound with
/// Directed graphs: duplicates further back are not seen there.
pub fn frontier_search<S: Undirected>(
    space: &S,
    recovery: PlanRecovery,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let ends = |_: &[_], _: &[_]| Ends::Separate { start: PlainKeys, goal: PlainKeys };
    frontier_search_with(space, ends, recovery, monitor)
}

/// The same with states stored as a puzzle knows best: symmetric ones once, and with the moves that
/// need not be made from them. `ends` says how they are stored in a search from some states to some
/// others.
///
/// # Complexity
/// As [`frontier_search`], divided by the number of symmetries in use.
pub fn frontier_search_with<S: Undirected, E: Encoding<S>>(
    space: &S,
    ends: impl Fn(&[S::State], &[S::State]) -> Ends<E>,
    recovery: PlanRecovery,
    monitor: &mut Monitor<'_>,
) -> Outcome<S::Action> {
    let reversed = space.reversed();
    let goals = reversed.roots().into_iter().map(|goal| space.unpack(reversed.pack(&goal)));
    let (starts, goals): (Vec<_>, Vec<_>) = (space.roots(), goals.collect());
    let mut known = Known::default();
    let mut search = Search::new(space, &ends, (&starts, &goals), recovery, &mut known);
    let path = match (search.meet(monitor), recovery) {
        (Ok(None), _) => return Outcome::unsolvable(known.statistics),
        (Err(stop), _) => Err(stop),
        (Ok(Some(middle)), PlanRecovery::Layers) => search.path(&middle, monitor),
        (Ok(Some(middle)), PlanRecovery::Midpoint) => {
            drop(search);
            midpoint::path(space, &ends, (&starts, &goals), &middle, &mut known, monitor)
        }
    };
    let Known { lower, statistics } = known;
    match path {
        Ok(path) => Outcome::with_plan(moves_between(space, &path), lower, statistics),
        Err(stop) => monitor.stopped(stop, None, lower, statistics),
    }
}

/// What all searches for one plan have proved and counted.
#[derive(Debug, Default)]
struct Known {
    /// No plan is shorter.
    lower: Depth,
    statistics: Statistics,
}

struct Search<'a, S: Undirected, E: Encoding<S>> {
    space: &'a S,
    forward: Frontier<'a, S, E>,
    /// The search from the goals, unless it is the image of the other.
    backward: Option<Frontier<'a, S, E>>,
    recovery: PlanRecovery,
    known: &'a mut Known,
}

/// A state on a shortest path, and its distances from both ends.
struct Middle<T> {
    state: T,
    before: Depth,
    after: Depth,
}

impl<'a, S: Undirected, E: Encoding<S>> Search<'a, S, E> {
    fn new(
        space: &'a S,
        ends: &impl Fn(&[S::State], &[S::State]) -> Ends<E>,
        (starts, goals): (&[S::State], &[S::State]),
        recovery: PlanRecovery,
        known: &'a mut Known,
    ) -> Self {
        let (start, goal) = match ends(starts, goals) {
            Ends::Separate { start, goal } => (start, Some(goal)),
            Ends::Images(start) => (start, None),
        };
        let side = |encoding, roots: &[S::State]| {
            Frontier::new(space, encoding, roots.iter().cloned(), recovery)
        };
        let (forward, backward) = (side(start, starts), goal.map(|goal| side(goal, goals)));
        Self { space, forward, backward, recovery, known }
    }

    /// Advances one side after the other until their layers share a state; `None` if one of them
    /// has seen all it can reach.
    ///
    /// # Sound because
    /// all sums of depths below the current one were compared before, so the first state found
    /// in common lies on a shortest path.
    fn meet(&mut self, monitor: &mut Monitor<'_>) -> Result<Option<Middle<S::State>>, Stop> {
        loop {
            let middle = self.middle();
            if middle.is_none()
                && (self.forward.is_empty()
                    || self.backward.as_ref().is_some_and(Frontier::is_empty))
            {
                return Ok(None);
            }
            let length = match &middle {
                Some(middle) => middle.before + middle.after,
                // An image advances with its original; the odd sum between was compared as well.
                None => {
                    let opposite = self.backward.as_ref().unwrap_or(&self.forward);
                    (self.forward.depth() + opposite.depth()).next()
                }
            };
            // A part of a plan is no longer than what is known of the whole.
            self.known.lower = self.known.lower.max(length);
            if monitor.limits().upper_bound.is_some_and(|asked| self.known.lower > asked) {
                return Err(Stop::Bound);
            }
            if middle.is_some() {
                return Ok(middle);
            }
            self.advance(monitor)?;
        }
    }

    /// Advances one side: the one with fewer states, or, for the midpoint, the one with fewer moves.
    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
        let Self { forward, backward, recovery, .. } = self;
        let is_forward = backward.as_ref().is_none_or(|backward| match recovery {
            PlanRecovery::Layers => forward.len() <= backward.len(),
            PlanRecovery::Midpoint => forward.depth() <= backward.depth(),
        });
        let (side, elsewhere) = match backward {
            Some(backward) if !is_forward => (backward, Some(&*forward)),
            backward => (forward, backward.as_ref()),
        };
        let held = elsewhere.map_or(0, Frontier::bytes);
        let memory = monitor.limits().memory.map(|budget| budget.saturating_sub(held));
        let limits = Limits { memory, ..*monitor.limits() };
        let Known { lower, statistics } = self.known;
        side.advance(*lower, &mut monitor.with(limits), statistics)?;
        let stored = side.stored() + elsewhere.map_or(0, Frontier::stored);
        statistics.stored = statistics.stored.max(stored);
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

    /// The states from a start through a middle state to a goal, by the layers that are kept.
    fn path(
        &mut self,
        middle: &Middle<S::State>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<S::Key>, Stop> {
        let Self { space, forward, backward, known, .. } = self;
        forward.release_last_layers();
        backward.iter_mut().for_each(Frontier::release_last_layers);
        let kept = forward.bytes() + backward.as_ref().map_or(0, Frontier::bytes);
        let check = &mut |states: usize| {
            let bytes = states * (2 * size_of::<S::Key>() + size_of::<S::State>());
            monitor.check_memory(kept + bytes as u64)?;
            monitor.poll(known.lower, &known.statistics)
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
        Ok(keys)
    }
}
