//! Our finding beside a published bound.

use crate::{Bound, Finding};

/// How a finding stands to a published bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It says more.
    Beaten,
    /// It says as much.
    Reached,
    /// It says less, for this reason.
    NotReached(String),
    /// Both cannot be true.
    Contradicts,
}

impl Standing {
    /// Compares.
    pub fn of(finding: &Finding, published: Bound) -> Self {
        let (lower, upper) = (finding.lower(), finding.upper());
        if *finding == Finding::Unsolvable {
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
                } else if *finding == Finding::Optimal(moves) {
                    Self::Reached
                } else {
                    Self::NotReached(reason(finding))
                }
            }
            Bound::AtLeast(moves) => match lower {
                _ if upper.is_some_and(|upper| upper < moves) => Self::Contradicts,
                // A shortest plan says more than a bound.
                Some(lower) if lower > moves || finding.is_solved() => Self::Beaten,
                Some(lower) if lower == moves => Self::Reached,
                _ => Self::NotReached(reason(finding)),
            },
            // What was likely is proved, or it was wrong.
            Bound::Likely(moves) => match (lower, upper) {
                (Some(lower), _) if lower >= moves => Self::Beaten,
                (_, Some(upper)) if upper < moves => Self::Beaten,
                _ => Self::NotReached(reason(finding)),
            },
            Bound::AtMost(moves) => match upper {
                _ if lower.is_some_and(|lower| lower > moves) => Self::Contradicts,
                Some(upper) if upper < moves => Self::Beaten,
                Some(upper) if upper == moves => Self::Reached,
                _ => Self::NotReached(reason(finding)),
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

    /// The sign beside a number in a table; empty where there is nothing to say.
    pub fn sign(&self) -> &'static str {
        match self {
            Self::Beaten => "▲",
            Self::Reached => "",
            Self::NotReached(_) => "▼",
            Self::Contradicts => "‼",
        }
    }
}

/// Why a finding does not say more.
fn reason(finding: &Finding) -> String {
    match finding {
        Finding::Bounded { stop, .. } => stop.clone(),
        Finding::Failed(reason) => reason.clone(),
        Finding::Solved { stop: Some(stop), .. } => stop.clone(),
        Finding::Solved { stop: None, .. } => "a plan, but not proved shortest".to_owned(),
        Finding::Optimal(_) | Finding::Unsolvable => "no shorter plan exists".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Bound::{AtLeast, AtMost, Exactly, Likely};

    #[test]
    fn what_is_said_is_compared() {
        let bounded = |lower| Finding::Bounded { lower, stop: "time".to_owned() };
        let solved = |lower, upper| Finding::Solved { lower, upper, stop: None };
        let not_reached = Standing::NotReached("time".to_owned());
        for (finding, published, standing) in [
            (Finding::Optimal(13), Exactly(13), Standing::Reached),
            (Finding::Optimal(12), Exactly(13), Standing::Contradicts),
            (bounded(12), Exactly(13), not_reached.clone()),
            (bounded(14), Exactly(13), Standing::Contradicts),
            (solved(10, 12), Exactly(13), Standing::Contradicts),
            (Finding::Optimal(13), AtLeast(13), Standing::Beaten),
            (Finding::Optimal(12), AtLeast(13), Standing::Contradicts),
            (bounded(13), AtLeast(13), Standing::Reached),
            (bounded(14), AtLeast(13), Standing::Beaten),
            (bounded(12), AtLeast(13), not_reached.clone()),
            (solved(2, 40), AtMost(41), Standing::Beaten),
            (bounded(42), AtMost(41), Standing::Contradicts),
            (bounded(37), Likely(37), Standing::Beaten),
            (bounded(36), Likely(37), not_reached.clone()),
            (Finding::Optimal(36), Likely(37), Standing::Beaten),
            (bounded(40), AtMost(41), not_reached),
            (Finding::Unsolvable, Exactly(3), Standing::Contradicts),
        ] {
            assert_eq!(Standing::of(&finding, published), standing, "{finding:?} {published}");
        }
    }
}
