//! A user's plan as the first upper bound.

use crate::{Instance, MoveCount, Plan, Report, SolveError, Solver};
use fewest_search::{Depth, Limits, Verdict};
use std::fmt;

/// What was proved about the user's plan.
#[derive(Debug, Clone)]
pub enum Improved {
    /// The plan is a shortest one.
    IsShortest,
    /// There is this shorter plan.
    Shorter(Plan),
    /// No shorter plan was found within the limits; this is a lower bound.
    Gap(MoveCount),
}

/// The answer, and the search that gave it.
#[derive(Debug, Clone)]
pub struct Improvement {
    /// The number of moves of the user's plan.
    pub own: MoveCount,
    /// What was proved about it.
    pub improved: Improved,
    /// The report of the search for a plan with fewer moves.
    pub report: Option<Report>,
}

impl Improvement {
    /// Looks for a plan that is shorter than a known one, which solves the instance in `own` moves.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn new(
        instance: &Instance,
        own: MoveCount,
        solver: Solver<'_>,
        limits: Limits,
    ) -> Result<Self, SolveError> {
        if own.is_zero() {
            return Ok(Self { own, improved: Improved::IsShortest, report: None });
        }
        // If the engines cannot count this far, any plan is sought.
        let shorter = own.minus(&1.into()).fitting().map(Depth);
        let report = solver.limits(Limits { upper_bound: shorter, ..limits }).solve(instance)?;
        let lower = report.lower.clone().unwrap_or_default();
        let plan = report.plan.as_ref().filter(|plan| plan.len() < own);
        let improved = match plan {
            Some(plan) => Improved::Shorter(plan.clone()),
            None if lower >= own => Improved::IsShortest,
            None => Improved::Gap(lower),
        };
        Ok(Self { own, improved, report: Some(report) })
    }

    /// What the answer rests on although it is not proved: see [`Report::assumes`].
    pub fn assumes(&self) -> Option<&'static str> {
        self.report.as_ref()?.assumes
    }

    /// Whether the best known plan, the user's or the new one, is proved to be a shortest one.
    pub fn is_settled(&self) -> bool {
        match &self.improved {
            Improved::IsShortest => true,
            Improved::Shorter(_) => {
                self.report.as_ref().is_some_and(|report| report.status.0 == Verdict::Optimal)
            }
            Improved::Gap(_) => false,
        }
    }
}

/// As a sentence.
impl fmt::Display for Improvement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = self.own.in_words();
        match &self.improved {
            Improved::IsShortest => write!(f, "yours is shortest: {own}")?,
            Improved::Shorter(plan) => {
                write!(f, "{} instead of {}", plan.len().in_words(), self.own)?;
                match self.report.as_ref().and_then(|report| report.lower.as_ref()) {
                    Some(lower) if *lower < plan.len() => {
                        write!(f, "; every solution has at least {lower}")?;
                    }
                    _ => f.write_str(", and no shorter solution exists")?,
                }
            }
            Improved::Gap(lower) => write!(
                f,
                "no shorter one was found: every solution has at least {lower}, yours has {own}"
            )?,
        }
        self.assumes().map_or(Ok(()), |assumed| write!(f, ", if {assumed}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputOptions;
    use fewest_search::{Engine, Guarantee};

    fn improved(text: &str, own: u64, engine: Option<Engine>, limits: Limits) -> Improvement {
        let entries = crate::read_text(text, InputOptions::default()).unwrap();
        let instance = entries.into_iter().next().unwrap().into_instance().unwrap();
        let solver = engine.into_iter().fold(Solver::new(), Solver::engine);
        Improvement::new(&instance, own.into(), solver, limits).unwrap()
    }

    #[test]
    fn a_shortest_plan_is_told_from_one_that_is_not() {
        let optima = [("water", 13), ("1 2 3 / 4 0 6 / 7 5 8", 2), ("panex:2", 13)];
        for (text, optimum) in optima {
            let own = improved(text, optimum, None, Limits::default());
            assert!(matches!(own.improved, Improved::IsShortest), "{text}");
            assert_eq!(own.to_string(), format!("yours is shortest: {optimum} moves"));
            for longer in [1, 2, 100_000] {
                let own = improved(text, optimum + longer, None, Limits::default());
                let Improved::Shorter(plan) = &own.improved else { panic!("{text}: {longer}") };
                assert!(plan.len() < own.own && plan.len() >= optimum.into(), "{text}");
                let is_shortest = plan.len() == optimum.into();
                assert_eq!(own.is_settled(), is_shortest, "{text}");
                assert_eq!(own.to_string().contains("no shorter solution exists"), is_shortest);
            }
        }
        let solved = improved("1 2 3 / 4 5 6 / 7 8 0", 0, None, Limits::default());
        assert!(matches!(solved.improved, Improved::IsShortest));
    }

    /// Nothing is left to search, but that is not a proof.
    #[test]
    fn an_engine_that_may_overlook_plans_proves_nothing() {
        for engine in Engine::ALL.into_iter().filter(|one| one.guarantee() == Guarantee::Lossy) {
            let own = improved("water", 13, Some(engine), Limits::default());
            let Improved::Gap(lower) = &own.improved else { panic!("{}", engine.name()) };
            assert!(*lower < 13.into() && !own.is_settled(), "{}", engine.name());
        }
    }

    #[test]
    fn a_search_that_is_stopped_leaves_a_gap() {
        let own = improved("water", 13, None, Limits { nodes: Some(1), ..Limits::default() });
        let Improved::Gap(lower) = &own.improved else { panic!("{own}") };
        let expected = "no shorter one was found: every solution has at least";
        assert_eq!(own.to_string(), format!("{expected} {lower}, yours has 13 moves"));
    }
}
