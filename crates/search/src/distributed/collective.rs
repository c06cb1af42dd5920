//! What all ranks find out together.

use crate::distributed::message::numbers;
use crate::distributed::owner::hash_of;
use crate::distributed::{RankError, Transport};
use crate::problem::Parts;
use crate::{Monitor, StateSpace as _};

/// The numbers of each rank.
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

/// Makes sure that all ranks search the same problem within the same limits.
///
/// # Errors
/// [`RankError::Different`] on every rank if they do not.
pub(super) fn agree<P: Parts>(
    problem: &P,
    transport: &mut dyn Transport,
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
    let mine = [roots, children, version, least, asked, limits.nodes.unwrap_or(u64::MAX)];
    let all = gather(transport, mine);
    if all.iter().all(|other| *other == mine) { Ok(()) } else { Err(RankError::Different) }
}
