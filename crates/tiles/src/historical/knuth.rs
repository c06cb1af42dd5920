//! Knuth's program: iterative deepening by happy and sad moves in less than two kilobytes.
//!
//! A move is *happy* if it brings its tile closer to its place, else *sad*. From a position of
//! Manhattan distance h every solution has h + k happy and k sad moves for some k, so k = 0, 1, 2,
//! ... are tried in turn. The tree is that of IDA* with the Manhattan distance; the difference is
//! that only the board and the path are kept, without even a table of distances.
//!
//! # Source
//! Knuth, 15PUZZLE-KORF0 (2020), after Korf, Artificial Intelligence 27 (1985). Here for any size
//! and either goal, with counts and limits.

use fewest_rules::tiles::{Board, Cell, Direction, Instance, Move, Size};
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop, Try};

/// Finds a shortest plan as Knuth's program does, and reports each try that fails.
///
/// # Complexity
/// Under 2,000 bytes; on the 15-puzzle each additional sad move takes about 5.7 times as long.
pub fn knuth(
    instance: &Instance,
    monitor: &mut Monitor<'_>,
    mut report: impl FnMut(Try),
) -> Outcome<Move> {
    let mut statistics = Statistics::default();
    if !instance.is_solvable() {
        return Outcome::unsolvable(statistics);
    }
    let mut set = WorkingSet::new(&instance.start, &instance.solved());
    let mut quota = Quota { happy: set.distance(), sad: 0 };
    if quota.happy == 0 {
        return Outcome::with_plan(vec![], Depth::ZERO, statistics);
    }
    loop {
        let bound = Depth(quota.happy + quota.sad);
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Outcome::beyond_bound(bound, statistics);
        }
        if bound.index() >= MAX_MOVES {
            return monitor.stopped(Stop::Memory, None, bound, statistics);
        }
        let before = statistics.expanded;
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before;
        match set.try_for(quota, monitor, &mut statistics) {
            Err(stop) => return monitor.stopped(stop, None, bound, statistics),
            Ok(Some(moves)) => {
                return Outcome::with_plan(set.plan(&instance.start, moves), bound, statistics);
            }
            Ok(None) => {
                let Quota { happy, sad } = quota;
                report(Try { happy, sad, expanded: statistics.expanded - before });
                quota = Quota { happy: happy + 1, sad: sad + 1 };
            }
        }
    }
}

/// Moves that may still be made. With each position, `happy` is `sad` plus its distance.
#[derive(Debug, Clone, Copy)]
struct Quota {
    happy: u16,
    sad: u16,
}

/// The longest plans that are sought; no position of the 24-puzzle needs more than 205.
const MAX_MOVES: usize = 300;

/// A cell by its row and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    row: u8,
    column: u8,
}

impl Place {
    /// Not a place on any board.
    const NOWHERE: Self = Self { row: u8::MAX, column: u8::MAX };

    fn of(size: Size, cell: Cell) -> Self {
        Self { row: size.row(cell), column: size.column(cell) }
    }

    fn distance(self, other: Self) -> u8 {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column)
    }
}

/// The state of the search. Index 0 of a level array stands before the first level.
struct WorkingSet {
    width: u8,
    height: u8,
    /// The place where the tile in each cell belongs.
    home: [Place; Size::MAX_CELLS],
    /// Where the blank was at each level.
    blank: [Place; MAX_MOVES + 1],
    /// Happy moves left at each level.
    happy: [u16; MAX_MOVES + 1],
    /// Sad moves left at each level.
    sad: [u8; MAX_MOVES + 1],
    /// The code of the direction to be tried next at each level.
    direction: [u8; MAX_MOVES + 1],
}

impl WorkingSet {
    fn new(start: &Board, solved: &Board) -> Self {
        let size = start.size();
        let mut home = [Place::NOWHERE; Size::MAX_CELLS];
        for cell in size.all_cells() {
            let belongs = solved.cell_of(start.tile(cell));
            home[cell.index()] = belongs.map_or(Place::NOWHERE, |cell| Place::of(size, cell));
        }
        let mut blank = [Place::NOWHERE; MAX_MOVES + 1];
        blank[1] = Place::of(size, start.blank());
        Self {
            width: size.width(),
            height: size.height(),
            home,
            blank,
            happy: [0; MAX_MOVES + 1],
            sad: [0; MAX_MOVES + 1],
            direction: [0; MAX_MOVES + 1],
        }
    }

    fn index(&self, place: Place) -> usize {
        usize::from(place.row) * usize::from(self.width) + usize::from(place.column)
    }

    /// The Manhattan distance.
    fn distance(&self) -> u16 {
        let rows = 0..self.height;
        let all = rows.flat_map(|row| (0..self.width).map(move |column| Place { row, column }));
        let tiles = all.filter(|&place| place != self.blank[1]);
        tiles.map(|place| u16::from(place.distance(self.home[self.index(place)]))).sum()
    }

    /// Searches for a solution with exactly this many moves; returns the number of its moves.
    fn try_for(
        &mut self,
        quota: Quota,
        monitor: &mut Monitor<'_>,
        statistics: &mut Statistics,
    ) -> Result<Option<usize>, Stop> {
        let bound = Depth(quota.happy + quota.sad);
        let mut level = 1;
        self.happy[1] = quota.happy;
        self.sad[1] = quota.sad as u8;
        self.direction[1] = 0;
        monitor.check(bound, statistics)?;
        statistics.expanded += 1;
        loop {
            let blank = self.blank[level];
            let Some(from) = self.next_neighbour(level) else {
                if level == 1 {
                    return Ok(None);
                }
                level -= 1;
                self.home[self.index(blank)] = self.home[self.index(self.blank[level])];
                continue;
            };
            statistics.generated += 1;
            let home = self.home[self.index(from)];
            let is_happy = blank.distance(home) < from.distance(home);
            if !is_happy && self.sad[level] == 0 {
                continue;
            }
            self.blank[level + 1] = from;
            if is_happy && self.happy[level] == 1 {
                return Ok(Some(level));
            }
            monitor.check(bound, statistics)?;
            statistics.expanded += 1;
            self.home[self.index(blank)] = home;
            self.happy[level + 1] = self.happy[level] - u16::from(is_happy);
            self.sad[level + 1] = self.sad[level] - u8::from(!is_happy);
            level += 1;
            self.direction[level] = 0;
        }
    }

    /// The next place beside the blank of a level, but not where the blank came from.
    fn next_neighbour(&mut self, level: usize) -> Option<Place> {
        let Place { row, column } = self.blank[level];
        while self.direction[level] < 4 {
            let direction = Direction::ALL[usize::from(self.direction[level])];
            self.direction[level] += 1;
            let beside = match direction {
                Direction::East if column + 1 < self.width => Place { row, column: column + 1 },
                Direction::North if row > 0 => Place { row: row - 1, column },
                Direction::West if column > 0 => Place { row, column: column - 1 },
                Direction::South if row + 1 < self.height => Place { row: row + 1, column },
                _ => continue,
            };
            if beside != self.blank[level - 1] {
                return Some(beside);
            }
        }
        None
    }

    /// The tiles that were pushed, from the path of the blank.
    fn plan(&self, start: &Board, moves: usize) -> Vec<Move> {
        let mut board = *start;
        let path = &self.blank[2..moves + 2];
        path.iter()
            .map(|&place| {
                let cell = Cell(self.index(place) as u8);
                let step = Move(board.tile(cell));
                board = board.push(cell).expect("the blank goes from cell to cell");
                step
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_working_set_is_under_two_kilobytes() {
        assert!(size_of::<WorkingSet>() < 2000);
    }
}
