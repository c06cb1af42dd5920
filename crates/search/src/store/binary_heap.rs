//! An open list in a binary heap.

use crate::Stop;
use crate::store::StateIndex;
use crate::store::priority_queue::PriorityQueue;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A binary heap of states. A state inserted again also stays at its old place.
#[derive(Debug, Default)]
pub(crate) struct BinaryQueue(BinaryHeap<Entry>);

/// A state, greater the earlier it comes; states of equal priority and rank are equal.
#[derive(Debug, Clone, Copy)]
struct Entry {
    rank: u64,
    priority: u32,
    at: StateIndex,
}

impl Entry {
    fn key(self) -> (u32, u64) {
        (self.priority, self.rank)
    }
}

impl Ord for Entry {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

impl PartialOrd for Entry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Entry {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Entry {}

impl PriorityQueue for BinaryQueue {
    /// # Complexity
    /// Constant on average, logarithmic at worst.
    fn push(&mut self, priority: u32, rank: u64, at: StateIndex) -> Result<(), Stop> {
        self.0.try_reserve(1).map_err(|_| Stop::Memory)?;
        self.0.push(Entry { rank, priority, at });
        Ok(())
    }

    fn least(&mut self) -> Option<u32> {
        self.0.peek().map(|entry| entry.priority)
    }

    /// # Complexity
    /// Logarithmic.
    fn pop(&mut self) -> Option<(u32, StateIndex)> {
        self.0.pop().map(|entry| (entry.priority, entry.at))
    }

    /// In heap order, in which each stays where it is put.
    fn entries(&self) -> Box<dyn Iterator<Item = (u32, u64, StateIndex)> + '_> {
        Box::new(self.0.iter().map(|&Entry { rank, priority, at }| (priority, rank, at)))
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Entry>()
    }
}
