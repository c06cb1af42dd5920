//! Inversion distance.

use crate::board::Slide;
use crate::heuristics::{SlideHeuristic, evaluated_at_once};
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use fewest_search::Depth;
use fewest_search::problem::Consistent;

/// The vertical moves needed to put the tiles in order by rows, and the horizontal ones needed
/// to put them in order by columns.
///
/// # Admissible because
/// read by rows, a horizontal move changes nothing, and a vertical one takes a tile past as many
/// others as a row has cells, minus one: the number of pairs in wrong order changes by at most this
/// number, and always with its parity. Read by columns, the same holds for horizontal moves.
///
/// It is consistent because a vertical move is one of the changes whose minimum number it counts,
/// and a horizontal move does not change that number; by columns, the reverse.
///
/// # Source
/// Described by Ken'ichiro Takahashi (takaken) with his 15-puzzle program.
#[derive(Debug, Clone)]
pub struct InversionDistance {
    size: Size,
    /// The place of each tile in the target read by rows, and read by columns.
    rank: Vec<[u8; 2]>,
}

/// Pairs in wrong order by rows and by columns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Value {
    by_rows: u16,
    by_columns: u16,
}

impl InversionDistance {
    /// Creates the bound for a target.
    pub fn new(target: &Board) -> Self {
        let size = target.size();
        let rank = |tile| {
            let home = target.cell_of(Tile(tile)).unwrap_or(Cell(0));
            [home.0, Self::turn(size, home)]
        };
        Self { size, rank: size.all_cells().map(|cell| rank(cell.0)).collect() }
    }

    /// The number of a cell counted by columns.
    fn turn(size: Size, cell: Cell) -> u8 {
        size.column(cell) * size.height() + size.row(cell)
    }

    /// The fewest moves that each change `inversions` by `step`, `step - 2`, ..., `-step`.
    fn moves(inversions: u16, step: u8) -> u16 {
        let step = u16::from(step);
        let least = inversions.div_ceil(step);
        // An odd step changes the parity with every move.
        if step % 2 == 1 && least % 2 != inversions % 2 { least + 1 } else { least }
    }

    fn sum(&self, value: &Value) -> u16 {
        Self::moves(value.by_rows, self.size.width() - 1)
            + Self::moves(value.by_columns, self.size.height() - 1)
    }

    fn inversions(&self, reading: usize, tiles: &[Tile]) -> u16 {
        let rank = |tile: &Tile| self.rank[tile.index()][reading];
        let later = |i: usize| tiles[i + 1..].iter().filter(move |t| rank(t) < rank(&tiles[i]));
        (0..tiles.len()).map(|i| later(i).count() as u16).sum()
    }
}

impl Consistent for InversionDistance {}

impl SlideHeuristic for InversionDistance {
    type Value = Value;
    evaluated_at_once!();

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Value {
        let mut cells: Vec<_> = self.size.all_cells().collect();
        let read = |cells: &[Cell]| -> Vec<_> {
            cells.iter().map(|&cell| tile_at(cell)).filter(|&tile| tile != Tile::BLANK).collect()
        };
        let by_rows = self.inversions(0, &read(&cells));
        cells.sort_by_key(|&cell| Self::turn(self.size, cell));
        Value { by_rows, by_columns: self.inversions(1, &read(&cells)) }
    }

    #[inline]
    fn begin(
        &self,
        value: &Value,
        Slide { tile, from, to, .. }: Slide,
        tile_at: impl Fn(Cell) -> Tile,
    ) -> Value {
        let mut after = *value;
        let is_vertical = self.size.column(from) == self.size.column(to);
        let (reading, stride, inversions) = match is_vertical {
            true => (0, 1, &mut after.by_rows),
            false => (1, self.size.width(), &mut after.by_columns),
        };
        let rank = |tile: Tile| self.rank[tile.index()][reading];
        // The tiles passed lie between the two cells in the order of reading.
        let passed = |first: Cell, last: Cell| {
            let mut at = first;
            let size = self.size;
            std::iter::from_fn(move || {
                let next = at.0 + stride;
                let wraps = usize::from(next) >= size.cells();
                // Below the last row comes the top of the next column.
                at = Cell(if wraps { next + 1 - size.cells() as u8 } else { next });
                (at != last).then_some(at)
            })
        };
        let forward = from < to;
        let (first, last) = if forward { (from, to) } else { (to, from) };
        for cell in passed(first, last) {
            let is_later_at_home = rank(tile_at(cell)) > rank(tile);
            if is_later_at_home == forward { *inversions += 1 } else { *inversions -= 1 }
        }
        after
    }

    fn bound(&self, value: &Value) -> Depth {
        Depth(self.sum(value))
    }
}
