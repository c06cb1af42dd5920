//! Sorted lists of entries, and the memory they may take.

use super::encoding::Encoding;
use crate::{StateSpace, Stop};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes that threads may still use to fill lists.
pub(super) struct Budget(AtomicU64);

impl Budget {
    /// The rest of `limit` when `held` bytes are in use.
    pub(super) fn new(limit: Option<u64>, held: u64) -> Self {
        Self(AtomicU64::new(limit.map_or(u64::MAX, |limit| limit.saturating_sub(held))))
    }

    /// Bytes left.
    pub(super) fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Makes room for `capacity` entries in a list.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the budget or the system has too little for it.
    pub(super) fn reserve<T>(&self, list: &mut Vec<T>, capacity: usize) -> Result<(), Stop> {
        let bytes = (capacity.saturating_sub(list.capacity()) * size_of::<T>()) as u64;
        let relaxed = Ordering::Relaxed;
        let taken = self.0.fetch_update(relaxed, relaxed, |left| left.checked_sub(bytes));
        taken.map_err(|_| Stop::Memory)?;
        list.try_reserve_exact(capacity - list.len()).map_err(|_| Stop::Memory)
    }

    /// Appends to a full list: makes room by growing, or else by removing duplicates.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room.
    #[cold]
    pub(super) fn push<S: StateSpace, E: Encoding<S>>(
        &self,
        list: &mut Vec<E::Entry>,
        entry: E::Entry,
    ) -> Result<(), Stop> {
        self.reserve(list, (2 * list.capacity()).max(16)).or_else(|stop| {
            sort_and_merge::<S, E>(list);
            // A list that stays nearly full would soon be sorted again.
            if list.len() < list.capacity() / 4 * 3 { Ok(()) } else { Err(stop) }
        })?;
        list.push(entry);
        Ok(())
    }
}

/// Sorts entries and merges those for the same states.
pub(super) fn sort_and_merge<S: StateSpace, E: Encoding<S>>(entries: &mut Vec<E::Entry>) {
    entries.sort_unstable();
    entries.dedup_by(|next, entry| {
        let is_same = E::without_used(*next) == E::without_used(*entry);
        if is_same {
            *entry = E::merge(*entry, *next);
        }
        is_same
    });
}

/// Removes entries from a sorted list that one of two other sorted lists holds.
pub(super) fn remove_known<S: StateSpace, E: Encoding<S>>(
    entries: &mut Vec<E::Entry>,
    [mut old, mut current]: [&[E::Entry]; 2],
) {
    entries
        .retain(|&entry| !skip_to::<S, E>(&mut old, entry) & !skip_to::<S, E>(&mut current, entry));
}

/// Drops entries less than `entry` from a sorted list. Returns whether its states are in the list.
#[inline]
fn skip_to<S: StateSpace, E: Encoding<S>>(list: &mut &[E::Entry], entry: E::Entry) -> bool {
    let wanted = E::without_used(entry);
    while let Some((&first, rest)) = list.split_first() {
        let first = E::without_used(first);
        if first >= wanted {
            return first == wanted;
        }
        *list = rest;
    }
    false
}

/// Whether a sorted list holds the states of an entry.
pub(super) fn holds<S: StateSpace, E: Encoding<S>>(list: &[E::Entry], entry: E::Entry) -> bool {
    let wanted = E::without_used(entry);
    list.binary_search_by_key(&wanted, |&known| E::without_used(known)).is_ok()
}

/// The first entry of `ours` that `is_match` pairs with one of `theirs` in the same orbit; both
/// lists are sorted.
pub(super) fn first_shared<S: StateSpace, E: Encoding<S>>(
    ours: &[E::Entry],
    theirs: &[E::Entry],
    is_match: impl Fn(E::Entry, E::Entry) -> bool,
) -> Option<E::Entry> {
    let mut from = 0;
    ours.iter().copied().find(|&entry| {
        let orbit = E::orbit(entry);
        while theirs.get(from).is_some_and(|&other| E::orbit(other) < orbit) {
            from += 1;
        }
        let same_orbit = theirs[from..].iter().take_while(|&&other| E::orbit(other) == orbit);
        same_orbit.into_iter().any(|&other| is_match(entry, other))
    })
}
