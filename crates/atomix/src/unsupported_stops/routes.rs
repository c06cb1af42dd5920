//! The routes of one atom on the empty board, given where it can be stopped.

use crate::cell_set::CellSet;
use crate::{Board, Cell, Distances};
use arrayvec::ArrayVec;
use fewest_rules::atomix::Direction;

/// The lines and neighbourhoods of a board as sets.
#[derive(Debug, Clone)]
pub struct Lines<const W: usize> {
    /// By cell.
    stars: Vec<Star<W>>,
    /// By cell and direction, the cell that is left when the cell is reached; none at a wall.
    before: Vec<[CellSet<W>; 4]>,
    /// By direction, where a wall stops an atom.
    at_wall: [CellSet<W>; 4],
    /// By cell and distance, the cells within that distance.
    balls: Vec<CellSet<W>>,
}

/// The lines from a cell.
#[derive(Debug, Clone, Copy)]
struct Star<const W: usize> {
    /// By direction, the cells passed until a wall.
    lines: [CellSet<W>; 4],
    /// Those of all directions.
    all: CellSet<W>,
}

/// Slides of the longest routes that are looked at.
pub const HORIZON: usize = 40;

/// By direction, the cells where an atom that slides there can stop.
pub type Stops<const W: usize> = [CellSet<W>; 4];

/// The routes of an atom from one cell to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Routes<const W: usize> {
    /// The fewest slides.
    pub least: u32,
    /// The cells where the atom rests on some route, with both ends.
    pub cells: CellSet<W>,
}

impl<const W: usize> Lines<W> {
    /// The lines of a board.
    pub fn new(board: &Board, distances: &Distances) -> Self {
        let mut at_wall = [CellSet::EMPTY; 4];
        let mut before = Vec::new();
        let mut stars = Vec::new();
        let mut balls = Vec::new();
        for cell in board.cells() {
            let lines = Direction::ALL.map(|direction| {
                let mut line = CellSet::EMPTY;
                let passed = board.ray(cell, direction, &CellSet::WALLS);
                passed.for_each(|passed| line.insert(passed));
                line
            });
            let [up, down, left, right] = lines;
            stars.push(Star { lines, all: up | down | left | right });
            before.push(Direction::ALL.map(|direction| {
                if board.neighbour(cell, direction) == Cell::WALL {
                    at_wall[direction as usize].insert(cell);
                }
                match board.neighbour(cell, direction.opposite()) {
                    Cell::WALL => CellSet::EMPTY,
                    left => CellSet::one(left),
                }
            }));
            for radius in 0..=HORIZON {
                let mut ball = CellSet::EMPTY;
                let near = |&other: &Cell| usize::from(distances.between(cell, other)) <= radius;
                board.cells().filter(near).for_each(|other| ball.insert(other));
                balls.push(ball);
            }
        }
        Self { stars, before, at_wall, balls }
    }

    /// The cells passed from a cell in a direction until a wall or one of two other atoms.
    #[inline]
    pub fn line_to(&self, cell: Cell, direction: Direction, others: [Cell; 2]) -> CellSet<W> {
        let mut line = self.stars[cell.index()].lines[direction as usize];
        for other in others {
            if line.contains(other) {
                let behind = self.stars[other.index()].lines[direction as usize];
                line = line - behind - CellSet::one(other);
            }
        }
        line
    }

    /// By direction, the cells next to which the atoms resting at `cells` stop a slide.
    #[inline]
    pub fn beside(&self, cells: CellSet<W>) -> Stops<W> {
        let mut stops = [CellSet::EMPTY; 4];
        cells.for_each(|cell| {
            for (stops, &before) in stops.iter_mut().zip(&self.before[cell.index()]) {
                *stops |= before;
            }
        });
        stops
    }

    /// The `stops`, and the cells next to which an atom at `cell` stops a slide.
    #[inline]
    pub fn or_beside(&self, stops: &Stops<W>, cell: Cell) -> Stops<W> {
        let before = &self.before[cell.index()];
        std::array::from_fn(|direction| stops[direction] | before[direction])
    }

    /// By direction, the cells where a wall stops a slide.
    pub fn at_wall(&self) -> Stops<W> {
        self.at_wall
    }

    /// The cells on the way from one cell to another in at most `limit` generalized moves.
    ///
    /// # Panics
    /// If `limit` is beyond the horizon.
    #[inline]
    pub fn between(&self, from: Cell, to: Cell, limit: usize) -> CellSet<W> {
        let mut cells = CellSet::EMPTY;
        for first in 0..=limit {
            cells |= self.ball(from, first) & self.ball(to, limit - first);
        }
        cells
    }

    /// The least number of generalized moves between two cells, if it is within the horizon.
    pub fn distance(&self, from: Cell, to: Cell) -> Option<usize> {
        (0..=HORIZON - 3).find(|&radius| self.ball(from, radius).contains(to))
    }

    /// Whether a route may have a first slide and a last, which end at one of the `stops`.
    #[inline]
    pub fn can_end(&self, [from, to]: [Cell; 2], within: CellSet<W>, stops: &Stops<W>) -> bool {
        if from == to {
            return true;
        }
        let mut first = CellSet::EMPTY;
        for (&line, &stops) in self.stars[from.index()].lines.iter().zip(stops) {
            first |= line & stops;
        }
        !(first & within).is_empty() && stops.iter().any(|stops| stops.contains(to))
    }

