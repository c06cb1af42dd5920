//! Random boards of tiles.

use fastrand::Rng;
use fewest_rules::tiles::{Board, Goal, Instance, Size, Tile};
use std::iter;

/// Returns random boards of tiles that can be solved, all equally likely.
///
/// # Panics
/// If the goal is a board of another size.
pub fn tiles(size: Size, goal: Goal, seed: u64) -> impl Iterator<Item = Instance> {
    let mut random = Rng::with_seed(seed);
    let boards = iter::from_fn(move || {
        let mut tiles: Vec<_> = (0..size.cells()).map(|number| Tile(number as u8)).collect();
        random.shuffle(&mut tiles);
        Some(Board::new(size, tiles).expect("every tile is there once"))
    });
    // Half of all boards.
    boards.map(move |board| Instance::new(board, goal)).filter(Instance::is_solvable)
}
