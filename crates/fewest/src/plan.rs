//! Plans that may be too long to be written out.

use crate::{MoveCount, instance::draw};
use dashu_int::UBig;
use fewest_panex::exchange;
use fewest_rules::{Puzzle, ReplayError, panex, replay};

/// A plan that the rules have replayed, as it is printed.
#[derive(Debug, Clone)]
pub enum Plan {
    /// All moves.
    Listed(Vec<String>),
    /// An exchange of two Panex towers, which makes its moves as they are asked for.
    Exchange {
        /// The towers.
        puzzle: Box<panex::Instance>,
        /// The moves in short.
        plan: Box<exchange::Plan>,
    },
}

/// Longer exchanges are replayed at both ends only when they are made: this many moves take a few
/// seconds.
const REPLAYED_WHOLE: u64 = 10_000_000;
/// How much of them that is.
const REPLAYED_ENDS: u64 = 100_000;
/// Longer plans are not part of a report.
const LISTED: u64 = 100_000;

impl Plan {
    /// An exchange, replayed by the rules: whole, or both ends if it is longer than ten million
    /// moves.
    ///
    /// # Errors
    /// If the rules do not accept it.
    pub fn exchange(puzzle: panex::Instance, plan: exchange::Plan) -> Result<Self, ReplayError> {
        let length = plan.len();
        if length <= UBig::from(REPLAYED_WHOLE) {
            replay(&puzzle, plan.moves())?;
        } else {
            check(&puzzle, &plan, &UBig::ZERO, REPLAYED_ENDS)?;
            check(&puzzle, &plan, &(length - UBig::from(REPLAYED_ENDS)), REPLAYED_ENDS)?;
        }
        Ok(Self::Exchange { puzzle: Box::new(puzzle), plan: Box::new(plan) })
    }

    /// How many moves there are.
    pub fn len(&self) -> MoveCount {
        match self {
            Self::Listed(moves) => MoveCount::from(moves.len() as u64),
            Self::Exchange { plan, .. } => MoveCount(plan.len()),
        }
    }

    /// Whether the start is solved.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Listed(moves) if moves.is_empty())
    }

    /// The moves if they are few enough to be part of a report: 100,000.
    pub fn listed(&self) -> Option<Vec<String>> {
        match self {
            Self::Listed(moves) => Some(moves.clone()),
            Self::Exchange { plan, .. } if plan.len() <= UBig::from(LISTED) => {
                Some(plan.moves().map(|step| step.to_string()).collect())
            }
            Self::Exchange { .. } => None,
        }
    }

    /// The moves after the first `count`, in order and without end in sight.
    ///
    /// Those of an exchange are replayed as they are made: the iterator ends with an error if the
    /// rules do not accept one.
    pub fn moves_after(
        &self,
        count: &MoveCount,
    ) -> Box<dyn Iterator<Item = Result<String, ReplayError>> + '_> {
        match self {
            Self::Listed(moves) => {
                let skipped = usize::try_from(&count.0).unwrap_or(usize::MAX);
                Box::new(moves.iter().skip(skipped).cloned().map(Ok))
            }
            Self::Exchange { puzzle, plan } => {
                let moves = plan.moves_after(&count.0);
                let mut position = moves.position();
                Box::new(moves.enumerate().map(move |(i, step)| {
                    let next = puzzle.play(&position, &step);
                    position = next.ok_or_else(|| illegal(i, &step))?;
                    Ok(step.to_string())
                }))
            }
        }
    }

    /// The position of an exchange after the first `count` moves, drawn, without making them;
    /// `None` for other plans.
    pub fn board_after(&self, count: &MoveCount) -> Option<String> {
        match self {
            Self::Listed(_) => None,
            Self::Exchange { puzzle, plan } => {
                Some(draw(&**puzzle, &plan.moves_after(&count.0).position()))
            }
        }
    }
}

fn illegal(before: usize, step: &panex::Move) -> ReplayError {
    ReplayError::Illegal { number: before + 1, step: step.to_string() }
}

/// Replays `moves` moves of an exchange from a place on; the position after them must be the one
/// that the plan itself says.
fn check(
    puzzle: &panex::Instance,
    plan: &exchange::Plan,
    from: &UBig,
    moves: u64,
) -> Result<(), ReplayError> {
    let mut rest = plan.moves_after(from);
    let mut position = rest.position();
    for (i, step) in rest.by_ref().take(moves as usize).enumerate() {
        position = puzzle.play(&position, &step).ok_or_else(|| illegal(i, &step))?;
    }
    let is_right = position == plan.moves_after(&(from + UBig::from(moves))).position();
    let is_end = plan.len() == from + UBig::from(moves);
    if is_right && (!is_end || puzzle.is_goal(&position)) {
        Ok(())
    } else {
        Err(ReplayError::NotSolved { moves: moves as usize })
    }
}
