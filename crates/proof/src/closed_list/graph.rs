//! What the checker has to know of a puzzle.

use super::{Fault, Header, Instance, atomix, tiles};

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

    /// Replays a plan by the rules.
    fn replay(&self, plan: &[[u8; 2]]) -> Result<(), Fault>;
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
    })
}
