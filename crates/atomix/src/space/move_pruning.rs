//! Move pruning: of two slides that commute, depth-first search tries only one order.

use crate::board::{Board, Cell, CellSet, Slide};
use fewest_rules::atomix::Direction as Heading;
use fewest_search::Direction;
use std::sync::Arc;

/// Prunes a slide by the slide right before it.
///
/// A slide that moves the same atom back along its line is pruned: a single slide leads to the same
/// state, or none is needed. Of two slides of different atoms that commute, one order is pruned:
/// the one in which the second slide leaves the lower cell. Two slides do not commute
///
/// 1. if the second atom ends on the line of the first slide;
/// 2. if the second atom needs the first one in the cell where it ends;
/// 3. if the line of the second slide contains the cell that the first one left;
/// 4. if the first atom needs the second one in the cell where it was.
///
/// Forward, an atom needs what stops it; backward, it needs what it is pushed away from.
///
/// # Sound because
/// of all shortest paths between two states, the one whose sequence of left cells is
/// lexicographically smallest has no pruned slide: exchanging two slides or joining them would give
/// a smaller or a shorter path.
///
/// # Not sound with
/// duplicate detection: the first path found to a state may end in a slide that prunes the
/// continuation of the smallest path.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 5.3.1 and figure 10.
#[derive(Debug)]
pub struct MovePruning {
    board: Arc<Board>,
    direction: Direction,
}

impl MovePruning {
    /// Creates the pruning for slides in a direction.
    pub fn new(board: Arc<Board>, direction: Direction) -> Self {
        Self { board, direction }
    }
}

impl fewest_search::problem::MovePruning<Slide> for MovePruning {
    fn prunes(&self, previous: Slide, next: Slide) -> bool {
        let board = &*self.board;
        let lines = Line::of(board, previous).zip(Line::of(board, next));
        let Some((first, second)) = lines else { return false };
        if next.from == previous.to {
            return first.heading == second.heading.opposite();
        }
        if next.from > previous.from {
            return false;
        }
        let needs = |line: &Line| match self.direction {
            Direction::Forward => board.neighbour(line.slide.to, line.heading),
            Direction::Backward => board.neighbour(line.slide.from, line.heading.opposite()),
        };
        !(first.contains(board, next.to)
            || needs(&second) == previous.to
            || second.contains(board, previous.from)
            || needs(&first) == next.from)
    }
}

/// A slide and its direction on the board.
struct Line {
    slide: Slide,
    heading: Heading,
}

impl Line {
    fn of(board: &Board, slide: Slide) -> Option<Self> {
        let heading = board.square(slide.from).direction_to(board.square(slide.to))?;
        Some(Self { slide, heading })
    }

    /// Whether the slide passes or reaches a cell.
    fn contains(&self, board: &Board, cell: Cell) -> bool {
        let line = board.ray(self.slide.from, self.heading, &CellSet::WALLS);
        cell == self.slide.to || line.take_while(|&at| at != self.slide.to).any(|at| at == cell)
    }
}
