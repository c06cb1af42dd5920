//! A layer: the run of its states, made from its candidates.

use crate::Depth;
use crate::Stop;
use crate::external::Unfinished;
use crate::external::candidates::Candidates;
use crate::external::disk::Disk;
use crate::external::expansion::BATCH;
use crate::external::problem::{NumberedProblem, Tested};
use crate::external::run::{Run, RunReader, RunWriter};
use crate::external::subtraction::Subtraction;
use crate::outcome::Halt;
use crate::problem::FBound;
use crate::snapshot::snapshot;
use rayon::prelude::*;

/// The states of a layer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layer {
    /// Those to be expanded.
    pub(super) open: Run,
    /// Those refuted by the test: they are not tested again.
    refuted: Run,
}

snapshot!(Layer { open, refuted });

impl Layer {
    /// Its runs that have a file.
    pub(super) fn runs(&self) -> impl Iterator<Item = Run> + use<> {
        [self.open, self.refuted].into_iter().filter(|run| run.states > 0)
    }
}

/// Receives the new states of a layer, window by window.
pub(super) type VisitNew<'a> = dyn FnMut(&[u128]) -> Result<(), Unfinished> + 'a;

/// Makes layers of a problem in a folder.
pub(super) struct LayerMaker<'a> {
    pub(super) problem: &'a dyn NumberedProblem,
    pub(super) disk: &'a Disk,
    /// Numbers in a block of a run.
    pub(super) block: usize,
}

impl LayerMaker<'_> {
    /// The candidates in none of the `earlier` layers, and how many of them were tested. Those that
    /// pass the test are passed to `visit`; `bound` records the least f of the others.
    ///
    /// # Errors
    /// If it is time to stop, or the disk is full or fails, or a run was altered.
    pub(super) fn make(
        &self,
        mut candidates: Candidates<'_>,
        earlier: &[Layer],
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
        visit: &mut VisitNew<'_>,
    ) -> Result<(Layer, u64), Unfinished> {
        let open = |run| RunReader::open(self.disk, run, self.problem.bytes());
        let earlier: Vec<_> =
            earlier.iter().flat_map(Layer::runs).map(open).collect::<Result<_, _>>()?;
        let mut earlier = Subtraction::of(earlier);
        let writer = || RunWriter::new(self.disk, self.problem.bytes(), self.block);
        let (mut passed, mut refuted) = (writer(), writer());
        let mut merge = candidates.merge()?;
        let mut tested = 0;
        while let Some(mut numbers) = merge.next()? {
            earlier.keep_new(&mut numbers, halt)?;
            if self.problem.passes_all() {
                visit(&numbers)?;
                passed.extend(&numbers)?;
                continue;
            }
            tested += numbers.len() as u64;
            let new = self.test(&numbers, depth, bound, halt)?;
            visit(&new.passed)?;
            passed.extend(&new.passed)?;
            refuted.extend(&new.refuted)?;
        }
        earlier.finish()?;
        // Frees the space of their runs for what is still to be written.
        drop((merge, candidates));
        Ok((Layer { open: passed.finish()?, refuted: refuted.finish()? }, tested))
    }

    /// Tests states on all cores. If it is time to stop, `bound` is unchanged.
    fn test(
        &self,
        states: &[u128],
        depth: Depth,
        bound: &mut FBound,
        halt: Halt<'_>,
    ) -> Result<Tested, Stop> {
        let limit = bound.limit();
        let test = |states: &[u128]| {
            let mut bound = FBound::new(limit);
            let tested = self.problem.test(states, depth, &mut bound, halt)?;
            Ok::<_, Stop>((bound, tested))
        };
        let batches: Vec<_> = states.par_chunks(BATCH).map(test).collect::<Result<_, _>>()?;
        let mut all = Tested::default();
        for (other, Tested { passed, refuted }) in batches {
            bound.merge(&other);
            all.passed.extend(passed);
            all.refuted.extend(refuted);
        }
        Ok(all)
    }
}

/// Runs whose state differs from what the last manifest says.
#[derive(Debug, Default)]
pub(super) struct Unpublished {
    /// Runs that are not durable yet.
    unsynced: Vec<u64>,
    /// Runs that only the last manifest names.
    garbage: Vec<Run>,
}

impl Unpublished {
    /// The runs of a new layer.
    pub(super) fn add(&mut self, layer: Layer) {
        self.unsynced.extend(layer.runs().map(|run| run.number));
    }

    /// Adds runs that are no longer needed.
    pub(super) fn drop_all(&mut self, runs: impl IntoIterator<Item = Run>) {
        self.garbage.extend(runs);
    }

    /// Makes new runs durable, before a manifest names them.
    ///
    /// # Errors
    /// If the disk is full or fails.
    pub(super) fn sync(&mut self, disk: &Disk) -> Result<(), Unfinished> {
        self.unsynced.drain(..).try_for_each(|run| disk.sync(run))
    }

    /// Removes the runs that no manifest names any longer.
    pub(super) fn make_room(&mut self, disk: &Disk) {
        self.unsynced.clear();
        self.garbage.drain(..).for_each(|run| disk.remove(run.number, run.bytes));
    }
}
