//! A puzzle of any family: one type for callers that do not care which it is.

use crate::{Located, MoveError, Notation, Puzzle, Walk, atomix, panex, pddl, tiles};
use std::fmt;

/// An instance of one of the puzzles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPuzzle {
    /// Atomix: slide atoms together to a molecule.
    Atomix(atomix::Level),
    /// The (n²−1)-puzzle and its rectangular relatives.
    Tiles(tiles::Instance),
    /// Panex: two towers change places.
    Panex(panex::Instance),
    /// A planning task.
    Pddl(pddl::Instance),
}

/// A position of one of the puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Where the atoms of a level are.
    Atomix(atomix::Position),
    /// A board of tiles.
    Tiles(tiles::Board),
    /// Where the pieces of Panex are.
    Panex(panex::Position),
    /// A state of a planning task.
    Pddl(pddl::State),
}

/// A move of one of the puzzles. Its `Display` is the puzzle's notation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AnyMove {
    /// A move of an atom.
    Atomix(atomix::Move),
    /// A move of a tile.
    Tiles(tiles::Move),
    /// A move of a Panex piece.
    Panex(panex::Move),
    /// An action of a planning task.
    Pddl(pddl::Move),
}

/// What the family of a puzzle gives, whichever it is.
macro_rules! of {
    ($any:expr, $puzzle:ident => $given:expr) => {
        match $any {
            AnyPuzzle::Atomix($puzzle) => $given,
            AnyPuzzle::Tiles($puzzle) => $given,
            AnyPuzzle::Panex($puzzle) => $given,
            AnyPuzzle::Pddl($puzzle) => $given,
        }
    };
}

/// What the family of a puzzle gives for a position of it, and `$other` for one of another puzzle.
macro_rules! of_position {
    ($any:expr, $position:expr, ($puzzle:ident, $at:ident) => $given:expr, $other:expr) => {
        match ($any, $position) {
            (AnyPuzzle::Atomix($puzzle), AnyPosition::Atomix($at)) => $given,
            (AnyPuzzle::Tiles($puzzle), AnyPosition::Tiles($at)) => $given,
            (AnyPuzzle::Panex($puzzle), AnyPosition::Panex($at)) => $given,
            (AnyPuzzle::Pddl($puzzle), AnyPosition::Pddl($at)) => $given,
            _ => $other,
        }
    };
}

/// The same for a position and a move.
macro_rules! of_move {
    ($any:expr, $from:expr, $by:expr, ($puzzle:ident, $at:ident, $step:ident) => $given:expr, $other:expr) => {
        match ($any, $from, $by) {
            (AnyPuzzle::Atomix($puzzle), AnyPosition::Atomix($at), AnyMove::Atomix($step)) => {
                $given
            }
            (AnyPuzzle::Tiles($puzzle), AnyPosition::Tiles($at), AnyMove::Tiles($step)) => $given,
            (AnyPuzzle::Panex($puzzle), AnyPosition::Panex($at), AnyMove::Panex($step)) => $given,
            (AnyPuzzle::Pddl($puzzle), AnyPosition::Pddl($at), AnyMove::Pddl($step)) => $given,
            _ => $other,
        }
    };
}

macro_rules! from {
    ($($family:ident: $puzzle:ty, $position:ty, $step:ty;)*) => {$(
        impl From<$puzzle> for AnyPuzzle {
            fn from(puzzle: $puzzle) -> Self {
                Self::$family(puzzle)
            }
        }

        impl From<$position> for AnyPosition {
            fn from(position: $position) -> Self {
                Self::$family(position)
            }
        }

        impl From<$step> for AnyMove {
            fn from(step: $step) -> Self {
                Self::$family(step)
            }
        }
    )*};
}
from! {
    Atomix: atomix::Level, atomix::Position, atomix::Move;
    Tiles: tiles::Instance, tiles::Board, tiles::Move;
    Panex: panex::Instance, panex::Position, panex::Move;
    Pddl: pddl::Instance, pddl::State, pddl::Move;
}

impl AnyPuzzle {
    /// Returns the puzzle's name in output: `atomix`, `tiles`, `panex` or `pddl`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Atomix(_) => "atomix",
            Self::Tiles(_) => "tiles",
            Self::Panex(_) => "panex",
            Self::Pddl(_) => "pddl",
        }
    }

    /// Whether the puzzle has a board that can be drawn; a planning task has none.
    pub fn has_board(&self) -> bool {
        !matches!(self, Self::Pddl(_))
    }
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atomix(step) => step.fmt(f),
            Self::Tiles(step) => step.fmt(f),
            Self::Panex(step) => step.fmt(f),
            Self::Pddl(step) => step.fmt(f),
        }
    }
}

/// A position of another puzzle is no goal and has no moves; no move of another puzzle is legal.
impl Puzzle for AnyPuzzle {
    type Position = AnyPosition;
    type Move = AnyMove;

