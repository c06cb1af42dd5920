//! Operations that all ranks perform together.

use crate::artifact::FileError;
use crate::distributed::message::numbers;
use crate::distributed::owner::hash_of;
use crate::distributed::{RankCheckpoint, RankError, Transport};
use crate::problem::{IterationStart, LazyTest as _, Parts};
use crate::{Monitor, StateSpace as _};

/// Gathers the numbers of each rank.
pub(super) fn gather<const N: usize>(
    transport: &mut dyn Transport,
    part: [u64; N],
) -> Vec<[u64; N]> {
    let part: Vec<u8> = part.iter().flat_map(|number| number.to_le_bytes()).collect();
    let gathered = transport.all_gather(&part);
    let mut numbers = numbers(&gathered);
    let mut of_rank = |_| std::array::from_fn(|_| numbers.next().unwrap_or(0));
    (0..transport.ranks()).map(&mut of_rank).collect()
}

/// The result of this rank if all ranks succeeded, otherwise the error of one that failed.
///
/// # Errors
/// The error of this rank, or else the first of another rank.
pub(super) fn together<T>(
    transport: &mut dyn Transport,
    done: Result<T, FileError>,
) -> Result<T, FileError> {
    let text = done.as_ref().err().map(ToString::to_string).unwrap_or_default();
    let lengths = gather(transport, [text.len() as u64, u64::from(done.is_err())]);
    if lengths.iter().all(|[_, failed]| *failed == 0) {
        return done;
    }
    let longest = lengths.iter().map(|[length, _]| *length).max().unwrap_or(0) as usize;
    let mut padded = text.into_bytes();
    padded.resize(longest.max(1), b' ');
    let texts = transport.all_gather(&padded);
    let done = done?;
    let first = lengths.iter().position(|[_, failed]| *failed > 0);
    first.map_or(Ok(done), |rank| {
        let text = &texts[rank * padded.len()..][..lengths[rank][0] as usize];
        Err(FileError::Rank { rank, error: String::from_utf8_lossy(text).into_owned() })
    })
}

/// Lets the lazy test decide which tests pay, while no rank is testing.
pub(super) fn begin_iteration<P: Parts>(
    problem: &P,
    transport: &mut dyn Transport,
    monitor: &Monitor<'_>,
) {
    transport.all_gather(&[]);
    if transport.is_first_of_process() {
        problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
    }
    transport.all_gather(&[]);
}

/// Makes sure that all ranks search the same problem within the same limits.
///
/// # Errors
/// [`RankError::Different`] on every rank if they do not.
pub(super) fn agree<P: Parts>(
    problem: &P,
    transport: &mut dyn Transport,
    checkpoint: Option<&RankCheckpoint<'_>>,
    monitor: &Monitor<'_>,
) -> Result<(), RankError> {
    let roots: Vec<_> = problem.roots().iter().map(|root| problem.pack(root)).collect();
    let children: Vec<_> = roots.first().map_or_else(Vec::new, |&root| {
        let space = problem.space();
        let mut children = vec![];
        space.successors(&space.unpack(root), |_, child| children.push(space.pack(&child)));
        children
    });
    let limits = monitor.limits();
    let rules = [hash_of(&roots[..]), hash_of(&children[..]), hash_of(env!("CARGO_PKG_VERSION"))];
    let least = problem.least_estimate().map_or(0, |least| u64::from(least.0) + 1);
    let asked = limits.upper_bound.map_or(0, |asked| u64::from(asked.0) + 1);
    let [roots, children, version] = rules;
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let checkpoint = checkpoint.map_or(0, |checkpoint| hash_of(&checkpoint.search) | 1);
    let mine = [roots, children, version, least, asked, nodes, checkpoint];
    let all = gather(transport, mine);
    if all.iter().all(|other| *other == mine) { Ok(()) } else { Err(RankError::Different) }
}

/// Whether a rank has saved something and a rank had no folder.
pub(super) fn is_gone(transport: &mut dyn Transport, has_saved: bool, is_made: bool) -> bool {
    let all = gather(transport, [has_saved.into(), is_made.into()]);
    (0..2).all(|at| all.iter().any(|rank| rank[at] > 0))
}
