//! A plan of one's own as the first upper bound.

use crate::{Instance, MoveCount, Plan, Report, SolveError, Solver};
use fewest_search::{Limits, Stop, Verdict};
use std::fmt;

/// What is shown of a plan of one's own.
#[derive(Debug, Clone)]
pub enum Improved {
    /// No plan is shorter.
    IsShortest,
    /// A shorter plan.
    Shorter(Plan),
    /// No shorter plan was found within the limits; none has fewer moves than this.
    Gap(MoveCount),
}

/// The answer, and what the search for it took.
#[derive(Debug, Clone)]
pub struct Improvement {
    /// The moves of the plan of one's own.
    pub own: MoveCount,
    /// What was shown of it.
    pub improved: Improved,
    /// The report of the search for a plan with fewer moves.
    pub report: Option<Report>,
}

impl Improvement {
    /// Looks for a plan shorter than `own`, which solves the instance.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn new(
        instance: &Instance,
        own: u16,
        solver: Solver<'_>,
        limits: Limits,
    ) -> Result<Self, SolveError> {
        let Some(shorter) = own.checked_sub(1) else {
            return Ok(Self { own: 0.into(), improved: Improved::IsShortest, report: None });
        };
        let report = solver.limits(limits).upper_bound(shorter).solve(instance)?;
        let lower = report.lower.clone().unwrap_or_default();
        let improved = match (report.status.0, report.plan.clone()) {
            (_, Some(plan)) => Improved::Shorter(plan),
            (Verdict::Bounded(Stop::Bound) | Verdict::Unsolvable, None) => Improved::IsShortest,
            (_, None) => Improved::Gap(lower),
        };
        Ok(Self { own: u64::from(own).into(), improved, report: Some(report) })
    }
}

/// In a sentence.
impl fmt::Display for Improvement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = &self.own;
        match &self.improved {
            Improved::IsShortest => write!(f, "yours is shortest: {own}"),
            Improved::Shorter(plan) => write!(f, "{} instead of {own}", plan.len()),
            Improved::Gap(lower) => {
                write!(
                    f,
                    "no shorter one was found; every solution has at least {lower}, yours {own}"
                )
            }
        }
    }
}
