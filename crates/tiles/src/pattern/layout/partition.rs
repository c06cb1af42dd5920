//! Partitions of the tiles into patterns.

use super::pattern::Pattern;
use super::symmetry::Symmetry;
use fewest_rules::tiles::{Board, Cell, Goal, Size, Tile};
use std::fmt;

/// The cells of the solved board, the blank's excepted, split into patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    pub(crate) size: Size,
    pub(crate) goal: Goal,
    pub(crate) patterns: Vec<Vec<Cell>>,
}

/// These patterns are no partition of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a partition has a letter for every cell of the board and . for the blank's, the first or \
     the last, and no letter more than {} times",
    Pattern::LARGEST
)]
pub struct NotAPartition;

impl Partition {
    /// A partition drawn by rows: cells with the same letter are a pattern, `.` is the blank.
    ///
    /// # Errors
    /// If the drawing has not the size of the board, or a pattern is too large.
    pub fn drawn(size: Size, drawing: &str) -> Result<Self, NotAPartition> {
        let letters: Vec<_> = drawing.chars().filter(|c| !c.is_whitespace()).collect();
        let at = |cell: Cell| letters.get(cell.index()).copied();
        let goal = Goal::ALL.into_iter().find(|&goal| at(blank(size, goal)) == Some('.'));
        let (Some(goal), true) = (goal, letters.len() == size.cells()) else {
            return Err(NotAPartition);
        };
        let mut names: Vec<_> = letters.iter().copied().filter(|&c| c != '.').collect();
        names.sort_unstable();
        names.dedup();
        let cells = |name| size.all_cells().filter(|&cell| at(cell) == Some(name)).collect();
        let patterns: Vec<Vec<_>> = names.into_iter().map(cells).collect();
        let tiles: usize = patterns.iter().map(Vec::len).sum();
        let fits = patterns.iter().all(|pattern| pattern.len() <= Pattern::LARGEST);
        if fits && tiles + 1 == size.cells() {
            Ok(Self { size, goal, patterns })
        } else {
            Err(NotAPartition)
        }
    }

    /// The partitions that have a name, with blank first: size, name and drawing.
    const NAMED: [((u8, u8), &str, &str); 5] = [
        ((4, 4), "5-5-5", ".ABB AABB ACCB ACCC"),
        ((4, 4), "7-8", ".ABB AABB AABB AABB"),
        ((5, 5), "6-6-6-6", ".AABB AAABB CCABB CCDDD CCDDD"),
        ((5, 5), "blocks", ".ABBB AABBB ACCDD ACCDD ACCDD"),
        ((5, 5), "ring", ".AABB AABBB ACCCB ACCCD DDDDD"),
    ];

    /// A partition by its name; the blank is first.
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

    /// Its name, if it has one, towards either goal.
    pub fn name(&self) -> Option<&'static str> {
        let first = self.clone().towards(Goal::BlankFirst);
        let names = Self::NAMED.iter().map(|(_, name, _)| *name);
        names.into_iter().find(|name| Self::named(self.size, name).as_ref() == Some(&first))
    }

    /// The size and name of all partitions that have a name, as in `4x4:7-8`.
    pub fn names() -> impl Iterator<Item = String> {
        Self::NAMED.iter().map(|((width, height), name, _)| format!("{width}x{height}:{name}"))
    }

    /// Patterns of up to `tiles` tiles that lie close together: bands of two rows, cut across.
    ///
    /// # Panics
    /// If `tiles` is zero or more than [`Pattern::LARGEST`].
    pub fn bands(size: Size, goal: Goal, tiles: usize) -> Self {
        Self { size, goal, patterns: bands_around(size, blank(size, goal), tiles) }
    }

    /// The same partition for a goal: turned by 180 degrees if it is for the other one.
    #[must_use]
    pub fn towards(self, goal: Goal) -> Self {
        let last = self.size.cells() as u8 - 1;
        let is_turned = goal != self.goal;
        let turn = |cell: Cell| if is_turned { Cell(last - cell.0) } else { cell };
        Self { goal, ..self.mapped(turn) }
    }

    /// The partition reflected in the diagonal, or `None` if the board is not square.
    pub fn reflected(&self) -> Option<Self> {
        let diagonal = Symmetry::diagonal(self.size)?;
        Some(self.mapped(|cell| diagonal.image(cell)))
    }

    fn mapped(&self, image: impl Fn(Cell) -> Cell) -> Self {
        let patterns = self.patterns.iter().map(|cells| cells.iter().map(|&c| image(c)).collect());
        Self { patterns: patterns.collect(), ..*self }
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where the blank belongs.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The number of patterns.
    pub fn patterns(&self) -> usize {
        self.patterns.len()
    }

    /// How each pattern is mapped to its table.
    pub(crate) fn placings(&self) -> Vec<Placing> {
        let solved = Board::solved(self.size, self.goal);
        self.patterns.iter().map(|cells| Placing::new(&solved, cells)).collect()
    }

    /// The patterns whose tables several partitions take, without repetition.
    pub fn tables_of(partitions: &[Self]) -> Vec<Pattern> {
        let patterns = partitions.iter().flat_map(|Self { size, goal, patterns }| {
            let blank = blank(*size, *goal);
            patterns.iter().map(move |cells| Pattern::representing(*size, cells, blank).0)
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
    /// That of the tiles that belong into some cells of a target.
    pub fn new(target: &Board, cells: &[Cell]) -> Self {
        let (pattern, symmetry) = Pattern::representing(target.size(), cells, target.blank());
        let mut sorted = cells.to_vec();
        sorted.sort_by_key(|&cell| symmetry.image(cell));
        let tiles = sorted.into_iter().map(|cell| target.tile(cell)).collect();
        Self { pattern, symmetry, tiles }
    }
}

/// The cells of a board, the blank's excepted, in patterns of up to `tiles` tiles: bands of two
/// rows, cut across.
///
/// # Panics
/// If `tiles` is zero or more than [`Pattern::LARGEST`].
pub(crate) fn bands_around(size: Size, blank: Cell, tiles: usize) -> Vec<Vec<Cell>> {
    assert!((1..=Pattern::LARGEST).contains(&tiles), "a pattern has 1 to 8 tiles");
    let mut cells: Vec<_> = size.all_cells().filter(|&cell| cell != blank).collect();
    cells.sort_by_key(|&cell| {
        let (band, column) = (size.row(cell) / 2, size.column(cell));
        // Every other band runs back, so that patterns go round the bend in one piece.
        (band, if band % 2 == 0 { column } else { size.width() - column }, cell)
    });
    cells.chunks(tiles).map(<[_]>::to_vec).collect()
}

/// Its name, or the number of tiles of each pattern.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = || self.patterns.iter().map(|cells| cells.len().to_string());
        let name = self.name().map_or_else(|| tiles().collect::<Vec<_>>().join("-"), str::to_owned);
        f.pad(&name)
    }
}

/// Where the blank belongs.
fn blank(size: Size, goal: Goal) -> Cell {
    match goal {
        Goal::BlankFirst => Cell(0),
        Goal::BlankLast => Cell(size.cells() as u8 - 1),
    }
}
