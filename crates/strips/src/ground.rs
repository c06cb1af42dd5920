//! Tasks with objects for all parameters.

use fewest_rules::pddl::{Atom, GroundAction, Instance, Move, Reachable};
use std::collections::HashMap;

/// An action as the numbers of its atoms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Action {
    pub requires: Vec<u32>,
    pub forbids: Vec<u32>,
    pub adds: Vec<u32>,
    pub deletes: Vec<u32>,
}

/// A task with objects for all parameters. Its atoms and actions are those that can be reached if
/// nothing ever becomes false: what is always true, or never, is left out.
#[derive(Debug, Clone)]
pub struct Ground {
    pub(crate) atoms: usize,
    pub(crate) actions: Vec<Action>,
    pub(crate) steps: Vec<Move>,
    pub(crate) start: Vec<u32>,
    /// What must be true and what must be false at the end; `None` if a part of the goal can never
    /// be reached.
    pub(crate) goal: Option<(Vec<u32>, Vec<u32>)>,
}

/// Why a task is not grounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// There are too many ways to put objects for parameters.
    #[error("there are too many ways to fill the parameters of its actions with objects")]
    Instances,
    /// A state does not fit.
    #[error("{0} atoms can change, and a state has room for {MOST_ATOMS}")]
    Atoms(usize),
}

/// The most atoms of a state.
pub(crate) const MOST_ATOMS: usize = 768;
/// Objects that are tried for parameters: a second or two.
const MOST_TRIES: u64 = 1 << 25;

impl Ground {
    /// Grounds a task.
    ///
    /// # Errors
    /// If it is too large.
    ///
    /// # Complexity
    /// The ways to put objects for parameters, as far as preconditions allow them, times the depth
    /// of the graph of what can be reached; at most 2^25 objects are tried.
    pub fn new(instance: &Instance) -> Result<Self, TooLarge> {
        use fewest_rules::Puzzle as _;
        let reachable = instance.reachable(MOST_TRIES).map_err(|_| TooLarge::Instances)?;
        let Reachable { atoms, actions } = reachable;
        if atoms.len() > MOST_ATOMS {
            return Err(TooLarge::Atoms(atoms.len()));
        }
        let numbers: HashMap<Atom, u32> = atoms.iter().copied().zip(0..).collect();
        // An atom without a number is never true.
        let known = |list: &[Atom]| -> Vec<u32> {
            list.iter().filter_map(|atom| numbers.get(atom).copied()).collect()
        };
        let start: Vec<Atom> = instance.start().into_iter().collect();
        let goal = instance.goal().and_then(|(required, forbidden)| {
            let required: Option<Vec<u32>> =
                required.iter().map(|atom| numbers.get(atom).copied()).collect();
            let forbidden: Vec<Atom> = forbidden.into_iter().collect();
            Some((required?, known(&forbidden)))
        });
        let action = |action: &GroundAction| Action {
            requires: known(&action.requires),
            forbids: known(&action.forbids),
            adds: known(&action.adds),
            deletes: known(&action.deletes),
        };
        Ok(Self {
            atoms: atoms.len(),
            start: known(&start),
            goal,
            steps: actions.iter().map(|action| action.step.clone()).collect(),
            actions: actions.iter().map(action).collect(),
        })
    }

    /// Returns the number of atoms that can change.
    pub fn atoms(&self) -> usize {
        self.atoms
    }

    /// Returns the number of actions that may become possible.
    pub fn actions(&self) -> usize {
        self.actions.len()
    }

    /// Returns the bytes of the start in a certificate.
    pub fn start_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; self.state_bytes()];
        self.start.iter().for_each(|&atom| bytes[atom as usize / 8] |= 1 << (atom % 8));
        bytes
    }

    /// Returns the number of bytes of a state in a certificate: a bit for each atom.
    pub fn state_bytes(&self) -> usize {
        self.atoms.div_ceil(8).max(1)
    }
}
