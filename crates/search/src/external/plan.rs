//! A plan from stored layers, traced back from the last one.

use crate::artifact::FileError;
use crate::external::Unfinished;
use crate::external::conclusion::{agreed, least, words};
use crate::external::disk::Disk;
use crate::external::layers::Layers;
use crate::external::problem::Edge;
use crate::external::run::{Run, RunReader};
use crate::snapshot::Unreadable;
use crate::{Depth, Monitor};

impl Layers<'_, '_> {
    /// The plan to a goal at `depth`. All ranks trace it back together: each searches its own runs.
    /// The plan does not depend on the number of ranks.
    ///
    /// # Sound because
    /// a layer has every state within the bound at its depth, so one that leads to a state of the
    /// next layer is in it; and every state in it can be reached in that many moves.
    ///
    /// # Errors
    /// If it is time to stop, if a run was altered or cannot be read, and if no state of a layer
    /// leads to the next one.
    ///
    /// # Complexity
    /// Reads each layer once, up to the state on the plan.
    pub(super) fn plan(
        &mut self,
        goal: u128,
        depth: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Vec<Edge>, Unfinished> {
        let (lower, statistics, problem) = (self.lower, self.work.statistics, self.problem);
        let mut poll = || Ok(monitor.poll(lower, &statistics)?);
        let (mut to, mut plan) = (goal, vec![]);
        for at in (0..usize::from(depth.0)).rev() {
            let mut before = problem.predecessors(to);
            before.sort_unstable();
            let run = self.layers()[at].open;
            let found = find_in_run((self.disk, problem.bytes()), run, &before, &mut poll);
            let all = agreed(self.mailbox.transport(), found.map(words))?;
            let path = self.disk.path(run.number);
            let error = Unreadable::Invalid("a layer that does not lead to the next one");
            let from = least(all).ok_or(FileError::Content { path, error })?;
            plan.push((from, to));
            to = from;
        }
        plan.reverse();
        Ok(plan)
    }
}

/// The least of some ascending numbers that is in a run of numbers of `width` bytes.
///
/// # Errors
/// Those of `poll`, and if the run cannot be read or was altered.
fn find_in_run(
    (disk, width): (&Disk, usize),
    run: Run,
    numbers: &[u128],
    poll: &mut dyn FnMut() -> Result<(), Unfinished>,
) -> Result<Option<u128>, Unfinished> {
    let mut reader = RunReader::open(disk, run, width)?;
    let mut block = vec![];
    loop {
        poll()?;
        let Some(header) = reader.header()? else { return Ok(None) };
        if !header.may_have_any(numbers) {
            reader.skip(header)?;
            continue;
        }
        block.clear();
        reader.read(header, &mut block)?;
        if let Some(&found) = numbers.iter().find(|&number| block.binary_search(number).is_ok()) {
            return Ok(Some(found));
        }
    }
}
