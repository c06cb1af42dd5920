//! Operations that all ranks perform together.

use crate::artifact::FileError;
use crate::distributed::message::{numbers, word_of};
use crate::distributed::owner::hash_of;
use crate::distributed::{RankCheckpoint, RankError, Transport};
use crate::problem::Parts;
use crate::{Monitor, StateSpace as _};

/// Gathers the numbers of each rank.
pub(crate) fn gather<const N: usize>(
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
pub(crate) fn together<T>(
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

/// Whether all ranks give the same numbers.
pub(crate) fn are_same<const N: usize>(transport: &mut dyn Transport, mine: [u64; N]) -> bool {
    gather(transport, mine).iter().all(|other| *other == mine)
}

/// The greatest of the numbers that all ranks have, or zero. `newest` returns the greatest one of
/// this rank up to some number, or zero.
///
/// # Errors
/// If that of one rank fails, on all ranks.
pub(crate) fn last_common(
    transport: &mut dyn Transport,
    newest: &mut dyn FnMut(u64) -> Result<u64, FileError>,
) -> Result<u64, FileError> {
    let mut most = u64::MAX;
    loop {
        let newest = together(transport, newest(most))?;
        let all = gather(transport, [newest]);
        let least = all.iter().map(|[newest]| *newest).min().unwrap_or(0);
        if all.iter().all(|[newest]| *newest == least) {
            return Ok(least);
        }
        most = least;
    }
}

/// Changes what the ranks of a process share, while no rank uses it.
pub(crate) fn while_others_wait(transport: &mut dyn Transport, change: impl FnOnce()) {
    transport.all_gather(&[]);
    if transport.is_first_of_process() {
        change();
    }
    transport.all_gather(&[]);
}

/// Hashes of the roots of a problem and of the successors of the first one, and its least estimate.
pub(crate) fn fingerprint<P: Parts>(problem: &P) -> [u64; 3] {
    let roots: Vec<_> = problem.roots().iter().map(|root| problem.pack(root)).collect();
    let mut children = vec![];
    if let Some(&root) = roots.first() {
        let space = problem.space();
        space.successors(&space.unpack(root), |_, child| children.push(space.pack(&child)));
    }
    [hash_of(&roots[..]), hash_of(&children[..]), word_of(problem.least_estimate())]
}

/// Makes sure that all ranks search the same problem, by its [fingerprint], within the same limits.
///
/// # Errors
/// [`RankError::Different`] on every rank if they do not.
pub(crate) fn agree(
    [roots, children, least]: [u64; 3],
    transport: &mut dyn Transport,
    checkpoint: Option<&RankCheckpoint<'_>>,
    monitor: &Monitor<'_>,
) -> Result<(), RankError> {
    let limits = monitor.limits();
    let version = hash_of(env!("CARGO_PKG_VERSION"));
    let asked = word_of(limits.upper_bound);
    let nodes = limits.nodes.unwrap_or(u64::MAX);
    let checkpoint = checkpoint.map_or(0, |checkpoint| hash_of(&checkpoint.search) | 1);
    let mine = [roots, children, version, least, asked, nodes, checkpoint];
    if are_same(transport, mine) { Ok(()) } else { Err(RankError::Different) }
}

/// Whether a rank has saved something and a rank had no folder.
pub(crate) fn is_gone(transport: &mut dyn Transport, has_saved: bool, is_made: bool) -> bool {
    let all = gather(transport, [has_saved.into(), is_made.into()]);
    (0..2).all(|at| all.iter().any(|rank| rank[at] > 0))
}
