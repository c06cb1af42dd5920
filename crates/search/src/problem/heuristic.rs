//! Heuristics: lower bounds on the number of moves to a goal.

use crate::Depth;
use crate::problem::StateSpace;

/// The answer of a heuristic about a plan that has a budget of moves left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundedEstimate {
    /// A goal may be within the budget.
    WithinBudget,
    /// A goal is at least this many moves away, more than the budget.
    AtLeast(Depth),
    /// No goal can be reached.
    DeadEnd,
}

impl BoundedEstimate {
    /// Returns the answer for an estimate within a budget.
    #[inline]
    pub fn of(estimate: Option<Depth>, budget: Depth) -> Self {
        match estimate {
            None => Self::DeadEnd,
            Some(h) if h <= budget => Self::WithinBudget,
            Some(h) => Self::AtLeast(h),
        }
    }
}

/// The successors that an expansion within a budget left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pruned {
    /// Their number.
    pub count: u64,
    /// The smallest lower bound among them, in moves; `None` if all of them are dead ends.
    pub least: Option<Depth>,
}

impl Pruned {
    /// Counts a successor that needs at least `least` moves, or is a dead end.
    #[inline]
    pub fn add(&mut self, least: Option<Depth>) {
        self.count += 1;
        self.least = [self.least, least].into_iter().flatten().min();
    }

    /// Adds the successors that were pruned elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.least = [self.least, other.least].into_iter().flatten().min();
    }
}

/// An admissible heuristic: its value is never larger than the number of moves from a state to the
/// nearest goal.
///
/// A function from a state to `Option<Depth>` is a heuristic; `None` means a dead end. A heuristic
/// that is cheap to update along a move carries a [`Heuristic::Value`] from state to state. A
/// heuristic that can detect successors beyond a budget without building them implements
/// [`Heuristic::successors_within`].
pub trait Heuristic<S: StateSpace>: Sync {
    /// The value that is carried from state to state; `()` if there is none.
    type Value: Clone + Send + Sync + 'static;

    /// Computes the value of a state from scratch.
    fn value(&self, state: &S::State) -> Self::Value;

    /// Computes the value of a successor from that of its parent.
    #[inline]
    fn value_after(
        &self,
        parent: &S::State,
        value: &Self::Value,
        action: S::Action,
        child: &S::State,
    ) -> Self::Value {
        let _ = (parent, value, action);
        self.value(child)
    }

    /// Returns a lower bound on the moves from a state to the nearest goal, or `None` if no goal
    /// can be reached from it.
    fn estimate(&self, state: &S::State, value: &Self::Value) -> Option<Depth>;

    /// Returns an estimate in any unit, admissible or not, by which a search that may lose states
    /// orders them, smallest first. `h` is the value of [`Heuristic::estimate`].
    #[inline]
    fn rank(&self, value: &Self::Value, h: Depth) -> u32 {
        let _ = value;
        h.0.into()
    }

    /// Returns the answer of the estimate about a plan that has `budget` moves left.
    ///
    /// Engines with a bound call this, so that an implementation can stop as soon as the answer is
    /// known.
    #[inline]
    fn estimate_within(
        &self,
        state: &S::State,
        value: &Self::Value,
        budget: Depth,
    ) -> BoundedEstimate {
        BoundedEstimate::of(self.estimate(state, value), budget)
    }

    /// Visits the successors from which a goal may be within `budget` moves, and returns what was
    /// left out.
    ///
    /// In a search with a bound, most successors exceed it; an implementation that knows what a
    /// move changes can prune them without building them.
    #[inline]
    fn successors_within(
        &self,
        space: &S,
        state: &S::State,
        value: &Self::Value,
        budget: Depth,
        mut visit: impl FnMut(S::Action, S::State, Self::Value),
    ) -> Pruned {
        let mut pruned = Pruned::default();
        space.successors(state, |action, child| {
            let value = self.value_after(state, value, action, &child);
            match self.estimate_within(&child, &value, budget) {
                BoundedEstimate::WithinBudget => visit(action, child, value),
                BoundedEstimate::AtLeast(least) => pruned.add(Some(least)),
                BoundedEstimate::DeadEnd => pruned.add(None),
            }
        });
        pruned
    }
}

/// A heuristic that changes by at most one along a move.
///
/// [`bae_star`](crate::best_first::bae_star) requires it, in both directions.
pub trait Consistent {}

/// The blind heuristic: it knows nothing about the distance of a goal.
///
/// # Admissible because
/// it is 0 everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blind;

impl Consistent for Blind {}

impl<S: StateSpace> Heuristic<S> for Blind {
    type Value = ();

    #[inline]
    fn value(&self, _: &S::State) {}

    #[inline]
    fn estimate(&self, _: &S::State, (): &()) -> Option<Depth> {
        Some(Depth::ZERO)
    }
}

/// The value is the estimate itself, so that it is computed once a state.
impl<S, F> Heuristic<S> for F
where
    S: StateSpace,
    F: Fn(&S::State) -> Option<Depth> + Sync,
{
    type Value = Option<Depth>;

    fn value(&self, state: &S::State) -> Option<Depth> {
        self(state)
    }

    fn estimate(&self, _: &S::State, value: &Option<Depth>) -> Option<Depth> {
        *value
    }
}
