//! Searches within a bound on f, optionally repeated with larger bounds.
//!
//! # Source
//! The bound rises as in IDA*: Korf, "Depth-first iterative-deepening", Artificial Intelligence 27
//! (1985).

use crate::{Depth, Monitor, Outcome, Statistics};

/// A search within a bound.
pub(crate) trait WithinBound {
    /// A move of a plan.
    type Action;
    /// Why there is no outcome.
    type Error;

    /// The counts so far.
    fn statistics(&self) -> Statistics;

    /// Searches within a bound, given that no plan is shorter than `lower`. Returns the outcome, or
    /// the next bound if there is no plan.
    ///
    /// # Errors
    /// If there is no outcome.
    fn search_within(
        &mut self,
        bound: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Result<Outcome<Self::Action>, Depth>, Self::Error>;
}

/// Proves one bound after another, from the first to that of a plan or the last requested one.
///
/// # Errors
/// Those of the search.
pub(crate) fn iterate_bounds<S: WithinBound>(
    search: &mut S,
    first: Depth,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<S::Action>, S::Error> {
    let mut bound = first;
    loop {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Ok(Outcome::beyond_bound(bound, search.statistics()));
        }
        match search.search_within(bound, bound, monitor)? {
            Ok(outcome) => return Ok(outcome),
            Err(next) => bound = next,
        }
    }
}

/// Searches once, within the requested bound.
///
/// # Errors
/// Those of the search.
pub(crate) fn once<S: WithinBound>(
    search: &mut S,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<S::Action>, S::Error> {
    let asked = monitor.limits().upper_bound.unwrap_or(Depth::MAX);
    let searched = search.search_within(asked, Depth::ZERO, monitor)?;
    Ok(searched.unwrap_or_else(|next| Outcome::beyond_bound(next, search.statistics())))
}
