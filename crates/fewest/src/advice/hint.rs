//! Proved statements about which moves lie on a shortest plan.

use crate::{Instance, Move, MoveCount, Report, SolveError, Solver, Status};
use fewest_search::{Depth, Interrupt, Limits, Verdict};
use std::fmt;

/// What was proved about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// The move is the first move of a shortest plan.
    Shortest,
    /// The move lies on no shortest plan, but the puzzle can still be solved after it.
    Longer,
    /// The move lies on no shortest plan; whether the puzzle can still be solved is not known.
    NotShortest,
    /// The puzzle cannot be solved after the move.
    Loses,
    /// Nothing was proved within the limits.
    Unknown,
}

impl Judgement {
    /// Returns the word used in JSON.
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

/// What was proved about a position and about each move from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// What was proved about the position.
    pub status: Status,
    /// A lower bound: no plan from the position is shorter.
    pub lower: Option<MoveCount>,
    /// What this and the judgements rest on although it is not proved: see [`Report::assumes`].
    pub assumes: Option<&'static str>,
    /// The number of moves of the best known plan from the position.
    pub upper: Option<MoveCount>,
    /// All moves, each with what was proved about it.
    pub moves: Vec<(Move, Judgement)>,
}

impl Hint {
    /// Judges the moves from the start of an instance, all of them within the limits.
    ///
    /// A move lies on a shortest plan of d moves exactly if the position after it has a plan of
    /// d − 1 moves, so each is searched with that bound.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub fn new(
        instance: &Instance,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<Self, SolveError> {
        let mut assumes = None;
        let mut solve = |limits, instance: &_| {
            let report = Solver::new().limits(limits).interrupt(interrupt).solve(instance)?;
            assumes = assumes.or(report.assumes);
            Ok::<_, SolveError>(report)
        };
        let report = solve(limits, instance)?;
        let moves = instance.moves();
        let mut judged = Vec::with_capacity(moves.len());
        for (step, next) in &moves {
            judged.push((step.clone(), judgement(&report, step, next, limits, &mut solve)?));
        }
        // The player's first question is answered by now: the time left goes to the other moves.
        for ((_, judgement), (_, next)) in judged.iter_mut().zip(&moves) {
            if *judgement == Judgement::NotShortest {
                let limits = Limits { nodes: Some(LOOK), ..limits };
                *judgement = match solve(limits, next)?.status.0 {
                    Verdict::Optimal | Verdict::Solved(_) => Judgement::Longer,
                    Verdict::Unsolvable => Judgement::Loses,
                    Verdict::Bounded(_) => Judgement::NotShortest,
                };
            }
        }
        let (status, lower, upper) = (report.status, report.lower, report.upper);
        Ok(Self { status, lower, assumes, upper, moves: judged })
    }

    fn count(&self, judgement: Judgement) -> usize {
        self.moves.iter().filter(|(_, other)| *other == judgement).count()
    }
}

/// Judges whether a move is on a shortest plan, after which `next` is left to solve, by the report
/// of the position before and by a search from there.
fn judgement(
    report: &Report,
    step: &Move,
    next: &Instance,
    limits: Limits,
    solve: &mut impl FnMut(Limits, &Instance) -> Result<Report, SolveError>,
) -> Result<Judgement, SolveError> {
    let (Verdict::Optimal, Some(optimum)) = (report.status.0, &report.upper) else {
        return Ok(match report.status.0 {
            Verdict::Unsolvable => Judgement::Loses,
            _ => Judgement::Unknown,
        });
    };
    let first = report.plan.as_ref().and_then(|plan| plan.moves_after(&0.into()).next());
    if first.is_some_and(|first| first.as_ref() == Ok(step)) {
        return Ok(Judgement::Shortest);
    }
    // From a solved position, no move is on a shortest plan.
    if !optimum.is_zero() {
        let fewer = optimum.minus(&1.into());
        // A search that cannot be bounded looks for a shortest plan.
        let limit = fewer.fitting().map(Depth);
        let within = solve(Limits { upper_bound: limit, ..limits }, next)?;
        if within.upper.is_some_and(|upper| upper <= fewer) {
            return Ok(Judgement::Shortest);
        }
        if within.status.0 == Verdict::Unsolvable {
            return Ok(Judgement::Loses);
        }
        if within.lower.is_none_or(|lower| lower <= fewer) {
            return Ok(Judgement::Unknown);
        }
    }
    Ok(Judgement::NotShortest)
}

/// States that are expanded to decide whether a puzzle can still be solved after a move that is not
/// on a shortest plan.
const LOOK: u64 = 200_000;

