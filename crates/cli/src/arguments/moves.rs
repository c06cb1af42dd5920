//! How moves are written.

use super::names::names;
use crate::output::exit::Usage;
use clap::Args;
use fewest::Instance;
use fewest::rules::{Notation, check_notation};

/// How moves are written.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Moves {
    /// How moves are written and read: directions or letters for Atomix; blank, blank-words, tile or
    /// tile-words for tiles (where the blank or the tile goes); numbers or lower for Panex. By
    /// default moves are written in the standard notation and read in any that fits
    #[arg(long, value_parser = names(Notation::ALL, Notation::name))]
    pub(crate) notation: Option<Notation>,
}

impl Moves {
    /// Checks that all instances have such a notation.
    pub(crate) fn check(self, instances: &[Instance]) -> Result<(), Usage> {
        let Some(notation) = self.notation else { return Ok(()) };
        instances.iter().try_for_each(|Instance { name, puzzle, .. }| {
            check_notation(puzzle, notation).map_err(|error| Usage(format!("{name}: {error}")))
        })
    }
}
