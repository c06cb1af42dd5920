//! The joint routes of two atoms that stop and block each other.

use super::board_tables::BoardTables;
use crate::board::{Cell, CellSet, Stops};
use crate::distances::HORIZON;
use arrayvec::ArrayVec;

/// The constraints on the joint routes of two atoms.
#[derive(Debug, Clone, Copy)]
pub struct PairLimits<'a, const W: usize> {
    /// The ends of each route.
    pub ends: [[Cell; 2]; 2],
    /// Where each may rest.
    pub within: [CellSet<W>; 2],
    /// The slides that they may make together.
    pub limit: usize,
    /// Where walls and other atoms can stop them.
    pub stops: &'a Stops<W>,
    /// Cells that neither can pass.
    pub obstacles: CellSet<W>,
}

/// If the first atom may rest on more cells than this, nothing is shown.
const CELLS: usize = 64;

impl<const W: usize> BoardTables<W> {
    /// Whether two atoms have joint routes: sequences of slides of both, in any order, from their
    /// first to their last cells.
    ///
    /// Each slide ends at one of the `stops` or next to the other atom, and neither atom passes the
    /// other or rests on its cell.
    ///
    /// # Complexity
    /// Most often four searches for the routes of one atom; otherwise a breadth-first search over
    /// the pairs of cells where they may rest.
    pub fn has_pair_routes(&self, limits: &PairLimits<'_, W>) -> bool {
        self.can_take_turns(limits, [0, 1])
            || self.can_take_turns(limits, [1, 0])
            || self.has_mixed_routes(limits)
    }

    /// Whether the first atom can make all its slides before the second makes any.
    #[inline]
    fn can_take_turns(&self, limits: &PairLimits<'_, W>, [first, second]: [usize; 2]) -> bool {
        let &PairLimits { ends, within, limit, stops, obstacles } = limits;
        let fewest = |atom: usize, limit, other: Cell| {
            let stops = self.lines.or_beside(stops, other);
            let obstacles = obstacles | CellSet::one(other);
            self.lines.fewest_slides(ends[atom], limit, within[atom], &stops, obstacles)
        };
        fewest(first, limit, ends[second][0])
            .and_then(|made| fewest(second, limit - made, ends[first][1]))
            .is_some()
    }

