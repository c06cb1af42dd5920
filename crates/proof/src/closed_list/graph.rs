//! What the checker has to know of a puzzle.

use super::{Fault, Header, Instance, atomix, panex, pddl, tiles};

/// A graph of states, each a string of bytes. No two strings stand for one state.
pub(super) trait Graph: Sync {
    /// The bytes of a state.
    fn width(&self) -> usize;

    /// The states that plans begin with.
    fn roots(&self) -> Vec<Vec<u8>>;

    /// Whether some bytes are a state.
    fn is_state(&self, bytes: &[u8]) -> bool;

    fn is_goal(&self, state: &[u8]) -> bool;

    /// Visits the children of a state.
    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8]));

    /// Whether every plan from a state has at least so many moves; for `None`, whether there is no
    /// plan at all. `false` says nothing.
    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool;

    /// The same by what takes long, where [`needs`](Self::needs) says nothing.
    fn is_refuted(&self, _state: &[u8], _moves: Option<u16>) -> bool {
        false
    }

    /// Replays a plan by the rules.
    fn replay(&self, plan: &[[u8; 2]]) -> Result<(), Fault>;
}

/// Tells whoever makes a list which states need not be in it.
pub struct Unlisted(Box<dyn Graph>);

impl Unlisted {
    /// For the lists of a header.
    ///
    /// # Errors
    /// If its instance cannot be read, or has no such heuristic.
    pub fn new(header: &Header) -> Result<Self, Fault> {
        Ok(Self(graph(header)?))
    }

    /// Whether the checker sees that a state has no plan of at most `budget` moves.
    pub fn has_no_plan(&self, state: &[u8], budget: u16) -> bool {
        let moves = Some(budget.saturating_add(1));
        self.0.needs(state, moves) || self.0.is_refuted(state, moves)
    }
}

/// The graph that a header speaks of.
pub(super) fn graph(header: &Header) -> Result<Box<dyn Graph>, Fault> {
    Ok(match &header.instance {
        Instance::Atomix { level } => {
            Box::new(atomix::Atomix::new(level, header.direction, header.heuristic)?)
        }
        Instance::Tiles { start, goal } => {
            Box::new(tiles::Tiles::new(start, goal, header.direction, header.heuristic)?)
        }
        Instance::Panex { instance } => {
            Box::new(panex::Panex::new(instance, header.direction, header.heuristic)?)
        }
        Instance::Pddl { domain, task } => {
            Box::new(pddl::Pddl::new(domain, task, header.direction, header.heuristic)?)
        }
    })
}
