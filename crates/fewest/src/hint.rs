//! Which moves lie on a shortest plan, proved.

use crate::{Instance, Move, MoveCount, SolveError, Solver, Status};
use fewest_search::{Interrupt, Limits, Stop, Verdict};
use std::fmt;
use std::time::Duration;
use web_time::Instant;

/// What was shown of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// It is the first move of a shortest plan.
    Shortest,
    /// It is not, but the puzzle can still be solved.
    Longer,
    /// It is not; whether the puzzle can still be solved was not shown.
    NotShortest,
    /// After it the puzzle cannot be solved.
    Loses,
    /// Nothing was shown within the limits.
    Unknown,
}

impl Judgement {
    /// The word in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shortest => "shortest",
            Self::Longer => "longer",
            Self::NotShortest => "not-shortest",
            Self::Loses => "loses",
            Self::Unknown => "unknown",
        }
    }
}

/// What is proved of a position and of each move from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// What was shown of the position.
    pub status: Status,
    /// No plan from here is shorter.
    pub lower: Option<MoveCount>,
    /// The moves of the best plan from here that is known.
    pub upper: Option<MoveCount>,
    /// All moves, each with what was shown of it.
    pub moves: Vec<(Move, Judgement)>,
}

impl Hint {
    /// Judges the moves from the start of an instance, within a time for all of them.
    ///
    /// A move lies on a shortest plan of d moves exactly if the position after it has a plan of
    /// d − 1 moves, so each is searched with that bound.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn new(
        instance: &Instance,
        time: Duration,
        memory: Option<u64>,
        interrupt: &Interrupt,
    ) -> Result<Self, SolveError> {
        let deadline = Instant::now().checked_add(time);
        let solver = || {
            let limits = Limits { deadline, memory, ..Limits::default() };
            Solver::new().limits(limits).interrupt(interrupt)
        };
        let report = solver().solve(instance)?;
        let optimum = match (report.status.0, &report.upper) {
            (Verdict::Optimal, Some(upper)) => u16::try_from(&upper.0).ok(),
            _ => None,
        };
        let judge = |next: &Instance| -> Result<Judgement, SolveError> {
            let Some(bound) = optimum.and_then(|optimum| optimum.checked_sub(1)) else {
                return Ok(match report.status.0 {
                    Verdict::Unsolvable => Judgement::Loses,
                    _ => Judgement::Unknown,
                });
            };
            let within = solver().upper_bound(bound).solve(next)?;
            Ok(match within.status.0 {
                Verdict::Optimal | Verdict::Solved(_) => Judgement::Shortest,
                Verdict::Unsolvable => Judgement::Loses,
                Verdict::Bounded(Stop::Bound) => match solver().nodes(LOOK).solve(next)?.status.0 {
                    Verdict::Optimal | Verdict::Solved(_) => Judgement::Longer,
                    Verdict::Unsolvable => Judgement::Loses,
                    Verdict::Bounded(_) => Judgement::NotShortest,
                },
                Verdict::Bounded(_) => Judgement::Unknown,
            })
        };
        let moves = instance.moves().into_iter();
        let moves = moves.map(|(step, next)| Ok((step, judge(&next)?)));
        Ok(Self {
            status: report.status,
            lower: report.lower.clone(),
            upper: report.upper.clone(),
            moves: moves.collect::<Result<_, SolveError>>()?,
        })
    }

    fn count(&self, judgement: Judgement) -> usize {
        self.moves.iter().filter(|(_, other)| *other == judgement).count()
    }
}

/// States that are expanded to see whether a puzzle can still be solved after a move that is on
/// no shortest plan.
const LOOK: u64 = 200_000;

/// For a player, in one or two sentences.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.status.0, &self.upper) {
            (Verdict::Unsolvable, _) => return f.write_str("It cannot be solved from here."),
            (Verdict::Optimal, Some(left)) => {
                let moves = if *left == 1.into() { "move" } else { "moves" };
                write!(f, "{left} {moves} left.")?;
            }
            _ => {
                let least = self.lower.clone().unwrap_or_default();
                return write!(f, "At least {least} moves left; more was not shown in this time.");
            }
        }
        let good = self.moves.iter().filter(|(_, judgement)| *judgement == Judgement::Shortest);
        let good: Vec<_> = good.map(|(step, _)| step.to_string()).collect();
        if !good.is_empty() {
            write!(f, " On a shortest solution: {}.", good.join(", "))?;
        }
        let others = [Judgement::Longer, Judgement::NotShortest].map(|one| self.count(one));
        match others.iter().sum() {
            0 => {}
            1 => f.write_str(" One move is not.")?,
            others => write!(f, " {others} moves are not.")?,
        }
        match self.count(Judgement::Loses) {
            0 => Ok(()),
            1 => f.write_str(" One makes it unsolvable."),
            loses => write!(f, " {loses} make it unsolvable."),
        }
    }
}
