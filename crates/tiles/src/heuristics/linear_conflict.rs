//! Manhattan distance and linear conflicts.

use crate::board::Slide;
use crate::heuristics::{Manhattan, SlideHeuristic, evaluated_at_once};
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use fewest_search::Depth;
use fewest_search::problem::Consistent;

const SIDE: usize = Size::MAX_SIDE as usize;

/// The Manhattan distance, plus two moves for every tile that must leave its row or column to let
/// others pass.
///
/// A line is read as a number with one digit per cell: 0 for a tile that does not belong to the
/// line, otherwise one more than its place in the line. A table made at the start, of at most 8^7
/// bytes, gives the conflicts of each number, and a move changes the numbers of two lines. For
/// lines of eight cells, conflicts are counted each time.
///
/// # Admissible because
/// tiles of one line that are out of order cannot all stay in it: at least those outside a longest
/// increasing subsequence have to leave. Each of them makes two moves across the line that the
/// Manhattan distance does not count; leaving a row and leaving a column are different moves.
///
/// It is consistent because a move along a line keeps the order of its tiles, and a move across
/// takes one tile out of a line and puts it into the next. If the tile leaves the line that it
/// belongs to, the added moves fall by zero or two, and the Manhattan distance grows by one; if it
/// enters that line, the reverse; between other lines only the distance changes.
///
/// # Source
/// Hansson, Mayer and Yung, *Criticizing solutions to relaxed models yields powerful admissible
/// heuristics*, Information Sciences 63 (1992).
#[derive(Debug, Clone)]
pub struct LinearConflict {
    size: Size,
    manhattan: Manhattan,
    home: Vec<Cell>,
    /// Of the rows, and of the columns.
    lines: [Lines; 2],
}

/// Conflicts of all rows, or of all columns.
#[derive(Debug, Clone)]
struct Lines {
    /// The weight of each digit.
    weight: [u32; SIDE],
    /// One more than the cells of a line.
    base: u32,
    /// Moves to be added, by number; nothing for lines of more than [`TABLED`] cells.
    conflicts: Vec<u8>,
}

/// The longest lines that have a table.
const TABLED: u8 = 7;

impl Lines {
    fn new(length: u8) -> Self {
        let base = u32::from(length) + 1;
        let mut weight = [0; SIDE];
        for (place, weight) in weight.iter_mut().enumerate().take(length.into()) {
            *weight = base.pow(place as u32);
        }
        let count = if length > TABLED { 0 } else { base.pow(length.into()) };
        let conflicts = (0..count).map(|number| conflicts(number, base)).collect();
        Self { weight, base, conflicts }
    }

    /// Moves to be added for a line.
    #[inline]
    fn conflicts(&self, number: u32) -> u16 {
        let known = self.conflicts.get(number as usize).copied();
        known.unwrap_or_else(|| conflicts(number, self.base)).into()
    }
}

/// Twice the tiles outside a longest increasing subsequence of a line.
fn conflicts(mut number: u32, base: u32) -> u8 {
    let mut order = [0; SIDE];
    let mut longest = [0; SIDE];
    let mut tiles = 0;
    while number > 0 {
        let digit = number % base;
        number /= base;
        if digit > 0 {
            let before = (0..tiles).filter(|&j| order[j] < digit).map(|j| longest[j]).max();
            (order[tiles], longest[tiles]) = (digit, before.unwrap_or(0) + 1);
            tiles += 1;
        }
    }
    2 * (tiles as u8 - longest.into_iter().max().unwrap_or(0))
}

/// The numbers of all rows and of all columns, and the sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Value {
    lines: [[u32; SIDE]; 2],
    manhattan: u16,
    conflicts: u16,
}

impl LinearConflict {
    /// Creates the bound for a target.
    pub fn new(target: &Board) -> Self {
        let size = target.size();
        let home = |cell: Cell| target.cell_of(Tile(cell.0)).unwrap_or(cell);
        Self {
            size,
            manhattan: Manhattan::new(target),
            home: size.all_cells().map(home).collect(),
            lines: [size.width(), size.height()].map(Lines::new),
        }
    }

    /// The row and the column of a cell.
    #[inline]
    fn place(&self, cell: Cell) -> [usize; 2] {
        [self.size.row(cell).into(), self.size.column(cell).into()]
    }

    /// The digits of a tile in a row and in a column of the board, with their weights.
    #[inline]
    fn digits(&self, tile: Tile, cell: Cell) -> [u32; 2] {
        let (here, home) = (self.place(cell), self.place(self.home[tile.index()]));
        [0, 1].map(|axis| {
            let belongs = tile != Tile::BLANK && home[axis] == here[axis];
            let weight = self.lines[axis].weight[here[1 - axis]];
            if belongs { weight * (home[1 - axis] as u32 + 1) } else { 0 }
        })
    }

    #[inline]
    fn conflicts_in(&self, value: &Value, [row, column]: [usize; 2]) -> u16 {
        let [rows, columns] = &self.lines;
        rows.conflicts(value.lines[0][row]) + columns.conflicts(value.lines[1][column])
    }
}

impl Consistent for LinearConflict {}

impl SlideHeuristic for LinearConflict {
    type Value = Value;
    evaluated_at_once!();

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Value {
        let manhattan = self.manhattan.start(&tile_at);
        let mut value = Value { manhattan, ..Value::default() };
        for cell in self.size.all_cells() {
            let (place, digits) = (self.place(cell), self.digits(tile_at(cell), cell));
            for axis in [0, 1] {
                value.lines[axis][place[axis]] += digits[axis];
            }
        }
        // Lines beyond the board are empty.
        value.conflicts = (0..SIDE).map(|line| self.conflicts_in(&value, [line, line])).sum();
        value
    }

    #[inline]
    fn begin(&self, value: &Value, slide: Slide, _: impl Fn(Cell) -> Tile) -> Value {
        let Slide { tile, from, to, .. } = slide;
        let manhattan = self.manhattan.slid(value.manhattan, slide);
        let mut after = Value { manhattan, ..*value };
        let [old, new] = [from, to].map(|cell| self.place(cell));
        // One of the two lines through the cells is the same; its conflicts are counted twice on
        // both sides and cancel out.
        let before = self.conflicts_in(value, old) + self.conflicts_in(value, new);
        let [left, entered] = [from, to].map(|cell| self.digits(tile, cell));
        for axis in [0, 1] {
            after.lines[axis][old[axis]] -= left[axis];
            after.lines[axis][new[axis]] += entered[axis];
        }
        let now = self.conflicts_in(&after, old) + self.conflicts_in(&after, new);
        after.conflicts = value.conflicts + now - before;
        after
    }

    fn bound(&self, value: &Value) -> Depth {
        Depth(value.manhattan + value.conflicts)
    }
}
