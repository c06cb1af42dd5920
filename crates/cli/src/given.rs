//! The inputs that were read: instances, broken levels, and how moves are written.

use crate::arguments::names;
use crate::exit::{self, Usage};
use crate::output::tell;
use clap::Args;
use fewest::input::{Entry, InputWarning};
use fewest::rules::{Notation, Puzzle, check_notation};
use fewest::{InputError, Instance, for_any_puzzle};

/// How moves are written.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Moves {
    /// How moves are written and read: directions or letters for Atomix; blank, blank-words, tile or
    /// tile-words for tiles (where the blank or the tile goes); numbers or lower for Panex. By
    /// default moves are written in the standard notation and read in any that fits
    #[arg(long, value_parser = names::<Notation>(Notation::ALL.map(Notation::name)))]
    pub(crate) notation: Option<Notation>,
}

impl Moves {
    /// Checks that all instances have such a notation.
    pub(crate) fn check(self, instances: &[Instance]) -> Result<(), Usage> {
        let Some(notation) = self.notation else { return Ok(()) };
        instances.iter().try_for_each(|Instance { name, puzzle, .. }| {
            let checked = for_any_puzzle!(puzzle, puzzle => check_notation(puzzle, notation));
            checked.map_err(|error| Usage(format!("{name}: {error}")))
        })
    }

    /// A move in the chosen notation.
    pub(crate) fn write<P: Puzzle>(
        self,
        puzzle: &P,
        position: &P::Position,
        step: &P::Move,
    ) -> String {
        puzzle.write_move(position, step, self.notation.unwrap_or_default())
    }
}

/// The inputs that were read: instances, and the errors of the levels that are broken.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) instances: Vec<Instance>,
    pub(crate) broken: Vec<InputError>,
    pub(crate) warnings: Vec<InputWarning>,
}

impl Given {
    /// Adds entries.
    pub(crate) fn with(mut self, entries: Vec<Entry>) -> Self {
        for entry in entries {
            self.warnings.extend(entry.warnings.iter().cloned());
            match entry.into_instance() {
                Ok(instance) => self.instances.push(instance),
                Err(error) => self.broken.push(error),
            }
        }
        self
    }

    /// The number of levels, broken ones included.
    pub(crate) fn len(&self) -> usize {
        self.instances.len() + self.broken.len()
    }

    /// Joins both.
    pub(crate) fn and(mut self, other: Self) -> Self {
        let Self { instances, broken, warnings } = other;
        self.instances.extend(instances);
        self.broken.extend(broken);
        self.warnings.extend(warnings);
        self
    }

    /// Checks that no level is broken.
    ///
    /// # Errors
    /// The error of the first broken one.
    pub(crate) fn check_whole(&self) -> Result<(), InputError> {
        self.broken.first().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// The instances, if none is broken.
    ///
    /// # Errors
    /// The error of the first broken one.
    pub(crate) fn whole(self) -> Result<Vec<Instance>, InputError> {
        self.check_whole()?;
        Ok(self.instances)
    }

    /// The instances, and the exit code for broken levels, after all warnings and errors were
    /// reported on standard error.
    ///
    /// # Errors
    /// If all levels are broken.
    pub(crate) fn told(self) -> Result<(Vec<Instance>, u8), InputError> {
        let Self { instances, broken, warnings } = self;
        warnings.iter().for_each(|warning| tell(&warning.to_string()));
        if instances.is_empty() {
            return Err(InputError::Several(broken));
        }
        broken.iter().for_each(|error| tell(&error.to_string()));
        Ok((instances, if broken.is_empty() { exit::OK } else { exit::INPUT }))
    }
}
