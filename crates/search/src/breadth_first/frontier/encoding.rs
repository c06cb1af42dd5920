//! How a frontier search stores the states of its layers.

use crate::StateSpace;
use crate::snapshot::KeyFormat;

/// How the states around one end of an undirected graph are stored: a place to bring in what a
/// puzzle knows. [`PlainKeys`] is for those that know nothing.
///
/// *Symmetries* take moves to moves, so they keep distances. Those that leave the end as it is
/// leave the layers around it as they are: one state, the representative, stands for its orbit.
/// One more may be in use, which does not leave this end as it is but the other one, or takes one
/// to the other. Then there are two entries for an orbit: one says that the representative lies in
/// the layer, the other that its image does.
///
/// *Used operators* (Korf and Zhang 2000) are moves that need not be made from a state, given the
/// last moves of the paths that led to it: [`Encoding::expand`] leaves them out.
///
/// # Sound because
/// an implementation may leave a move out only if what it leads to lies in the layer of the state,
/// in an earlier one, or is met from another state as early.
///
/// Entries are sorted: those of an orbit stand side by side, and those of a state in its orbit.
pub trait Encoding<S: StateSpace>: Sync {
    /// What is stored for a state, as small as sorting and comparing allow.
    type Entry: Copy + Ord + Send + Sync;

    /// Calls `store` with all entries for a state. Usually there is one; there are two where the
    /// state and its image have the same representative.
    fn encode(&self, space: &S, state: &S::State, store: impl FnMut(Self::Entry));

    /// A state of the layer that an entry was stored for.
    fn decode(&self, space: &S, entry: Self::Entry) -> S::State;

    /// Calls `store` with all entries for the successors of a state, except by used operators.
    fn expand(&self, space: &S, entry: Self::Entry, store: impl FnMut(Self::Entry));

    /// The image of a state under the symmetry in use that does not leave this end as it is.
    fn image(&self, state: &S::State) -> Option<S::State>;

    /// How entries are stored in files, where a search of this space can be saved.
    fn entry_format(space: &S) -> Option<Box<dyn KeyFormat<Self::Entry>>>;

    /// The key of the representative.
    fn orbit(entry: Self::Entry) -> S::Key;

    /// The entry without used operators: equal exactly if two entries are for the same states.
    fn without_used(entry: Self::Entry) -> Self::Entry;

    /// One entry for two that differ in used operators only, which may be used on any path.
    #[must_use]
    fn merge(first: Self::Entry, second: Self::Entry) -> Self::Entry;
}

/// The two ends of a frontier search.
#[derive(Debug, Clone)]
pub enum Ends<E> {
    /// Each is searched.
    ///
    /// Both encodings have the same representatives, and all symmetries in use leave at least one
    /// of the ends as it is.
    Separate {
        /// The states around the starts.
        start: E,
        /// The states around the goals.
        goal: E,
    },
    /// [`Encoding::image`] takes the starts to the goals: the search from the goals is the image of
    /// the one from the starts and is not run.
    Images(E),
}

/// Stores every state as its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlainKeys;

impl<S: StateSpace> Encoding<S> for PlainKeys {
    type Entry = S::Key;

    #[inline]
    fn encode(&self, space: &S, state: &S::State, mut store: impl FnMut(S::Key)) {
        store(space.pack(state));
    }

    #[inline]
    fn decode(&self, space: &S, entry: S::Key) -> S::State {
        space.unpack(entry)
    }

    #[inline]
    fn expand(&self, space: &S, entry: S::Key, mut store: impl FnMut(S::Key)) {
        space.successors(&space.unpack(entry), |_, child| store(space.pack(&child)));
    }

    #[inline]
    fn image(&self, _: &S::State) -> Option<S::State> {
        None
    }

    fn entry_format(space: &S) -> Option<Box<dyn KeyFormat<S::Key>>> {
        space.key_format()
    }

    #[inline]
    fn orbit(entry: S::Key) -> S::Key {
        entry
    }

    #[inline]
    fn without_used(entry: S::Key) -> S::Key {
        entry
    }

    #[inline]
    fn merge(first: S::Key, _: S::Key) -> S::Key {
        first
    }
}
