//! The inputs that were read: instances, and broken levels.

use crate::output::{exit, tell};
use fewest::input::{Entry, InputWarning};
use fewest::{InputError, Instance};

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
