//! Which tiles make a pattern together.

use fewest_rules::tiles::{Cell, Goal, Size};

/// The cells of the solved board, the blank's excepted, split into patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    pub(super) size: Size,
    pub(super) goal: Goal,
    pub(super) patterns: Vec<Vec<Cell>>,
}

/// These patterns are no partition of the tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("every tile must be in exactly one pattern of at most {} tiles", Partition::LARGEST)]
pub struct NotAPartition;

impl Partition {
    /// The largest pattern: its table has 2^24 entries on a board of 16 cells.
    pub const LARGEST: usize = 6;

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
        let fits = patterns.iter().all(|pattern| pattern.len() <= Self::LARGEST);
        if fits && tiles + 1 == size.cells() {
            Ok(Self { size, goal, patterns })
        } else {
            Err(NotAPartition)
        }
    }

    /// The partition used where none is asked for.
    ///
    /// On 4x4 three patterns of five tiles, the best of eight partitions tried on Korf's hundred
    /// instances. Patterns of six, six and three tiles expanded 5 % fewer positions, but their
    /// tables took more than ten times as long to build. Elsewhere patterns as large as can be
    /// built in a moment.
    pub fn standard(size: Size, goal: Goal) -> Self {
        let tiles = match size.cells() {
            16 if size.width() == 4 => return Self::fifteen(size, goal),
            ..=16 => 5,
            17..=32 => 4,
            _ => 3,
        };
        Self::bands(size, goal, tiles)
    }

    fn fifteen(size: Size, goal: Goal) -> Self {
        let cells = |pattern: [u8; 5]| pattern.map(Cell).to_vec();
        let patterns = [[1, 4, 5, 8, 12], [2, 3, 6, 7, 11], [9, 10, 13, 14, 15]].map(cells);
        let turn = |cell: Cell| match goal {
            Goal::BlankFirst => cell,
            Goal::BlankLast => Cell(15 - cell.0),
        };
        let turned = patterns.map(|pattern| pattern.into_iter().map(turn).collect());
        Self { size, goal, patterns: turned.to_vec() }
    }

    /// Patterns of up to `tiles` tiles that lie close together: bands of two rows, cut across.
    ///
    /// # Panics
    /// If `tiles` is zero or more than [`Partition::LARGEST`].
    pub fn bands(size: Size, goal: Goal, tiles: usize) -> Self {
        assert!((1..=Self::LARGEST).contains(&tiles), "a pattern has 1 to 6 tiles");
        let mut cells: Vec<_> =
            size.all_cells().filter(|&cell| cell != blank(size, goal)).collect();
        cells.sort_by_key(|&cell| {
            let (band, column) = (size.row(cell) / 2, size.column(cell));
            // Every other band runs back, so that patterns go round the bend in one piece.
            (band, if band % 2 == 0 { column } else { size.width() - column }, cell)
        });
        Self { size, goal, patterns: cells.chunks(tiles).map(<[_]>::to_vec).collect() }
    }
}

/// Where the blank belongs.
pub(super) fn blank(size: Size, goal: Goal) -> Cell {
    match goal {
        Goal::BlankFirst => Cell(0),
        Goal::BlankLast => Cell(size.cells() as u8 - 1),
    }
}
