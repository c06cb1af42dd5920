//! A layer: the run of its states, made from its candidates.

use crate::Depth;
use crate::external::Unfinished;
use crate::external::candidates::Candidates;
use crate::external::disk::Disk;
use crate::external::expansion::{Tested, test};
use crate::external::numbers::Numbers;
use crate::external::run::{Run, RunReader, RunWriter};
use crate::external::subtraction::Subtraction;
use crate::outcome::Halt;
use crate::problem::{FBound, Key, LazyTest as _, Parts};
use crate::snapshot::snapshot;

/// The states of a layer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layer {
    /// Those to be expanded.
    pub(crate) open: Run,
    /// Those refuted by the test: they are not tested again.
    refuted: Run,
}

snapshot!(Layer { open, refuted });

impl Layer {
    /// Its runs that have a file.
    pub(crate) fn runs(&self) -> impl Iterator<Item = Run> + use<> {
        [self.open, self.refuted].into_iter().filter(|run| run.states > 0)
    }
}

/// Receives the new states of a layer, window by window.
pub(crate) type VisitNew<'a> = dyn FnMut(&[u128]) -> Result<(), Unfinished> + 'a;

/// Makes layers of a space in a folder.
pub(crate) struct LayerMaker<'a, P: Parts> {
    pub(crate) problem: &'a P,
    pub(crate) numbers: &'a Numbers<Key<P>>,
    pub(crate) disk: &'a Disk,
    /// Numbers in a block of a run.
    pub(crate) block: usize,
}

impl<P: Parts> LayerMaker<'_, P> {
    /// A layer of ascending states, each once.
    ///
    /// # Errors
    /// If it is time to stop, or the disk is full or fails.
    pub(crate) fn of_roots(
        &self,
        roots: Vec<u128>,
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
    ) -> Result<Layer, Unfinished> {
        let Tested { passed, refuted } = self.test(roots, depth, bound, halt)?;
        let write = |numbers: &[u128]| {
            let mut writer = self.writer();
            writer.extend(numbers)?;
            writer.finish()
        };
        Ok(Layer { open: write(&passed)?, refuted: write(&refuted)? })
    }

    /// The candidates in none of the `earlier` layers, and how many of them were tested. Those that
    /// pass the test are passed to `visit`; `bound` records the least f of the others.
    ///
    /// # Errors
    /// If it is time to stop, or the disk is full or fails, or a run was altered.
    pub(crate) fn of_candidates(
        &self,
        mut candidates: Candidates<'_>,
        earlier: &[Layer],
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
        visit: &mut VisitNew<'_>,
    ) -> Result<(Layer, u64), Unfinished> {
        let open = |run| RunReader::open(self.disk, run, self.numbers.bytes());
        let earlier: Vec<_> =
            earlier.iter().flat_map(Layer::runs).map(open).collect::<Result<_, _>>()?;
        let mut earlier = Subtraction::of(earlier);
        let (mut passed, mut refuted) = (self.writer(), self.writer());
        let mut merge = candidates.merge()?;
        let mut tested = 0;
        while let Some(mut numbers) = merge.next()? {
            earlier.keep_new(&mut numbers, halt)?;
            if !self.problem.test().passes_all() {
                tested += numbers.len() as u64;
            }
            let new = self.test(numbers, depth, bound, halt)?;
            visit(&new.passed)?;
            passed.extend(&new.passed)?;
            refuted.extend(&new.refuted)?;
        }
        earlier.finish()?;
        // Frees the space of their runs for what is still to be written.
        drop((merge, candidates));
        Ok((Layer { open: passed.finish()?, refuted: refuted.finish()? }, tested))
    }

    fn writer(&self) -> RunWriter<'_> {
        RunWriter::new(self.disk, self.numbers.bytes(), self.block)
    }

    fn test(
        &self,
        states: Vec<u128>,
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
    ) -> Result<Tested, Unfinished> {
        if self.problem.test().passes_all() {
            return Ok(Tested { passed: states, refuted: vec![] });
        }
        test(self.problem, self.numbers, &states, depth, bound, halt)
    }
}

/// Runs whose state differs from what the last manifest says.
#[derive(Debug, Default)]
pub(crate) struct Unpublished {
    /// Runs that are not durable yet.
    unsynced: Vec<u64>,
    /// Runs that only the last manifest names.
    garbage: Vec<Run>,
}

impl Unpublished {
    /// The runs of a new layer.
    pub(crate) fn add(&mut self, layer: Layer) {
        self.unsynced.extend(layer.runs().map(|run| run.number));
    }

    /// Adds runs that are no longer needed.
    pub(crate) fn drop_all(&mut self, runs: impl IntoIterator<Item = Run>) {
        self.garbage.extend(runs);
    }

    /// Makes new runs durable, before a manifest names them.
    ///
    /// # Errors
    /// If the disk is full or fails.
    pub(crate) fn sync(&mut self, disk: &Disk) -> Result<(), Unfinished> {
        self.unsynced.drain(..).try_for_each(|run| disk.sync(run))
    }

    /// Removes the runs that no manifest names any longer.
    pub(crate) fn make_room(&mut self, disk: &Disk) {
        self.unsynced.clear();
        self.garbage.drain(..).for_each(|run| disk.remove(run.number, run.bytes));
    }
}
