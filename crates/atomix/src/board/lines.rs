//! The lines of a board as sets of cells, and the ends of slides along them.

use super::{Board, Cell, CellSet};
use fewest_rules::atomix::Direction;

/// By direction, the cells where an atom that slides in that direction can stop.
pub type Stops<const W: usize> = [CellSet<W>; 4];

/// For every cell, the lines that lead from it.
#[derive(Debug, Clone)]
pub struct Lines<const W: usize> {
    /// By cell.
    stars: Vec<Star<W>>,
    /// By cell and direction, the cell from which a move in that direction reaches the cell; empty
    /// next to a wall.
    before: Vec<[CellSet<W>; 4]>,
    /// By direction, where a wall stops an atom.
    at_wall: Stops<W>,
}

/// The lines from a cell.
#[derive(Debug, Clone, Copy)]
struct Star<const W: usize> {
    /// By direction, the cells up to a wall.
    lines: [CellSet<W>; 4],
    /// The union of all directions.
    all: CellSet<W>,
}

impl<const W: usize> Lines<W> {
    /// Computes the lines of a board.
    pub fn new(board: &Board) -> Self {
        let mut at_wall = [CellSet::EMPTY; 4];
        let mut before = Vec::new();
        let mut stars = Vec::new();
        for cell in board.cells() {
            let lines = Direction::ALL.map(|direction| {
                let mut line = CellSet::EMPTY;
                let ray = board.ray(cell, direction, &CellSet::WALLS);
                ray.for_each(|passed| line.insert(passed));
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
                    before => CellSet::one(before),
                }
            }));
        }
        Self { stars, before, at_wall }
    }

    /// Returns the cells from a cell in a direction up to a wall or one of two other atoms.
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

    /// Returns the stops that atoms at `cells` provide: by direction, the cells in front of them.
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

    /// Returns the `stops` and those that an atom at `cell` provides.
    #[inline]
    pub fn or_beside(&self, stops: &Stops<W>, cell: Cell) -> Stops<W> {
        let before = &self.before[cell.index()];
        std::array::from_fn(|direction| stops[direction] | before[direction])
    }

    /// By direction, the cells where a wall stops a slide.
    pub fn at_wall(&self) -> Stops<W> {
        self.at_wall
    }

    /// Whether a slide that leads from a cell to some cell `within` can end at one of the `stops`.
    #[inline]
    pub fn can_leave(&self, from: Cell, within: CellSet<W>, stops: &Stops<W>) -> bool {
        let mut ends = CellSet::EMPTY;
        for (&line, &stops) in self.stars[from.index()].lines.iter().zip(stops) {
            ends |= line & stops;
        }
        !(ends & within).is_empty()
    }

    /// Calls `visit` with the cells from a cell up to a wall or an obstacle, by direction.
    #[inline(always)]
    fn visit_free_lines(
        &self,
        cell: Cell,
        obstacles: CellSet<W>,
        mut visit: impl FnMut(&[CellSet<W>; 4]),
    ) {
        let star = &self.stars[cell.index()];
        if (star.all & obstacles).is_empty() {
            visit(&star.lines); // by reference: a copy takes as long as the rest of the step
        } else {
            visit(&self.cut(star, obstacles));
        }
    }

    /// The lines of a cell up to the nearest obstacles.
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

    /// Returns the cells where slides from `cells` that pass no `obstacles` end.
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

    /// Calls `visit` for each slide from a cell that passes no `obstacles` and ends `within`, with
    /// its end, whether that is one of the `stops`, the cells of the slide, and the cell in front
    /// of the end.
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

    /// Returns the cells where slides that end at `cells` and pass no `obstacles` begin.
    #[inline]
    pub fn before_slides(
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::atomix::builtin;

    #[test]
    fn a_free_line_ends_where_a_slide_would() {
        let board = Board::new(&builtin("water").expect("it is built in"));
        let lines = Lines::<2>::new(&board);
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
