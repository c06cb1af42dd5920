//! A start, a goal and the moves between them.

use super::{Colour, Column, Piece, PieceSet, Position, Rule, moves};
use crate::{MoveError, Notation, Puzzle, Walk};
use std::fmt;

/// A Panex puzzle: bring the pieces from one position to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    start: Position,
    goal: Position,
}

impl Instance {
    /// Creates the puzzle from `start` to `goal`; returns `None` if they do not have the same
    /// pieces or the same rule.
    pub fn new(start: Position, goal: Position) -> Option<Self> {
        let is_possible = start.piece_set() == goal.piece_set() && start.rule() == goal.rule();
        is_possible.then_some(Self { start, goal })
    }

    /// Returns the full exchange of two towers of `n` pieces, the puzzle that was sold.
    ///
    /// # Panics
    /// If `n` is not between 1 and [`super::MAX_SIZE`].
    pub fn exchange(n: u16) -> Self {
        Self { start: Position::towers(n, Colour::A), goal: Position::towers(n, Colour::B) }
    }

    /// Returns the puzzle with only one tower of `n` pieces, from the left to the right.
    ///
    /// # Panics
    /// If `n` is not between 1 and [`super::MAX_SIZE`].
    pub fn one_tower(n: u16) -> Self {
        let [start, goal] = [Column::L, Column::R].map(|column| Position::one_tower(n, column));
        Self { start, goal }
    }

    /// Returns the same puzzle with moves between neighbouring columns only.
    #[must_use]
    pub fn between_neighbours(self) -> Self {
        Self { start: self.start.between_neighbours(), goal: self.goal.between_neighbours() }
    }

    /// Whether this is the full exchange of its towers in the standard game.
    pub fn is_exchange(&self) -> bool {
        *self == Self::exchange(self.n())
    }

    /// Returns the number of pieces of each tower.
    pub fn n(&self) -> u16 {
        self.start.n()
    }

    /// Returns the set of pieces.
    pub fn piece_set(&self) -> PieceSet {
        self.start.piece_set()
    }

    /// Returns the rule for moves.
    pub fn rule(&self) -> Rule {
        self.start.rule()
    }

    /// Returns the only position in which the puzzle is solved.
    pub fn goal(&self) -> &Position {
        &self.goal
    }
}

/// A move: the top piece of one column goes onto another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// The piece.
    pub piece: Piece,
    /// The column that it leaves.
    pub from: Column,
    /// The column that it goes to.
    pub to: Column,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}-{}", self.piece, self.from, self.to)
    }
}

