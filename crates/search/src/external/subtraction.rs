//! Finds the numbers that are in no earlier run.

use crate::artifact::FileError;
use crate::external::Unfinished;
use crate::external::run::RunReader;
use crate::outcome::Halt;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Earlier runs, read once while they are compared with ascending numbers.
pub(super) struct Subtraction {
    earlier: Vec<Cursor>,
}

/// A position in a run.
struct Cursor {
    reader: RunReader,
    block: Vec<u128>,
    at: usize,
}

impl Subtraction {
    /// Subtracts the numbers of these runs.
    pub(super) fn of(runs: impl IntoIterator<Item = RunReader>) -> Self {
        let cursor = |reader| Cursor { reader, block: Vec::new(), at: 0 };
        Self { earlier: runs.into_iter().map(cursor).collect() }
    }

    /// Removes numbers that are in one of the runs. They are ascending, and greater than those of
    /// earlier calls.
    ///
    /// # Errors
    /// If it is time to stop, or a run cannot be read, or was altered.
    pub(super) fn keep_new(
        &mut self,
        numbers: &mut Vec<u128>,
        halt: Halt<'_>,
    ) -> Result<(), Unfinished> {
        let marks: Vec<AtomicU64> =
            (0..numbers.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        self.earlier.par_iter_mut().try_for_each(|cursor| {
            cursor.meet(numbers, halt, |at| {
                marks[at / 64].fetch_or(1 << (at % 64), Ordering::Relaxed);
            })
        })?;
        let mut at = 0;
        numbers.retain(|_| {
            let is_met = marks[at / 64].load(Ordering::Relaxed) >> (at % 64) & 1 == 1;
            at += 1;
            !is_met
        });
        Ok(())
    }

    /// Checks that the blocks of the runs, skipped ones as well, were those that were written.
    ///
    /// # Errors
    /// If a run cannot be read, or was altered.
    pub(super) fn finish(self) -> Result<(), FileError> {
        self.earlier.into_iter().try_for_each(|Cursor { mut reader, .. }| {
            while let Some(header) = reader.header()? {
                reader.skip(header)?;
            }
            Ok(())
        })
    }
}

impl Cursor {
    /// Calls `met` with the places of the numbers that are in the run.
    fn meet(
        &mut self,
        numbers: &[u128],
        halt: Halt<'_>,
        mut met: impl FnMut(usize),
    ) -> Result<(), Unfinished> {
        let mut next = 0;
        while next < numbers.len() {
            halt.check()?;
            if self.at == self.block.len() && !self.read_block_from(numbers[next])? {
                return Ok(());
            }
            let block = &self.block[self.at..];
            let mut passed = 0;
            while let (Some(&own), Some(&number)) = (block.get(passed), numbers.get(next)) {
                if own == number {
                    met(next);
                }
                passed += usize::from(own <= number);
                next += usize::from(number <= own);
            }
            self.at += passed;
        }
        Ok(())
    }

    /// Reads the first block that may have `number` or a greater one. Returns whether there is one.
    fn read_block_from(&mut self, number: u128) -> Result<bool, FileError> {
        self.block.clear();
        self.at = 0;
        while let Some(header) = self.reader.header()? {
            if header.last >= number {
                self.reader.read(header, &mut self.block)?;
                return Ok(true);
            }
            self.reader.skip(header)?;
        }
        Ok(false)
    }
}
