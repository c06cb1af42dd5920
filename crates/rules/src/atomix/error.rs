//! Errors in level files.

use super::{Format, Kind, Label, Place, Square};

/// The reason why a text is not a level or a set of levels.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// The text is only white space.
    #[error("the file is empty")]
    Empty,
    /// More bytes than any file of levels has.
    #[error("the file has {0} bytes; the limit is {limit}", limit = super::MAX_BYTES)]
    TooLarge(usize),
    /// A zero byte: a binary file, or UTF-16.
    #[error("a zero byte: not a text file in UTF-8 or Latin-1")]
    ZeroByte,
    /// No parser recognises the text. With what it resembles most, and what it lacks.
    #[error(
        "not an Atomix level in a known format ({formats}){0}",
        formats = "KAtomic, GNOME, kp, Gliesch and Ritt, a drawing"
    )]
    UnknownFormat(&'static str),
    /// There are more errors than are shown.
    #[error("and there are more errors in this level")]
    MoreErrors,

    /// A part is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Something is there twice.
    #[error("{0} appears a second time")]
    Duplicate(String),
    /// Text follows where the file should end.
    #[error("unexpected text after the end")]
    Trailing,
    /// Not a number, or one that is far too large.
    #[error("{0} must be a number, not {1:?}")]
    BadNumber(&'static str, String),
    /// A row or column beyond what a board may have.
    #[error("rows and columns go up to 255")]
    TooFar,
    /// Rows of unequal length.
    #[error("the row has {length} characters instead of {width}")]
    RowLength {
        /// How many it should have.
        width: usize,
        /// How many it has.
        length: usize,
    },

    /// A line of a KAtomic file is neither a section, nor a key with a value, nor a comment.
    #[error("expected KEY=VALUE or [SECTION]")]
    NotAnEntry,
    /// A section header without its bracket.
    #[error("the section header has no closing \"]\"")]
    OpenHeader,
    /// An entry before the first section.
    #[error("the entry stands before the first section, [Level] or [Level1]")]
    OutsideSection,
    /// The text is not XML.
    #[error("malformed XML: {0}")]
    Xml(String),
    /// An XML element of the wrong name.
    #[error("the element is <{found}> instead of <{expected}>")]
    WrongElement {
        /// Its name.
        found: String,
        /// The name it should have.
        expected: &'static str,
    },
    /// A tile that has no meaning where it is.
    #[error("a tile of type {0:?} cannot be in the <{1}>")]
    WrongTile(String, &'static str),
    /// A position is outside the size that the file gives.
    #[error("{what} {number} is outside: there are {size}")]
    OutOfRange {
        /// Row or column.
        what: &'static str,
        /// Which one, from 0.
        number: usize,
        /// How many the file says there are.
        size: usize,
    },
    /// Two things on one square.
    #[error("there is something at {0} already")]
    Occupied(Square),
    /// An atom where a wall is.
    #[error("the atom is in the wall at {0}")]
    AtomInWall(Square),
    /// The text is not JSON, or JSON of the wrong shape.
    #[error("JSON: {0}")]
    Json(String),

    /// A character that is neither wall nor empty nor a label.
    #[error("unknown character {character:?} in the {place}")]
    UnknownCharacter {
        /// The character.
        character: char,
        /// Where.
        place: Place,
    },
    /// A label without an atom definition.
    #[error("the label \"{0}\" in the {1} is not defined")]
    UndefinedLabel(Label, Place),
    /// The atom definition of something that cannot be a label.
    #[error("{0:?} cannot be a label: use one of 1-9, a-z, A-Z, 0, + and *")]
    BadLabel(String),
    /// An atom definition without a meaning.
    #[error("{0:?} is not a kind of atom")]
    BadKind(String),
    /// More kinds of atoms than there are labels.
    #[error("there are more than 64 kinds of atoms")]
    TooManyLabels,

    /// No atom on the board or in the molecule.
    #[error("the {0} has no atoms")]
    NoAtoms(Place),
    /// More of something on the board than fewest can handle.
    #[error("the board has {count} {what}; the limit is {limit}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Board and molecule do not have the same atoms.
    #[error("atoms with label \"{label}\"{}: {board} on the board, {molecule} in the molecule",
        .kind.as_ref().map(|kind| format!(" ({kind})")).unwrap_or_default())]
    DifferentAtoms {
        /// The label.
        label: Label,
        /// What it stands for.
        kind: Option<Kind>,
        /// How many the board has.
        board: usize,
        /// How many the molecule has.
        molecule: usize,
    },
    /// The walls leave a way out.
    #[error(
        "the board is open: this atom can leave it at {0}; if the edge of the field stops atoms, \
         use --open-edge stop"
    )]
    OpenBoard(Square),
    /// The walls leave a way out where a row is missing.
    #[error("{0} is missing, and without it the board is open: this atom can leave it at {1}")]
    RowLeftOut(String, Square),
    /// There is no room for the molecule.
    #[error("the molecule fits nowhere that atoms can reach")]
    FitsNowhere,
    /// A number in the file does not match its board and molecule.
    #[error("the file says {claimed} {what}, but there are {actual}")]
    WrongCount {
        /// Of what.
        what: &'static str,
        /// What the file says.
        claimed: usize,
        /// What is right.
        actual: usize,
    },
}

/// The reason why a level cannot be written in a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotWrite {
    /// The vocabulary of KAtomic, which kp-atomix shares, has no letter for the kind.
    #[error("KAtomic has no letters for an atom \"{0}\"")]
    NoLetter(Kind),
    /// GNOME Atomix has no word for the kind.
    #[error("GNOME Atomix has no words for an atom \"{0}\"")]
    NoWord(Kind),
    /// Two labels look the same, and GNOME Atomix distinguishes atoms only by their looks.
    #[error("the labels \"{0}\" and \"{1}\" look the same, and GNOME Atomix has no labels")]
    SameLook(Label, Label),
    /// The edge of the field stops atoms, and there is no room for a wall around it.
    #[error("there is no room for a wall around the board")]
    NoRoomForWall,
    /// The format has one level per file.
    #[error("a file in the format {0} has one level: give a folder for several")]
    OneLevelAFile(Format),
}
