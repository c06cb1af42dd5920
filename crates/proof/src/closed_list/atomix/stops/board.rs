//! Lines and neighbourhoods of a board as sets of cells.

use super::cell_set::CellSet;
use crate::closed_list::atomix::distances::NEVER;
use crate::closed_list::atomix::{Cells, WALL, opposite};

/// A set of cells for each direction.
pub type Stops<const W: usize> = [CellSet<W>; 4];

/// The lines of a board, and the cells within some generalized moves of each other.
pub struct Board<const W: usize> {
    /// By direction and cell, the cells on the line from it up to the next wall.
    lines: [Vec<CellSet<W>>; 4],
    /// By direction and cell, where an obstacle in the cell stops a slide in that direction.
    before: [Vec<u8>; 4],
    /// By direction, the cells where a wall stops a slide.
    walls: Stops<W>,
    /// By cell and number, the cells that are exactly this many generalized moves away.
    spheres: Vec<Vec<CellSet<W>>>,
    /// By cell and number, the cells that are at most this many generalized moves away.
    balls: Vec<Vec<CellSet<W>>>,
}

impl<const W: usize> Board<W> {
    /// `singles` has the distances in generalized moves, by target cell and cell.
    pub fn new(cells: &Cells, singles: &[Vec<u32>]) -> Self {
        let all = || (0..cells.len()).map(|cell| cell as u8);
        let directions = [0, 1, 2, 3];
        let line = |from, direction| {
            let mut line = CellSet::EMPTY;
            cells.line(from, direction, |_| false, |cell| line.insert(cell));
            line
        };
        let walls = directions.map(|direction| {
            let at_wall = all().filter(|&cell| cells.beside(cell, direction) == WALL);
            at_wall.fold(CellSet::EMPTY, |walls, cell| walls | CellSet::one(cell))
        });
        let spheres: Vec<Vec<CellSet<W>>> = singles
            .iter()
            .map(|distances| {
                let most = distances.iter().filter(|&&distance| distance != NEVER).max();
                let mut spheres = vec![CellSet::EMPTY; most.map_or(0, |&most| most as usize + 1)];
                for (cell, &distance) in all().zip(distances) {
                    if distance != NEVER {
                        spheres[distance as usize].insert(cell);
                    }
                }
                spheres
            })
            .collect();
        let balls = |spheres: &Vec<CellSet<W>>| {
            let grow = |ball: &mut CellSet<W>, &sphere: &CellSet<W>| {
                *ball |= sphere;
                Some(*ball)
            };
            spheres.iter().scan(CellSet::EMPTY, grow).collect()
        };
        Self {
            lines: directions.map(|way| all().map(|from| line(from, way)).collect()),
            before: directions
                .map(|way| all().map(|cell| cells.beside(cell, opposite(way))).collect()),
            walls,
            balls: spheres.iter().map(balls).collect(),
            spheres,
        }
    }

    /// Returns where walls stop slides.
    pub fn walls(&self) -> Stops<W> {
        self.walls
    }

    /// Returns where an atom that rests somewhere in a set stops slides.
    pub fn beside(&self, rests: CellSet<W>) -> Stops<W> {
        let mut stops = [CellSet::EMPTY; 4];
        rests.for_each(|cell| {
            for (stops, before) in stops.iter_mut().zip(&self.before) {
                match before[usize::from(cell)] {
                    WALL => {}
                    before => stops.insert(before),
                }
            }
        });
        stops
    }

    /// Returns the cells on paths of at most this many generalized moves from one cell to another.
    pub fn between(&self, [from, to]: [u8; 2], moves: usize) -> CellSet<W> {
        let (spheres, balls) = (&self.spheres[usize::from(from)], &self.balls[usize::from(to)]);
        let mut cells = CellSet::EMPTY;
        for (gone, &sphere) in spheres.iter().enumerate().take(moves + 1) {
            if let Some(&ball) = balls.get(moves - gone).or(balls.last()) {
                cells |= sphere & ball;
            }
        }
        cells
    }

    /// Returns the line from a cell up to the next wall or obstacle. Cells are in reading order:
    /// the nearest obstacle is the least one below and to the right, else the greatest.
    #[inline]
    fn line(&self, direction: usize, from: u8, obstacles: CellSet<W>) -> CellSet<W> {
        let line = self.lines[direction][usize::from(from)];
        let obstacles = line & obstacles;
        match direction {
            _ if obstacles.is_empty() => line,
            1 | 3 => line.below(obstacles),
            _ => line.above(obstacles),
        }
    }

    /// Returns where an atom may be after one slide from somewhere in a set.
    pub fn after_slide(
        &self,
        from: CellSet<W>,
        stops: &Stops<W>,
        obstacles: CellSet<W>,
    ) -> CellSet<W> {
        let mut after = CellSet::EMPTY;
        from.for_each(|cell| {
            for (direction, &stops) in stops.iter().enumerate() {
                after |= self.line(direction, cell, obstacles) & stops;
            }
        });
        after
    }

    /// Returns the cells from which an atom may come into a set by one slide.
    pub fn before_slide(
        &self,
        to: CellSet<W>,
        stops: &Stops<W>,
        obstacles: CellSet<W>,
    ) -> CellSet<W> {
        let opposites = [0, 1, 2, 3].map(opposite);
        let mut before = CellSet::EMPTY;
        to.for_each(|cell| {
            for (direction, stops) in stops.iter().enumerate() {
                if stops.contains(cell) {
                    before |= self.line(opposites[direction], cell, obstacles);
                }
            }
        });
        before
    }
}
