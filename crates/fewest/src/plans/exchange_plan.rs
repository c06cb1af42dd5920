//! Exchanges of Panex towers, whose plans may be too long to write out.

use crate::MoveCount;
use dashu_int::UBig;
use fewest_panex::exchange;
use fewest_rules::panex::{Instance, Move, Position};
use fewest_rules::{Notation, Puzzle, ReplayError, replay};

/// An exchange of two Panex towers whose moves are generated when they are needed.
#[derive(Debug, Clone)]
pub struct ExchangePlan {
    puzzle: Box<Instance>,
    plan: Box<exchange::Plan>,
    /// How its moves are written.
    pub(crate) notation: Notation,
}

/// Longer exchanges are replayed only at both ends when they are made: this many moves take a few
/// seconds.
const REPLAYED_WHOLE: u64 = 10_000_000;
/// The number of moves replayed at each end.
const REPLAYED_ENDS: u64 = 100_000;

impl ExchangePlan {
    /// Replays an exchange by the rules: the whole exchange, or both ends if it is longer than ten
    /// million moves.
    ///
    /// # Errors
    /// If the rules do not accept it.
    pub fn new(puzzle: Instance, plan: exchange::Plan) -> Result<Self, ReplayError> {
        let length = plan.len();
        if length <= UBig::from(REPLAYED_WHOLE) {
            replay(&puzzle, plan.moves())?;
        } else {
            check(&puzzle, &plan, &UBig::ZERO, REPLAYED_ENDS)?;
            check(&puzzle, &plan, &(length - UBig::from(REPLAYED_ENDS)), REPLAYED_ENDS)?;
        }
        let notation = Notation::default();
        Ok(Self { puzzle: Box::new(puzzle), plan: Box::new(plan), notation })
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &Instance {
        &self.puzzle
    }

    /// Returns the number of moves.
    pub fn len(&self) -> MoveCount {
        MoveCount(self.plan.len())
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.plan.is_empty()
    }

    /// Returns the moves after the first `count`. They are replayed as they are generated: the
    /// iterator ends with an error if a move is illegal.
    ///
    /// # Complexity
    /// Moves that are skipped are not generated.
    pub fn moves_after<'a>(
        &'a self,
        count: &MoveCount,
    ) -> impl Iterator<Item = Result<Move, ReplayError>> + use<'a> {
        let moves = self.plan.moves_after(&count.0);
        let mut position = moves.position();
        moves.enumerate().map(move |(i, step)| {
            let next = self.puzzle.play(&position, &step);
            position = next.ok_or_else(|| illegal(&self.puzzle, &position, i, &step))?;
            Ok(step)
        })
    }

    /// The moves after the first `count` as they are written.
    pub(crate) fn texts_after(
        &self,
        count: &MoveCount,
    ) -> impl Iterator<Item = Result<String, ReplayError>> + '_ {
        // No notation of Panex depends on the position.
        let start = self.puzzle.start();
        let write = move |step: Move| self.puzzle.write_move(&start, &step, self.notation);
        self.moves_after(count).map(move |step| step.map(&write))
    }

    /// Returns the position after the first `count` moves, without generating them.
    pub fn position_after(&self, count: &MoveCount) -> Position {
        self.plan.moves_after(&count.0).position()
    }
}

fn illegal(puzzle: &Instance, position: &Position, before: usize, step: &Move) -> ReplayError {
    let reason = puzzle.why_illegal(position, step);
    ReplayError::Illegal { number: before + 1, step: step.to_string(), reason }
}

/// Replays `moves` moves of an exchange from a place on; the position after them must be the one
/// that the plan itself gives.
fn check(
    puzzle: &Instance,
    plan: &exchange::Plan,
    from: &UBig,
    moves: u64,
) -> Result<(), ReplayError> {
    let mut rest = plan.moves_after(from);
    let mut position = rest.position();
    for (i, step) in rest.by_ref().take(moves as usize).enumerate() {
        position =
            puzzle.play(&position, &step).ok_or_else(|| illegal(puzzle, &position, i, &step))?;
    }
    let is_right = position == plan.moves_after(&(from + UBig::from(moves))).position();
    let is_end = plan.len() == from + UBig::from(moves);
    if is_right && (!is_end || puzzle.is_goal(&position)) {
        Ok(())
    } else {
        Err(ReplayError::NotSolved { moves: moves as usize })
    }
}
