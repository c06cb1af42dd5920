//! The positions at one distance from the start.

use fewest::rules::{Notation, Puzzle};
use std::collections::HashMap;

/// The most positions: more would be too many files.
const MOST: usize = 100_000;

/// A layer of breadth-first search.
pub(super) struct Layer<P: Puzzle> {
    /// Its distance: the requested one, or less if a goal is nearer.
    pub(super) depth: u16,
    /// The positions, each with moves that lead to it. If one is a goal, it is alone.
    pub(super) positions: Vec<(P::Position, Vec<String>)>,
}

/// The layer has too many positions.
#[derive(Debug, thiserror::Error)]
#[error("more than {MOST} positions are {depth} moves from the start; choose a smaller --depth")]
pub(super) struct TooMany {
    depth: u16,
}

/// All positions that take exactly `depth` moves from the start; or the nearest goal, if that takes
/// no more.
///
/// A shortest plan of at least `depth` moves passes one of them after `depth` moves.
///
/// # Complexity
/// All positions up to this distance are in memory.
pub(super) fn layer<P: Puzzle>(
    puzzle: &P,
    depth: u16,
    notation: Notation,
) -> Result<Layer<P>, TooMany> {
    // Positions cannot be hashed: those with the same text are compared.
    let mut seen: HashMap<String, Vec<P::Position>> = HashMap::new();
    let mut is_new = |position: &P::Position| {
        let alike = seen.entry(format!("{position:?}")).or_default();
        let is_new = !alike.contains(position);
        if is_new {
            alike.push(position.clone());
        }
        is_new
    };
    is_new(&puzzle.start());
    let mut positions = vec![(puzzle.start(), vec![])];
    for reached in 0..=depth {
        if let Some(goal) = positions.iter().position(|(position, _)| puzzle.is_goal(position)) {
            let positions = vec![positions.swap_remove(goal)];
            return Ok(Layer { depth: reached, positions });
        }
        if positions.len() > MOST {
            return Err(TooMany { depth: reached });
        }
        if reached == depth {
            break;
        }
        let mut next = Vec::new();
        for (position, moves) in &positions {
            for step in puzzle.moves(position) {
                if let Some(child) = puzzle.play(position, &step).filter(&mut is_new) {
                    let mut moves = moves.clone();
                    moves.push(puzzle.write_move(position, &step, notation));
                    next.push((child, moves));
                }
            }
        }
        positions = next;
    }
    Ok(Layer { depth, positions })
}
