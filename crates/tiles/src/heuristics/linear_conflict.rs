//! Manhattan distance and linear conflicts.

use crate::board::Slide;
use crate::heuristics::{Manhattan, SlideHeuristic};
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
    rows: Lines,
    columns: Lines,
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

/// The number of each line, and the sums.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Value {
    rows: [u32; SIDE],
    columns: [u32; SIDE],
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
            rows: Lines::new(size.width()),
            columns: Lines::new(size.height()),
        }
    }

    /// The digit of a tile in a row, with its weight in a column of the board.
    fn in_row(&self, tile: Tile, cell: Cell) -> u32 {
        let home = self.home[tile.index()];
        let belongs = tile != Tile::BLANK && self.size.row(home) == self.size.row(cell);
        let weight = self.rows.weight[usize::from(self.size.column(cell))];
        if belongs { weight * u32::from(self.size.column(home) + 1) } else { 0 }
    }

    fn in_column(&self, tile: Tile, cell: Cell) -> u32 {
        let home = self.home[tile.index()];
        let belongs = tile != Tile::BLANK && self.size.column(home) == self.size.column(cell);
        let weight = self.columns.weight[usize::from(self.size.row(cell))];
        if belongs { weight * u32::from(self.size.row(home) + 1) } else { 0 }
    }

    fn lines(&self, cell: Cell) -> (usize, usize) {
        (self.size.row(cell).into(), self.size.column(cell).into())
    }

    fn conflicts_in(&self, value: &Value, (row, column): (usize, usize)) -> u16 {
        self.rows.conflicts(value.rows[row]) + self.columns.conflicts(value.columns[column])
    }
}

impl Consistent for LinearConflict {}

impl SlideHeuristic for LinearConflict {
    type Value = Value;
    type Step = Value;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Value {
        let manhattan = self.manhattan.start(&tile_at);
        let mut value = Value { rows: [0; SIDE], columns: [0; SIDE], manhattan, conflicts: 0 };
        for cell in self.size.all_cells() {
            let (row, column) = self.lines(cell);
            value.rows[row] += self.in_row(tile_at(cell), cell);
            value.columns[column] += self.in_column(tile_at(cell), cell);
        }
        let rows = value.rows.iter().map(|&number| self.rows.conflicts(number));
        let columns = value.columns.iter().map(|&number| self.columns.conflicts(number));
        value.conflicts = rows.chain(columns).sum();
        value
    }

    #[inline]
    fn begin(&self, value: &Value, slide: Slide, _: impl Fn(Cell) -> Tile) -> Value {
        let Slide { tile, from, to, .. } = slide;
        let manhattan = self.manhattan.slid(value.manhattan, slide);
        let mut after = Value { manhattan, ..*value };
        let (old, new) = (self.lines(from), self.lines(to));
        // One of the two lines through the cells is the same; its conflicts are counted twice on
        // both sides and cancel out.
        let before = self.conflicts_in(value, old) + self.conflicts_in(value, new);
        after.rows[old.0] -= self.in_row(tile, from);
        after.columns[old.1] -= self.in_column(tile, from);
        after.rows[new.0] += self.in_row(tile, to);
        after.columns[new.1] += self.in_column(tile, to);
        let now = self.conflicts_in(&after, old) + self.conflicts_in(&after, new);
        after.conflicts = value.conflicts + now - before;
        after
    }

    #[inline]
    fn finish(&self, _: &Value, _: Slide, step: &Value, budget: Depth, after: &mut Value) -> bool {
        *after = *step;
        self.bound(after) <= budget
    }

    fn bound(&self, value: &Value) -> Depth {
        Depth(value.manhattan + value.conflicts)
    }
}
