//! A table for looking up some of the listed states.

use foldhash::quality::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher as _;

/// States of one width, each with its layer. No state is ever mistaken for another.
///
/// # Units
/// Bytes: those of the state, two for its layer, and up to twelve for an index.
#[derive(Debug)]
pub(super) struct Table {
    width: usize,
    /// The bytes of each state and the two of its layer: a lookup reads adjacent memory.
    entries: Vec<u8>,
    index: HashTable<u32>,
}

impl Table {
    /// Estimates the number of bytes that a state takes.
    pub fn bytes_of_state(width: usize) -> u64 {
        width as u64 + 14
    }

    /// Creates a table for about `states` states, which grows if there are more.
    pub fn new(width: usize, states: usize) -> Self {
        let (entries, index) = (Vec::new(), HashTable::with_capacity(states));
        let mut table = Self { width, entries, index };
        table.entries.reserve_exact(states * (width + 2));
        table
    }

    /// Returns the number of the table, of `parts`, that a state belongs to.
    pub fn part_of(state: &[u8], parts: u64) -> u64 {
        // Bits that the index of a table does not use.
        (hash(state) >> 20) % parts
    }

    /// Adds a state; returns `false` if it is already there.
    pub fn add(&mut self, state: &[u8], layer: u16) -> bool {
        if self.layer(state).is_some() {
            return false;
        }
        let size = self.width + 2;
        let number = (self.entries.len() / size) as u32;
        self.entries.extend_from_slice(state);
        self.entries.extend_from_slice(&layer.to_le_bytes());
        let (entries, width) = (&self.entries, self.width);
        let hash_of = |&number: &u32| hash(&entries[number as usize * size..][..width]);
        self.index.insert_unique(hash(state), number, hash_of);
        true
    }

    /// Returns the layer of a state, if the state is there.
    pub fn layer(&self, state: &[u8]) -> Option<u16> {
        let entry = |&number: &u32| {
            let size = self.width + 2;
            self.entries[number as usize * size..][..size].split_at(self.width)
        };
        let found = self.index.find(hash(state), |number| entry(number).0 == state)?;
        entry(found).1.try_into().ok().map(u16::from_le_bytes)
    }
}

fn hash(state: &[u8]) -> u64 {
    FixedState::default().hash_one(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_found_when_there_are_more_than_was_thought() {
        let states: Vec<[u8; 4]> = (0..5_000u32).map(u32::to_be_bytes).collect();
        let mut table = Table::new(4, 0);
        for (state, layer) in states.iter().zip(0..) {
            assert!(table.add(state, layer));
        }
        for (state, layer) in states.iter().zip(0..) {
            assert_eq!(table.layer(state), Some(layer));
            assert!(!table.add(state, layer + 1));
        }
        assert_eq!(table.layer(&5_000u32.to_be_bytes()), None);
    }
}
