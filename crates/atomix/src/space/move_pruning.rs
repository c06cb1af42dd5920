//! Which slides could as well be made in the other order.

use crate::cell_set::CellSet;
use crate::{Board, Cell, Slide};
use fewest_rules::atomix::Direction as Heading;
use fewest_search::Direction;

/// Whether depth-first search may skip `next` right after `previous`.
///
/// It may skip a slide that takes the atom that has just moved the opposite way: one slide leads to
/// the same state, or none. And of two slides of different atoms that could be exchanged, it may skip one order: here that in which the second one
/// leaves a lower cell. Slides cannot be exchanged
///
/// 1. if the second atom ends on the way of the first;
/// 2. if the second atom needs the first one where it ends;
/// 3. if the second atom's way leads over the cell that the first one left;
/// 4. if the first atom needs the second one where it was.
///
/// Forward, an atom needs what stops it; backward, it needs what it is pushed away from.
///
/// # Sound because
/// of all shortest paths between two states take the one whose cells left are least in
/// lexicographic order: none of its slides is skipped, for the exchange or the single slide would
/// give a lesser or a shorter one.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 5.3.1 and figure 10.
pub fn prunes(board: &Board, direction: Direction, previous: Slide, next: Slide) -> bool {
    let ways = Way::of(board, previous).zip(Way::of(board, next));
    let Some((first, second)) = ways else { return false };
    if next.from == previous.to {
        return first.heading == second.heading.opposite();
    }
    if next.from > previous.from {
        return false;
    }
    let needs = |way: &Way| match direction {
        Direction::Forward => board.neighbour(way.slide.to, way.heading),
        Direction::Backward => board.neighbour(way.slide.from, way.heading.opposite()),
    };
    !(first.leads_over(board, next.to)
        || needs(&second) == previous.to
        || second.leads_over(board, previous.from)
        || needs(&first) == next.from)
}

/// A slide and where it heads.
struct Way {
    slide: Slide,
    heading: Heading,
}

impl Way {
    fn of(board: &Board, slide: Slide) -> Option<Self> {
        let heading = board.square(slide.from).direction_to(board.square(slide.to))?;
        Some(Self { slide, heading })
    }

    /// Whether a cell is passed or reached.
    fn leads_over(&self, board: &Board, cell: Cell) -> bool {
        let line = board.ray(self.slide.from, self.heading, &CellSet::WALLS);
        cell == self.slide.to || line.take_while(|&at| at != self.slide.to).any(|at| at == cell)
    }
}
