//! A second, more expensive test of a state.

use crate::Depth;
use crate::outcome::Halt;
use crate::problem::{BoundedEstimate, StateSpace};
use crate::snapshot::{Reader, Unreadable, Writer};
use std::io;

/// Whether an iteration asks again about states that have passed before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IterationStart {
    /// It does: the search starts again with a larger bound.
    Restart,
    /// It asks only about states that have not passed yet.
    Resume,
}

/// A test that is stronger and more expensive than the heuristic, and is asked as late as possible.
///
/// Breadth-first engines and A* with partial expansion ask it once they know that a state is new.
/// Depth-first engines ask it each time they enter a state; with a memory, only when the state is
/// new there or has more moves left than before.
///
/// # Sound because
/// an implementation may answer [`BoundedEstimate::AtLeast`] or [`BoundedEstimate::DeadEnd`] only
/// if no plan of `budget` moves leads from the state to a goal, and then must give such an answer
/// for every smaller budget, too.
///
/// # Source
/// Lazy A*: Tolpin, Beja, Shimony, Felner and Karpas, "Towards rational deployment of multiple
/// heuristics in A*", IJCAI 2013.
pub trait LazyTest<S: StateSpace>: Sync {
    /// Returns what the test knows about a plan that has `budget` moves left.
    fn test(&self, state: &S::State, budget: Depth) -> BoundedEstimate;

    /// Whether it lets every state pass, so that it need not be asked.
    fn passes_all(&self) -> bool {
        false
    }

    /// Prepares for an iteration. Engines call this before each search within a bound, or before
    /// each layer of states of equal f, while no test runs. They pass the same `start` in every
    /// call of one search.
    ///
    /// An implementation may decide here, from the answers so far, which tests are worth their
    /// cost. Its answers must stay sound. Code that takes long must poll `halt`, and must leave the
    /// test as strong as before when it is time to stop; the engine then reaches the limit itself.
    fn begin_iteration(&self, start: IterationStart, halt: Halt<'_>) {
        let _ = (start, halt);
    }

    /// Writes what it has learned, for a search that is resumed later.
    ///
    /// # Errors
    /// Those of the system.
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        let _ = to;
        Ok(())
    }

    /// Reads what [`LazyTest::save`] has written, while no test runs. Code that takes long must
    /// poll `halt`; the engine then reaches the limit itself.
    ///
    /// # Errors
    /// [`Unreadable`], after which it may have learned anything, but is as sound as before.
    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable> {
        let _ = (from, halt);
        Ok(())
    }
}

/// The absence of a test: every state passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoTest;

impl<S: StateSpace> LazyTest<S> for NoTest {
    #[inline]
    fn test(&self, _: &S::State, _: Depth) -> BoundedEstimate {
        BoundedEstimate::WithinBudget
    }

    fn passes_all(&self) -> bool {
        true
    }
}

/// Without a test every state passes.
impl<S: StateSpace, T: LazyTest<S>> LazyTest<S> for Option<T> {
    #[inline]
    fn test(&self, state: &S::State, budget: Depth) -> BoundedEstimate {
        match self {
            Some(test) => test.test(state, budget),
            None => BoundedEstimate::WithinBudget,
        }
    }

    fn passes_all(&self) -> bool {
        self.as_ref().is_none_or(LazyTest::passes_all)
    }

    fn begin_iteration(&self, start: IterationStart, halt: Halt<'_>) {
        if let Some(test) = self {
            test.begin_iteration(start, halt);
        }
    }

    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        self.iter().try_for_each(|test| test.save(to))
    }

    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable> {
        self.iter().try_for_each(|test| test.restore(from, halt))
    }
}

/// Whether an engine asks the lazy test of its problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LazyTesting {
    /// It tests every new state.
    On,
    /// It tests none.
    Off,
}
