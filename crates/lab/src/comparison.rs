//! Our result compared with a published bound.

use crate::{Bound, RunResult};
use std::cmp::Ordering;

/// How a result compares with a published bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    /// The result is stronger.
    Beaten,
    /// It is equally strong.
    Reached,
    /// It is weaker, for this reason.
    NotReached(String),
    /// Both cannot be true.
    Contradicts,
}

impl Comparison {
    /// Compares a result, and the bound that it makes likely besides those it proves.
    pub fn of(result: &RunResult, likely: Option<u64>, published: Bound) -> Self {
        let (lower, upper) = (result.lower(), result.upper());
        let is_unsolvable = *result == RunResult::Unsolvable;
        let (least, most) = match published {
            Bound::Exactly(moves) => (Some(moves), Some(moves)),
            Bound::AtLeast(moves) => (Some(moves), None),
            Bound::AtMost(moves) => (None, Some(moves)),
            Bound::Likely(_) => (None, None),
        };
        let is_above = |a: Option<u64>, b: Option<u64>| a.zip(b).is_some_and(|(a, b)| a > b);
        if is_above(lower, most) || is_above(least, upper) || (is_unsolvable && most.is_some()) {
            return Self::Contradicts;
        }
        // How strong the result is beside the bound.
        let strength = match published {
            Bound::Exactly(_) => result.is_solved().then_some(Ordering::Equal),
            // A shortest plan is stronger than a bound.
            Bound::AtLeast(_) if result.is_solved() => Some(Ordering::Greater),
            Bound::AtLeast(moves) => lower.map(|lower| lower.cmp(&moves)),
            Bound::AtMost(moves) => upper.map(|upper| moves.cmp(&upper)),
            // The likely bound is proved, or it was wrong.
            Bound::Likely(moves)
                if is_unsolvable
                    || lower.is_some_and(|lower| lower >= moves)
                    || upper.is_some_and(|upper| upper < moves) =>
            {
                Some(Ordering::Greater)
            }
            Bound::Likely(moves) => likely.map(|likely| likely.cmp(&moves)),
        };
        match strength {
            Some(Ordering::Greater) => Self::Beaten,
            Some(Ordering::Equal) => Self::Reached,
            Some(Ordering::Less) | None => Self::NotReached(reason(result)),
        }
    }

    /// The word in tables of results.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Beaten => "beaten",
            Self::Reached => "reached",
            Self::NotReached(_) => "not reached",
            Self::Contradicts => "contradicts",
        }
    }

    /// The sign beside a number in a table; empty if there is nothing to show.
    pub fn sign(&self) -> &'static str {
        match self {
            Self::Beaten => "▲",
            Self::Reached => "",
            Self::NotReached(_) => "▼",
            Self::Contradicts => "‼",
        }
    }
}

/// Why a result is not stronger.
fn reason(result: &RunResult) -> String {
    match result {
        RunResult::Bounded { stop, .. } => stop.clone(),
        RunResult::Failed(reason) => reason.clone(),
        RunResult::Solved { stop: Some(stop), .. } => stop.clone(),
        RunResult::Solved { stop: None, .. } => "a plan, but not proved shortest".to_owned(),
        RunResult::Optimal(_) | RunResult::Unsolvable => "no shorter plan exists".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Bound::{AtLeast, AtMost, Exactly, Likely};

    #[test]
    fn what_is_said_is_compared() {
        let bounded = |lower| RunResult::Bounded { lower, stop: "time".to_owned() };
        let solved = |lower, upper| RunResult::Solved { lower, upper, stop: None };
        let not_reached = Comparison::NotReached("time".to_owned());
        for (result, published, comparison) in [
            (RunResult::Optimal(13), Exactly(13), Comparison::Reached),
            (RunResult::Optimal(12), Exactly(13), Comparison::Contradicts),
            (bounded(12), Exactly(13), not_reached.clone()),
            (bounded(14), Exactly(13), Comparison::Contradicts),
            (solved(10, 12), Exactly(13), Comparison::Contradicts),
            (RunResult::Optimal(13), AtLeast(13), Comparison::Beaten),
            (RunResult::Optimal(12), AtLeast(13), Comparison::Contradicts),
            (bounded(13), AtLeast(13), Comparison::Reached),
            (bounded(14), AtLeast(13), Comparison::Beaten),
            (bounded(12), AtLeast(13), not_reached.clone()),
            (solved(2, 40), AtMost(41), Comparison::Beaten),
            (bounded(42), AtMost(41), Comparison::Contradicts),
            (bounded(37), Likely(37), Comparison::Beaten),
            (bounded(36), Likely(37), not_reached.clone()),
            (RunResult::Optimal(36), Likely(37), Comparison::Beaten),
            (bounded(40), AtMost(41), not_reached),
            (RunResult::Unsolvable, Exactly(3), Comparison::Contradicts),
        ] {
            assert_eq!(
                Comparison::of(&result, None, published),
                comparison,
                "{result:?} {published}"
            );
        }
    }

    #[test]
    fn what_is_likely_is_compared_with_what_is_likely() {
        let bounded = RunResult::Bounded { lower: 20, stop: "incomplete".to_owned() };
        let not_reached = Comparison::NotReached("incomplete".to_owned());
        for (likely, published, comparison) in [
            (37, Likely(37), Comparison::Reached),
            (38, Likely(37), Comparison::Beaten),
            (36, Likely(37), not_reached.clone()),
            (38, AtLeast(37), not_reached),
        ] {
            assert_eq!(Comparison::of(&bounded, Some(likely), published), comparison);
        }
    }
}
