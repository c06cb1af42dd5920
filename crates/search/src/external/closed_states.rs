//! The states that breadth-first heuristic search on disk closes within a bound below the length of
//! every plan.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); Korf,
//! "Linear-time disk-based implicit graph search", Journal of the ACM 55 (2008).

use crate::artifact::FileError;
use crate::breadth_first::VisitLayer;
use crate::distributed::{RankError, Threads};
use crate::external::disk::Disk;
use crate::external::layers::{Layers, Purpose};
use crate::external::problem::{NoState, Numbered, NumberedProblem};
use crate::external::run::{Run, RunReader};
use crate::external::sizes::Sizes;
use crate::external::{LongKeys, Unfinished};
use crate::problem::{Backward, Key, Parts};
use crate::snapshot::KeyFormat;
use crate::{Depth, Monitor, Stop};

/// The reason why not all closed states were listed.
#[derive(Debug, thiserror::Error)]
pub enum NotListed {
    /// A limit is reached.
    #[error("a limit was reached: {0:?}")]
    Stopped(#[from] Stop),
    /// The states are too long for a disk.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// A file is damaged, or cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The ranks cannot search together.
    #[error(transparent)]
    Ranks(#[from] RankError),
}

impl From<Unfinished> for NotListed {
    fn from(unfinished: Unfinished) -> Self {
        match unfinished {
            Unfinished::Stopped(stop) => stop.into(),
            Unfinished::Failed(error) => error.into(),
        }
    }
}

/// Visits the same states as [`closed_states`](crate::breadth_first::closed_states) in memory, but
/// in parts: those of a layer one after the other, in ascending order of the bytes that `format`
/// gives states, within each part and from part to part. No part has more than some ten thousand
/// states.
///
/// The states are in files beside those of a search that was saved in the folder, which stays as it
/// is. The files are removed at the end, and the listing cannot be resumed after its process has
/// ended. Layers in which no duplicate is looked for are removed earlier.
///
/// [`Limits::memory`](crate::Limits::memory) is as in
/// [`external_breadth_first_heuristic_search`](crate::external::external_breadth_first_heuristic_search).
/// Works in the thread pool that it is called from.
///
/// # Errors
/// If the bits in use of a state's bytes do not fit into 16 bytes, if a limit is reached
/// ([`Stop::Disk`] if the disk is full), or if a file is damaged or cannot be read or written.
///
/// # Complexity
/// Each state is written once and read twice, and all earlier layers in the scope of duplicates are
/// read once per layer.
pub fn external_closed_states<P: Parts<Space: Backward>>(
    problem: &P,
    format: Box<dyn KeyFormat<Key<P>>>,
    bound: Option<Depth>,
    disk: &Disk,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let sizes = Sizes::of(monitor.limits().memory);
    close(&Numbered::in_order_of(problem, format)?, bound, (disk, sizes), visit, monitor)
}

pub(super) fn close<P: Parts<Space: Backward>>(
    problem: &Numbered<'_, P>,
    bound: Option<Depth>,
    disk: (&Disk, Sizes),
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let mut visit = |depth, states: &[u128]| {
        let keys = states.iter().map(|&state| problem.numbers.key(state).ok_or(NoState));
        Ok(visit(depth, &keys.collect::<Result<Vec<_>, _>>()?))
    };
    Ok(list(problem, bound.unwrap_or(Depth::MAX), disk, &mut visit, monitor)?)
}

/// Receives some states of a layer.
type Visit<'a> = dyn FnMut(Depth, &[u128]) -> Result<Result<(), Stop>, NoState> + 'a;

fn list(
    problem: &dyn NumberedProblem,
    bound: Depth,
    (disk, sizes): (&Disk, Sizes),
    visit: &mut Visit<'_>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Unfinished> {
    disk.prepare_unnamed_runs()?;
    let mut alone = Threads::alone();
    let mut layers = Layers::new(problem, (disk, sizes), Purpose::List, &mut alone, None);
    layers.begin(bound, monitor);
    let mut depth = Depth::ZERO;
    let listed = loop {
        match layers.advance(monitor) {
            Ok((None, _)) => {}
            Ok((Some(_), _)) => break Ok(false),
            Err(unfinished) => break Err(unfinished),
        }
        if !layers.complete() {
            break Ok(true);
        }
        let visited = layers.publish().and_then(|()| {
            layers.layers().last().map_or(Ok(()), |last| {
                visit_run(&layers, (last.open, depth), sizes.chunk, visit, monitor)
            })
        });
        if let Err(unfinished) = visited {
            break Err(unfinished);
        }
        depth = depth.next();
    };
    layers.remove_all();
    listed
}

/// Visits the states of a run, which are at `depth`, at least `part` at a time except for the last.
fn visit_run(
    layers: &Layers<'_, '_>,
    (run, depth): (Run, Depth),
    part: usize,
    visit: &mut Visit<'_>,
    monitor: &mut Monitor<'_>,
) -> Result<(), Unfinished> {
    let mut reader = RunReader::open(layers.disk, run, layers.problem.bytes())?;
    let (mut states, mut is_more) = (vec![], true);
    while is_more {
        states.clear();
        is_more = reader.fill(&mut states, part)?;
        if !states.is_empty() {
            monitor.poll(Depth::ZERO, &layers.work.statistics)?;
            visit(depth, &states).map_err(|NoState| reader.altered())??;
        }
    }
    Ok(())
}
