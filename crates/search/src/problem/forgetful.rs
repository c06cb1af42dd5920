//! A lazy test for unit tests: it shows whether an iteration starts after its first answer.

use crate::outcome::Halt;
use crate::problem::{BoundedEstimate, Heuristic, IterationStart, LazyTest};
use crate::{Depth, Problem, StateSpace};
use std::sync::atomic::{AtomicBool, Ordering};

/// Refutes nothing more once an iteration starts after its first answer.
pub(crate) struct Forgetful<T> {
    test: T,
    has_answered: AtomicBool,
    has_forgotten: AtomicBool,
}

impl<S: StateSpace, T: LazyTest<S>> LazyTest<S> for Forgetful<T> {
    fn test(&self, state: &S::State, budget: Depth) -> BoundedEstimate {
        self.has_answered.store(true, Ordering::Relaxed);
        match self.has_forgotten.load(Ordering::Relaxed) {
            true => BoundedEstimate::WithinBudget,
            false => self.test.test(state, budget),
        }
    }

    fn begin_iteration(&self, _: IterationStart, _: Halt<'_>) {
        self.has_forgotten.fetch_or(self.has_answered.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// A problem whose test is made forgetful.
pub(crate) fn forgetful<S, H, T>(problem: Problem<S, H, T>) -> Problem<S, H, Forgetful<T>>
where
    S: StateSpace,
    H: Heuristic<S>,
    T: LazyTest<S>,
{
    let Problem { space, heuristic, test, .. } = problem;
    let (has_answered, has_forgotten) = Default::default();
    Problem::new(space, heuristic).with_test(Forgetful { test, has_answered, has_forgotten })
}
