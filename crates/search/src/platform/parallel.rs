//! Work for all threads of the pool that it is called from.
//!
//! A parallel iterator is compiled anew for every closure, in several forms of some thousand
//! instructions each. Here threads share numbers, and that is compiled once.

use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Applies `work` to all items, and returns the results in the order of the items. A thread takes
/// at least `least` items at a time.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    least: usize,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let slot = |item| Mutex::new((Some(item), None));
    let slots: Vec<Mutex<(Option<T>, Option<R>)>> = items.into_iter().map(slot).collect();
    for_numbers(slots.len(), least, &|number| {
        // No other thread locks this slot.
        let (item, result) = &mut *slots[number].lock().unwrap_or_else(PoisonError::into_inner);
        *result = item.take().map(&work);
    });
    let mut results = Vec::with_capacity(slots.len());
    for slot in slots {
        results.extend(slot.into_inner().unwrap_or_else(PoisonError::into_inner).1);
    }
    results
}

/// Calls `work` with all numbers below `count`.
fn for_numbers(count: usize, least: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_min_len(least).for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let mut counts: Vec<usize> = (0..100).collect();
        for least in 1..5 {
            let doubled = map(&mut counts, least, |count| {
                *count += 1;
                2 * *count
            });
            assert!(doubled.into_iter().eq((0..100).map(|count| 2 * (count + least))));
        }
        assert!(map(0..0, 1, |_| ()).is_empty());
    }
}