    fn start(&self) -> AnyPosition {
        of!(self, puzzle => puzzle.start().into())
    }

    fn is_goal(&self, position: &AnyPosition) -> bool {
        of_position!(self, position, (puzzle, at) => puzzle.is_goal(at), false)
    }

    fn moves(&self, position: &AnyPosition) -> Vec<AnyMove> {
        of_position!(self, position, (puzzle, at) => any(puzzle.moves(at)), Vec::new())
    }

    fn play(&self, position: &AnyPosition, step: &AnyMove) -> Option<AnyPosition> {
        of_move!(self, position, step, (puzzle, at, step) => Some(puzzle.play(at, step)?.into()), None)
    }

    fn why_illegal(&self, position: &AnyPosition, step: &AnyMove) -> String {
        let other = || "it belongs to another puzzle".to_owned();
        of_move!(self, position, step, (puzzle, at, step) => puzzle.why_illegal(at, step), other())
    }

    fn starting_at(&self, position: AnyPosition) -> Self {
        of_position!(self, position, (puzzle, at) => puzzle.starting_at(at).into(), self.clone())
    }

    fn notations(&self) -> &'static [Notation] {
        of!(self, puzzle => puzzle.notations())
    }

    fn readings(&self) -> &'static [Notation] {
        of!(self, puzzle => puzzle.readings())
    }

    fn write_move(&self, position: &AnyPosition, step: &AnyMove, notation: Notation) -> String {
        of_move!(
            self, position, step,
            (puzzle, at, step) => puzzle.write_move(at, step, notation),
            step.to_string()
        )
    }

    fn read_words(
        walk: &mut Walk<'_, Self>,
        words: &[&str],
        notation: Notation,
    ) -> Result<(), (usize, MoveError)> {
        let Some(position) = walk.position.clone() else { return Ok(()) };
        of_position!(
            walk.puzzle, position,
            (puzzle, at) => read_words(walk, puzzle, at, words, notation),
            Ok(())
        )
    }

    fn recorded_plan(&self, text: &str) -> Option<Result<Vec<AnyMove>, Located<MoveError>>> {
        of!(self, puzzle => puzzle.recorded_plan(text).map(|plan| plan.map(any)))
    }

    fn draw(&self, position: &AnyPosition) -> String {
        of_position!(self, position, (puzzle, at) => puzzle.draw(at), String::new())
    }
}

fn any<M>(moves: Vec<M>) -> Vec<AnyMove>
where
    AnyMove: From<M>,
{
    moves.into_iter().map(AnyMove::from).collect()
}

/// Reads words as moves of a family from a position, and adds them to the walk.
fn read_words<P: Puzzle>(
    walk: &mut Walk<'_, AnyPuzzle>,
    puzzle: &P,
    position: P::Position,
    words: &[&str],
    notation: Notation,
) -> Result<(), (usize, MoveError)>
where
    AnyMove: From<P::Move>,
{
    let mut own = Walk { is_blind: walk.is_blind, ..Walk::new(puzzle, position) };
    let read = P::read_words(&mut own, words, notation);
    own.moves.into_iter().for_each(|step| walk.push(step.into()));
    read
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_plan;

    fn tiles() -> AnyPuzzle {
        tiles::parse("1 2 3 / 4 0 6 / 7 5 8", tiles::Options::default()).unwrap().into()
    }

    #[test]
    fn plans_are_read_as_in_the_family() {
        let puzzle = tiles();
        let plan = read_plan(&puzzle, "5 8", None).unwrap();
        assert_eq!(plan, any(vec![tiles::Move(tiles::Tile(5)), tiles::Move(tiles::Tile(8))]));
        assert_eq!(read_plan(&puzzle, "DR", None), Ok(plan));
        let legal = read_plan(&puzzle, "5\n7\n5\n1", None).unwrap();
        assert_eq!(legal.len(), 3, "it ends with the first that is not legal");
        let exchange = AnyPuzzle::from(panex::Instance::exchange(1));
        assert_eq!(read_plan(&exchange, "1-2, 3-1, 2-3", None).unwrap().len(), 3);
    }

    #[test]
    fn nothing_of_another_puzzle_fits() {
        let (puzzle, other) = (tiles(), AnyPuzzle::from(panex::Instance::exchange(2)));
        let (at, step) = (other.start(), other.moves(&other.start()).remove(0));
        assert!(puzzle.play(&puzzle.start(), &step).is_none() && puzzle.play(&at, &step).is_none());
        assert!(puzzle.moves(&at).is_empty() && !puzzle.is_goal(&at));
        assert_eq!(puzzle.why_illegal(&at, &step), "it belongs to another puzzle");
        assert_eq!(puzzle.starting_at(at), puzzle);
    }
}
