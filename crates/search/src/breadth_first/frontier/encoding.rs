//! The encoding in which a frontier search stores the states of its layers.

use crate::StateSpace;
use crate::snapshot::KeyFormat;

/// The encoding of the states around one end of an undirected graph. It can use symmetries and used
/// operators of a puzzle; [`PlainKeys`] uses neither.
///
/// *Symmetries* map moves to moves, so they preserve distances. A symmetry that maps the end to
/// itself also maps each layer around it to itself: one state, the representative, stands for its
/// orbit. One more symmetry may be in use that maps the other end, but not this one, to itself, or
/// maps one end to the other. Then an orbit has two entries: one says that the representative lies
/// in the layer, the other that its image does.
///
/// *Used operators* (Korf and Zhang 2000) are moves that need not be made from a state, given the
/// last moves of the paths that led to it: [`Encoding::expand`] leaves them out.
///
/// # Sound because
/// an implementation may leave a move out only if the state it leads to lies in the same layer or
/// an earlier one, or is reached from another state as early.
///
/// Entries are sorted, so that the entries of an orbit are adjacent, and so are those of a state
/// within its orbit.
pub trait Encoding<S: StateSpace>: Sync {
    /// The entry stored for a state, as small as sorting and comparing allow.
    type Entry: Copy + Ord + Send + Sync;

    /// Calls `store` with all entries for a state. Usually there is one; there are two if the state
    /// and its image have the same representative.
    fn encode(&self, space: &S, state: &S::State, store: impl FnMut(Self::Entry));

    /// Returns a state of the layer for which an entry was stored.
    fn decode(&self, space: &S, entry: Self::Entry) -> S::State;

    /// Calls `store` with all entries for the successors of a state, except by used operators.
    fn expand(&self, space: &S, entry: Self::Entry, store: impl FnMut(Self::Entry));

    /// Returns the image of a state under the symmetry in use that does not map this end to itself.
    fn image(&self, state: &S::State) -> Option<S::State>;

    /// Returns the format of entries in files, if a search of this space can be saved.
    fn entry_format(space: &S) -> Option<Box<dyn KeyFormat<Self::Entry>>>;

    /// Returns the key of the representative.
    fn orbit(entry: Self::Entry) -> S::Key;

    /// Returns the entry without used operators; two such entries are equal exactly if they are for
    /// the same states.
    fn without_used(entry: Self::Entry) -> Self::Entry;

    /// Merges two entries that differ only in used operators. An operator that is used in either
    /// entry is used in the result.
    #[must_use]
    fn merge(first: Self::Entry, second: Self::Entry) -> Self::Entry;
}

/// The two ends of a frontier search.
#[derive(Debug, Clone)]
pub enum Ends<E> {
    /// Both ends are searched.
    ///
    /// Both encodings have the same representatives, and every symmetry in use maps at least one of
    /// the ends to itself.
    Separate {
        /// The states around the starts.
        start: E,
        /// The states around the goals.
        goal: E,
    },
    /// [`Encoding::image`] maps the starts to the goals: the search from the goals is the image of
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
