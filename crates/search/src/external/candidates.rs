//! The children of a layer, duplicates included, until they are merged.

use crate::external::Unfinished;
use crate::external::disk::Disk;
use crate::external::merge::{Merge, Source};
use crate::external::run::{Run, RunReader, RunWriter};
use crate::external::sizes::Sizes;
use crate::outcome::Halt;
use rayon::prelude::*;
use std::mem;

/// Collects numbers in segments of memory, which become runs when memory is full.
pub(super) struct Candidates<'d> {
    disk: &'d Disk,
    sizes: Sizes,
    /// Bytes of a number.
    width: usize,
    /// Not sorted yet.
    segment: Vec<u128>,
    /// Sorted, each number once.
    segments: Vec<Vec<u128>>,
    runs: Vec<Run>,
}

impl<'d> Candidates<'d> {
    pub(super) fn new(disk: &'d Disk, sizes: Sizes, width: usize) -> Self {
        let (segment, segments, runs) = (Vec::new(), Vec::new(), Vec::new());
        Self { disk, sizes, width, segment, segments, runs }
    }

    /// Adds numbers in any order.
    ///
    /// # Errors
    /// If it is time to stop, or the disk is full or fails.
    pub(super) fn extend(&mut self, numbers: &[u128], halt: Halt<'_>) -> Result<(), Unfinished> {
        self.segment.extend_from_slice(numbers);
        if self.segment.len() < self.sizes.segment {
            return Ok(());
        }
        self.sort();
        // If most are duplicates, there is room for more.
        if self.segment.len() > self.sizes.segment / 2 {
            self.segments.push(mem::take(&mut self.segment));
            if self.segments.len() >= self.sizes.segments {
                self.spill(halt)?;
            }
        }
        Ok(())
    }

    fn sort(&mut self) {
        self.segment.par_sort_unstable();
        self.segment.dedup();
    }

    /// Makes one run of all segments, and one of all runs if they are many.
    fn spill(&mut self, halt: Halt<'_>) -> Result<(), Unfinished> {
        let sources = self.segments.drain(..).map(Source::memory).collect();
        let run = self.write(sources, halt)?;
        self.runs.push(run);
        if self.runs.len() >= self.sizes.runs {
            let sources = self.sources()?;
            let run = self.write(sources, halt)?;
            let merged = mem::replace(&mut self.runs, vec![run]);
            merged.iter().for_each(|run| self.disk.remove(run.number, run.bytes));
        }
        Ok(())
    }

    fn write(&self, sources: Vec<Source>, halt: Halt<'_>) -> Result<Run, Unfinished> {
        let mut writer = RunWriter::new(self.disk, self.width, self.sizes.block);
        let mut merge = Merge::new(sources, self.sizes.window);
        while let Some(numbers) = merge.next()? {
            halt.check()?;
            writer.extend(&numbers)?;
        }
        writer.finish()
    }

    fn sources(&self) -> Result<Vec<Source>, Unfinished> {
        let open = |&run| RunReader::open(self.disk, run, self.width).map(Source::run);
        Ok(self.runs.iter().map(open).collect::<Result<_, _>>()?)
    }

    /// All numbers, ascending, each once. The runs stay until this is dropped.
    ///
    /// # Errors
    /// If a run cannot be read.
    pub(super) fn merge(&mut self) -> Result<Merge, Unfinished> {
        self.sort();
        let mut sources = self.sources()?;
        self.segments.push(mem::take(&mut self.segment));
        sources.extend(self.segments.drain(..).map(Source::memory));
        Ok(Merge::new(sources, self.sizes.window))
    }
}

impl Drop for Candidates<'_> {
    fn drop(&mut self) {
        self.runs.iter().for_each(|run| self.disk.remove(run.number, run.bytes));
    }
}
