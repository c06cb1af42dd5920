//! The routes of one atom on an otherwise empty board, given the cells where it can stop.

use crate::board::{Cell, CellSet, Lines, Stops};
use crate::distances::HORIZON;
use arrayvec::ArrayVec;

/// The routes of an atom from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Routes<const W: usize> {
    /// The fewest slides.
    pub least: u32,
    /// The cells where the atom rests on some route, with both ends.
    pub cells: CellSet<W>,
}

impl<const W: usize> Lines<W> {
    /// Whether a route may have a supported first and a supported last slide.
    #[inline]
    pub fn can_end(&self, [from, to]: [Cell; 2], within: CellSet<W>, stops: &Stops<W>) -> bool {
        from == to
            || self.can_leave(from, within, stops) && stops.iter().any(|stops| stops.contains(to))
    }

    /// The fewest slides of the [`routes`](Self::routes), if there are any.
    #[inline]
    pub fn fewest_slides(
        &self,
        [from, to]: [Cell; 2],
        limit: usize,
        within: CellSet<W>,
        stops: &Stops<W>,
        obstacles: CellSet<W>,
    ) -> Option<usize> {
        let mut newest = CellSet::one(from);
        let mut left = within - newest;
        for slides in 0..limit {
            if newest.contains(to) {
                return Some(slides);
            }
            newest = self.after_slides(newest, stops, obstacles) & left;
            if newest.is_empty() {
                return None;
            }
            left = left - newest;
        }
        newest.contains(to).then_some(limit)
    }

    /// The routes of at most `limit` slides from one cell to another that rest only `within` some
    /// cells, end each slide at one of the `stops` and pass no `obstacles`; `None` if there are
    /// none.
    ///
    /// # Panics
    /// If `limit` is above [`HORIZON`].
    ///
    /// # Complexity
    /// A breadth-first search from either end.
    #[inline]
    pub fn routes(
        &self,
        [from, to]: [Cell; 2],
        limit: usize,
        within: CellSet<W>,
        stops: &Stops<W>,
        obstacles: CellSet<W>,
    ) -> Option<Routes<W>> {
        if limit == 0 {
            let stays = Routes { least: 0, cells: CellSet::one(from) };
            return (from == to).then_some(stays);
        }
        // By number of slides, the cells reached in at most as many.
        let mut reached: ArrayVec<CellSet<W>, { HORIZON + 1 }> = ArrayVec::new();
        let mut newest = CellSet::one(from);
        let mut so_far = newest;
        reached.push(so_far);
        let mut least = (from == to).then_some(0);
        for slides in 1..=limit {
            newest = (self.after_slides(newest, stops, obstacles) & within) - so_far;
            if newest.is_empty() {
                break;
            }
            so_far |= newest;
            reached.push(so_far);
            if least.is_none() && newest.contains(to) {
                least = Some(slides as u32);
            }
        }
        let least = least?;
        let mut newest = CellSet::one(to);
        let mut cells = newest;
        for left in (0..limit).rev() {
            let before = self.before_slides(newest, stops, obstacles);
            newest = (before & reached[left.min(reached.len() - 1)]) - cells;
            if newest.is_empty() {
                break;
            }
            cells |= newest;
        }
        Some(Routes { least, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use fewest_rules::atomix::builtin;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_fewest_slides_are_those_of_the_shortest_routes(
            ends in any::<[u8; 2]>(),
            limit in 0_usize..7,
            within: u64,
            stops: [u64; 4],
            obstacles in proptest::collection::vec(0_u8..64, 0..3),
        ) {
            let board = Board::new(&builtin("water").expect("it is built in"));
            let lines = Lines::<1>::new(&board);
            let ends = ends.map(|end| Cell(end % board.len() as u8));
            let obstacles = obstacles.iter().fold(0, |bits, cell| bits | 1 << cell);
            let [within, obstacles] = [within, obstacles].map(CellSet::of_bits);
            let stops = stops.map(CellSet::of_bits);
            let routes = lines.routes(ends, limit, within, &stops, obstacles);
            let fewest = lines.fewest_slides(ends, limit, within, &stops, obstacles);
            prop_assert_eq!(fewest, routes.map(|routes| routes.least as usize));
        }
    }
}
