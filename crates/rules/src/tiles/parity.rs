//! Solvability of positions.

use super::{Board, Goal, Instance};

impl Instance {
    /// Whether any sequence of moves solves the puzzle: true for exactly half of all positions.
    ///
    /// Colour the cells as on a chessboard. A move exchanges the blank with a neighbour, so it is
    /// one transposition, and the blank changes colour: the parity of the permutation that maps the
    /// board to the solved one, plus the blank's distance from its place there, never changes. It
    /// is even on the solved board, hence on every board that can be solved.
    ///
    /// Conversely, move the blank to its place; then a board passes the test if the other tiles are
    /// permuted evenly. On 2x2 the three tiles can go round the square, which gives all even
    /// permutations of three. On a larger board the blank can cycle three tiles of a 2x2 square in
    /// the same way, and by moving any three tiles into such a square and back again, any three
    /// tiles at all; the cycles of three generate all even permutations.
    ///
    /// This covers every goal, width and height: only the solved board differs.
    ///
    /// # Source
    /// Johnson and Story, *Notes on the "15" puzzle*, American Journal of Mathematics 2 (1879).
    pub fn is_solvable(&self) -> bool {
        let solved = self.solved();
        let away = self.start.size().distance(self.start.blank(), solved.blank());
        let is_even_permutation = is_even(&self.start) == is_even(&solved);
        is_even_permutation == away.is_multiple_of(2)
    }

    /// Returns the named goals that can be reached from the start.
    pub fn reachable_goals(&self) -> impl Iterator<Item = Goal> {
        let is_reachable = |goal: &Goal| Self::new(self.start, *goal).is_solvable();
        Goal::NAMED.into_iter().filter(is_reachable)
    }
}

/// Whether the tiles by rows, the blank included, have an even number of inversions.
fn is_even(board: &Board) -> bool {
    let tiles = board.tiles();
    let inversions = |i: usize| tiles[i..].iter().filter(|&&tile| tile < tiles[i]).count();
    (0..tiles.len()).map(inversions).sum::<usize>().is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;
    use crate::tiles::{Options, Size, Tile, parse};
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
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    #[test]
    fn goals_that_can_be_reached_are_named() {
        let reachable = |text: &str| {
            let instance = parse(text, Options::default()).unwrap();
            instance.reachable_goals().collect::<Vec<_>>()
        };
        assert_eq!(reachable("1 2 6 / 4 0 5 / 8 3 7"), [Goal::Snail]);
        let others = [Goal::BlankLast, Goal::BlankFirst, Goal::BlankCentre];
        assert_eq!(reachable("1 2 3 / 4 5 6 / 7 8 0"), others);
    }

    #[test]
    fn exactly_the_solvable_half_is_reachable() {
        for (width, height) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
            let size = Size::new(width, height).unwrap();
            let boards = every_board(size);
            let other = Goal::Position(boards[boards.len() / 3]);
            for goal in Goal::NAMED.into_iter().chain([other]) {
                let reachable = reachable(&Instance::new(Board::solved(size, goal), goal));
                assert_eq!(reachable.len() * 2, boards.len(), "{size}");
                for board in &boards {
                    let instance = Instance::new(*board, goal);
                    assert_eq!(instance.is_solvable(), reachable.contains(board), "{board}");
                }
            }
        }
    }
}
