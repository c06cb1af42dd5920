//! Our result compared with a published bound.

use crate::{Bound, RunResult};

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
        if *result == RunResult::Unsolvable {
            return match published {
                Bound::AtLeast(_) | Bound::Likely(_) => Self::Beaten,
                Bound::Exactly(_) | Bound::AtMost(_) => Self::Contradicts,
            };
        }
        match published {
            Bound::Exactly(moves) => {
                if lower.is_some_and(|lower| lower > moves)
                    || upper.is_some_and(|upper| upper < moves)
                {
                    Self::Contradicts
                } else if *result == RunResult::Optimal(moves) {
                    Self::Reached
                } else {
                    Self::NotReached(reason(result))
                }
            }
            Bound::AtLeast(moves) => match lower {
                _ if upper.is_some_and(|upper| upper < moves) => Self::Contradicts,
                // A shortest plan is stronger than a bound.
                Some(lower) if lower > moves || result.is_solved() => Self::Beaten,
                Some(lower) if lower == moves => Self::Reached,
                _ => Self::NotReached(reason(result)),
            },
            // The likely bound is proved, or it was wrong.
            Bound::Likely(moves) => match (lower, upper) {
                (Some(lower), _) if lower >= moves => Self::Beaten,
                (_, Some(upper)) if upper < moves => Self::Beaten,
                _ => match likely {
                    Some(likely) if likely > moves => Self::Beaten,
                    Some(likely) if likely == moves => Self::Reached,
                    _ => Self::NotReached(reason(result)),
                },
            },
            Bound::AtMost(moves) => match upper {
                _ if lower.is_some_and(|lower| lower > moves) => Self::Contradicts,
                Some(upper) if upper < moves => Self::Beaten,
                Some(upper) if upper == moves => Self::Reached,
                _ => Self::NotReached(reason(result)),
            },
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
