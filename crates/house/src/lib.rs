//! Rules that no compiler checks: which crate and which folder may use which, and how files are
//! written.
//!
//! Every rule takes the root of the tree and returns its [`Finding`]s; none means that it is kept.

pub mod crates;
pub mod files;
mod finding;
pub mod front_door;
pub mod rooms;
pub mod source;
pub mod words;

pub use finding::Finding;

use std::io;
use std::path::Path;

/// The rules, by the names that the command line uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Dependencies between crates follow the table in [`crates`].
    Crates,
    /// Uses between the folders of a crate go one way.
    Rooms,
    /// The library's root shows few public modules.
    FrontDoor,
    /// Files are short and hold nothing unfinished.
    Files,
    /// No word that the glossary retires.
    Words,
}

impl Rule {
    /// Every rule, in the order in which they are checked.
    pub const ALL: [Self; 5] =
        [Self::Crates, Self::Rooms, Self::FrontDoor, Self::Files, Self::Words];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Crates => "crates",
            Self::Rooms => "rooms",
            Self::FrontDoor => "front-door",
            Self::Files => "files",
            Self::Words => "words",
        }
    }

    /// Finds where the tree at `root` breaks the rule.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn check(self, root: &Path) -> io::Result<Vec<Finding>> {
        match self {
            Self::Crates => crates::check(root),
            Self::Rooms => rooms::check(root),
            Self::FrontDoor => front_door::check(root),
            Self::Files => files::check(root),
            Self::Words => words::check(root),
        }
    }
}
