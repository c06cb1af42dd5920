//! The open list of A*: a stack for every priority and rank.

use crate::Stop;
use crate::store::{StateIndex, push};

/// States to be expanded, least priority first, among those least rank first, among those the
/// latest.
///
/// Where the rank is h, the deepest states come first, which finds a goal early in the last
/// f-layer.
///
/// # Source
/// Gliesch 2015, section 3.2 (bucket-based open list) and 3.3 (with ties broken by a rank).
#[derive(Debug, Default)]
pub(crate) struct BucketQueue {
    /// By priority.
    buckets: Vec<Bucket>,
    /// No bucket before it holds anything.
    least: usize,
    entries: usize,
    peak: usize,
}

#[derive(Debug, Default)]
struct Bucket {
    /// By rank.
    stacks: Vec<Vec<StateIndex>>,
    /// No stack before it holds anything.
    least: usize,
}

impl BucketQueue {
    /// Puts a state in.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the system has no memory for it.
    pub(crate) fn push(&mut self, priority: u32, rank: u16, at: StateIndex) -> Result<(), Stop> {
        let (priority, rank) = (priority as usize, usize::from(rank));
        if self.buckets.len() <= priority {
            self.buckets.resize_with(priority + 1, Bucket::default);
        }
        let bucket = &mut self.buckets[priority];
        if bucket.stacks.len() <= rank {
            bucket.stacks.resize_with(rank + 1, Vec::new);
        }
        push(&mut bucket.stacks[rank], at)?;
        bucket.least = bucket.least.min(rank);
        self.least = self.least.min(priority);
        self.entries += 1;
        self.peak = self.peak.max(self.entries);
        Ok(())
    }

    /// The least priority of a state in it.
    pub(crate) fn least(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.least) {
            while let Some(stack) = bucket.stacks.get(bucket.least) {
                if !stack.is_empty() {
                    return Some(self.least as u32);
                }
                bucket.least += 1;
            }
            // An exhausted bucket gives its memory back.
            *bucket = Bucket::default();
            self.least += 1;
        }
        None
    }

    pub(crate) fn pop(&mut self) -> Option<(u32, StateIndex)> {
        let priority = self.least()?;
        let bucket = &mut self.buckets[priority as usize];
        let at = bucket.stacks[bucket.least].pop()?;
        self.entries -= 1;
        Some((priority, at))
    }

    /// Ranks the states of least priority anew.
    ///
    /// # Errors
    /// As [`BucketQueue::push`]; some states are missing then.
    ///
    /// # Complexity
    /// Linear in the number of these states.
    pub(crate) fn rank_least(&mut self, rank: impl Fn(StateIndex) -> u16) -> Result<(), Stop> {
        let Some(priority) = self.least() else { return Ok(()) };
        let bucket = std::mem::take(&mut self.buckets[priority as usize]);
        for at in bucket.stacks.into_iter().flatten() {
            self.entries -= 1;
            self.push(priority, rank(at), at)?;
        }
        Ok(())
    }

    /// Bytes in use, at most: a stack that grew may be half empty.
    pub(crate) fn bytes(&self) -> usize {
        self.peak * 2 * size_of::<StateIndex>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_priority_first_then_least_rank_then_latest() {
        let mut queue = BucketQueue::default();
        let states = [(5, 3), (4, 4), (5, 1), (5, 1), (7, 0)];
        for (name, (priority, rank)) in states.into_iter().enumerate() {
            queue.push(priority, rank, StateIndex(name as u32)).expect("there is memory");
        }
        assert_eq!(queue.pop(), Some((4, StateIndex(1))));
        assert_eq!(queue.pop(), Some((5, StateIndex(3))));
        queue.push(5, 0, StateIndex(8)).expect("there is memory");
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(p, at)| (p, at.0)).collect();
        assert_eq!(order, [(5, 8), (5, 2), (5, 0), (7, 4)]);
        queue.push(2, 2, StateIndex(9)).expect("there is memory");
        assert_eq!(queue.pop(), Some((2, StateIndex(9))), "priorities may fall again");
    }

    #[test]
    fn those_of_least_priority_are_ranked_anew() {
        let mut queue = BucketQueue::default();
        queue.rank_least(|_| 0).expect("there is memory");
        for (name, (priority, rank)) in [(5, 1), (5, 2), (5, 3), (6, 1), (6, 2)].iter().enumerate()
        {
            queue.push(*priority, *rank, StateIndex(name as u32)).expect("there is memory");
        }
        queue.rank_least(|at| 9 - at.0 as u16).expect("there is memory");
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(p, at)| (p, at.0)).collect();
        assert_eq!(order, [(5, 2), (5, 1), (5, 0), (6, 3), (6, 4)]);
        assert_eq!(queue.entries, 0);
    }
}
