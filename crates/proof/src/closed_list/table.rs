//! Some of the listed states, to be looked up.

use foldhash::quality::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher as _;

/// States of one width, each with its layer. No state is taken for another.
///
/// # Units
/// The bytes of the state, two for its layer, and about eight of an index.
#[derive(Debug)]
pub(super) struct Table {
    width: usize,
    states: Vec<u8>,
    layers: Vec<u16>,
    index: HashTable<u32>,
}

impl Table {
    /// About how many bytes a state takes.
    pub fn bytes_of_state(width: usize) -> u64 {
        width as u64 + 10
    }

    pub fn new(width: usize) -> Self {
        Self { width, states: vec![], layers: vec![], index: HashTable::new() }
    }

    /// Which of so many tables a state belongs to.
    pub fn part_of(state: &[u8], parts: u64) -> u64 {
        // Bits that the index of a table does not look at.
        (hash(state) >> 20) % parts
    }

    /// Adds a state; `false` if it is there already.
    pub fn add(&mut self, state: &[u8], layer: u16) -> bool {
        if self.layer(state).is_some() {
            return false;
        }
        let number = self.layers.len() as u32;
        self.states.extend_from_slice(state);
        self.layers.push(layer);
        let (states, width) = (&self.states, self.width);
        let hash_of = |&number: &u32| hash(&states[number as usize * width..][..width]);
        self.index.insert_unique(hash(state), number, hash_of);
        true
    }

    /// The layer of a state that is there.
    pub fn layer(&self, state: &[u8]) -> Option<u16> {
        let is_it = |&number: &u32| self.states[number as usize * self.width..].starts_with(state);
        self.index.find(hash(state), is_it).map(|&number| self.layers[number as usize])
    }
}

fn hash(state: &[u8]) -> u64 {
    FixedState::default().hash_one(state)
}
