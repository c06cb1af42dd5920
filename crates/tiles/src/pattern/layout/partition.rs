//! Partitions of the tiles into patterns.

use super::pattern::Pattern;
use super::symmetry::Symmetry;
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use std::fmt;

/// The cells of a solved board, except that of the blank, split into patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    pub(crate) target: Board,
    pub(crate) patterns: Vec<Vec<Cell>>,
}

/// The error of patterns that are not a partition of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a partition has a letter for every cell of the board and . for the blank's, and no letter \
     more than {} times; the board has at most {} cells",
    Pattern::LARGEST,
    Pattern::MAX_CELLS
)]
pub struct NotAPartition;

impl Partition {
    /// Reads a partition that is drawn by rows: cells with the same letter are a pattern, `.` is
    /// the blank. The tiles of the solved board are in order.
    ///
    /// # Errors
    /// If the drawing does not have the size of the board, or a pattern or the board is too large.
    pub fn drawn(size: Size, drawing: &str) -> Result<Self, NotAPartition> {
        let letters: Vec<_> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
        let at = |cell: Cell| letters.get(cell.index()).copied();
        let blank = size.all_cells().find(|&cell| at(cell) == Some('.'));
        let fits = letters.len() == size.cells() && size.cells() <= Pattern::MAX_CELLS;
        let Some(blank) = blank.filter(|_| fits) else { return Err(NotAPartition) };
        let mut names: Vec<_> = letters.iter().copied().filter(|&c| c != '.').collect();
        names.sort_unstable();
        names.dedup();
        let cells = |name| size.all_cells().filter(|&cell| at(cell) == Some(name)).collect();
        let patterns: Vec<Vec<_>> = names.into_iter().map(cells).collect();
        let tiles: usize = patterns.iter().map(Vec::len).sum();
        let fits = patterns.iter().all(|pattern| pattern.len() <= Pattern::LARGEST);
        if fits && tiles + 1 == size.cells() {
            Ok(Self { target: Board::in_order(size, blank), patterns })
        } else {
            Err(NotAPartition)
        }
    }

    /// Returns the drawing of the partition, without spaces.
    pub fn drawing(&self) -> String {
        let letter = |cell| {
            let number = self.patterns.iter().position(|pattern| pattern.contains(&cell));
            number.map_or('.', |number| (b'A' + number as u8) as char)
        };
        self.size().all_cells().map(letter).collect()
    }

    /// The partitions that have a name, with blank first: size, name and drawing.
    const NAMED: [((u8, u8), &str, &str); 5] = [
        ((4, 4), "5-5-5", ".ABB AABB ACCB ACCC"),
        ((4, 4), "7-8", ".ABB AABB AABB AABB"),
        ((5, 5), "6-6-6-6", ".AABB AAABB CCABB CCDDD CCDDD"),
        ((5, 5), "blocks", ".ABBB AABBB ACCDD ACCDD ACCDD"),
        ((5, 5), "ring", ".AABB AABBB ACCCB ACCCD DDDDD"),
    ];

    /// Returns the partition with a name; the blank comes first.
    ///
    /// # Source
    /// `7-8` and `6-6-6-6`: Korf and Felner, Artificial Intelligence 134 (2002), figures 3 and 5.
    /// `blocks` and `ring` are the fifth and the tenth of the 14 of Clausecker's *improved*
    /// catalogue for the 24-puzzle.
    pub fn named(size: Size, name: &str) -> Option<Self> {
        let sides = (size.width(), size.height());
        let known = Self::NAMED.iter().find(|(of, known, _)| *of == sides && *known == name);
        known.and_then(|(_, _, drawing)| Self::drawn(size, drawing).ok())
    }