    /// Calls `visit` with the cells passed from a cell until a wall or an obstacle, by direction.
    #[inline(always)]
    fn visit_free_lines(
        &self,
        cell: Cell,
        obstacles: CellSet<W>,
        mut visit: impl FnMut(&[CellSet<W>; 4]),
    ) {
        let star = &self.stars[cell.index()];
        if (star.all & obstacles).is_empty() {
            visit(&star.lines); // where they are: copying takes as long as all else
        } else {
            visit(&self.cut(star, obstacles));
        }
    }

    /// The lines of a cell until the nearest of some obstacles.
    fn cut(&self, star: &Star<W>, obstacles: CellSet<W>) -> [CellSet<W>; 4] {
        let mut lines = star.lines;
        // Cells are in reading order.
        let [up, down, left, right] = lines.map(|line| line & obstacles);
        let nearest = [up.last(), down.first(), left.last(), right.first()];
        for (direction, (line, nearest)) in lines.iter_mut().zip(nearest).enumerate() {
            if let Some(at) = nearest {
                *line = *line - self.stars[at.index()].lines[direction] - CellSet::one(at);
            }
        }
        lines
    }

    /// The cells within some generalized moves of a cell.
    ///
    /// # Panics
    /// If the radius is beyond the horizon.
    #[inline]
    pub fn ball(&self, cell: Cell, radius: usize) -> CellSet<W> {
        self.balls[cell.index() * (HORIZON + 1) + radius]
    }

    /// Where slides from some cells end that pass no `obstacles`.
    #[inline]
    pub fn after_slides(
        &self,
        cells: CellSet<W>,
        stops: &Stops<W>,
        obstacles: CellSet<W>,
    ) -> CellSet<W> {
        let mut passed = [CellSet::EMPTY; 4];
        cells.for_each(|cell| {
            self.visit_free_lines(cell, obstacles, |lines| {
                for (passed, &line) in passed.iter_mut().zip(lines) {
                    *passed |= line;
                }
            });
        });
        let [up, down, left, right] = passed;
        up & stops[0] | down & stops[1] | left & stops[2] | right & stops[3]
    }

    /// Calls `visit` with each cell where a slide from a cell may end, passing no `obstacles`: whether
    /// it is one of the `stops`, the cells passed with the last one, and the cell behind.
    #[inline]
    pub fn visit_slides(
        &self,
        from: Cell,
        stops: &Stops<W>,
        obstacles: CellSet<W>,
        within: CellSet<W>,
        mut visit: impl FnMut(Cell, bool, CellSet<W>, CellSet<W>),
    ) {
        self.visit_free_lines(from, obstacles, |lines| {
            for direction in Direction::ALL {
                let line = lines[direction as usize];
                (line & within).for_each(|end| {
                    let beyond = self.stars[end.index()].lines[direction as usize];
                    let behind = self.before[end.index()][direction.opposite() as usize];
                    visit(end, stops[direction as usize].contains(end), line - beyond, behind);
                });
            }
        });
    }

    /// Where slides begin that end at some cells and pass no `obstacles`.
    #[inline]
    fn before_slides(
        &self,
        cells: CellSet<W>,
        stops: &Stops<W>,
        obstacles: CellSet<W>,
    ) -> CellSet<W> {
        let mut before = CellSet::EMPTY;
        cells.for_each(|cell| {
            self.visit_free_lines(cell, obstacles, |lines| {
                for direction in Direction::ALL {
                    let line = lines[direction.opposite() as usize];
                    before |= line.if_member(stops[direction as usize], cell);
                }
            });
        });
        before
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
    /// cells, end each slide at one of the `stops` and pass no `obstacles`; `None` if there are none.
    ///
    /// # Panics
    /// If `limit` is beyond the horizon.
    ///
    /// # Complexity
    /// Each cell is looked at twice at most.
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
        // Reached in at most as many slides as the index says.
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
            let lines = Lines::<1>::new(&board, &Distances::new(&board));
            let ends = ends.map(|end| Cell(end % board.len() as u8));
            let obstacles = obstacles.iter().fold(0, |bits, cell| bits | 1 << cell);
            let [within, obstacles] = [within, obstacles].map(CellSet::of_bits);
            let stops = stops.map(CellSet::of_bits);
            let routes = lines.routes(ends, limit, within, &stops, obstacles);
            let fewest = lines.fewest_slides(ends, limit, within, &stops, obstacles);
            prop_assert_eq!(fewest, routes.map(|routes| routes.least as usize));
        }
    }

    #[test]
    fn a_free_line_ends_where_a_slide_would() {
        let board = Board::new(&builtin("water").expect("it is built in"));
        let lines = Lines::<2>::new(&board, &Distances::new(&board));
        for cell in board.cells() {
            for (first, second) in board.cells().flat_map(|a| board.cells().map(move |b| (a, b))) {
                let mut in_the_way = CellSet::WALLS;
                let mut obstacles = CellSet::EMPTY;
                for obstacle in [first, second] {
                    in_the_way.insert(obstacle);
                    obstacles.insert(obstacle);
                }
                let passed = Direction::ALL.map(|direction| {
                    let mut passed = CellSet::EMPTY;
                    board.ray(cell, direction, &in_the_way).for_each(|cell| passed.insert(cell));
                    passed
                });
                lines.visit_free_lines(cell, obstacles, |free| assert_eq!(*free, passed));
            }
        }
    }
}
