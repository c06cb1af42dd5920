//! Plans that were replayed by the rules.

use crate::MoveCount;
use crate::instance::draw;
use dashu_int::UBig;
use fewest_panex::exchange;
use fewest_rules::{
    AnyMove as Move, AnyPosition, AnyPuzzle, Notation, Puzzle, ReplayError, panex, replay,
};
use std::mem;

/// A plan that was replayed by the rules.
#[derive(Debug, Clone)]
pub struct Plan {
    puzzle: AnyPuzzle,
    moves: Moves,
    /// How its moves are written.
    notation: Notation,
}

#[derive(Debug, Clone)]
enum Moves {
    Listed(Vec<Move>),
    /// An exchange of two Panex towers. Its moves are generated when they are needed: there may be
    /// too many to list.
    Exchange(Box<exchange::Plan>),
}

/// Plans longer than this are not written out in a report.
const LISTED: u64 = 100_000;
/// Longer exchanges are replayed only at both ends when they are made: this many moves take a few
/// seconds.
const REPLAYED_WHOLE: u64 = 10_000_000;
/// The number of moves replayed at each end.
const REPLAYED_ENDS: u32 = 100_000;

impl Plan {
    /// Replays a plan.
    ///
    /// # Errors
    /// If a move is illegal, or the puzzle is not solved after the last one.
    pub fn new(puzzle: AnyPuzzle, moves: Vec<Move>) -> Result<Self, ReplayError> {
        replay(&puzzle, moves.iter().cloned())?;
        Ok(Self { puzzle, moves: Moves::Listed(moves), notation: Notation::default() })
    }

    /// Replays an exchange by the rules: the whole exchange, or both ends if it is longer than ten
    /// million moves.
    ///
    /// # Errors
    /// If the rules do not accept it.
    pub fn of_exchange(puzzle: panex::Instance, plan: exchange::Plan) -> Result<Self, ReplayError> {
        let (puzzle, moves) = (puzzle.into(), Moves::Exchange(Box::new(plan)));
        let plan = Self { puzzle, moves, notation: Notation::default() };
        let (start, length) = (MoveCount::default(), plan.len());
        if length <= REPLAYED_WHOLE.into() {
            replay(&plan.puzzle, plan.unchecked_after(&start))?;
        } else {
            plan.check(&start)?;
            plan.check(&length.minus(&u64::from(REPLAYED_ENDS).into()))?;
        }
        Ok(plan)
    }

    /// Replays the moves of one end from a place on; the position after them must be the one that
    /// the plan itself gives.
    fn check(&self, from: &MoveCount) -> Result<(), ReplayError> {
        let end = MoveCount(&from.0 + UBig::from(REPLAYED_ENDS));
        let mut position = self.position_after(from);
        for (number, step) in (1..=REPLAYED_ENDS as usize).zip(self.unchecked_after(from)) {
            position = self.play(&position, &step, number)?;
        }
        let is_right = position == self.position_after(&end);
        if is_right && (self.len() != end || self.puzzle.is_goal(&position)) {
            Ok(())
        } else {
            Err(ReplayError::NotSolved { moves: REPLAYED_ENDS as usize })
        }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &AnyPuzzle {
        &self.puzzle
    }

    /// Returns the number of moves.
    pub fn len(&self) -> MoveCount {
        match &self.moves {
            Moves::Listed(moves) => (moves.len() as u64).into(),
            Moves::Exchange(plan) => MoveCount(plan.len()),
        }
    }

    /// Whether the plan has no moves: the start is solved.
    pub fn is_empty(&self) -> bool {
        self.len().is_zero()
    }

    /// Returns the moves if they are few enough to be written out: 100,000 at most.
    pub fn listed(&self) -> Option<Vec<Move>> {
        let moves = self.moves_after(&MoveCount::default());
        (self.len() <= LISTED.into()).then(|| moves.collect::<Result<_, _>>().ok()).flatten()
    }

    /// Returns the moves as texts, if they are few enough: 100,000 at most.
    pub fn texts(&self) -> Option<Vec<String>> {
        let texts = self.texts_after(&MoveCount::default());
        (self.len() <= LISTED.into()).then(|| texts.collect::<Result<_, _>>().ok()).flatten()
    }

    /// Returns the moves after the first `count`, in order, however many there are.
    ///
    /// They are replayed as they are generated: the iterator ends with an error if a move is
    /// illegal.
    ///
    /// # Complexity
    /// Moves of an exchange that are skipped are not generated.
    pub fn moves_after(
        &self,
        count: &MoveCount,
    ) -> impl Iterator<Item = Result<Move, ReplayError>> + use<'_> {
        self.steps_after(count).map(|step| step.map(|(_, step)| step))
    }

    /// Returns the moves of [`Plan::moves_after`] as texts.
    pub fn texts_after(
        &self,
        count: &MoveCount,
    ) -> impl Iterator<Item = Result<String, ReplayError>> + use<'_> {
        self.steps_after(count)
            .map(|step| step.map(|(at, step)| self.puzzle.write_move(&at, &step, self.notation)))
    }

    /// The moves after the first `count`, each with the position before it.
    fn steps_after(
        &self,
        count: &MoveCount,
    ) -> impl Iterator<Item = Result<(AnyPosition, Move), ReplayError>> + use<'_> {
        let mut position = self.position_after(count);
        (1..).zip(self.unchecked_after(count)).map(move |(number, step)| {
            let next = self.play(&position, &step, number)?;
            Ok((mem::replace(&mut position, next), step))
        })
    }

    fn unchecked_after<'a>(&'a self, count: &MoveCount) -> Box<dyn Iterator<Item = Move> + 'a> {
        match &self.moves {
            Moves::Listed(moves) => Box::new(moves.iter().skip(index(count)).cloned()),
            Moves::Exchange(plan) => Box::new(plan.moves_after(&count.0).map(Move::from)),
        }
    }

    fn play(
        &self,
        position: &AnyPosition,
        step: &Move,
        number: usize,
    ) -> Result<AnyPosition, ReplayError> {
        let next = self.puzzle.play(position, step);
        next.ok_or_else(|| ReplayError::illegal(&self.puzzle, position, step, number))
    }

    /// Returns the same plan with its moves written in a notation, if its puzzle has that notation;
    /// otherwise unchanged.
    #[must_use]
    pub fn in_notation(self, notation: Notation) -> Self {
        Self { notation, ..self }
    }

    /// Returns the position after the first `count` moves, or after all if there are fewer.
    ///
    /// # Complexity
    /// The moves of an exchange are not generated.
    pub fn position_after(&self, count: &MoveCount) -> AnyPosition {
        match &self.moves {
            Moves::Listed(moves) => {
                let play = |at, step| self.puzzle.play(&at, step).expect("it was replayed");
                moves.iter().take(index(count)).fold(self.puzzle.start(), play)
            }
            Moves::Exchange(plan) => plan.moves_after(&count.0).position().into(),
        }
    }

    /// Draws the position after the first `count` moves.
    pub fn board_after(&self, count: &MoveCount) -> String {
        draw(&self.puzzle, &self.position_after(count))
    }
}

/// A number of moves as an index into a plan in memory.
fn index(count: &MoveCount) -> usize {
    count.fitting().unwrap_or(usize::MAX)
}
