//! Duplicate detection in depth-first search: the memory of the states that it has entered.

use crate::Depth;
use crate::Stop;
use crate::outcome::Completeness;

/// A memory of one iteration of a depth-first search with a bound.
///
/// # Sound because
/// it is queried before a state is expanded, and answers `true` only if the same iteration has
/// begun to expand the state at no greater depth, or found there that no plan within the bound
/// leads through it (by the [lazy test](crate::problem::LazyTest)). Then every state of a plan
/// within the bound is entered at no greater depth than it has in the plan: the first one is a
/// root; and if one is entered at depth d, either it is expanded, or it was expanded before at no
/// greater depth, since a plan leads through it; so the next one is entered at depth d + 1 at most,
/// where f is within the bound. Nothing is remembered from one iteration to the next and no value
/// is backed up, which is what makes other transposition tables return plans that are not shortest
/// (Akagi, Kishimoto and Fukunaga, "On transposition tables for single-agent search and planning",
/// SoCS 2010).
///
/// # Not sound with
/// pruned moves, unless it remembers nothing (Burch and Holte 2011): the state may have been
/// expanded after a move that forbids the very move that is needed.
pub(crate) trait Visited<K>: Send {
    /// [`Completeness::Complete`] if the above holds, [`Completeness::Lossy`] if states may be
    /// mistaken for others.
    fn completeness(&self) -> Completeness;

    /// Whether moves are pruned as well.
    fn prunes_moves(&self) -> bool {
        false
    }

    /// Whether all limits up to three moves below the bound are searched again before it, to fill
    /// this memory.
    fn is_filled_below(&self) -> bool {
        false
    }

    /// Empties all slots.
    fn empty(&mut self) {}

    /// Forgets the entered states before the next iteration.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is too little.
    fn begin_iteration(&mut self) -> Result<(), Stop>;

    /// Whether the state was entered before at no greater depth. If not, it is entered now.
    fn is_duplicate(&mut self, key: K, depth: Depth) -> bool;

    /// The estimated probability that a state is mistaken for another that was entered.
    fn collision_probability(&self) -> f64 {
        0.0
    }

    /// The number of states held.
    fn len(&self) -> u64;
}
