//! Pieces and columns: the vocabulary of the puzzle.

use std::fmt;

/// The largest size of a piece that this crate handles.
///
/// The number of moves of an exchange grows by a factor of 2.4 per size, so real towers are far
/// below; the limit only keeps a mistyped number from using all memory.
pub const MAX_SIZE: u16 = 10_000;

/// The colour of a piece: the tower it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Written `a`; the left tower before an exchange.
    A,
    /// Written `b`; the right tower before an exchange.
    B,
}

impl Colour {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Returns the letter used in the notation.
    pub fn letter(self) -> char {
        match self {
            Self::A => 'a',
            Self::B => 'b',
        }
    }

    /// Returns the colour written as `letter`.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.letter() == letter)
    }

    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// A piece; each exists once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Its tower.
    pub colour: Colour,
    /// The deepest level at which it may stand, from 1.
    pub size: u16,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.colour.letter(), self.size)
    }
}

/// The pieces on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PieceSet {
    /// The largest size: every tower has all sizes from 1.
    pub n: u16,
    /// The colour of the only tower, `None` if there are both.
    pub alone: Option<Colour>,
}

impl PieceSet {
    /// Returns the number of pieces.
    pub fn count(self) -> usize {
        usize::from(self.n) * if self.alone.is_some() { 1 } else { 2 }
    }
}

impl fmt::Display for PieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.alone {
            None => write!(f, "towers of {}", self.n),
            Some(colour) => write!(f, "tower {} of {} alone", colour.letter(), self.n),
        }
    }
}

/// A column of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Column {
    /// Left.
    L,
    /// Middle.
    M,
    /// Right.
    R,
}

impl Column {
    /// All columns from the left.
    pub const ALL: [Self; 3] = [Self::L, Self::M, Self::R];

    /// Returns the column as an index into an array with a place for each column.
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter used in the notation.
    pub fn letter(self) -> char {
        match self {
            Self::L => 'L',
            Self::M => 'M',
            Self::R => 'R',
        }
    }

    /// Returns the column written as `letter`.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.letter() == letter)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
