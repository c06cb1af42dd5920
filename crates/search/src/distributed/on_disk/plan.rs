//! A plan whose states are on the disks of several ranks.

use crate::distributed::on_disk::conclusion::{agreed, least, words};
use crate::distributed::on_disk::layers::Layers;
use crate::external::Unfinished;
use crate::external::plan;
use crate::problem::{Action, Backward, Parts};
use crate::{Depth, Monitor};

/// A plan to a goal that was met at `depth`. All ranks trace it back together: each searches its
/// own runs. The plan does not depend on the number of ranks.
///
/// # Errors
/// If it is time to stop, or a run was altered or cannot be read.
pub(super) fn plan<P: Parts<Space: Backward>>(
    layers: &mut Layers<'_, '_, P>,
    goal: u128,
    depth: Depth,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<Action<P>>, Unfinished> {
    let (lower, statistics) = (layers.lower, layers.work.statistics);
    let Layers { problem, numbers, disk, mailbox, running, .. } = layers;
    let before = running.as_ref().map_or(&[][..], |running| &running.layers[..depth.0.into()]);
    let folder = (*disk, numbers.bytes());
    let mut poll = || Ok(monitor.poll(lower, &statistics)?);
    plan::plan(*problem, numbers, (disk, before), goal, &mut |run, some| {
        let found = plan::find_in_run(folder, run, some, &mut poll);
        let all = agreed(mailbox.transport(), found.map(words))?;
        Ok(least(all))
    })
}
