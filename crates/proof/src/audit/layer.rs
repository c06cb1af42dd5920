//! Finds the states that are reached in a number of moves and in no fewer.

use crate::checking::{fit, tell};
use crate::closed_list::Graph;
use crate::{NotVerified, OnProgress, Reason};
use std::collections::HashSet;

/// Roughly the memory that a state takes besides its bytes.
const BYTES_BESIDE_STATE: u64 = 64;

/// Finds the layer at a depth, in ascending order, by breadth-first search that keeps all states.
///
/// # Errors
/// A goal before the layer, more memory than `memory`, or a stop by `on_progress`.
pub(super) fn at(
    graph: &dyn Graph,
    depth: u16,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Vec<Vec<u8>>, NotVerified> {
    let mut layer = graph.roots();
    layer.sort_unstable();
    layer.dedup();
    let mut seen: HashSet<Vec<u8>> = layer.iter().cloned().collect();
    for moves in 0..depth {
        if layer.iter().any(|state| graph.is_goal(state)) {
            return Err(Reason::GoalBefore(moves).in_line(3).into());
        }
        let mut next = vec![];
        for state in &layer {
            graph.children(state, &mut |child| {
                if !seen.contains(child) {
                    seen.insert(child.to_vec());
                    next.push(child.to_vec());
                }
            });
            // Each state of a layer is held twice.
            let states = (seen.len() + layer.len() + next.len()) as u64;
            fit(states * (state.len() as u64 + BYTES_BESIDE_STATE), memory)?;
        }
        tell(on_progress, 0, None)?;
        layer = next;
    }
    layer.sort_unstable();
    Ok(layer)
}
