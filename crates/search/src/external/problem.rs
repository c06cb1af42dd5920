//! A problem whose states are numbers: the search on disk is compiled once for all of them.

use crate::distributed::{fingerprint, hash_of};
use crate::external::LongKeys;
use crate::external::numbers::Numbers;
use crate::outcome::Halt;
use crate::problem::{
    Action, Backward, DuplicateScope, FBound, IterationStart, Key, LazyTest as _, Parts,
};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Outcome, StateSpace as _, Stop};
use std::io;

/// Tests between two checks of the clock: they take microseconds to milliseconds.
const BETWEEN_LOOKS: usize = 64;

/// The number of no state: its file does not belong to this space.
pub(super) struct NoState;

/// A move, as the numbers of the two states.
pub(super) type Edge = (u128, u128);

/// The children of some states that are within a bound.
pub(super) struct Children {
    /// Including duplicates.
    pub(super) numbers: Vec<u128>,
    /// Number of children, including those above the bound.
    pub(super) generated: u64,
    /// Includes the least f above it.
    pub(super) bound: FBound,
    /// A goal among them.
    pub(super) goal: Option<u128>,
}

/// The result of testing some states.
#[derive(Default)]
pub(super) struct Tested {
    pub(super) passed: Vec<u128>,
    pub(super) refuted: Vec<u128>,
}

/// What a search on disk asks of a problem. States that are expanded or tested come in batches.
pub(super) trait NumberedProblem: Sync {
    /// The number of bytes in a number.
    fn bytes(&self) -> usize;

    /// The layers in which duplicates are looked for.
    fn duplicate_scope(&self) -> DuplicateScope;

    /// What ranks compare to make sure that they search the same problem.
    fn fingerprint(&self) -> [u64; 3];

    /// The roots within a bound, which records the least f of the others.
    fn roots(&self, bound: &mut FBound) -> Vec<u128>;

    fn is_goal(&self, state: u128) -> bool;

    /// The children of states, which are at `depth`.
    ///
    /// # Errors
    /// If a number does not stand for a state.
    fn expand(&self, states: &[u128], depth: Depth, limit: Depth) -> Result<Children, NoState>;

    /// The states from which one move leads to this one.
    fn predecessors(&self, state: u128) -> Vec<u128>;

    /// Whether no state is refuted by the test.
    fn passes_all(&self) -> bool;

    /// Tests states at `depth`; `bound` records the least f above it.
    ///
    /// # Errors
    /// If it is time to stop.
    fn test(
        &self,
        states: &[u128],
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
    ) -> Result<Tested, Stop>;

    fn begin_iteration(&self, halt: Halt<'_>);

    /// Saves the test.
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()>;

    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable>;

    /// The sum of the hashes of states, and their exclusive or.
    fn digest(&self, states: &[u128]) -> (u64, u64);
}

/// A problem of any space, numbered.
pub(super) struct Numbered<'a, P: Parts> {
    problem: &'a P,
    pub(super) numbers: Numbers<Key<P>>,
    scope: DuplicateScope,
}

impl<'a, P: Parts<Space: Backward>> Numbered<'a, P> {
    /// Numbers the states of a problem.
    ///
    /// # Errors
    /// If they are too long.
    pub(super) fn new(problem: &'a P) -> Result<Self, LongKeys> {
        Ok(Self::with(problem, Numbers::of(problem.space())?))
    }

    /// The same in the order of their bytes in a format.
    ///
    /// # Errors
    /// If they are too long.
    pub(super) fn in_order_of(
        problem: &'a P,
        format: Box<dyn KeyFormat<Key<P>>>,
    ) -> Result<Self, LongKeys> {
        Ok(Self::with(problem, Numbers::of_bytes(format)?))
    }

    fn with(problem: &'a P, numbers: Numbers<Key<P>>) -> Self {
        Self { problem, numbers, scope: problem.space().duplicate_scope() }
    }

