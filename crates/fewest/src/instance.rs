//! A puzzle with its name.

use fewest_rules::{Puzzle, atomix, panex, pddl, tiles};

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

/// Evaluates an expression over the instance in an [`AnyPuzzle`], whichever it is.
///
/// All of them implement [`Puzzle`], so the expression is written once.
#[macro_export]
macro_rules! for_any_puzzle {
    ($any:expr, $puzzle:ident => $body:expr) => {
        match $any {
            $crate::AnyPuzzle::Atomix($puzzle) => $body,
            $crate::AnyPuzzle::Tiles($puzzle) => $body,
            $crate::AnyPuzzle::Panex($puzzle) => $body,
            $crate::AnyPuzzle::Pddl($puzzle) => $body,
        }
    };
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

/// A puzzle instance and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The name in output: `water`, `katomic_05`, `panex:7`.
    pub name: String,
    /// The title that its source gives it, if any.
    pub title: Option<String>,
    /// The puzzle.
    pub puzzle: AnyPuzzle,
}

impl Instance {
    /// Draws the start as lines of text, without a line end after the last.
    pub fn draw(&self) -> String {
        for_any_puzzle!(&self.puzzle, puzzle => draw(puzzle, &puzzle.start()))
    }
}

/// Draws a position as lines of text, without a line end after the last.
pub fn draw<P: Puzzle>(puzzle: &P, position: &P::Position) -> String {
    puzzle.draw(position).trim_end_matches('\n').to_owned()
}
