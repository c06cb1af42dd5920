//! Random positions that can be solved.

use fewest_rules::tiles::{Board, Goal, Instance, Size, Tile};

/// Returns random solvable positions of a board for a goal, all equally likely; the same seed gives
/// the same positions.
pub fn random_boards(size: Size, goal: Goal, seed: u64) -> impl Iterator<Item = Board> {
    let mut random = fastrand::Rng::with_seed(seed);
    std::iter::repeat_with(move || {
        let mut tiles: Vec<_> = (0..size.cells() as u8).map(Tile).collect();
        random.shuffle(&mut tiles);
        let board = Board::new(size, tiles.clone()).expect("a shuffled board is a board");
        if Instance::new(board, goal).is_solvable() {
            return board;
        }
        // Exchanging any two tiles makes it solvable.
        let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != Tile::BLANK);
        if let (Some(one), Some(other)) = (cells.next(), cells.next()) {
            tiles.swap(one, other);
        }
        Board::new(size, tiles).expect("so it is with two tiles exchanged")
    })
}
