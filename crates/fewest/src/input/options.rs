//! How inputs are to be read.

use fewest_rules::{atomix, tiles};
use std::str::FromStr;

/// The formats of puzzle files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Levels of Atomix in one of its formats.
    Atomix(atomix::Format),
    /// Tile puzzles, one a line, or one over several lines.
    Tiles,
}

impl Format {
    /// The names of all formats.
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

/// What the text of an input does not say itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InputOptions {
    /// The format of files and of standard input; detected if `None`.
    pub format: Option<Format>,
    /// What the edge of an Atomix field does where no wall is.
    pub open_edge: atomix::OpenEdge,
    /// How tile puzzles are read.
    pub tiles: tiles::Options,
}
