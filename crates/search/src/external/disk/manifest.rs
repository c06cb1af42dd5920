//! The manifest: which search is in the folder, what it has proved, and where it stopped.

use super::{Disk, full_or_failed};
use crate::artifact::{FileError, Format, Resumed, folder};
use crate::external::Unfinished;
use crate::snapshot::Unreadable;
use crate::{Depth, Direction};
use std::sync::atomic::Ordering;

/// The format of manifests.
const FORMAT: Format = Format {
    name: "fewest search on disk",
    version: 4,
    fields: &["instance", "method", "direction", "lower", "expanded", "built-by"],
};
pub(super) const MANIFEST: &str = "MANIFEST";
/// For a search that has not started.
const BEGINNING: Resumed = Resumed { lower: Depth::ZERO, expanded: 0 };

/// The content of a manifest.
#[derive(Debug)]
pub(super) struct Saved {
    pub(super) resumed: Resumed,
    pub(super) choice: Choice,
    /// What a search with a choice knew.
    pub(super) known: Option<Vec<u8>>,
    /// Its progress on disk.
    pub(super) content: Vec<u8>,
}

/// The choice of a search's direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// It has no choice.
    AsAsked,
    /// The search is still in memory.
    NotYet,
    Chosen(Direction),
}

impl Choice {
    /// The word for this choice in a manifest.
    fn name(self) -> &'static str {
        match self {
            Self::AsAsked => "as asked for",
            Self::NotYet => "not chosen",
            Self::Chosen(direction) => direction.name(),
        }
    }

    fn of_name(name: &str) -> Option<Self> {
        let [forward, backward] = Direction::ALL.map(Self::Chosen);
        [Self::AsAsked, Self::NotYet, forward, backward].into_iter().find(|one| one.name() == name)
    }
}

impl Disk {
    /// Records that the search has not started.
    ///
    /// # Errors
    /// If that cannot be written.
    pub(super) fn begin_anew(&self) -> Result<(), FileError> {
        self.write_manifest(BEGINNING, Choice::AsAsked, &[])
    }

    /// Saves the progress of the search, which will be resumed from here.
    pub(crate) fn publish(&self, resumed: Resumed, content: Vec<u8>) -> Result<(), Unfinished> {
        match self.chosen.get() {
            None => self.say(resumed, Choice::AsAsked, &[&content]),
            Some((direction, known)) => {
                let length = (known.len() as u64).to_le_bytes();
                self.say(resumed, Choice::Chosen(*direction), &[&length, known, &content])
            }
        }
    }

    /// The same for a search that does not use the disk yet.
    pub(crate) fn publish_in_memory(
        &self,
        resumed: Resumed,
        known: Vec<u8>,
    ) -> Result<(), Unfinished> {
        let length = (known.len() as u64).to_le_bytes();
        self.say(resumed, Choice::NotYet, &[&length, &known])
    }

    fn say(&self, resumed: Resumed, choice: Choice, parts: &[&[u8]]) -> Result<(), Unfinished> {
        self.write_manifest(resumed, choice, parts).map_err(|error| match error {
            FileError::Io { path, error } => full_or_failed(&path, error),
            error => error.into(),
        })?;
        self.is_unused.store(false, Ordering::Relaxed);
        Ok(())
    }

    fn write_manifest(
        &self,
        resumed: Resumed,
        choice: Choice,
        parts: &[&[u8]],
    ) -> Result<(), FileError> {
        let [instance, method] = self.search.clone();
        let values = [
            instance,
            method,
            choice.name().to_owned(),
            resumed.lower.to_string(),
            resumed.expanded.to_string(),
            env!("CARGO_PKG_VERSION").to_owned(),
        ];
        FORMAT.write(&self.manifest(), &values, || parts.iter().map(|part| part.to_vec()))?;
        folder::sync(&self.folder).map_err(FileError::io(&self.folder))
    }

    /// Reads the last manifest.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is of another search.
    pub(super) fn read_manifest(&self) -> Result<Saved, FileError> {
        let path = self.manifest();
        let content = FORMAT.open(&path)?;
        let values = content.header.values.clone();
        let mut bytes = vec![];
        content.read(|part| {
            bytes.extend_from_slice(part);
            Ok(())
        })?;
        if values[..2] != self.search {
            return Err(FileError::Mismatch {
                path: self.folder.clone(),
                found: values[..2].join(", "),
                expected: self.search.join(", "),
            });
        }
        let line = |at: usize, expected| FileError::line(&path, at + 2, expected);
        let choice = Choice::of_name(&values[2]).ok_or_else(|| line(2, "a direction"))?;
        let lower = values[3].parse().map(Depth).map_err(|_| line(3, "a number"))?;
        let expanded = values[4].parse().ok().filter(|&number: &u64| number >> 56 == 0);
        let expanded = expanded.ok_or_else(|| line(4, "a number"))?;
        let resumed = Resumed { lower, expanded };
        let known = match choice {
            Choice::AsAsked => None,
            Choice::NotYet | Choice::Chosen(_) => Some(cut(&mut bytes).ok_or_else(|| {
                let error = Unreadable::Invalid("such a record of what was known");
                FileError::Content { path: path.clone(), error }
            })?),
        };
        Ok(Saved { resumed, choice, known, content: bytes })
    }
}

/// Takes the known data from the start of a content: its length, then that many bytes. `None` if
/// there are fewer.
fn cut(content: &mut Vec<u8>) -> Option<Vec<u8>> {
    let (length, _) = content.split_first_chunk()?;
    let end = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_add(size_of::<u64>())?;
    (end <= content.len()).then(|| content.drain(..end).skip(size_of::<u64>()).collect())
}