/// A few sentences for a player.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.status.0, &self.upper) {
            (Verdict::Unsolvable, _) => return f.write_str("It cannot be solved from here."),
            (Verdict::Optimal, Some(left)) if *left == 0.into() => {
                return f.write_str("It is solved.");
            }
            (Verdict::Optimal, Some(left)) => {
                write!(f, "{} left.", left.in_words())?;
            }
            (_, upper) => {
                let least = self.lower.clone().unwrap_or_default();
                write!(f, "At least {least} moves left")?;
                if let Some(most) = upper {
                    write!(f, ", at most {most}")?;
                }
                return f.write_str("; the limits did not allow more.");
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
            1 => f.write_str(" One other move is not.")?,
            others => write!(f, " {others} other moves are not.")?,
        }
        match self.count(Judgement::Loses) {
            0 => {}
            1 => f.write_str(" One makes it unsolvable.")?,
            loses => write!(f, " {loses} make it unsolvable.")?,
        }
        match self.count(Judgement::Unknown) {
            0 => {}
            unknown => write!(f, " {unknown} could not be judged within the limits.")?,
        }
        self.assumes.map_or(Ok(()), |assumed| write!(f, " This assumes that {assumed}."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputOptions;
    use web_time::Instant;

    fn instance(text: &str) -> Instance {
        let mut entries = crate::read_text(text, InputOptions::default()).unwrap();
        entries.remove(0).into_instance().unwrap()
    }

    fn hint(text: &str, limits: Limits) -> Hint {
        Hint::new(&instance(text), limits, &Interrupt::new()).unwrap()
    }

    /// The fewest moves from an instance, if it can be solved.
    fn optimum(instance: &Instance) -> Option<MoveCount> {
        let report = Solver::new().solve(instance).unwrap();
        assert!(matches!(report.status.0, Verdict::Optimal | Verdict::Unsolvable));
        report.upper
    }

    /// An atom in a lane of its own, and one that can be lost: left of the shaft nothing stops it
    /// beside the other.
    const LANES: &str = "\
        #######\n\
        #1...2#\n\
        #.###.#\n\
        #.....#\n\
        #######\n\n\
        molecule:\n\
        12\n";

    #[test]
    fn each_move_is_judged_as_searches_of_their_own_find() {
        for text in ["water", LANES, "1 2 3 / 4 0 6 / 7 5 8", "3 1 2 / 0 5 4", "panex:2", "panex:3"]
        {
            let hint = hint(text, Limits::default());
            let left = optimum(&instance(text));
            assert_eq!(hint.upper, left, "{text}");
            let moves = instance(text).moves();
            assert_eq!(moves.len(), hint.moves.len(), "{text}");
            for ((step, next), (judged, judgement)) in moves.iter().zip(&hint.moves) {
                assert_eq!(step, judged);
                let after = optimum(next);
                let expected = match &after {
                    None => Judgement::Loses,
                    Some(after) if Some(after) < left.as_ref() => Judgement::Shortest,
                    Some(_) => Judgement::Longer,
                };
                assert_eq!(*judgement, expected, "{text}: {step}");
            }
        }
    }

    #[test]
    fn what_cannot_be_solved_is_lost_whatever_one_does() {
        let hint = hint("2 1 3 / 4 5 6 / 7 8 0", Limits::default());
        assert_eq!((hint.status.0, hint.lower.clone()), (Verdict::Unsolvable, None));
        assert!(hint.moves.iter().all(|(_, judgement)| *judgement == Judgement::Loses));
        assert_eq!(hint.to_string(), "It cannot be solved from here.");
    }

    #[test]
    fn no_move_is_on_a_shortest_plan_of_what_is_solved() {
        let hint = hint("1 2 3 / 4 5 6 / 7 8 0", Limits::default());
        assert_eq!((hint.status.0, hint.upper.clone()), (Verdict::Optimal, Some(0.into())));
        assert!(hint.moves.iter().all(|(_, judgement)| *judgement == Judgement::Longer));
        assert_eq!(hint.to_string(), "It is solved.");
    }

    #[test]
    fn what_was_not_shown_is_not_said() {
        let hint = hint("water", Limits { deadline: Some(Instant::now()), ..Limits::default() });
        assert_eq!(hint.status.0, Verdict::Bounded(fewest_search::Stop::Time));
        assert!(hint.moves.iter().all(|(_, judgement)| *judgement == Judgement::Unknown));
        let least = hint.lower.clone().unwrap();
        let expected = format!("At least {least} moves left; the limits did not allow more.");
        assert_eq!(hint.to_string(), expected);
    }
}
