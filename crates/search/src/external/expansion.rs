//! Expands states, and tests the new ones, on all cores.

use crate::external::Unfinished;
use crate::external::numbers::Numbers;
use crate::outcome::Halt;
use crate::problem::{FBound, Key, LazyTest as _, Parts};
use crate::{Depth, StateSpace as _, Stop};
use rayon::prelude::*;

/// States that one core takes at a time.
const BATCH: usize = 256;
/// Tests between two checks of the clock: they take microseconds to milliseconds.
const BETWEEN_LOOKS: usize = 64;

/// The number of no state: its file does not belong to this space.
pub(crate) struct NoState;

/// The children of some states that are within a bound.
pub(crate) struct Children {
    /// Including duplicates.
    pub(crate) numbers: Vec<u128>,
    /// Number of children, including those above the bound.
    pub(crate) generated: u64,
    /// Includes the least f above it.
    pub(crate) bound: FBound,
    /// A goal among them.
    pub(crate) goal: Option<u128>,
}

/// The children of states, which are at `depth`, batch by batch.
///
/// # Errors
/// If a number does not stand for a state.
pub(crate) fn expand<P: Parts>(
    problem: &P,
    numbers: &Numbers<Key<P>>,
    states: &[u128],
    depth: Depth,
    limit: Depth,
) -> Result<Vec<Children>, NoState> {
    let expand = |states: &[u128]| {
        let (children, bound) = (Vec::with_capacity(2 * states.len()), FBound::new(limit));
        let mut all = Children { numbers: children, generated: 0, bound, goal: None };
        for &state in states {
            let node = problem.unpack(numbers.key(state).ok_or(NoState)?);
            let Children { numbers: children, generated, bound, goal } = &mut all;
            *generated += bound.visit_children(problem, &node, depth, |child| {
                let number = numbers.number(problem.pack(&child));
                if goal.is_none() && problem.is_goal(&child) {
                    *goal = Some(number);
                }
                children.push(number);
            });
        }
        Ok(all)
    };
    states.par_chunks(BATCH).map(expand).collect()
}

/// The result of testing some states.
#[derive(Default)]
pub(crate) struct Tested {
    pub(crate) passed: Vec<u128>,
    pub(crate) refuted: Vec<u128>,
}

/// Tests states at `depth`; `bound` records the least f above it.
///
/// # Errors
/// If it is time to stop. Then `bound` is unchanged.
pub(crate) fn test<P: Parts>(
    problem: &P,
    numbers: &Numbers<Key<P>>,
    states: &[u128],
    depth: Depth,
    bound: &mut FBound,
    halt: Halt<'_>,
) -> Result<Tested, Unfinished> {
    let limit = bound.limit();
    let test = |states: &[u128]| {
        let (mut bound, mut tested) = (FBound::new(limit), Tested::default());
        for some in states.chunks(BETWEEN_LOOKS) {
            halt.check()?;
            for &number in some {
                let key = numbers.key(number).expect("it is the number of a child");
                let state = problem.space().unpack(key);
                let passes = bound.admits(depth, |left| problem.test().test(&state, left));
                let to = if passes { &mut tested.passed } else { &mut tested.refuted };
                to.push(number);
            }
        }
        Ok::<_, Stop>((bound, tested))
    };
    let batches: Vec<_> = states.par_chunks(BATCH).map(test).collect::<Result<_, _>>()?;
    let mut all = Tested::default();
    for (other, Tested { passed, refuted }) in batches {
        bound.merge(&other);
        all.passed.extend(passed);
        all.refuted.extend(refuted);
    }
    Ok(all)
}
