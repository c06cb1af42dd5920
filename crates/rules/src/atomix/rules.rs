//! The rules: slides, reversed slides, and the goal test.

use super::level::relative;
use super::{Atom, Direction, Level, Move, Position, Square, Tile};
use super::{draw, notation, recorded};
use crate::{Located, MoveError, Notation, Puzzle, Walk};

impl Level {
    /// Whether an atom can enter a square.
    fn is_open(&self, position: &Position, square: Square) -> bool {
        self.is_free(square) && position.atom_at(square).is_none()
    }

    /// Returns the squares that an atom on `from` may pass in a direction, nearest first: up to the
    /// next wall or atom.
    fn line(&self, position: &Position, from: Square, direction: Direction) -> Vec<Square> {
        let ahead = std::iter::successors(from.step(direction), |at| at.step(direction));
        ahead.take_while(|&at| self.is_open(position, at)).collect()
    }

    /// Returns the slide of an atom in a direction, or `None` if it cannot move.
    fn slide(&self, position: &Position, atom: Atom, direction: Direction) -> Option<Move> {
        let from = position.square_of(atom)?;
        let to = *self.line(position, from, direction).last()?;
        Some(Move { atom, direction, from, to })
    }

    /// Returns the full slide of an atom in a direction; if it cannot move, an illegal move to its
    /// own square.
    pub(super) fn step_of(&self, position: &Position, atom: Atom, direction: Direction) -> Move {
        self.slide(position, atom, direction).unwrap_or_else(|| {
            let from = position.square_of(atom).unwrap_or(Square { row: 0, column: 0 });
            Move { atom, direction, from, to: from }
        })
    }

    /// Describes what is on a square.
    pub(super) fn what_is_at(&self, position: &Position, square: Square) -> String {
        match (position.atom_at(square), self.tile(square)) {
            (Some(atom), _) => format!("{atom} is at {square}"),
            (None, Tile::Wall) => format!("a wall is at {square}"),
            (None, Tile::Free) => format!("{square} is empty"),
            (None, Tile::Outside) => format!("{square} is outside the board"),
        }
    }

    /// Returns all moves that lead to a position, in a fixed order; [`Level::take_back`] gives the
    /// positions that they come from.
    ///
    /// An atom that has a wall or another atom on one side may have come from any square of the
    /// free line on the opposite side.
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

    /// Returns the position before a move that led to this one, or `None` if the move cannot have
    /// led here.
    pub fn take_back(&self, position: &Position, step: &Move) -> Option<Position> {
        self.backward_moves(position).contains(step).then(|| position.with(step.atom, step.from))
    }

    /// Returns the legal move from `from` to `to` of the atom that is on `from`, or `None` if there
    /// is none.
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

    /// Whether the atoms form the molecule somewhere, neither turned nor mirrored.
    fn is_goal(&self, position: &Position) -> bool {
        relative(position.labels()) == self.molecule
    }

    /// Returns the moves atom by atom in their order, each up, down, left, right.
    fn moves(&self, position: &Position) -> Vec<Move> {
        let all = position.atoms.iter().flat_map(|&(atom, _)| Direction::ALL.map(|d| (atom, d)));
        all.filter_map(|(atom, direction)| self.slide(position, atom, direction)).collect()
    }

    /// The move must be the full slide.
    fn play(&self, position: &Position, step: &Move) -> Option<Position> {
        let legal = self.slide(position, step.atom, step.direction)?;
        (legal == *step).then(|| position.with(step.atom, step.to))
    }

    fn why_illegal(&self, position: &Position, step: &Move) -> String {
        let Move { atom, direction, from, .. } = *step;
        let blocked = || {
            let next = from.step(direction);
            next.map_or("the board ends there".to_owned(), |next| self.what_is_at(position, next))
        };
        match position.square_of(atom) {
            None => format!("there is no atom {atom}"),
            Some(at) if at != from => {
                format!("{}, and {atom} is at {at}", self.what_is_at(position, from))
            }
            Some(_) => match self.slide(position, atom, direction) {
                Some(full) => format!("it slides {direction} to {}", full.to),
                None => blocked(),
            },
        }
    }

    /// Atoms keep their numbers.
    fn starting_at(&self, position: Position) -> Self {
        Self { atoms: position.atoms, ..self.clone() }
    }

    fn notations(&self) -> &'static [Notation] {
        &[Notation::Standard, Notation::Directions, Notation::Letters]
    }

    fn write_move(&self, _: &Position, step: &Move, notation: Notation) -> String {
        notation::write(self, step, notation).unwrap_or_else(|| step.to_string())
    }

    /// Reads `1.1 down r10c3-r11c3`, also with the atom, the direction or both left out; an atom
    /// and directions, `1 down left`; and the letters of kp-atomix histories, four a move (row,
    /// column, row, column from the top left corner of the board, `a` = 0).
    fn read_words(
        walk: &mut Walk<'_, Self>,
        words: &[&str],
        _: Notation,
    ) -> Result<(), (usize, MoveError)> {
        notation::read(walk, words)
    }

    /// Saved games of KAtomic, and solutions as kp-atomix publishes them.
    fn recorded_plan(&self, text: &str) -> Option<Result<Vec<Move>, Located<MoveError>>> {
        recorded::plan(self, text)
    }

    fn draw(&self, position: &Position) -> String {
        draw::draw(self, position)
    }
}
