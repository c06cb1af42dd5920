//! A problem: the combination of its parts.

use crate::Depth;
use crate::problem::{
    Blind, BoundedEstimate, DeepestFirst, Heuristic, LazyTest, MovePruning, NoPruning, NoTest,
    Pruned, StateSpace, TieBreaking,
};

/// A state space, with the parts that guide and prune a search on it.
///
/// Without other parts it is searched blindly.
#[derive(Debug, Clone, Copy)]
pub struct Problem<S, H = Blind, T = NoTest, M = NoPruning, O = DeepestFirst> {
    /// The graph.
    pub space: S,
    /// The lower bound on the distance to a goal.
    pub heuristic: H,
    /// The test that refutes states that the heuristic lets pass.
    pub test: T,
    /// The move pruning of depth-first search.
    pub pruning: M,
    /// The order of states of equal f.
    pub tie_breaking: O,
}

impl<S: StateSpace, H: Heuristic<S>> Problem<S, H> {
    /// Combines a space and a heuristic.
    pub fn new(space: S, heuristic: H) -> Self {
        let (test, pruning, tie_breaking) = (NoTest, NoPruning, DeepestFirst);
        Self { space, heuristic, test, pruning, tie_breaking }
    }
}

impl<S: StateSpace, H, T, M, O> Problem<S, H, T, M, O> {
    /// Returns the same problem with a lazy test.
    pub fn with_test<U: LazyTest<S>>(self, test: U) -> Problem<S, H, U, M, O> {
        let Self { space, heuristic, test: _, pruning, tie_breaking } = self;
        Problem { space, heuristic, test, pruning, tie_breaking }
    }

    /// Returns the same problem with move pruning.
    pub fn with_pruning<U: MovePruning<S::Action>>(self, pruning: U) -> Problem<S, H, T, U, O> {
        let Self { space, heuristic, test, pruning: _, tie_breaking } = self;
        Problem { space, heuristic, test, pruning, tie_breaking }
    }

    /// Returns the same problem with a rule for ties.
    pub fn with_tie_breaking<U: TieBreaking<S>>(self, tie_breaking: U) -> Problem<S, H, T, M, U> {
        let Self { space, heuristic, test, pruning, tie_breaking: _ } = self;
        Problem { space, heuristic, test, pruning, tie_breaking }
    }
}

/// A state of a problem's space.
pub type State<P> = <<P as Parts>::Space as StateSpace>::State;
/// A move of a problem's space.
pub type Action<P> = <<P as Parts>::Space as StateSpace>::Action;
/// A packed state of a problem's space.
pub type Key<P> = <<P as Parts>::Space as StateSpace>::Key;
/// The value that a problem's heuristic carries from state to state.
pub type Value<P> = <<P as Parts>::Heuristic as Heuristic<<P as Parts>::Space>>::Value;

/// A state with its value of the problem's heuristic.
pub struct Node<P: Parts + ?Sized> {
    /// The state.
    pub state: State<P>,
    /// The value of the heuristic.
    pub value: Value<P>,
}

/// The types of a problem's parts under one name, and what engines do with the parts together.
///
/// [`Problem`] implements it: an engine is generic over one type instead of five.
pub trait Parts: Sync {
    /// The graph.
    type Space: StateSpace;
    /// The heuristic.
    type Heuristic: Heuristic<Self::Space>;
    /// The lazy test.
    type Test: LazyTest<Self::Space>;
    /// The move pruning.
    type Pruning: MovePruning<Action<Self>>;
    /// The order of ties.
    type TieBreaking: TieBreaking<Self::Space>;

    /// Returns the graph.
    fn space(&self) -> &Self::Space;
    /// Returns the heuristic.
    fn heuristic(&self) -> &Self::Heuristic;
    /// Returns the lazy test.
    fn test(&self) -> &Self::Test;
    /// Returns the move pruning.
    fn pruning(&self) -> &Self::Pruning;
    /// Returns the order of ties.
    fn tie_breaking(&self) -> &Self::TieBreaking;

    /// Returns the states at which a plan may begin.
    fn roots(&self) -> Vec<Node<Self>> {
        self.space().roots().into_iter().map(|state| self.evaluate(state)).collect()
    }

