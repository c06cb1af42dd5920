//! The part of a checkpoint that one of several ranks saves.
//!
//! Generations with the same number belong together. A generation counts only when all ranks have
//! written it; until then each keeps the previous one. No number is used twice, since the next
//! number is above those of all ranks.

use super::{Checkpoint, generations};
use crate::artifact::FileError;
use std::mem;
use std::path::PathBuf;
use std::time::Duration;

/// The generations of a rank that may count.
#[derive(Debug)]
pub(crate) struct Candidates {
    /// Those not read yet, ascending.
    numbers: Vec<u64>,
    /// How many were found.
    pub(crate) found: usize,
}

impl<'a> Checkpoint<'a> {
    /// Opens the folder of a rank. Which generation counts is up to [`Checkpoint::newest`] of all
    /// ranks.
    ///
    /// # Errors
    /// If the folder cannot be used. The content of the generations is not checked yet.
    pub(crate) fn open_part(
        folder: PathBuf,
        search: [String; 2],
        interval: Duration,
        failed: &'a mut dyn FnMut(FileError),
    ) -> Result<(Self, Candidates), FileError> {
        let (checkpoint, numbers) = Self::begin(folder, search, interval, failed)?;
        checkpoint.try_folder()?;
        let found = numbers.len();
        Ok((checkpoint, Candidates { numbers, found }))
    }

    /// Takes the last complete generation whose number is at most `most`, and returns its number,
    /// or zero.
    ///
    /// # Errors
    /// If it belongs to another search.
    pub(crate) fn newest(
        &mut self,
        candidates: &mut Candidates,
        most: u64,
    ) -> Result<u64, FileError> {
        self.saved = self.saved.take().filter(|saved| saved.number <= most);
        candidates.numbers.retain(|&number| number <= most);
        while self.saved.is_none()
            && let Some(number) = candidates.numbers.pop()
        {
            match self.whole(number) {
                Ok(whole) => self.saved = Some(whole),
                Err(error @ FileError::Mismatch { .. }) => return Err(error),
                Err(error) => self.refused.push(error),
            }
        }
        Ok(self.saved.as_ref().map_or(0, |saved| saved.number))
    }

    /// The number of the last generation, complete or not.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }

    /// Later generations have numbers above this one, which is the last of any rank. A new search
    /// has no use for what only this rank has written.
    pub(crate) fn number_after(&mut self, last: u64) {
        if self.saved.is_none() {
            let all = generations::numbers(&self.folder, generations::WHOLE).unwrap_or_default();
            all.into_iter().for_each(|number| generations::discard(&self.folder, number));
        }
        self.last = last;
    }

    /// Returns why generations after the one that counts are not used.
    pub(crate) fn take_refused(&mut self) -> Vec<FileError> {
        mem::take(&mut self.refused)
    }

    /// Why this rank shares no generation with the others.
    pub(crate) fn none_in_common(&mut self) -> FileError {
        let damaged = self.refused.drain(..).next();
        damaged.unwrap_or_else(|| self.apart())
    }

    /// The error that this rank has saved another search than the other ranks.
    pub(crate) fn apart(&self) -> FileError {
        FileError::Apart { path: self.folder.clone() }
    }
}
