//! What can be wrong with a level file.

use super::{Format, Kind, Label, MAX_ATOMS, MAX_FREE_SQUARES, Square};

/// Why a text is no level, or no set of levels.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Nothing but white space.
    #[error("the file is empty")]
    Empty,
    /// No parser recognises the text.
    #[error("not an Atomix level in a format that fewest knows (KAtomic, GNOME, kp, Gliesch-Ritt)")]
    UnknownFormat,
    /// A zero byte: a binary file, or UTF-16.
    #[error("a zero byte: not a text file in UTF-8 or Latin-1")]
    ZeroByte,

    /// A line of a KAtomic file is neither a section, nor a key with a value, nor a comment.
    #[error("expected a line KEY=VALUE or [SECTION]")]
    NotAnEntry,
    /// A section header without its bracket.
    #[error("the section header has no closing \"]\"")]
    OpenHeader,
    /// An entry before the first section.
    #[error("the entry stands before the first section, [Level] or [Level1]")]
    OutsideSection,
    /// A key or attribute of this format with a name that makes no sense.
    #[error("\"{0}\" does not end in {1}")]
    BadKey(String, &'static str),
    /// The same thing twice.
    #[error("{0} appears a second time")]
    Duplicate(String),
    /// A whole part is missing.
    #[error("{0} is missing")]
    Missing(&'static str),

    /// A row or column beyond what a board may have.
    #[error("rows and columns go up to 255")]
    TooFar,
    /// A character that is neither wall nor empty nor a label.
    #[error("unknown character \"{}\" in the {place}", character.escape_default())]
    UnknownCharacter {
        /// The character.
        character: char,
        /// Where: the board or the molecule.
        place: &'static str,
    },
    /// A label that no atom definition introduced.
    #[error("label \"{0}\" in the {1} is not defined")]
    UndefinedLabel(Label, &'static str),
    /// An atom definition for something that cannot be a label.
    #[error("\"{}\" is no label: use one of 1-9, a-z, A-Z, 0, + and *", .0.escape_default())]
    BadLabel(String),

    /// No atom on the board.
    #[error("the board has no atoms")]
    NoAtoms,
    /// No atom in the molecule.
    #[error("the molecule has no atoms")]
    NoMolecule,
    /// An atom where a wall is.
    #[error("the atom is in a wall")]
    AtomInWall,
    /// Two things on one square.
    #[error("there is something at {0} already")]
    Occupied(Square),
    /// More atoms than fewest can handle.
    #[error("the board has {0} atoms; the limit is {MAX_ATOMS}")]
    TooManyAtoms(usize),
    /// More free squares than fewest can handle.
    #[error("the board has {0} free squares; the limit is {MAX_FREE_SQUARES}")]
    TooManyFreeSquares(usize),
    /// Board and molecule do not have the same atoms.
    #[error("the board has {board} atoms with label \"{label}\", but the molecule has {molecule}")]
    DifferentAtoms {
        /// The label.
        label: Label,
        /// How many the board has.
        board: usize,
        /// How many the molecule has.
        molecule: usize,
    },
    /// The walls leave a way out.
    #[error("the board is open: from here an atom can leave it at {0}")]
    OpenBoard(Square),
    /// There is no room for the molecule.
    #[error("the molecule fits nowhere on the board")]
    FitsNowhere,

    /// A format that is recognised, but not what was asked for.
    #[error("the text is not {0}")]
    WrongFormat(Format),
}

/// Why a level cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotWrite {
    /// KAtomic's vocabulary, which kp-atomix shares, has no letter for the kind.
    #[error("KAtomic has no letter for an atom \"{0}\"")]
    NoLetter(Kind),
}