    /// Returns the smallest estimate of a root; `None` if no root can reach a goal.
    fn least_estimate(&self) -> Option<Depth> {
        self.roots().iter().filter_map(|root| self.estimate(root)).min()
    }

    /// Returns a state with its value.
    #[inline]
    fn evaluate(&self, state: State<Self>) -> Node<Self> {
        let value = self.heuristic().value(&state);
        Node { state, value }
    }

    /// Returns the state that a key was packed from, with its value.
    #[inline]
    fn unpack(&self, key: Key<Self>) -> Node<Self> {
        self.evaluate(self.space().unpack(key))
    }

    /// Packs a state.
    #[inline]
    fn pack(&self, node: &Node<Self>) -> Key<Self> {
        self.space().pack(&node.state)
    }

    /// Whether a plan may end here.
    #[inline]
    fn is_goal(&self, node: &Node<Self>) -> bool {
        self.space().is_goal(&node.state)
    }

    /// Returns a lower bound on the moves to the nearest goal, or `None` at a dead end.
    #[inline]
    fn estimate(&self, node: &Node<Self>) -> Option<Depth> {
        self.heuristic().estimate(&node.state, &node.value)
    }

    /// Returns the answer of the heuristic about a plan that has `budget` moves left.
    #[inline]
    fn estimate_within(&self, node: &Node<Self>, budget: Depth) -> BoundedEstimate {
        self.heuristic().estimate_within(&node.state, &node.value, budget)
    }

    /// Visits every move from a state and the state that it leads to.
    #[inline]
    fn successors(&self, node: &Node<Self>, mut visit: impl FnMut(Action<Self>, Node<Self>)) {
        let Node { state, value } = node;
        self.space().successors(state, |action, child| {
            let value = self.heuristic().value_after(state, value, action, &child);
            visit(action, Node { state: child, value });
        });
    }

    /// Visits the successors from which a goal may be within `budget` moves.
    #[inline]
    fn successors_within(
        &self,
        node: &Node<Self>,
        budget: Depth,
        mut visit: impl FnMut(Action<Self>, Node<Self>),
    ) -> Pruned {
        let Node { state, value } = node;
        let heuristic = self.heuristic();
        heuristic.successors_within(self.space(), state, value, budget, |action, state, value| {
            visit(action, Node { state, value });
        })
    }

    /// Returns the rank of a state among those of equal f.
    #[inline]
    fn rank(&self, node: &Node<Self>, h: Depth) -> u64 {
        self.tie_breaking().rank(&node.state, h)
    }
}

impl<S, H, T, M, O> Parts for Problem<S, H, T, M, O>
where
    S: StateSpace,
    H: Heuristic<S>,
    T: LazyTest<S>,
    M: MovePruning<S::Action>,
    O: TieBreaking<S>,
{
    type Space = S;
    type Heuristic = H;
    type Test = T;
    type Pruning = M;
    type TieBreaking = O;

    fn space(&self) -> &S {
        &self.space
    }

    fn heuristic(&self) -> &H {
        &self.heuristic
    }

    fn test(&self) -> &T {
        &self.test
    }

    fn pruning(&self) -> &M {
        &self.pruning
    }

    fn tie_breaking(&self) -> &O {
        &self.tie_breaking
    }
}

/// Parts of a problem that are those of another one.
macro_rules! same_parts {
    ($self:ident => $other:expr, $($method:ident -> $part:ident),*) => {$(
        type $part = P::$part;

        fn $method(&$self) -> &P::$part {
            $other.$method()
        }
    )*};
}

impl<P: Parts> Parts for &P {
    same_parts!(self => (*self), space -> Space, heuristic -> Heuristic, test -> Test);
    same_parts!(self => (*self), pruning -> Pruning, tie_breaking -> TieBreaking);
}

/// A problem with another heuristic in place of its own.
#[derive(Debug)]
pub(crate) struct WithHeuristic<'a, P, H> {
    pub(crate) problem: &'a P,
    pub(crate) heuristic: H,
}

impl<P: Parts, H: Heuristic<P::Space>> Parts for WithHeuristic<'_, P, H> {
    type Heuristic = H;

    fn heuristic(&self) -> &H {
        &self.heuristic
    }

    same_parts!(self => self.problem, space -> Space, test -> Test);
    same_parts!(self => self.problem, pruning -> Pruning, tie_breaking -> TieBreaking);
}
