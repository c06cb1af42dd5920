//! Lower bounds on the moves that are left.

use crate::Depth;
use crate::problem::StateSpace;

/// What a heuristic says of a plan that has a budget of moves left.
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
    /// What an estimate says within a budget.
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
    /// How many.
    pub count: u64,
    /// The least number of moves that one of them is shown to need; none if all of them are dead
    /// ends.
    pub least: Option<Depth>,
}

impl Pruned {
    /// Counts a successor that needs at least `least` moves, or is a dead end.
    #[inline]
    pub fn add(&mut self, least: Option<Depth>) {
        self.count += 1;
        self.least = [self.least, least].into_iter().flatten().min();
    }

    /// Counts what was pruned elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.least = [self.least, other.least].into_iter().flatten().min();
    }
}

/// An admissible heuristic: it never says more than the moves from a state to the nearest goal.
///
/// A function from a state to `Option<Depth>` is one; `None` means a dead end. A heuristic that is
/// cheap to update along a move carries a [`Heuristic::Value`] from state to state. One that can
/// tell which successors exceed a budget without building them says so in
/// [`Heuristic::successors_within`].
pub trait Heuristic<S: StateSpace>: Sync {
    /// What is carried from state to state; `()` where nothing is.
    type Value: Clone + Send + Sync;

    /// The value of a state, computed from scratch.
    fn value(&self, state: &S::State) -> Self::Value;

    /// The value of a successor, given that of its parent.
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

    /// A lower bound on the moves from a state to the nearest goal, or `None` if no goal can be
    /// reached from it.
    fn estimate(&self, state: &S::State, value: &Self::Value) -> Option<Depth>;

    /// An estimate in any unit, admissible or not, by which a search that may lose states orders
    /// them: the least first. `h` is what [`Heuristic::estimate`] says.
    #[inline]
    fn rank(&self, value: &Self::Value, h: Depth) -> u32 {
        let _ = value;
        h.0.into()
    }

    /// What the estimate says of a plan that has `budget` moves left.
    ///
    /// Engines with a bound ask this, so that an implementation can stop as soon as the answer is
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

    /// Visits the successors from which a goal may be within `budget` moves, and says what was
    /// left out.
    ///
    /// Most successors in a search with a bound exceed it: an implementation that knows what a
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
/// [`bae_star`](crate::best_first::bae_star) asks for it, in both directions.
pub trait Consistent {}

/// No heuristic: every goal may be near.
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
