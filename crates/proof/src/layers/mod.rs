//! Layers of the (n²−1)-puzzle: the positions at each distance from a given one.
//!
//! A certificate has a line for each layer: how many positions it has, and their digest, which does
//! not depend on their order. The checker finds all layers again, by the rules and with sorting
//! instead of tables, and compares. So two programs that share no code have visited the same
//! positions.
//!
//! # Source
//! Delayed duplicate detection by sorting: Korf, *Best-first frontier search with delayed duplicate
//! detection*, AAAI 2004.

use crate::artifact::Format;
use crate::checking::{fit, tell};
use crate::{NotVerified, OnProgress, Reason};
use fewest_rules::tiles::{self, Board, Cell, Direction, Options, Size, Tile};
use rayon::prelude::*;
use std::fmt;
use std::io::BufRead;

pub(crate) const FORMAT: Format =
    Format { begin: "fewest layers 1\n", fields: &["start", "layers", "built-by"] };
/// The cells of the largest board: a position takes one word.
const MOST_CELLS: usize = 16;
/// The bytes per position of the layer being expanded: the position, one of the previous layer, and
/// its children, of which there are at most four.
const BYTES_OF_POSITION: u64 = 6 * 8;

/// The positions of a layer: their number, and the sum of their BLAKE3 digests, modulo 2 to the
/// power of 128, where a digest counts as the number in its first sixteen bytes, lowest byte first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Layer {
    /// The number of positions.
    pub positions: u64,
    digest: u128,
}

impl Layer {
    /// Adds a position: the tile in each cell in reading order, 0 for the blank.
    pub fn add(&mut self, position: &Board) {
        let tiles: Vec<u8> = position.tiles().iter().map(|tile| tile.0).collect();
        self.add_bytes(&tiles);
    }

    fn add_bytes(&mut self, tiles: &[u8]) {
        let hash = blake3::hash(tiles);
        let (first, _) = hash.as_bytes().split_first_chunk().expect("it has 32 bytes");
        self.positions += 1;
        self.digest = self.digest.wrapping_add(u128::from_le_bytes(*first));
    }

    /// Returns the union of this layer and another one, which has no position in common with it.
    #[must_use]
    pub fn and(self, Self { positions, digest }: Self) -> Self {
        let digest = self.digest.wrapping_add(digest);
        Self { positions: self.positions + positions, digest }
    }
}

/// As in a certificate.
impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:032x}", self.positions, self.digest)
    }
}

/// Returns the text of a certificate that these are all layers from a position.
pub fn certificate(start: &Board, layers: &[Layer]) -> String {
    let values =
        [start.to_string(), layers.len().to_string(), env!("CARGO_PKG_VERSION").to_owned()];
    let lines: String = layers.iter().map(|layer| format!("{layer}\n")).collect();
    FORMAT.write(&values, &lines)
}

/// What a certificate proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The position from which moves are counted.
    pub start: Board,
    /// All positions that can be reached, by the number of moves that it takes.
    pub layers: Vec<Layer>,
}

/// Checks a certificate, and reports after each layer how many positions were compared.
///
/// # Errors
/// The first layer that does not hold.
///
/// # Complexity
/// Sorts the children of all positions. Takes memory for two layers and the children of one, at
/// most 48 bytes per position of the largest layer; if there is less, the check ends. Uses all
/// cores.
pub fn check(
    file: impl BufRead,
    memory: Option<u64>,
    on_progress: &mut OnProgress<'_>,
) -> Result<Checked, NotVerified> {
    let mut file = FORMAT.open(file)?;
    let start = start(&file.values[0]);
    let start = start.ok_or(Reason::Expected("a position of at most 16 cells").in_line(2))?;
    let first = file.line + 1;
    let expected = "a number of positions, not 0, and 32 hexadecimal digits";
    let layers = file.lines("layers", expected, layer)?;
    let space = Space(start.size());
    let (mut before, mut layer) = (vec![], vec![pack(&start)]);
    let mut compared = 0;
    // There must be no layer after the last one.
    for (moves, said) in (0_u64..).zip(layers.iter().copied().chain([Layer::default()])) {
        let found = space.summary(&layer);
        let Layer { positions, digest } = found;
        if found != said {
            return Err(Reason::Layer { moves, positions, digest }.in_line(first + moves).into());
        }
        compared += positions;
        tell(on_progress, compared, None)?;
        fit(BYTES_OF_POSITION * positions, memory)?;
        let next = space.next(&before, &layer);
        before = std::mem::replace(&mut layer, next);
    }
    Ok(Checked { start, layers })
}

/// Reads a layer in the only form in which it is written. An empty one at the end would match, and
/// the farthest position would seem farther.
fn layer(line: &str) -> Option<Layer> {
    let (positions, digest) = line.split_once(' ')?;
    let positions = positions.parse().ok().filter(|&positions| positions > 0)?;
    let layer = Layer { positions, digest: u128::from_str_radix(digest, 16).ok()? };
    (layer.to_string() == line).then_some(layer)
}

/// Reads a position, if its text is in the form that is written.
fn start(text: &str) -> Option<Board> {
    let start = tiles::parse(text, Options::default()).ok()?.start;
    (start.to_string() == text && start.size().cells() <= MOST_CELLS).then_some(start)
}

/// Packs the tiles, four bits per cell, the first cell lowest.
fn pack(board: &Board) -> u64 {
    board.tiles().iter().rev().fold(0, |word, tile| word << 4 | u64::from(tile.0))
}

/// The positions of a size, each in a word.
struct Space(Size);

impl Space {
    fn tile(position: u64, cell: Cell) -> u64 {
        position >> (4 * cell.0) & 15
    }

    fn summary(&self, layer: &[u64]) -> Layer {
        let add = |mut sum: Layer, &position: &u64| {
            let tile = |cell| Self::tile(position, cell) as u8;
            let mut tiles = [0; MOST_CELLS];
            self.0.all_cells().for_each(|cell| tiles[cell.index()] = tile(cell));
            sum.add_bytes(&tiles[..self.0.cells()]);
            sum
        };
        layer.par_iter().fold(Layer::default, add).reduce(Layer::default, Layer::and)
    }

    /// Returns the layer after one, in ascending order: each move can be reversed, so what is one
    /// move away is in the previous layer, in this one, or in the next.
    fn next(&self, before: &[u64], layer: &[u64]) -> Vec<u64> {
        let mut next: Vec<u64> =
            layer.par_iter().flat_map_iter(|&position| self.children(position)).collect();
        next.par_sort_unstable();
        next.dedup();
        let is_old = |position: &u64| {
            before.binary_search(position).is_ok() || layer.binary_search(position).is_ok()
        };
        next.into_par_iter().filter(|position| !is_old(position)).collect()
    }

    fn children(&self, position: u64) -> impl Iterator<Item = u64> {
        let is_blank = |&cell: &Cell| Self::tile(position, cell) == u64::from(Tile::BLANK.0);
        let blank = self.0.all_cells().find(is_blank).expect("every position has a blank");
        Direction::ALL.into_iter().filter_map(move |step| {
            let from = self.0.neighbour(blank, step)?;
            let tile = Self::tile(position, from);
            Some(position ^ tile << (4 * from.0) ^ tile << (4 * blank.0))
        })
    }
}

#[cfg(test)]
mod tests;
