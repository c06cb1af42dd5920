//! Options for reading inputs.

use fewest_rules::{atomix, tiles};
use std::str::FromStr;

/// The formats of puzzle files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Levels of Atomix in one of its formats.
    Atomix(atomix::Format),
    /// Tile puzzles, one per line, or one over several lines.
    Tiles,
}

impl Format {
    /// Returns the names of all formats.
    pub fn names() -> impl Iterator<Item = &'static str> {
        atomix::Format::ALL.iter().map(|format| format.name()).chain(["tiles"])
    }
}

impl FromStr for Format {
    type Err = <atomix::Format as FromStr>::Err;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "tiles" { Ok(Self::Tiles) } else { text.parse().map(Self::Atomix) }
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
