//! Options for reading inputs.

use fewest_rules::{atomix, tiles};

/// The formats of puzzle files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Levels of Atomix in one of its formats.
    Atomix(atomix::Format),
    /// Tile puzzles, one per line, or one over several lines.
    Tiles,
}

impl Format {
    /// Returns all formats.
    pub fn all() -> impl Iterator<Item = Self> {
        atomix::Format::ALL.into_iter().map(Self::Atomix).chain([Self::Tiles])
    }

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Atomix(format) => format.name(),
            Self::Tiles => "tiles",
        }
    }
}

/// Options for what the text of an input does not say itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InputOptions {
    /// The format of files and of standard input; detected if `None`.
    pub format: Option<Format>,
    /// How the edge of an Atomix field is treated where there is no wall.
    pub open_edge: atomix::OpenEdge,
    /// Options for tile puzzles.
    pub tiles: tiles::Options,
}
