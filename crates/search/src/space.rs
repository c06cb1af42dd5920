//! The contract between a puzzle and the engines.

use crate::{Depth, Numbering};
use std::fmt::Debug;
use std::hash::Hash;

/// Whether a goal may be within a number of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// It may.
    Within,
    /// It takes at least this many moves, more than asked about.
    Beyond(Depth),
    /// No goal can be reached.
    Never,
}

/// What an engine asks [`StateSpace::fit_when_new`] about when the bound has risen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// All states that it meets, also those that have passed within smaller bounds.
    Anew,
    /// Those alone that have not passed yet.
    Onward,
}

/// The children that an expansion within a budget left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Refused {
    /// How many.
    pub count: u64,
    /// The least number of moves that one of them is shown to need; none if no goal can be
    /// reached from any.
    pub least: Option<Depth>,
}

impl Refused {
    /// Counts a child that needs at least `least` moves, or can reach no goal.
    pub fn add(&mut self, least: Option<Depth>) {
        self.count += 1;
        self.least = [self.least, least].into_iter().flatten().min();
    }

    /// Counts what was refused elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.least = [self.least, other.least].into_iter().flatten().min();
    }
}

/// A graph of states with unit-cost moves, start states, goals and an admissible heuristic.
///
/// A model in one direction: it searches from its initial states to its goals. The same puzzle
/// searched backward is another state space, reached by [`Reversible`].
pub trait StateSpace: Sync {
    /// A state unpacked for work; it may carry what makes the heuristic incremental.
    type State: Clone;
    /// A move as the engines store it in plans.
    type Action: Copy + Debug;
    /// A state packed for storage: equal exactly if the states are the same.
    type Key: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// The states a plan may begin at.
    fn initial_states(&self) -> Vec<Self::State>;

    /// Whether a plan may end here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// A lower bound on the moves from here to the nearest goal, or `None` if no goal can be
    /// reached from here.
    ///
    /// Must be admissible. Engines that need it consistent say so.
    fn heuristic(&self, state: &Self::State) -> Option<Depth>;

    /// Which of two states of equal f an engine with an open list expands first: the one of
    /// lower rank. `h` is what [`StateSpace::heuristic`] says of the state.
    fn rank(&self, state: &Self::State, h: Depth) -> u16 {
        let _ = state;
        h.0
    }

    /// What the heuristic says of a plan that has `budget` moves left here.
    ///
    /// Engines with a bound ask this instead of [`StateSpace::heuristic`], so that an
    /// implementation can stop as soon as the answer is known.
    fn fit(&self, state: &Self::State, budget: Depth) -> Fit {
        match self.heuristic(state) {
            None => Fit::Never,
            Some(h) if h <= budget => Fit::Within,
            Some(h) => Fit::Beyond(h),
        }
    }

    /// A stronger and dearer test than [`StateSpace::fit`]. Breadth-first engines and A* with
    /// partial expansion ask once they know that the state is new; depth-first ones each time they
    /// enter a state: with a memory, when it is new there or entered with more moves left than
    /// before.
    ///
    /// # Sound because
    /// an implementation may answer [`Fit::Beyond`] or [`Fit::Never`] only if no plan of `budget`
    /// moves leads from here to a goal, and then must answer so for every smaller budget too.
    fn fit_when_new(&self, state: &Self::State, budget: Depth) -> Fit {
        let _ = (state, budget);
        Fit::Within
    }

    /// Engines that ask [`StateSpace::fit_when_new`] call this before each search within a bound,
    /// or before each layer of states of equal f, while nothing else is asked. They say what they
    /// ask about from one call to the next, the same in every call.
    ///
    /// An implementation may learn here from what it was asked before: which tests pay, say. What
    /// it answers must stay sound.
    fn learn(&self, asking: Asking) {
        let _ = asking;
    }

    /// Calls `visit` with every move from a state and the state it leads to, in a fixed order.
    fn expand(&self, state: &Self::State, visit: impl FnMut(Self::Action, Self::State));

    /// Calls `visit` as [`StateSpace::expand`] does, but only with the children that
    /// [`StateSpace::fit`] a plan that has `budget` moves left there.
    ///
    /// Most children of a search with a bound do not: an implementation that knows what a move
    /// changes can refuse them without building them.
    fn expand_within(
        &self,
        state: &Self::State,
        budget: Depth,
        mut visit: impl FnMut(Self::Action, Self::State),
    ) -> Refused {
        let mut refused = Refused::default();
        self.expand(state, |action, child| match self.fit(&child, budget) {
            Fit::Within => visit(action, child),
            Fit::Beyond(least) => refused.add(Some(least)),
            Fit::Never => refused.add(None),
        });
        refused
    }

    /// Calls `visit` with every state from which one move leads to this one.
    ///
    /// Engines go back along a plan with it that do not store where each state came from.
    fn predecessors(&self, state: &Self::State, visit: impl FnMut(Self::State));

    /// Packs a state.
    fn pack(&self, state: &Self::State) -> Self::Key;

    /// The state a key was packed from.
    fn unpack(&self, key: Self::Key) -> Self::State;

    /// The keys as numbers of few bits, if they are: it lets stores take less memory.
    fn numbering(&self) -> Option<Box<dyn Numbering<Self::Key>>> {
        None
    }

    /// Whether depth-first search may skip `next` right after `previous`.
    ///
    /// # Sound because
    /// an implementation may answer `true` only if some path that is not pruned leads to the
    /// same state in no more moves: the inverse of the previous move, for example.
    ///
    /// # Not sound with
    /// duplicate detection (Burch and Holte 2011): engines with a closed list do not ask.
    fn prunes(&self, previous: Self::Action, next: Self::Action) -> bool {
        let _ = (previous, next);
        false
    }
}

/// A state space that can be searched from its goals to its start.
pub trait Reversible: StateSpace {
    /// The backward space; it packs states into the same keys.
    type Backward: StateSpace<Key = Self::Key>;

    /// The space whose initial states are the goals of this one, whose goals are its initial
    /// states, and whose moves are its moves taken back.
    fn backward(&self) -> Self::Backward;

    /// The forward move that the backward move `action` takes back.
    fn taken_back(&self, action: <Self::Backward as StateSpace>::Action) -> Self::Action;
}