impl Puzzle for Instance {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        self.start.clone()
    }

    fn is_goal(&self, position: &Position) -> bool {
        *position == self.goal
    }

    fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in Column::ALL {
            let Some(&piece) = position.column(from).last() else { continue };
            for to in Column::ALL {
                if self.rule().connects(from, to) && position.landing_level(piece, to).is_some() {
                    moves.push(Move { piece, from, to });
                }
            }
        }
        moves
    }

    fn play(&self, position: &Position, step: &Move) -> Option<Position> {
        let Move { piece, from, to } = *step;
        let is_legal = self.rule().connects(from, to)
            && position.column(from).last() == Some(&piece)
            && position.landing_level(piece, to).is_some();
        is_legal.then(|| position.with_moved(from, to))
    }

    fn why_illegal(&self, position: &Position, step: &Move) -> String {
        let Move { piece, from, to } = *step;
        match position.column(from).last() {
            None => format!("no piece is on {from}"),
            Some(&top) if top != piece => format!("the top of {from} is {top}"),
            Some(_) if from == to => format!("{piece} is on {to} already"),
            Some(_) if !self.rule().connects(from, to) => {
                format!("{from} and {to} are not neighbours")
            }
            Some(_) => format!("{piece} has no room on {to}"),
        }
    }

    fn starting_at(&self, position: Position) -> Self {
        Self { start: position, goal: self.goal.clone() }
    }

    fn notations(&self) -> &'static [Notation] {
        &[Notation::Standard, Notation::Numbers, Notation::Lower]
    }

    fn write_move(&self, _: &Position, step: &Move, notation: Notation) -> String {
        moves::write(step, notation).unwrap_or_else(|| step.to_string())
    }

    fn read_words(
        walk: &mut Walk<'_, Self>,
        words: &[&str],
        _: Notation,
    ) -> Result<(), (usize, MoveError)> {
        moves::read(walk, words)
    }

    fn draw(&self, position: &Position) -> String {
        super::drawing::draw(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panex::MAX_SIZE;

    #[test]
    fn moves_are_read_as_printed() {
        let puzzle = Instance::exchange(2);
        let start = puzzle.start();
        for step in puzzle.moves(&start) {
            assert_eq!(puzzle.parse_move(&start, &step.to_string()), Some(step));
        }
        assert_eq!(puzzle.parse_move(&start, "L-M").unwrap().to_string(), "a1 L-M");
        for text in ["", "L", "L-", "L-X", "a1", "a L-M", "a1 a1 L-M", "a+1 L-M", "M-L", "LL-M"] {
            assert_eq!(puzzle.parse_move(&start, text), None, "{text}");
        }
    }

    #[test]
    fn illegal_moves_are_told_why() {
        let puzzle = Instance::exchange(2).between_neighbours();
        let start = puzzle.start();
        let after = puzzle.play(&start, &puzzle.parse_move(&start, "a1 L-M").unwrap()).unwrap();
        let why = |position, text| {
            let step = puzzle.parse_move(position, text).unwrap();
            assert_eq!(puzzle.play(position, &step), None, "{text}");
            puzzle.why_illegal(position, &step)
        };
        assert_eq!(why(&start, "a1 L-R"), "L and R are not neighbours");
        assert_eq!(why(&start, "a1 M-L"), "no piece is on M");
        assert_eq!(why(&start, "a2 L-M"), "the top of L is a1");
        assert_eq!(why(&after, "a1 M-M"), "a1 is on M already");
        let puzzle = Instance::exchange(2);
        let step = puzzle.parse_move(&start, "a1 L-R").unwrap();
        assert_eq!(puzzle.why_illegal(&puzzle.start(), &step), "a1 has no room on R");
    }

    #[test]
    fn pieces_are_counted() {
        assert_eq!(Instance::exchange(3).piece_set().count(), 6);
        assert_eq!(Instance::one_tower(3).piece_set().count(), 3);
    }

    #[test]
    fn rules_have_names() {
        assert_eq!(Rule::Standard.to_string(), "standard");
        assert_eq!(Rule::Neighbours.to_string(), "neighbours");
    }

    #[test]
    fn the_largest_piece_falls_to_its_level() {
        let start = Position::one_tower(MAX_SIZE, Column::L);
        let piece = Piece { colour: Colour::A, size: MAX_SIZE };
        assert_eq!(start.landing_level(piece, Column::M), Some(MAX_SIZE));
    }

    #[test]
    fn illegal_moves_are_not_played() {
        let puzzle = Instance::exchange(2);
        let start = puzzle.start();
        for text in ["a1 L-L", "a2 L-M", "b1 L-M", "a1 M-L", "a3 L-M"] {
            let step = puzzle.parse_move(&start, text).unwrap();
            assert_eq!(puzzle.play(&start, &step), None, "{text}");
        }
    }

    #[test]
    fn a_tower_of_one_is_exchanged_in_three_moves() {
        let puzzle = Instance::exchange(1);
        let plan = ["a1 L-M", "b1 R-L", "a1 M-R"];
        let step = |text: &str| puzzle.parse_move(&puzzle.start(), text).unwrap();
        assert!(!puzzle.is_goal(&puzzle.start()));
        assert!(puzzle.is_goal(puzzle.goal()));
        assert_eq!(crate::replay(&puzzle, plan.map(step)), Ok(puzzle.goal().clone()));
    }
}
