//! The manifest: which search it is, how far it was, and where.

use super::{Disk, full_or_failed};
use crate::artifact::{FileError, Format, Resumed, folder};
use crate::external::Unfinished;
use crate::snapshot::Unreadable;
use crate::{Depth, Direction};
use std::sync::atomic::Ordering;

/// The format of manifests.
const FORMAT: Format = Format {
    name: "fewest search on disk",
    version: 2,
    fields: &["instance", "method", "direction", "lower", "expanded", "built-by"],
};
pub(super) const MANIFEST: &str = "MANIFEST";
/// Of a search that has not begun.
const BEGINNING: Resumed = Resumed { lower: Depth::ZERO, expanded: 0 };

/// What a manifest says of a search.
#[derive(Debug)]
pub(super) struct Saved {
    pub(super) resumed: Resumed,
    pub(super) choice: Choice,
    /// What a search knew that has a choice.
    pub(super) known: Option<Vec<u8>>,
    /// Where it was on disk.
    pub(super) content: Vec<u8>,
}

/// Which direction a search has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// It has no choice.
    AsAsked,
    /// It is in memory still.
    NotYet,
    Chosen(Direction),
}

impl Choice {
    /// The word for it in a manifest.
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
    /// Says that the search has not begun.
    ///
    /// # Errors
    /// If that cannot be written.
    pub(super) fn begin_anew(&self) -> Result<(), FileError> {
        self.write_manifest(BEGINNING, Choice::AsAsked, &[])
    }

    /// Says where the search is: from here on it goes on from there.
    pub(crate) fn publish(&self, resumed: Resumed, content: Vec<u8>) -> Result<(), Unfinished> {
        match self.chosen.get() {
            None => self.say(resumed, Choice::AsAsked, &[&content]),
            Some((direction, known)) => {
                let length = (known.len() as u64).to_le_bytes();
                self.say(resumed, Choice::Chosen(*direction), &[&length, known, &content])
            }
        }
    }

    /// The same of a search that has not come to the disk.
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

    /// Reads what was said last.
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
                let error = Unreadable::Invalid("what was known");
                FileError::Content { path: path.clone(), error }
            })?),
        };
        Ok(Saved { resumed, choice, known, content: bytes })
    }
}

/// Takes what was known from the beginning of a content: its length, and as many bytes. None if there are not so
/// many.
fn cut(content: &mut Vec<u8>) -> Option<Vec<u8>> {
    let (length, _) = content.split_first_chunk()?;
    let end = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_add(size_of::<u64>())?;
    (end <= content.len()).then(|| content.drain(..end).skip(size_of::<u64>()).collect())
}
