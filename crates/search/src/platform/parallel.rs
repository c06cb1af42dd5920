//! Work on all cores.
//!
//! What divides the work among threads is compiled once, whatever the work is: a virtual call for
//! each part costs nothing next to a part of some microseconds.

use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Applies a function to all items, in the thread pool that it is called from, and returns the
/// results in the order of the items.
///
/// Each item should be worth some microseconds: many small ones are best passed in chunks.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let place = |item| Mutex::new((Some(item), None));
    let places: Vec<_> = items.into_iter().map(place).collect();
    for_each(places.len(), &|number| {
        // Nobody else needs this place.
        let mut place = places[number].lock().unwrap_or_else(PoisonError::into_inner);
        place.1 = place.0.take().map(&work);
    });
    let mut results = Vec::with_capacity(places.len());
    for place in places {
        results.extend(place.into_inner().unwrap_or_else(PoisonError::into_inner).1);
    }
    results
}

/// Does some work for each number below `count`.
fn for_each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let texts: Vec<_> = (0..1000).map(|number| number.to_string()).collect();
        let numbers = map(texts, |text| text.parse::<u32>().unwrap());
        assert_eq!(numbers, (0..1000).collect::<Vec<_>>());
        let mut counters = [1; 10];
        map(&mut counters, |counter| *counter += 1);
        assert_eq!(counters, [2; 10]);
        assert!(map([0; 0], |number| number).is_empty());
    }
}