    /// Breadth-first search over pairs of cells: for each cell of the first atom, the set of cells
    /// of the second.
    #[inline(never)]
    fn has_mixed_routes(&self, limits: &PairLimits<'_, W>) -> bool {
        let &PairLimits { ends, within, limit, stops, obstacles } = limits;
        let [[first_from, first_to], [second_from, second_to]] = ends;
        let mut cells: ArrayVec<Cell, CELLS> = ArrayVec::new();
        let mut away = [0; CELLS];
        let mut number = [0_u8; 256];
        let mut are_too_many = false;
        within[0].for_each(|cell| {
            number[cell.index()] = cells.len() as u8;
            if let Some(away) = away.get_mut(cells.len()) {
                *away = self.balls.distance(cell, first_to).unwrap_or(0);
            }
            are_too_many |= cells.try_push(cell).is_err();
        });
        if are_too_many {
            return true;
        }
        let number = |cell: Cell| usize::from(number[cell.index()]);
        // By the number of the first atom's cell, the cells of the second.
        let mut reached = [CellSet::EMPTY; CELLS];
        let mut newest = [CellSet::EMPTY; CELLS];
        reached[number(first_from)] = CellSet::one(second_from);
        newest[number(first_from)] = CellSet::one(second_from);
        for slides in 1..=limit {
            if reached[number(first_to)].contains(second_to) {
                return true;
            }
            let mut next = [CellSet::EMPTY; CELLS];
            for (at, &first) in cells.iter().enumerate() {
                let seconds = newest[at];
                if seconds.is_empty() {
                    continue;
                }
                let given = (self.lines.or_beside(stops, first), obstacles | CellSet::one(first));
                next[at] |= self.lines.after_slides(seconds, &given.0, given.1) & within[1];
                self.lines.visit_slides(
                    first,
                    stops,
                    obstacles,
                    within[0],
                    |end, supported, passed, behind| {
                        let free = seconds - passed;
                        next[number(end)] |= if supported { free } else { free & behind };
                    },
                );
            }
            let mut is_any_new = false;
            let left = limit - slides;
            for at in 0..cells.len() {
                // Pairs of cells from which both atoms can still reach their last cells.
                let in_time = match left.checked_sub(away[at]) {
                    None => CellSet::EMPTY,
                    Some(left) if left > HORIZON => next[at],
                    Some(left) => next[at] & self.balls.ball(second_to, left),
                };
                newest[at] = in_time - reached[at];
                reached[at] |= newest[at];
                is_any_new |= !newest[at].is_empty();
            }
            if !is_any_new {
                return false;
            }
        }
        reached[number(first_to)].contains(second_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::distances::Distances;
    use crate::unsupported_stops::RouteScope;
    use fewest_rules::atomix::{Direction, builtin};
    use fewest_search::Direction as SearchDirection;
    use proptest::prelude::*;

    /// Whether two atoms have joint routes, by plain breadth-first search.
    fn by_steps(board: &Board, limits: &PairLimits<'_, 1>) -> bool {
        let [from, to] = [0, 1].map(|end| limits.ends.map(|ends| ends[end]));
        let mut reached = vec![from];
        let mut newest = reached.clone();
        for _ in 0..limits.limit {
            let mut next = Vec::new();
            for pair in newest {
                for (atom, direction) in (0..2).flat_map(|atom| Direction::ALL.map(|to| (atom, to)))
                {
                    let other = pair[1 - atom];
                    let mut after = pair;
                    loop {
                        let cell = board.neighbour(after[atom], direction);
                        if cell == Cell::WALL || cell == other || limits.obstacles.contains(cell) {
                            break;
                        }
                        after[atom] = cell;
                        let stops = limits.stops[direction as usize].contains(cell)
                            || board.neighbour(cell, direction) == other;
                        let may_rest = limits.within[atom].contains(cell);
                        if stops && may_rest && !reached.contains(&after) {
                            reached.push(after);
                            next.push(after);
                        }
                    }
                }
            }
            newest = next;
        }
        reached.contains(&to)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn pairs_have_the_routes_that_steps_find(
            ends in any::<[[u8; 2]; 2]>(),
            limit in 0_usize..9,
            within: [u64; 2],
            stops: [[u64; 4]; 2],
            obstacles in proptest::collection::vec(0_u8..64, 0..3),
        ) {
            let board = Board::new(&builtin("water").expect("it is built in"));
            let (distances, scope) = (Distances::new(&board), RouteScope::Pairs);
            let tables = BoardTables::<1>::new(&board, &distances, SearchDirection::Forward, scope);
            let ends = ends.map(|ends| ends.map(|end| Cell(end % board.len() as u8)));
            prop_assume!((0..2).all(|end| ends[0][end] != ends[1][end]));
            let obstacles = obstacles.iter().fold(0, |bits, cell| bits | 1 << cell);
            let obstacles = CellSet::of_bits(obstacles);
            prop_assume!(ends.iter().flatten().all(|&end| !obstacles.contains(end)));
            let cells = (1 << board.len()) - 1;
            let mut within = within.map(|bits| CellSet::of_bits(bits & cells));
            for (within, ends) in within.iter_mut().zip(ends) {
                ends.iter().for_each(|&end| within.insert(end));
            }
            // Few stops, so that the two need each other.
            let stops: Stops<1> =
                std::array::from_fn(|to| CellSet::of_bits(stops[0][to] & stops[1][to]));
            let limits = PairLimits { ends, within, limit, stops: &stops, obstacles };
            prop_assert_eq!(tables.has_pair_routes(&limits), by_steps(&board, &limits));
            prop_assert_eq!(tables.has_mixed_routes(&limits), by_steps(&board, &limits));
        }
    }
}
