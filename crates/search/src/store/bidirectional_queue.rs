//! The open states of one end of a bidirectional search, in stacks by a small number.

use crate::store::{StateIndex, push};
use crate::{Depth, Stop};

/// An open state as it was when it was opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) at: StateIndex,
    pub(crate) depth: Depth,
    pub(crate) f: Depth,
}

/// Stacks of entries, least number first. Entries may have become stale: the callers of `least`
/// pass a test for that.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    stacks: Vec<Vec<Entry>>,
    /// All stacks before it are empty.
    least: usize,
    entries: usize,
}

impl Buckets {
    pub(crate) fn push(&mut self, number: usize, entry: Entry) -> Result<(), Stop> {
        if self.stacks.len() <= number {
            self.stacks.resize_with(number + 1, Vec::new);
        }
        push(&mut self.stacks[number], entry)?;
        self.least = self.least.min(number);
        self.entries += 1;
        Ok(())
    }

    /// The least number of an entry that is still open; drops stale entries before it.
    pub(crate) fn least(&mut self, is_open: impl Fn(&Entry) -> bool) -> Option<usize> {
        while let Some(stack) = self.stacks.get_mut(self.least) {
            while let Some(entry) = stack.last() {
                if is_open(entry) {
                    return Some(self.least);
                }
                stack.pop();
                self.entries -= 1;
            }
            self.least += 1;
        }
        None
    }

    /// Removes an entry with the least number.
    pub(crate) fn pop(&mut self, is_open: impl Fn(&Entry) -> bool) -> Option<Entry> {
        let least = self.least(is_open)?;
        self.entries -= 1;
        self.stacks[least].pop()
    }

    /// Removes all entries with this number or a smaller one, including stale ones.
    pub(crate) fn take_up_to(&mut self, number: usize) -> Vec<Entry> {
        let end = self.stacks.len().min(number + 1);
        let begin = self.least.min(end);
        let taken: Vec<_> = self.stacks[begin..end].iter_mut().flat_map(std::mem::take).collect();
        self.entries -= taken.len();
        self.least = self.least.max(end);
        taken
    }

    /// Entries with a number, including stale ones.
    pub(crate) fn len_of(&self, number: usize) -> usize {
        self.stacks.get(number).map_or(0, Vec::len)
    }

    /// Upper bound on the bytes in use: a stack that grew may be half empty.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.entries * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_number_first_without_stale_entries() {
        let mut buckets = Buckets::default();
        for (number, at) in [(5, 0), (3, 1), (3, 2), (9, 3)] {
            let (at, depth) = (StateIndex(at), Depth::ZERO);
            buckets.push(number, Entry { at, depth, f: depth }).expect("there is memory");
        }
        let is_open = |entry: &Entry| entry.at != StateIndex(2);
        assert_eq!(buckets.least(is_open), Some(3));
        assert_eq!(buckets.pop(is_open).map(|entry| entry.at), Some(StateIndex(1)));
        assert_eq!(buckets.least(is_open), Some(5));
        let taken: Vec<_> = buckets.take_up_to(6).iter().map(|entry| entry.at.0).collect();
        assert_eq!((taken, buckets.len_of(9)), (vec![0], 1));
        assert_eq!(buckets.pop(is_open).map(|entry| entry.at), Some(StateIndex(3)));
        assert_eq!(buckets.pop(is_open).map(|entry| entry.at), None);
        assert_eq!(buckets.bytes(), 0);
    }
}
