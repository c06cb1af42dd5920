//! Which positions can be solved at all.

use super::{Board, Instance};

impl Instance {
    /// Whether any sequence of moves solves the puzzle: true for exactly half of all positions.
    ///
    /// Colour the cells as on a chessboard. A move exchanges the blank with a neighbour, so it
    /// is one transposition, and the blank changes colour: the parity of the permutation that
    /// takes the board to the solved one, plus the blank's distance from its place there, never
    /// changes. It is even on the solved board, hence on every board that can be solved.
    ///
    /// Conversely, bring the blank home; then a board passes the test if the other tiles are
    /// permuted evenly. On 2x2 the three tiles can go round the square: those are all even
    /// permutations of three. On a larger board the blank can cycle three tiles of a 2x2 square
    /// in the same way, and after moving any three tiles into such a square and back again,
    /// any three tiles at all; the cycles of three make all even permutations.
    ///
    /// Both goals and every width and height are covered: only the solved board differs.
    ///
    /// # Source
    /// Johnson and Story, *Notes on the "15" puzzle*, American Journal of Mathematics 2 (1879).
    pub fn is_solvable(&self) -> bool {
        let solved = Board::solved(self.start.size(), self.goal);
        let away = self.start.size().distance(self.start.blank(), solved.blank());
        let is_even_permutation = is_even(&self.start) == is_even(&solved);
        is_even_permutation == away.is_multiple_of(2)
    }
}

/// Whether the tiles by rows, the blank included, have an even number of inversions.
fn is_even(board: &Board) -> bool {
    let tiles = board.tiles();
    let inversions = |i: usize| tiles[i + 1..].iter().filter(|&&tile| tile < tiles[i]).count();
    (0..tiles.len()).map(inversions).sum::<usize>().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;
    use crate::tiles::{Goal, Size, Tile};
    use std::collections::HashSet;

    fn every_board(size: Size) -> Vec<Board> {
        let mut orders = vec![vec![]];
        for _ in 0..size.cells() {
            let longer = |order: Vec<Tile>| {
                let rest = size.all_cells().map(|cell| Tile(cell.0));
                let rest: Vec<_> = rest.filter(|tile| !order.contains(tile)).collect();
                rest.into_iter().map(move |tile| {
                    let mut longer = order.clone();
                    longer.push(tile);
                    longer
                })
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        orders.into_iter().map(|tiles| Board::new(size, tiles).unwrap()).collect()
    }

    fn reachable(instance: &Instance) -> HashSet<Board> {
        let mut seen = HashSet::from([instance.start()]);
        let mut open = vec![instance.start()];
        while let Some(board) = open.pop() {
            for step in instance.moves(&board) {
                let next = instance.play(&board, &step).unwrap();
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    }

    #[test]
    fn exactly_the_solvable_half_is_reachable() {
        for (width, height) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            let size = Size::new(width, height).unwrap();
            let boards = every_board(size);
            for goal in Goal::ALL {
                let reachable = reachable(&Instance::new(Board::solved(size, goal), goal));
                assert_eq!(reachable.len() * 2, boards.len(), "{size}");
                for board in &boards {
                    let instance = Instance::new(board.clone(), goal);
                    assert_eq!(instance.is_solvable(), reachable.contains(board), "{board}");
                }
            }
        }
    }
}
