//! The open list of A*: one stack per priority and rank.

use crate::Stop;
use crate::store::priority_queue::PriorityQueue;
use crate::store::{StateIndex, push};

/// States to be expanded, by least priority, then least rank, then latest insertion.
///
/// If the rank is h, the deepest states come first, which finds a goal early in the last f-layer.
///
/// # Source
/// Gliesch 2015, section 3.2 (bucket-based open list) and 3.3 (with ties broken by a rank).
#[derive(Debug, Default)]
pub(crate) struct BucketQueue {
    /// By priority.
    buckets: Vec<Bucket>,
    /// All buckets before it are empty.
    least: usize,
    entries: usize,
    peak: usize,
    /// Number of stacks in all buckets.
    stacks: usize,
}

#[derive(Debug, Default)]
struct Bucket {
    /// By rank, for the ranks that have occurred: ranks of different rules are far apart.
    stacks: Vec<(u64, Vec<StateIndex>)>,
    /// All stacks before it are empty.
    least: usize,
}

impl PriorityQueue for BucketQueue {
    fn push(&mut self, priority: u32, rank: u64, at: StateIndex) -> Result<(), Stop> {
        let priority = priority as usize;
        if self.buckets.len() <= priority {
            self.buckets.resize_with(priority + 1, Bucket::default);
        }
        let Bucket { stacks, least } = &mut self.buckets[priority];
        let place = match stacks.binary_search_by_key(&rank, |(rank, _)| *rank) {
            Ok(place) => place,
            Err(place) => {
                stacks.try_reserve(1).map_err(|_| Stop::Memory)?;
                stacks.insert(place, (rank, Vec::new()));
                self.stacks += 1;
                place
            }
        };
        push(&mut stacks[place].1, at)?;
        *least = place.min(*least);
        self.least = self.least.min(priority);
        self.entries += 1;
        self.peak = self.peak.max(self.entries);
        Ok(())
    }

    fn least(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.least) {
            while let Some((_, stack)) = bucket.stacks.get(bucket.least) {
                if !stack.is_empty() {
                    return Some(self.least as u32);
                }
                bucket.least += 1;
            }
            // Frees the memory of an exhausted bucket.
            self.stacks -= bucket.stacks.len();
            *bucket = Bucket::default();
            self.least += 1;
        }
        None
    }

    fn pop(&mut self) -> Option<(u32, StateIndex)> {
        let priority = self.least()?;
        let bucket = &mut self.buckets[priority as usize];
        let at = bucket.stacks[bucket.least].1.pop()?;
        self.entries -= 1;
        Some((priority, at))
    }

    fn entries(&self) -> Box<dyn Iterator<Item = (u32, u64, StateIndex)> + '_> {
        let stacks = (0..).zip(&self.buckets).flat_map(|(priority, bucket)| {
            bucket.stacks.iter().map(move |(rank, stack)| (priority, *rank, stack))
        });
        Box::new(
            stacks.flat_map(|(priority, rank, stack)| {
                stack.iter().map(move |&at| (priority, rank, at))
            }),
        )
    }

    /// Among equal ranks, those that came last are inserted first.
    ///
    /// # Complexity
    /// Linear in the number of these states.
    fn rank_least(&mut self, rank: &dyn Fn(StateIndex) -> u64) -> Result<(), Stop> {
        let Some(priority) = self.least() else { return Ok(()) };
        let bucket = std::mem::take(&mut self.buckets[priority as usize]);
        self.stacks -= bucket.stacks.len();
        for at in bucket.stacks.into_iter().flat_map(|(_, stack)| stack) {
            self.entries -= 1;
            self.push(priority, rank(at), at)?;
        }
        Ok(())
    }

    /// A list that grew may be half empty.
    fn bytes(&self) -> usize {
        let stacks = self.stacks * size_of::<(u64, Vec<StateIndex>)>();
        2 * (self.peak * size_of::<StateIndex>() + stacks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::priority_queue::tests::emptied;

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
        assert_eq!(emptied(&mut queue), [(5, 8), (5, 2), (5, 0), (7, 4)]);
        queue.push(2, 2, StateIndex(9)).expect("there is memory");
        assert_eq!(queue.pop(), Some((2, StateIndex(9))), "priorities may fall again");
    }

    #[test]
    fn those_of_least_priority_are_ranked_anew() {
        let mut queue = BucketQueue::default();
        queue.rank_least(&|_| 0).expect("there is memory");
        for (name, (priority, rank)) in [(5, 1), (5, 2), (5, 3), (6, 1), (6, 2)].iter().enumerate()
        {
            queue.push(*priority, *rank, StateIndex(name as u32)).expect("there is memory");
        }
        queue.rank_least(&|at| 9 - u64::from(at.0)).expect("there is memory");
        assert_eq!(emptied(&mut queue), [(5, 2), (5, 1), (5, 0), (6, 3), (6, 4)]);
        assert_eq!((queue.entries, queue.least(), queue.stacks), (0, None, 0));
    }
}
