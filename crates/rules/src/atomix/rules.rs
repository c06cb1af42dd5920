//! The rules: slides, slides taken back, and when the puzzle is solved.

use super::{Atom, Direction, Label, Level, Move, Offset, Position, Square, draw, notation};
use crate::Puzzle;

impl Level {
    /// Whether nothing stops an atom from entering a square.
    fn is_open(&self, position: &Position, square: Square) -> bool {
        self.is_free(square) && position.atom_at(square).is_none()
    }

    /// The squares an atom on `from` may pass in a direction, nearest first: up to the next wall
    /// or atom.
    fn line(&self, position: &Position, from: Square, direction: Direction) -> Vec<Square> {
        let ahead = std::iter::successors(from.step(direction), |at| at.step(direction));
        ahead.take_while(|&at| self.is_open(position, at)).collect()
    }

    /// The slide of an atom in a direction, or `None` if it cannot move.
    fn slide(&self, position: &Position, atom: Atom, direction: Direction) -> Option<Move> {
        let from = position.square_of(atom)?;
        let to = *self.line(position, from, direction).last()?;
        Some(Move { atom, direction, from, to })
    }

    /// The slide of an atom in a direction, as far as it goes; if it cannot move, a move to where it
    /// is, which is not legal.
    pub(super) fn step_of(&self, position: &Position, atom: Atom, direction: Direction) -> Move {
        self.slide(position, atom, direction).unwrap_or_else(|| {
            let from = position.square_of(atom).unwrap_or(Square { row: 0, column: 0 });
            Move { atom, direction, from, to: from }
        })
    }

    /// All moves that lead to a position, in a fixed order; [`Level::take_back`] gives the
    /// positions they come from.
    ///
    /// An atom with a wall or another atom on one side may have come from any square of the free
    /// line on the other side.
    ///
    /// # Source
    /// Hüffner, Edelkamp, Fernau, Niedermeier 2001, "Finding optimal solutions to Atomix",
    /// backward search.
    pub fn backward_moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        for &(atom, to) in &position.atoms {
            for direction in Direction::ALL {
                let supported =
                    to.step(direction).is_none_or(|beyond| !self.is_open(position, beyond));
                if supported {
                    let origins = self.line(position, to, direction.opposite());
                    moves.extend(origins.iter().map(|&from| Move { atom, direction, from, to }));
                }
            }
        }
        moves
    }

    /// The position before a move that led to this one, or `None` if it cannot have.
    pub fn take_back(&self, position: &Position, step: &Move) -> Option<Position> {
        self.backward_moves(position).contains(step).then(|| position.with(step.atom, step.from))
    }

    /// The legal move of whatever atom is on `from` to `to`, or `None` if there is none.
    pub fn move_between(&self, position: &Position, from: Square, to: Square) -> Option<Move> {
        let step = self.slide(position, position.atom_at(from)?, from.direction_to(to)?)?;
        (step.to == to).then_some(step)
    }
}

impl Puzzle for Level {
    type Position = Position;
    type Move = Move;

    fn start(&self) -> Position {
        Position { atoms: self.atoms.clone() }
    }

    /// The atoms form the molecule somewhere, neither turned nor mirrored.
    fn is_goal(&self, position: &Position) -> bool {
        let labels = position.labels();
        let top = labels.iter().map(|(_, at)| at.row).min().unwrap_or(0);
        let left = labels.iter().map(|(_, at)| at.column).min().unwrap_or(0);
        let offset = |at: Square| Offset { row: at.row - top, column: at.column - left };
        let shape: Vec<(Label, Offset)> =
            labels.into_iter().map(|(label, at)| (label, offset(at))).collect();
        shape == self.molecule
    }

    /// Atom by atom in their order, each up, down, left, right.
    fn moves(&self, position: &Position) -> Vec<Move> {
        let all = position.atoms.iter().flat_map(|&(atom, _)| Direction::ALL.map(|d| (atom, d)));
        all.filter_map(|(atom, direction)| self.slide(position, atom, direction)).collect()
    }

    /// The move must be the full slide.
    fn play(&self, position: &Position, step: &Move) -> Option<Position> {
        let legal = self.slide(position, step.atom, step.direction)?;
        (legal == *step).then(|| position.with(step.atom, step.to))
    }

    /// Reads `1.1 down r10c3-r11c3`, also with the atom, the direction or both left out, and the
    /// four letters of kp-atomix solutions (row, column, row, column from the top left corner of
    /// the board, `a` = 0).
    fn parse_move(&self, position: &Position, text: &str) -> Option<Move> {
        notation::parse_move(self, position, text)
    }

    fn draw(&self, position: &Position) -> String {
        draw::draw(self, position)
    }
}
