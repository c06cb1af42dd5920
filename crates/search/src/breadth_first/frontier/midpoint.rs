//! The plan by recursion on the midpoint.

use super::encoding::{Encoding, Ends};
use super::recovery::PlanRecovery;
use super::{Known, Middle, Search};
use crate::problem::Undirected;
use crate::{Depth, Monitor, Stop};

/// The states of a shortest path through a middle state, ends included.
///
/// # Errors
/// The limit that is reached in one of the searches.
///
/// # Complexity
/// Memory as for the search for the middle. Its time, at most times the logarithm of the distance:
/// each half has half as many moves to go from both ends. In a space that grows the halves take
/// far less than the whole.
///
/// # Source
/// Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program".
pub(super) fn path<S: Undirected, E: Encoding<S>>(
    space: &S,
    ends: &impl Fn(&[S::State], &[S::State]) -> Ends<E>,
    (starts, goals): (&[S::State], &[S::State]),
    middle: &Middle<S::State>,
    known: &mut Known,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<S::Key>, Stop> {
    let mut inner = Vec::new();
    if middle.before > Depth::ZERO {
        let there = std::slice::from_ref(&middle.state);
        between(space, ends, (starts, there), middle.before, &mut inner, known, monitor)?;
    }
    inner.push(space.pack(&middle.state));
    if middle.after > Depth::ZERO {
        let there = std::slice::from_ref(&middle.state);
        between(space, ends, (there, goals), middle.after, &mut inner, known, monitor)?;
    }
    // Of several starts the one beside the first state, of several goals the one beside the last.
    let beside = |candidates: &[S::State], key: S::Key| {
        let mut neighbours = Vec::new();
        space.successors(&space.unpack(key), |_, state| neighbours.push(space.pack(&state)));
        let mut keys = candidates.iter().map(|state| space.pack(state));
        keys.find(|key| neighbours.contains(key)).expect("a path from end to end")
    };
    let mut path = Vec::new();
    if middle.before > Depth::ZERO {
        path.push(beside(starts, inner[0]));
    }
    let last = inner[inner.len() - 1];
    path.append(&mut inner);
    if middle.after > Depth::ZERO {
        path.push(beside(goals, last));
    }
    Ok(path)
}

/// Appends the states between two ends whose distance is known, without the ends.
fn between<S: Undirected, E: Encoding<S>>(
    space: &S,
    ends: &impl Fn(&[S::State], &[S::State]) -> Ends<E>,
    (from, to): (&[S::State], &[S::State]),
    distance: Depth,
    inner: &mut Vec<S::Key>,
    known: &mut Known,
    monitor: &mut Monitor<'_>,
) -> Result<(), Stop> {
    if distance <= Depth(1) {
        return Ok(());
    }
    let mut search = Search::new(space, ends, (from, to), PlanRecovery::Midpoint, known);
    let Middle { state, before, after } =
        search.meet(monitor)?.expect("the ends of a path are connected");
    debug_assert_eq!(before + after, distance, "a part of a shortest path is a shortest path");
    let there = std::slice::from_ref(&state);
    between(space, ends, (from, there), before, inner, known, monitor)?;
    inner.push(space.pack(&state));
    between(space, ends, (there, to), after, inner, known, monitor)
}
