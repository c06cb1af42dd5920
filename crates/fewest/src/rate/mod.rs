//! Rates the difficulty of a puzzle.

mod dead_ends;
mod difficulty;
mod pieces;
mod plan_figures;

pub use dead_ends::DeadEnds;
pub use difficulty::Difficulty;
pub use plan_figures::PlanFigures;

use crate::count::digits;
use crate::{Instance, MoveCount, SolveError, Solver, Status};
use dashu_int::UBig;
use fewest_search::{Interrupt, Limits, Verdict};
use pieces::pieces;
use serde::{Serialize, Serializer};
use std::fmt;

/// The rating of a puzzle: what makes it easy or difficult.
#[derive(Debug, Clone, Serialize)]
pub struct Rating {
    /// `atomix`, `tiles` or `panex`.
    pub puzzle: &'static str,
    /// The name of the instance.
    pub instance: String,
    /// What was proved; the optimum is known if the status is `OPTIMAL`.
    pub status: Status,
    /// The lower bound: no plan has fewer moves.
    pub lower: Option<MoveCount>,
    /// What this rests on although it is not proved: see [`Report::assumes`](crate::Report).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumes: Option<&'static str>,
    /// The number of moves of the best known plan.
    pub upper: Option<MoveCount>,
    /// The number of shortest plans; `None` if they were not counted.
    #[serde(serialize_with = "count")]
    pub plans: Option<UBig>,
    /// The number of atoms, tiles or pieces.
    pub pieces: usize,
    /// Figures of the best known plan; `None` if no plan can be listed.
    pub plan: Option<PlanFigures>,
    /// Dead ends near that plan. `None` for tiles and Panex, which have no dead ends: every move
    /// can be taken back.
    pub near: Option<DeadEnds>,
    /// How hard it is to find a shortest plan; `None` if shortest plans were not counted.
    pub difficulty: Option<Difficulty>,
}

impl Rating {
    /// Rates an instance; the limits apply to the whole rating.
    ///
    /// # Errors
    /// Those of [`Solver::solve`], and [`SolveError::NotRated`].
    pub fn new(
        instance: &Instance,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<Self, SolveError> {
        let pieces = pieces(&instance.puzzle).ok_or(SolveError::NotRated)?.len();
        let solver = || Solver::new().limits(limits).interrupt(interrupt);
        let report = match solver().all(0).solve(instance) {
            // For some puzzles the shortest plans cannot be counted.
            Err(SolveError::Unsupported(_)) => solver().solve(instance),
            report => report,
        }?;
        let is_optimal = report.status.0 == Verdict::Optimal;
        let plans = report.solutions.and_then(|solutions| solutions.count.ok());
        let plans = plans.filter(|_| is_optimal);
        let near = report.plan.as_ref().map(|plan| DeadEnds::near(plan, limits, interrupt));
        let near = near.transpose()?.flatten();
        let plan = report.plan.as_ref().and_then(PlanFigures::of);
        let difficulty = plan.zip(plans.as_ref()).map(|(plan, plans)| plan.difficulty(plans));
        let (puzzle, instance) = (instance.puzzle.name(), instance.name.clone());
        Ok(Self {
            puzzle,
            instance,
            status: report.status,
            lower: report.lower,
            assumes: report.assumes,
            upper: report.upper,
            plans,
            pieces,
            plan,
            near,
            difficulty,
        })
    }
}

fn count<S: Serializer>(plans: &Option<UBig>, serializer: S) -> Result<S::Ok, S::Error> {
    plans.as_ref().map(digits::<S::Error>).transpose()?.serialize(serializer)
}

/// A few lines for a person.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unknown = || "unknown".to_owned();
        let optimum = match (self.status.0, &self.upper, &self.lower) {
            (Verdict::Unsolvable, ..) => return f.write_str("it cannot be solved"),
            (Verdict::Optimal, Some(upper), _) => upper.to_string(),
            (_, upper, lower) => {
                let lower = lower.clone().unwrap_or_default();
                let most = upper.as_ref().map(|upper| format!(", at most {upper}"));
                format!("unknown, at least {lower}{}", most.unwrap_or_default())
            }
        };
        let difficulty = self.difficulty.map_or_else(unknown, |one| one.to_string());
        writeln!(f, "difficulty           {difficulty}")?;
        let assumed = self.assumes.map(|assumed| format!(" if {assumed}")).unwrap_or_default();
        writeln!(f, "moves                {optimum}{assumed}")?;
        let plans = self.plans.as_ref().map_or_else(unknown, UBig::to_string);
        write!(f, "shortest solutions   {plans}")?;
        if let Some(plan) = self.plan {
            write!(f, "\ndetours              {}", plan.detours)?;
            write!(f, "\nturns                {}", plan.turns)?;
            write!(f, "\npieces that stay     {} of {}", plan.idle, self.pieces)?;
        }
        match &self.near {
            Some(near) => write!(f, "\ndead ends near it    {near}"),
            None => Ok(()),
        }
    }
}
