//! The numbers of several sorted sequences, ascending, each once.

use crate::artifact::FileError;
use crate::external::run::RunReader;
use rayon::prelude::*;

/// Merges sequences in windows: the numbers of all of them up to some number are sorted together,
/// on all cores.
pub(super) struct Merge {
    sources: Vec<Source>,
    /// Numbers of a source that are examined together.
    window: usize,
}

/// A sequence: numbers in memory, after which those of a run may follow.
pub(super) struct Source {
    ahead: Vec<u128>,
    /// The first number not taken yet.
    at: usize,
    rest: Option<RunReader>,
}

impl Source {
    /// Ascending numbers.
    pub(super) fn memory(numbers: Vec<u128>) -> Self {
        Self { ahead: numbers, at: 0, rest: None }
    }

    /// The numbers of a run.
    pub(super) fn run(reader: RunReader) -> Self {
        Self { ahead: Vec::new(), at: 0, rest: Some(reader) }
    }

    fn fill(&mut self, window: usize) -> Result<(), FileError> {
        let Self { ahead, at, rest } = self;
        let Some(reader) = rest else { return Ok(()) };
        if ahead.len() - *at >= window {
            return Ok(());
        }
        ahead.drain(..*at);
        *at = 0;
        if !reader.fill(ahead, window)? {
            *rest = None;
        }
        Ok(())
    }

    /// The last number of the window, if others may follow it.
    fn horizon(&self, window: usize) -> Option<u128> {
        let last = self.ahead.len().min(self.at + window);
        let is_all = last == self.ahead.len() && self.rest.is_none();
        if is_all { None } else { self.ahead[..last].last().copied() }
    }

    /// Takes the numbers up to `up_to`, or all.
    fn take(&mut self, up_to: Option<u128>) -> &[u128] {
        let ahead = &self.ahead[self.at..];
        let count =
            up_to.map_or(ahead.len(), |up_to| ahead.partition_point(|&number| number <= up_to));
        self.at += count;
        &ahead[..count]
    }
}

impl Merge {
    /// Merges these sources, with windows of `window` numbers in total.
    pub(super) fn new(sources: Vec<Source>, window: usize) -> Self {
        let window = (window / sources.len().max(1)).max(1);
        Self { sources, window }
    }

    /// The next numbers, at least one; `None` at the end.
    ///
    /// # Errors
    /// If a run cannot be read, or was altered.
    pub(super) fn next(&mut self) -> Result<Option<Vec<u128>>, FileError> {
        let window = self.window;
        self.sources.par_iter_mut().try_for_each(|source| source.fill(window))?;
        let horizon = self.sources.iter().filter_map(|source| source.horizon(window)).min();
        let parts: Vec<&[u128]> =
            self.sources.iter_mut().map(|source| source.take(horizon)).collect();
        let mut merged = parts.concat();
        if parts.iter().filter(|part| !part.is_empty()).count() > 1 {
            // This sort exploits ascending parts.
            merged.par_sort();
            merged.dedup();
        }
        Ok((!merged.is_empty()).then_some(merged))
    }
}
