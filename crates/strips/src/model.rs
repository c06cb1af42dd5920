//! The state space of a grounded task.

use crate::bits::Bits;
use crate::ground::Ground;
use fewest_search::StateSpace;
use fewest_search::erased::Code;

/// An action by its place in the list of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(pub u32);

impl Code for ActionId {
    const BITS: u32 = u32::BITS;

    fn encode(self) -> u64 {
        self.0.into()
    }

    fn decode(word: u64) -> Self {
        Self(word as u32)
    }
}

#[derive(Debug, Clone)]
struct Operator<const N: usize> {
    requires: Bits<N>,
    forbids: Bits<N>,
    adds: Bits<N>,
    deletes: Bits<N>,
}

/// The state space of a grounded task, whose states take `N` words.
#[derive(Debug, Clone)]
pub struct Model<const N: usize> {
    operators: Vec<Operator<N>>,
    start: Bits<N>,
    /// What must be true and what must be false at the end.
    goal: Option<[Bits<N>; 2]>,
}

impl<const N: usize> Model<N> {
    /// The model of a task, whose atoms must fit.
    pub(crate) fn new(ground: &Ground) -> Self {
        let set = |atoms: &Vec<u32>| Bits::of(atoms.iter().copied());
        let operators = ground.actions.iter().map(|action| Operator {
            requires: set(&action.requires),
            forbids: set(&action.forbids),
            adds: set(&action.adds),
            deletes: set(&action.deletes),
        });
        Self {
            operators: operators.collect(),
            start: set(&ground.start),
            goal: ground.goal.as_ref().map(|(required, forbidden)| [set(required), set(forbidden)]),
        }
    }
}

impl<const N: usize> StateSpace for Model<N> {
    type State = Bits<N>;
    type Action = ActionId;
    type Key = Bits<N>;

    fn roots(&self) -> Vec<Bits<N>> {
        vec![self.start]
    }

    fn is_goal(&self, state: &Bits<N>) -> bool {
        let is_reached = |[required, forbidden]: &[Bits<N>; 2]| {
            state.has_all(required) && state.has_none(forbidden)
        };
        self.goal.as_ref().is_some_and(is_reached)
    }

    fn successors(&self, state: &Bits<N>, mut visit: impl FnMut(ActionId, Bits<N>)) {
        for (id, operator) in (0..).map(ActionId).zip(&self.operators) {
            if state.has_all(&operator.requires) && state.has_none(&operator.forbids) {
                visit(id, state.after(&operator.deletes, &operator.adds));
            }
        }
    }

    fn pack(&self, state: &Bits<N>) -> Bits<N> {
        *state
    }

    fn unpack(&self, key: Bits<N>) -> Bits<N> {
        key
    }
}
