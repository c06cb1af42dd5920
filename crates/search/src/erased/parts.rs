//! An erased problem as the parts that engines are written for.

use crate::Depth;
use crate::erased::problem::{Adapter, AnyProblem, Evaluated, TowardsGoals, backward};
use crate::erased::{Erasable, ErasableBackward, PackedKey, Width};
use crate::outcome::Halt;
use crate::problem::{
    Backward, BoundedEstimate, Consistent, DuplicateScope, Heuristic, IterationStart, LazyTest,
    MovePruning, Node, Parts, Pruned, Ranking, StateSpace, TieBreaking,
};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use std::io;

/// A problem of any puzzle with keys of type `K`, so that an engine is compiled once for all of
/// them: its states are its keys, its moves are [words](crate::erased::Code).
///
/// # Complexity
/// A virtual call for the successors of a state, and one for each successor. The value that a
/// heuristic carries from state to state is passed on within a budget, as IDA* does; elsewhere it is
/// computed anew where a state is expanded, as it is by engines with a closed list.
pub struct Erased<'a, K>(Box<dyn AnyProblem<'a, K> + 'a>);

impl<'a, K: Width> Erased<'a, K> {
    /// Erases a problem whose moves can be taken back.
    pub fn new<P>(problem: P) -> Self
    where
        P: ErasableBackward<Space: StateSpace<Key: PackedKey<Words = K>>> + 'a,
    {
        Self(Box::new(Adapter { problem, backward: Some(backward), towards: None }))
    }

    /// Erases a problem whose moves cannot be taken back.
    pub fn one_way<P>(problem: P) -> Self
    where
        P: Erasable<Space: StateSpace<Key: PackedKey<Words = K>>> + 'a,
    {
        Self(Box::new(Adapter { problem, backward: None, towards: None }))
    }

    /// Erases a problem whose moves can be taken back, with the problems that have other goals.
    pub(super) fn with_towards<P>(problem: P, towards: &'a TowardsGoals<'a, P>) -> Self
    where
        P: ErasableBackward<Space: StateSpace<Key: PackedKey<Words = K>>> + 'a,
    {
        Self(Box::new(Adapter { problem, backward: Some(backward), towards: Some(towards) }))
    }

    /// Returns the problem with these states as goals.
    pub(super) fn towards(&self, goals: Vec<K>) -> Self {
        self.0.towards(goals)
    }

    /// Whether its moves can be taken back.
    pub(crate) fn has_moves_back(&self) -> bool {
        self.0.backward().is_some()
    }
}

impl<K: Width> StateSpace for Erased<'_, K> {
    type State = K;
    type Action = u64;
    type Key = K;

    fn roots(&self) -> Vec<K> {
        self.0.roots()
    }

    fn is_goal(&self, key: &K) -> bool {
        self.0.is_goal(*key)
    }

    fn successors(&self, key: &K, mut visit: impl FnMut(u64, K)) {
        self.0.successors(*key, &mut |action, child, _| visit(action, child));
    }

    fn pack(&self, key: &K) -> K {
        *key
    }

    fn unpack(&self, key: K) -> K {
        key
    }

    fn ranking(&self) -> Option<Box<dyn Ranking<K>>> {
        self.0.ranking()
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<K>>> {
        self.0.key_format()
    }
}

impl<'a, K: Width> Backward for Erased<'a, K> {
    type Reversed = Self;

    /// # Panics
    /// If its moves cannot be taken back.
    fn reversed(&self) -> Self {
        self.0.backward().expect("engines that go back are not run without moves back").0
    }

    fn duplicate_scope(&self) -> DuplicateScope {
        self.0.backward().map_or(DuplicateScope::ALL, |(_, scope)| scope)
    }
}

impl<'a, K: Width> Heuristic<Self> for Erased<'a, K> {
    type Value = Option<Evaluated>;

    fn value(&self, _: &K) -> Option<Evaluated> {
        None
    }

    fn value_after(&self, _: &K, _: &Option<Evaluated>, _: u64, _: &K) -> Option<Evaluated> {
        None
    }

    fn estimate(&self, key: &K, value: &Option<Evaluated>) -> Option<Depth> {
        value.as_ref().map_or_else(|| self.0.evaluate(*key).h, |value| value.h)
    }

    fn estimate_within(
        &self,
        key: &K,
        value: &Option<Evaluated>,
        budget: Depth,
    ) -> BoundedEstimate {
        match value {
            Some(value) => BoundedEstimate::of(value.h, budget),
            None => self.0.estimate_within(*key, budget),
        }
    }

    fn successors_within(
        &self,
        _: &Self,
        key: &K,
        known: &Option<Evaluated>,
        budget: Depth,
        mut visit: impl FnMut(u64, K, Option<Evaluated>),
    ) -> Pruned {
        self.0.successors_within(*key, known.as_ref(), budget, &mut visit)
    }
}

/// Whoever erases a problem for an engine that needs a consistent heuristic has one.
impl<K> Consistent for Erased<'_, K> {}

impl<'a, K: Width> LazyTest<Self> for Erased<'a, K> {
    fn test(&self, key: &K, budget: Depth) -> BoundedEstimate {
        self.0.test(*key, budget)
    }

    fn passes_all(&self) -> bool {
        self.0.passes_all()
    }

    fn begin_iteration(&self, start: IterationStart, halt: Halt<'_>) {
        self.0.begin_iteration(start, halt);
    }

    fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        self.0.save(to)
    }

    fn restore(&self, from: &mut Reader<'_>, halt: Halt<'_>) -> Result<(), Unreadable> {
        self.0.restore(from, halt)
    }
}

impl<K> MovePruning<u64> for Erased<'_, K> {
    fn prunes(&self, previous: u64, next: u64) -> bool {
        self.0.prunes(previous, next)
    }
}

impl<'a, K: Width> TieBreaking<Self> for Erased<'a, K> {
    fn rank(&self, key: &K, h: Depth) -> u64 {
        self.0.rank(*key, h)
    }
}

/// A problem that is all of its parts itself.
macro_rules! own_parts {
    ($($method:ident -> $part:ident),*) => {$(
        type $part = Self;

        fn $method(&self) -> &Self {
            self
        }
    )*};
}

impl<'a, K: Width> Parts for Erased<'a, K> {
    own_parts!(space -> Space, heuristic -> Heuristic, test -> Test);
    own_parts!(pruning -> Pruning, tie_breaking -> TieBreaking);

    fn successors(&self, node: &Node<Self>, mut visit: impl FnMut(u64, Node<Self>)) {
        self.0.evaluated_successors(node.state, &mut |action, state, value| {
            visit(action, Node { state, value });
        });
    }

    fn rank(&self, node: &Node<Self>, h: Depth) -> u64 {
        match &node.value {
            Some(value) => value.rank,
            None => self.0.rank(node.state, h),
        }
    }
}