    /// The same, with duplicates looked for in other layers.
    #[cfg(test)]
    pub(super) fn within(self, scope: DuplicateScope) -> Self {
        Self { scope, ..self }
    }

    /// The outcome with the moves of the problem.
    pub(super) fn with_actions(&self, outcome: Outcome<Edge>) -> Outcome<Action<P>> {
        let key = |number| self.numbers.key(number).expect("it is the number of a state");
        let action = |(from, to)| moves_between(self.problem.space(), &[key(from), key(to)]);
        outcome.map_plan(|plan| plan.into_iter().flat_map(action).collect())
    }
}

impl<P: Parts<Space: Backward>> NumberedProblem for Numbered<'_, P> {
    fn bytes(&self) -> usize {
        self.numbers.bytes()
    }

    fn duplicate_scope(&self) -> DuplicateScope {
        self.scope
    }

    fn fingerprint(&self) -> [u64; 3] {
        fingerprint(self.problem)
    }

    fn roots(&self, bound: &mut FBound) -> Vec<u128> {
        let (problem, numbers) = (self.problem, &self.numbers);
        let mut roots = vec![];
        for root in problem.roots() {
            if bound.admits(Depth::ZERO, |left| problem.estimate_within(&root, left)) {
                roots.push(numbers.number(problem.pack(&root)));
            }
        }
        roots
    }

    fn is_goal(&self, state: u128) -> bool {
        let space = self.problem.space();
        self.numbers.key(state).is_some_and(|key| space.is_goal(&space.unpack(key)))
    }

    fn expand(&self, states: &[u128], depth: Depth, limit: Depth) -> Result<Children, NoState> {
        let (problem, numbers) = (self.problem, &self.numbers);
        let (mut children, mut bound) = (Vec::with_capacity(2 * states.len()), FBound::new(limit));
        let (mut generated, mut goal) = (0, None);
        for &state in states {
            let node = problem.unpack(numbers.key(state).ok_or(NoState)?);
            generated += bound.visit_children(problem, &node, depth, |child| {
                let number = numbers.number(problem.pack(&child));
                if goal.is_none() && problem.is_goal(&child) {
                    goal = Some(number);
                }
                children.push(number);
            });
        }
        Ok(Children { numbers: children, generated, bound, goal })
    }

    fn predecessors(&self, state: u128) -> Vec<u128> {
        let reversed = self.problem.space().reversed();
        let key = self.numbers.key(state).expect("it is the number of a state");
        let mut before = vec![];
        reversed.successors(&reversed.unpack(key), |_, state| {
            before.push(self.numbers.number(reversed.pack(&state)));
        });
        before
    }

    fn passes_all(&self) -> bool {
        self.problem.test().passes_all()
    }

    fn test(
        &self,
        states: &[u128],
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
    ) -> Result<Tested, Stop> {
        let mut tested = Tested::default();
        for some in states.chunks(BETWEEN_LOOKS) {
            halt.check()?;
            for &number in some {
                let key = self.numbers.key(number).expect("it is the number of a child");
                let state = self.problem.space().unpack(key);
                let passes = bound.admits(depth, |left| self.problem.test().test(&state, left));
                let to = if passes { &mut tested.passed } else { &mut tested.refuted };
                to.push(number);
            }
        }
        Ok(tested)
    }

    fn begin_iteration(&self, halt: Halt<'_>) {
        self.problem.test().begin_iteration(IterationStart::Restart, halt);
    }

    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        self.problem.test().save(to)
    }

    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable> {
        self.problem.test().restore(from, halt)
    }

    fn digest(&self, states: &[u128]) -> (u64, u64) {
        states.iter().fold((0, 0), |(sum, xor): (u64, u64), &state| {
            let hash = hash_of(self.numbers.key(state).expect("it is the number of a state"));
            (sum.wrapping_add(hash), xor ^ hash)
        })
    }
}
