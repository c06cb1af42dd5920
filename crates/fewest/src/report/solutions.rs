//! All shortest solutions, counted.

use super::stop_name::stop_name;
use crate::count::digits;
use crate::{Move, Plan};
use dashu_int::UBig;
use fewest_rules::{AnyPuzzle, ReplayError};
use fewest_search::breadth_first::ShortestPlans;
use fewest_search::{Stop, Verdict};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// The number of shortest solutions, and the first of them, replayed by the rules.
#[derive(Debug, Clone)]
pub struct Solutions {
    /// The number of all of them, or the reason why it is not known.
    pub count: Result<UBig, Uncounted>,
    /// The first of them, in the order in which they are found; only the plan of the report if they
    /// were not counted.
    pub listed: Vec<Plan>,
}

/// The reason why shortest solutions were not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Uncounted {
    /// The length of a shortest solution is not known.
    NotShown,
    /// A limit was reached.
    Stopped(Stop),
}

impl Solutions {
    /// The solutions of a search that has not proved which are shortest, or that there are none.
    pub(crate) fn without_optimum(verdict: Verdict) -> Self {
        let is_none = verdict == Verdict::Unsolvable;
        let count = if is_none { Ok(UBig::ZERO) } else { Err(Uncounted::NotShown) };
        Self { count, listed: Vec::new() }
    }

    /// The counted solutions, or the one known solution if a limit was reached.
    ///
    /// # Errors
    /// If the replay of a solution fails.
    pub(crate) fn counted<M: Into<Move>>(
        puzzle: &AnyPuzzle,
        counted: Result<ShortestPlans<M>, Stop>,
        known: &Plan,
    ) -> Result<Self, ReplayError> {
        let replayed =
            |moves: Vec<M>| Plan::new(puzzle.clone(), moves.into_iter().map(Into::into).collect());
        Ok(match counted {
            Ok(ShortestPlans { count, listed }) => {
                let listed = listed.into_iter().map(replayed).collect::<Result<_, _>>()?;
                Self { count: Ok(count), listed }
            }
            Err(stop) => Self { count: Err(Uncounted::Stopped(stop)), listed: vec![known.clone()] },
        })
    }

    /// Returns the number of solutions that are known; there may be more.
    pub fn at_least(&self) -> UBig {
        self.count.clone().unwrap_or_else(|_| self.listed.len().into())
    }

    /// Returns the limit that was reached, if that is why they were not counted.
    pub fn stop(&self) -> Option<Stop> {
        match self.count {
            Err(Uncounted::Stopped(stop)) => Some(stop),
            _ => None,
        }
    }
}

/// Their part of a record.
impl Serialize for Solutions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let moves = |plan: &Plan| plan.texts().unwrap_or_default();
        let count = self.count.as_ref().ok().map(digits).transpose()?;
        let stop = self.stop().map(stop_name);
        let mut data = serializer.serialize_struct("Solutions", 4)?;
        data.serialize_field("count", &count)?;
        data.serialize_field("count_at_least", &digits(&self.at_least())?)?;
        data.serialize_field("count_stop", &stop)?;
        data.serialize_field("solutions", &self.listed.iter().map(moves).collect::<Vec<_>>())?;
        data.end()
    }
}
