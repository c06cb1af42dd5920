//! The interface of open lists for A*.

use crate::Stop;
use crate::store::{StateIndex, push};

/// States to be expanded, by least priority, then by least rank.
pub(crate) trait PriorityQueue: Sync {
    /// Inserts a state.
    ///
    /// # Errors
    /// [`Stop::Memory`] if the system has no memory for it.
    fn push(&mut self, priority: u32, rank: u64, at: StateIndex) -> Result<(), Stop>;

    /// The least priority in the list.
    fn least(&mut self) -> Option<u32>;

    /// Removes the first state and returns it with its priority.
    fn pop(&mut self) -> Option<(u32, StateIndex)>;

    /// All states with their priorities and ranks. Inserted into an empty list in this order, they
    /// come out in the same order as from this one, unless stated otherwise.
    fn entries(&self) -> Box<dyn Iterator<Item = (u32, u64, StateIndex)> + '_>;

    /// Upper bound on the bytes in use.
    fn bytes(&self) -> usize;

    /// Changes the ranks of the states of least priority.
    ///
    /// # Errors
    /// As [`PriorityQueue::push`]; then some states are missing.
    fn rank_least(&mut self, rank: &dyn Fn(StateIndex) -> u64) -> Result<(), Stop> {
        let Some(priority) = self.least() else { return Ok(()) };
        let mut states = Vec::new();
        while self.least() == Some(priority)
            && let Some((_, at)) = self.pop()
        {
            push(&mut states, at)?;
        }
        states.into_iter().try_for_each(|at| self.push(priority, rank(at), at))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::best_first::OpenList;
    use proptest::prelude::*;

    /// Removes the states with their priorities, in order.
    pub(crate) fn emptied(queue: &mut dyn PriorityQueue) -> Vec<(u32, u32)> {
        std::iter::from_fn(|| queue.pop()).map(|(priority, at)| (priority, at.0)).collect()
    }

    proptest! {
        #[test]
        fn all_open_lists_give_the_same_priorities_and_ranks(
            steps in prop::collection::vec(prop::option::weighted(0.7, (0..9_u32, 0..4_u64)), 0..200),
            ranked_anew in 0..200_usize,
        ) {
            for open_list in OpenList::ALL {
                let mut queue = open_list.queue();
                let mut model = std::collections::BTreeMap::new();
                for (number, step) in steps.iter().enumerate() {
                    // Each state is inserted once; `NONE` is the state with the greatest number.
                    let at = if number == 7 { StateIndex::NONE } else { StateIndex(number as u32) };
                    match *step {
                        Some((priority, rank)) => {
                            queue.push(priority, rank, at).expect("there is memory");
                            model.insert(at.0, (priority, rank));
                        }
                        None => {
                            let least = model.values().copied().min();
                            prop_assert_eq!(queue.least(), least.map(|(priority, _)| priority));
                            let popped = queue.pop().map(|(_, at)| model.remove(&at.0));
                            prop_assert_eq!(popped, least.map(Some), "{}", open_list);
                        }
                    }
                    if number == ranked_anew {
                        let rank = |at: StateIndex| u64::from(at.0 % 3);
                        queue.rank_least(&rank).expect("there is memory");
                        let least = model.values().map(|&(priority, _)| priority).min();
                        for (&at, value) in &mut model {
                            if Some(value.0) == least {
                                value.1 = rank(StateIndex(at));
                            }
                        }
                    }
                }
                let left = emptied(&mut *queue);
                let in_order: Vec<_> = left.iter().filter_map(|(_, at)| model.get(at)).collect();
                prop_assert!(in_order.is_sorted() && left.len() == model.len(), "{}", open_list);
            }
        }
    }
}
