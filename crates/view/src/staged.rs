//! Turns puzzles, positions and moves into scenes and steps.

use crate::{Place, Scene, Step, atomix, panex, tiles};
use fewest_rules::{AnyMove, AnyPosition, AnyPuzzle};

const EMPTY: Scene = Scene { width: 0, height: 0, ground: vec![], pieces: vec![] };

/// Returns the scene of a position. All positions have the same size, ground and pieces. A planning
/// task has no board: its scenes are empty.
pub fn scene(puzzle: &AnyPuzzle, position: &AnyPosition) -> Scene {
    match (puzzle, position) {
        (AnyPuzzle::Atomix(level), AnyPosition::Atomix(at)) => atomix::scene(level, at),
        (AnyPuzzle::Tiles(_), AnyPosition::Tiles(board)) => tiles::scene(board),
        (AnyPuzzle::Panex(_), AnyPosition::Panex(at)) => panex::scene(at),
        _ => EMPTY,
    }
}

/// Returns the step for a move that is legal in `before` and leads to `after`. An action of a
/// planning task moves nothing.
pub fn step(puzzle: &AnyPuzzle, before: &AnyPosition, step: &AnyMove, after: &AnyPosition) -> Step {
    let (piece, to) = match (puzzle, before, step, after) {
        (AnyPuzzle::Atomix(level), AnyPosition::Atomix(before), AnyMove::Atomix(step), _) => {
            atomix::step(level, before, step)
        }
        (_, AnyPosition::Tiles(before), AnyMove::Tiles(step), _) => tiles::step(before, step),
        (AnyPuzzle::Panex(panex), _, AnyMove::Panex(step), AnyPosition::Panex(after)) => {
            panex::step(panex, step, after)
        }
        _ => (0, Place { x: 0, y: 0 }),
    };
    Step { piece, to, text: step.to_string() }
}

/// Returns the goal as a scene of its own, which may be smaller than the board.
pub fn goal(puzzle: &AnyPuzzle) -> Scene {
    match puzzle {
        AnyPuzzle::Atomix(level) => atomix::goal(level),
        AnyPuzzle::Tiles(tiles) => tiles::scene(&tiles.solved()),
        AnyPuzzle::Panex(panex) => panex::scene(panex.goal()),
        AnyPuzzle::Pddl(_) => EMPTY,
    }
}