    /// Returns its name, if it has one, with the blank in any corner.
    pub fn name(&self) -> Option<&'static str> {
        let first = self.towards(&Board::in_order(self.size(), Cell(0)))?;
        let names = Self::NAMED.iter().map(|(_, name, _)| *name);
        let is_it = |named: Self| named.patterns == first.patterns;
        names.into_iter().find(|name| Self::named(self.size(), name).is_some_and(is_it))
    }

    /// Returns the sizes and names of all partitions that have a name, as in `4x4:7-8`.
    pub fn names() -> impl Iterator<Item = String> {
        Self::NAMED.iter().map(|((width, height), name, _)| format!("{width}x{height}:{name}"))
    }

    /// Creates patterns of up to `tiles` tiles that are close together: bands of two rows, cut
    /// across.
    ///
    /// # Panics
    /// If `tiles` is zero or more than [`Pattern::LARGEST`].
    pub fn bands(target: &Board, tiles: usize) -> Self {
        assert!((1..=Pattern::LARGEST).contains(&tiles), "a pattern has 1 to 8 tiles");
        let (size, blank) = (target.size(), target.blank());
        let mut cells: Vec<_> = size.all_cells().filter(|&cell| cell != blank).collect();
        cells.sort_by_key(|&cell| {
            let (band, column) = (size.row(cell) / 2, size.column(cell));
            // Every other band runs back, so that patterns go round the bend in one piece.
            (band, if band % 2 == 0 { column } else { size.width() - column }, cell)
        });
        Self { target: *target, patterns: cells.chunks(tiles).map(<[_]>::to_vec).collect() }
    }

    /// Does the same with bands of two columns, on square boards.
    ///
    /// # Panics
    /// As [`Partition::bands`].
    pub fn bands_across(target: &Board, tiles: usize) -> Option<Self> {
        let diagonal = Symmetry::diagonals(target.size()).into_iter().next()?;
        let reflected = Board::in_order(target.size(), diagonal.image(target.blank()));
        Some(Self { target: *target, ..Self::bands(&reflected, tiles).mapped(&diagonal) })
    }

    /// Returns the same partition for another solved board, rotated or reflected so that the blank
    /// is in its place there; `None` if no symmetry of the board does this.
    pub fn towards(&self, target: &Board) -> Option<Self> {
        let (blank, there) = (self.target.blank(), target.blank());
        let mut symmetries = Symmetry::all(self.size()).into_iter();
        let symmetry = symmetries.find(|symmetry| symmetry.image(blank) == there);
        let symmetry = symmetry.filter(|_| target.size() == self.size())?;
        Some(Self { target: *target, ..self.mapped(&symmetry) })
    }

    /// Returns the partition reflected in the diagonal on which the blank lies, or `None` if the
    /// board is not square or the blank lies on no diagonal.
    pub fn reflected(&self) -> Option<Self> {
        let blank = self.target.blank();
        let keeps_the_blank = |diagonal: &Symmetry| diagonal.image(blank) == blank;
        let diagonal = Symmetry::diagonals(self.size()).into_iter().find(keeps_the_blank)?;
        Some(self.mapped(&diagonal))
    }

    fn mapped(&self, symmetry: &Symmetry) -> Self {
        let image = |cells: &Vec<Cell>| cells.iter().map(|&cell| symmetry.image(cell)).collect();
        Self { patterns: self.patterns.iter().map(image).collect(), ..*self }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.target.size()
    }

    /// Returns the solved board.
    pub fn target(&self) -> &Board {
        &self.target
    }

    /// Returns the number of patterns.
    pub fn patterns(&self) -> usize {
        self.patterns.len()
    }

    /// How each pattern is mapped to its table.
    pub(crate) fn placings(&self) -> Vec<Placing> {
        self.patterns.iter().map(|cells| Placing::new(&self.target, cells)).collect()
    }

    /// Returns the patterns whose tables several partitions use, without repetition.
    pub fn tables_of(partitions: &[Self]) -> Vec<Pattern> {
        let patterns = partitions.iter().flat_map(|Self { target, patterns }| {
            let (size, blank) = (target.size(), target.blank());
            patterns.iter().map(move |cells| Pattern::representing(size, cells, blank).0)
        });
        let mut patterns: Vec<_> = patterns.collect();
        patterns.sort();
        patterns.dedup();
        patterns
    }
}

/// A pattern of a partition: the one that represents it, the symmetry that maps it there, and the
/// tiles in the order in which the table has them.
pub(crate) struct Placing {
    pub pattern: Pattern,
    pub symmetry: Symmetry,
    pub tiles: Vec<Tile>,
}

impl Placing {
    /// The placing of the tiles that belong in some cells of a target.
    pub fn new(target: &Board, cells: &[Cell]) -> Self {
        let (pattern, symmetry) = Pattern::representing(target.size(), cells, target.blank());
        let mut sorted = cells.to_vec();
        sorted.sort_by_key(|&cell| symmetry.image(cell));
        let tiles = sorted.into_iter().map(|cell| target.tile(cell)).collect();
        Self { pattern, symmetry, tiles }
    }
}

/// Its name, or the number of tiles of each pattern.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = || self.patterns.iter().map(|cells| cells.len().to_string());
        let name = self.name().map_or_else(|| tiles().collect::<Vec<_>>().join("-"), str::to_owned);
        f.pad(&name)
    }
}
