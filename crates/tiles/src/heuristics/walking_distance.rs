//! Walking distance.

use crate::board::Slide;
use crate::heuristics::{SlideHeuristic, evaluated_at_once};
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use fewest_search::Depth;
use fewest_search::problem::Consistent;
use std::collections::HashMap;

/// The vertical moves of a puzzle in which a tile is known only by its row and the row that it
/// belongs to, plus the horizontal moves of the same puzzle for columns.
///
/// A table of all distributions of tiles over rows, made by breadth-first search at the start,
/// has 24,964 entries for four rows of four.
///
/// # Admissible because
/// vertical moves alone change the rows of tiles, and every solution maps to a solution of the
/// puzzle where tiles of one row may pass one another freely; the same for columns. It is
/// consistent, since one move changes one of the two distances by one.
///
/// # Source
/// Described by Ken'ichiro Takahashi (takaken) with his 15-puzzle program.
#[derive(Debug, Clone)]
pub struct WalkingDistance {
    size: Size,
    home: Vec<Cell>,
    rows: Walk,
    columns: Walk,
}

/// All distributions of tiles over the lines of one direction.
#[derive(Debug, Clone)]
struct Walk {
    lines: u8,
    index: HashMap<Distribution, u32>,
    distance: Vec<u8>,
    /// By distribution, whether the blank goes up a line, and the line the tile belongs to.
    next: Vec<u32>,
}

/// The longest side: with two lines of seven cells there are too many distributions already.
const LONGEST: u8 = 6;
/// The most cells: from 5x5 on there are more than [`MOST`] distributions.
const MOST_CELLS: usize = 24;

/// The number of tiles of each line in each line, three bits each, with the blank's line on top.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Distribution(u128);

impl Distribution {
    const BLANK: u32 = 120;

    fn one(line: u8, belongs: u8) -> u128 {
        1 << (3 * u32::from(line * LONGEST + belongs))
    }

    fn count(self, line: u8, belongs: u8) -> u128 {
        self.0 >> (3 * u32::from(line * LONGEST + belongs)) & 7
    }

    fn blank(self) -> u8 {
        (self.0 >> Self::BLANK) as u8
    }

    /// The distribution after a tile that belongs to a line went from line `from` to the blank's.
    fn push(self, from: u8, belongs: u8) -> Self {
        let moved = self.0 - Self::one(from, belongs) + Self::one(self.blank(), belongs);
        Self(moved & !(0xff << Self::BLANK) | u128::from(from) << Self::BLANK)
    }
}

/// More distributions than this are not made: that would take more than a second.
const MOST: usize = 1 << 20;

impl Walk {
    const NONE: u32 = u32::MAX;

    fn new(lines: u8, length: u8, blank: u8) -> Option<Self> {
        let mut solved = Distribution(u128::from(blank) << Distribution::BLANK);
        for line in 0..lines {
            let tiles = length - u8::from(line == blank);
            solved.0 += u128::from(tiles) * Distribution::one(line, line);
        }
        let mut index = HashMap::from([(solved, 0)]);
        let mut all = vec![solved];
        let mut distance = vec![0];
        let mut next = vec![];
        let mut at = 0;
        while let Some(&distribution) = all.get(at) {
            let blank = distribution.blank();
            for from in [blank.checked_add(1), blank.checked_sub(1)] {
                for belongs in 0..lines {
                    let tile = from.filter(|&from| from < lines);
                    let tile = tile.filter(|&from| distribution.count(from, belongs) > 0);
                    let Some(from) = tile else {
                        next.push(Self::NONE);
                        continue;
                    };
                    let after = distribution.push(from, belongs);
                    let fresh = all.len() as u32;
                    let known = *index.entry(after).or_insert(fresh);
                    if known == fresh {
                        all.push(after);
                        distance.push(distance[at] + 1);
                    }
                    next.push(known);
                }
            }
            if all.len() > MOST {
                return None;
            }
            at += 1;
        }
        Some(Self { lines, index, distance, next })
    }

    fn step(&self, index: u32, from: u8, to: u8, belongs: u8) -> u32 {
        let is_up = usize::from(from < to);
        self.next[(index as usize * 2 + is_up) * usize::from(self.lines) + usize::from(belongs)]
    }
}

/// The two distributions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Value {
    rows: u32,
    columns: u32,
}

impl WalkingDistance {
    /// Creates the bound for a target; returns `None` if its table would be too large to make at
    /// the start: from 5x5 on, and with a side of more than six.
    pub fn new(target: &Board) -> Option<Self> {
        let size = target.size();
        let (width, height) = (size.width(), size.height());
        // Finding out how large it is would take half a second.
        if width.max(height) > LONGEST || size.cells() > MOST_CELLS {
            return None;
        }
        let home = |cell: Cell| target.cell_of(Tile(cell.0)).unwrap_or(cell);
        Some(Self {
            size,
            home: size.all_cells().map(home).collect(),
            rows: Walk::new(height, width, size.row(target.blank()))?,
            columns: Walk::new(width, height, size.column(target.blank()))?,
        })
    }

    fn sum(&self, value: &Value) -> u16 {
        let rows = self.rows.distance[value.rows as usize];
        u16::from(rows) + u16::from(self.columns.distance[value.columns as usize])
    }
}

impl Consistent for WalkingDistance {}

impl SlideHeuristic for WalkingDistance {
    type Value = Value;
    evaluated_at_once!();

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Value {
        let read = |walk: &Walk, line: &dyn Fn(Cell) -> u8| {
            let mut distribution = Distribution(0);
            for cell in self.size.all_cells() {
                distribution.0 += match tile_at(cell) {
                    Tile::BLANK => u128::from(line(cell)) << Distribution::BLANK,
                    tile => Distribution::one(line(cell), line(self.home[tile.index()])),
                };
            }
            // Every distribution of a position is reached: tiles of a line pass one another.
            walk.index[&distribution]
        };
        Value {
            rows: read(&self.rows, &|cell| self.size.row(cell)),
            columns: read(&self.columns, &|cell| self.size.column(cell)),
        }
    }

    #[inline]
    fn begin(
        &self,
        value: &Value,
        Slide { tile, from, to, .. }: Slide,
        _: impl Fn(Cell) -> Tile,
    ) -> Value {
        let home = self.home[tile.index()];
        let size = self.size;
        let [from_row, to_row, home_row] = [from, to, home].map(|cell| size.row(cell));
        let [from_column, to_column, home_column] = [from, to, home].map(|cell| size.column(cell));
        if from_row == to_row {
            let columns = self.columns.step(value.columns, from_column, to_column, home_column);
            Value { columns, ..*value }
        } else {
            let rows = self.rows.step(value.rows, from_row, to_row, home_row);
            Value { rows, ..*value }
        }
    }

    fn bound(&self, value: &Value) -> Depth {
        Depth(self.sum(value))
    }
}
