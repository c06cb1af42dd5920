//! The states that breadth-first heuristic search on disk closes within a bound below the length of
//! every plan.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); Korf,
//! "Linear-time disk-based implicit graph search", Journal of the ACM 55 (2008).

use crate::artifact::FileError;
use crate::breadth_first::VisitLayer;
use crate::external::disk::Disk;
use crate::external::layers::Layers;
use crate::external::numbers::Numbers;
use crate::external::run::{Run, RunReader};
use crate::external::sizes::Sizes;
use crate::external::{LongKeys, Unfinished};
use crate::problem::{Backward, DuplicateScope, Key, Parts};
use crate::snapshot::KeyFormat;
use crate::{Depth, Monitor, Stop};

/// The reason why not all closed states were visited.
#[derive(Debug, thiserror::Error)]
pub enum Unvisited {
    /// A limit is reached.
    #[error("a limit was reached: {0:?}")]
    Stopped(#[from] Stop),
    /// The states are too long.
    #[error(transparent)]
    LongKeys(#[from] LongKeys),
    /// A file is damaged, or cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

impl From<Unfinished> for Unvisited {
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
) -> Result<bool, Unvisited> {
    let sizes = Sizes::of(monitor.limits().memory);
    let scope = problem.space().duplicate_scope();
    close(problem, (format, scope), bound, (disk, sizes), visit, monitor)
}

pub(super) fn close<P: Parts>(
    problem: &P,
    (format, scope): (Box<dyn KeyFormat<Key<P>>>, DuplicateScope),
    bound: Option<Depth>,
    (disk, sizes): (&Disk, Sizes),
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Unvisited> {
    let numbers = Numbers::of_bytes(format)?;
    let mut layers = Layers::beside(problem, numbers, scope, disk, sizes)?;
    let bound = bound.unwrap_or(Depth::MAX);
    let closed = close_layers(&mut layers, bound, sizes.chunk, visit, monitor);
    layers.remove_all();
    Ok(closed?)
}

fn close_layers<P: Parts>(
    layers: &mut Layers<'_, P>,
    bound: Depth,
    part: usize,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Unfinished> {
    if layers.begin(bound, monitor)? {
        return Ok(false);
    }
    let mut depth = Depth::ZERO;
    while let Some(open) = layers.layers().last().map(|layer| layer.open)
        && open.states > 0
    {
        visit_run(layers, open, depth, part, visit, monitor)?;
        depth = depth.next();
        if layers.advance(monitor)?.is_some() {
            return Ok(false);
        }
        layers.publish()?;
    }
    Ok(true)
}

/// Visits the states of a run, which are at `depth`, at least `part` at a time except for the last.
fn visit_run<P: Parts>(
    layers: &Layers<'_, P>,
    run: Run,
    depth: Depth,
    part: usize,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<(), Unfinished> {
    let mut reader = RunReader::open(layers.disk, run, layers.numbers.bytes())?;
    let (mut numbers, mut states, mut is_more) = (vec![], vec![], true);
    while is_more {
        numbers.clear();
        is_more = reader.fill(&mut numbers, part)?;
        states.clear();
        for &number in &numbers {
            states.push(layers.numbers.key(number).ok_or_else(|| reader.altered())?);
        }
        if !states.is_empty() {
            monitor.poll(Depth::ZERO, &layers.work.statistics)?;
            visit(depth, &states)?;
        }
    }
    Ok(())
}
