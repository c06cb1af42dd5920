//! Patterns up to symmetry.

use super::regions::{Cells, Regions, cells_of};
use super::symmetry::Symmetry;
use fewest_rules::tiles::{Cell, Size};
use std::fmt;
use std::str::FromStr;

/// Some tiles, given by the cells where they belong, and the place of the blank.
///
/// Patterns that are images of one another under a symmetry of the board share a table. A `Pattern`
/// is the first of them. The place of the blank matters only through the region in which it lies
/// when the tiles are in their places.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    size: Size,
    cells: Vec<Cell>,
    blank: Cell,
}

/// The error of a text that is not a pattern.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a pattern: write SIZE:CELL,CELL,...:BLANK with at most {most} cells, such as \
     4x4:1,4,5:0",
    most = Pattern::LARGEST
)]
pub struct NotAPattern(pub String);

impl Pattern {
    /// The largest number of tiles of a pattern.
    pub const LARGEST: usize = 8;

    /// The number of cells of the largest board for patterns: the cells of a pattern's tiles and
    /// their order fit into one word.
    pub const MAX_CELLS: usize = 36;

    /// The pattern that represents these tiles, and the symmetry that maps them to it.
    pub(crate) fn representing(size: Size, cells: &[Cell], blank: Cell) -> (Self, Symmetry) {
        let image = |symmetry: &Symmetry, set: Cells| -> Cells {
            cells_of(set).map(|cell| 1 << symmetry.image(cell).0).sum()
        };
        let set: Cells = cells.iter().map(|cell| 1 << cell.0).sum();
        let region = Regions::new(size).region(blank, set);
        let all = Symmetry::all(size).into_iter();
        let key = |symmetry: &Symmetry| (image(symmetry, set), image(symmetry, region));
        let symmetry = all.min_by_key(key).expect("every board has symmetries");
        let (set, region) = key(&symmetry);
        let blank = Cell(region.trailing_zeros() as u8);
        (Self { size, cells: cells_of(set).collect(), blank }, symmetry)
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the cells where the tiles belong, in order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the first cell of the region where the blank belongs.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The cells of the tiles as a set.
    pub(crate) fn set(&self) -> Cells {
        self.cells.iter().map(|cell| 1 << cell.0).sum()
    }
}

/// As in `4x4:1,4,5:0`: board, cells of the tiles counted by rows from 0, cell of the blank.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<_> = self.cells.iter().map(|cell| cell.0.to_string()).collect();
        f.pad(&format!("{}:{}:{}", self.size, cells.join(","), self.blank.0))
    }
}

impl FromStr for Pattern {
    type Err = NotAPattern;

    fn from_str(text: &str) -> Result<Self, NotAPattern> {
        let read = || {
            let mut parts = text.split(':');
            let size: Size = parts.next()?.parse().ok()?;
            let size = Some(size).filter(|size| size.cells() <= Self::MAX_CELLS)?;
            let cell = |text: &str| {
                let cell = Cell(text.parse().ok()?);
                (cell.index() < size.cells()).then_some(cell)
            };
            let cells: Vec<_> = parts.next()?.split(',').map(cell).collect::<Option<_>>()?;
            let blank = cell(parts.next()?)?;
            let mut sorted = cells.clone();
            sorted.sort_unstable();
            sorted.dedup();
            let fits = (1..=Self::LARGEST).contains(&cells.len()) && sorted.len() == cells.len();
            let ends = parts.next().is_none() && !cells.contains(&blank);
            (fits && ends).then(|| Self::representing(size, &cells, blank).0)
        };
        read().ok_or_else(|| NotAPattern(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_print_and_parse() {
        for text in ["4x4:1,4,5:0", "2x3:1:0", "5x5:1,2,5,6,7,12:0", "6x6:35,1:0"] {
            let pattern: Pattern = text.parse().unwrap();
            assert_eq!(pattern.to_string().parse(), Ok(pattern));
        }
        assert_eq!("4x4:15,14:0".parse::<Pattern>().unwrap().to_string(), "4x4:0,1:2");
        for text in [
            "",
            "4x4",
            "4x4::0",
            "4x4:1,1:0",
            "4x4:16:0",
            "4x4:0:0",
            "4x4:1:0:0",
            "9x9:1:0",
            "7x7:1:0",
        ] {
            assert!(text.parse::<Pattern>().is_err(), "{text}");
        }
        assert!("4x4:1,2,3,4,5,6,7,8,9:0".parse::<Pattern>().is_err(), "nine tiles");
    }

    #[test]
    fn three_of_the_four_rectangles_of_the_24_puzzle_have_one_table() {
        let patterns = ["3,4,8,9,13,14", "10,11,15,16,20,21", "17,18,19,22,23,24"];
        let patterns = patterns.map(|cells| format!("5x5:{cells}:0").parse::<Pattern>().unwrap());
        assert!(patterns.iter().all(|pattern| *pattern == patterns[0]));
        let around_the_corner: Pattern = "5x5:1,2,5,6,7,12:0".parse().unwrap();
        assert_ne!(around_the_corner, patterns[0]);
    }

    #[test]
    fn a_blank_in_another_region_makes_another_pattern() {
        let [inside, outside] =
            ["3x3:1,3:0", "3x3:1,3:8"].map(|text| text.parse::<Pattern>().unwrap());
        assert_ne!(inside, outside);
        let [turned, reflected] =
            ["3x3:5,7:8", "3x3:1,5:2"].map(|text| text.parse::<Pattern>().unwrap());
        assert_eq!([turned, reflected], [inside.clone(), inside]);
    }
}
