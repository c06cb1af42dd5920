//! Instances: a start and a goal, and the moves between them.

use super::{Board, Direction, Goal, Tile, directions, notation};
use crate::{MoveError, Notation, Puzzle, Walk};
use std::fmt;

/// A position to solve, towards a goal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Instance {
    /// The name that its source gives it, if any.
    pub name: Option<String>,
    /// The position to solve.
    pub start: Board,
    /// The goal.
    pub goal: Goal,
    /// The length of a shortest solution, as stated by the source.
    pub stated_optimum: Option<u16>,
}

impl Instance {
    /// Creates an instance without a name.
    ///
    /// # Panics
    /// If the goal is a board of another size.
    pub fn new(start: Board, goal: Goal) -> Self {
        let is_same = goal.size().is_none_or(|size| size == start.size());
        assert!(is_same, "start and goal are boards of one size");
        Self { name: None, start, goal, stated_optimum: None }
    }

    /// Returns the board to reach.
    pub fn solved(&self) -> Board {
        Board::solved(self.start.size(), self.goal)
    }

    /// Returns the same puzzle with start and goal rotated: see [`Board::turned`].
    #[must_use]
    pub fn turned(&self) -> Self {
        let goal = Goal::of(self.solved().turned());
        Self { start: self.start.turned(), goal, ..self.clone() }
    }
}

/// One move: the tile that is pushed into the blank.
///
/// It is printed as the number of the tile. It is read as a number, or on boards of up to 16 cells
/// as one of the letters `a` to `f` for the tiles 10 to 15, as in Knuth's notation; the two never
/// clash, since a number has no letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub Tile);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn unknown(word: &str) -> MoveError {
    MoveError::Unknown(word.to_owned())
}

impl Puzzle for Instance {
    type Position = Board;
    type Move = Move;

    fn start(&self) -> Board {
        self.start
    }

    fn is_goal(&self, position: &Board) -> bool {
        *position == self.solved()
    }

    /// Returns the tiles to the east, north, west and south of the blank, in this order.
    fn moves(&self, position: &Board) -> Vec<Move> {
        let beside = |direction| position.size().neighbour(position.blank(), direction);
        Direction::ALL
            .into_iter()
            .filter_map(beside)
            .map(|cell| Move(position.tile(cell)))
            .collect()
    }

    fn play(&self, position: &Board, step: &Move) -> Option<Board> {
        position.push(position.cell_of(step.0)?)
    }

    fn why_illegal(&self, position: &Board, step: &Move) -> String {
        match step.0 {
            Tile::BLANK => "0 is the blank".to_owned(),
            tile if position.cell_of(tile).is_none() => format!("there is no tile {tile}"),
            tile => format!("tile {tile} is not beside the blank"),
        }
    }

    fn starting_at(&self, position: Board) -> Self {
        Self { start: position, stated_optimum: None, ..self.clone() }
    }

    fn notations(&self) -> &'static [Notation] {
        use Notation::{Blank, BlankWords, Standard, Tile, TileWords};
        &[Standard, Blank, BlankWords, Tile, TileWords]
    }

    fn readings(&self) -> &'static [Notation] {
        &[Notation::Standard, Notation::Blank, Notation::Tile]
    }

    fn write_move(&self, position: &Board, step: &Move, notation: Notation) -> String {
        directions::write(position, *step, notation).unwrap_or_else(|| step.to_string())
    }

    fn read_words(
        walk: &mut Walk<'_, Self>,
        words: &[&str],
        notation: Notation,
    ) -> Result<(), (usize, MoveError)> {
        for (i, word) in words.iter().enumerate() {
            if notation != Notation::Standard {
                directions::read(walk, word, notation).ok_or_else(|| (i, unknown(word)))?;
                continue;
            }
            let Some(position) = walk.position() else { break };
            let step = notation::tile_of_word(position, word).ok_or_else(|| (i, unknown(word)))?;
            walk.push(Move(step));
        }
        Ok(())
    }

    fn draw(&self, position: &Board) -> String {
        let width = (position.size().cells() - 1).to_string().len();
        let cell = |tile| match tile {
            Tile::BLANK => format!("{:>width$}", "_"),
            tile => format!("{tile:>width$}"),
        };
        position.written(cell, " ", "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Options, Size, parse};
    use crate::{ReplayError, replay};

    fn read(text: &str) -> Instance {
        parse(text, Options::default()).unwrap()
    }

    #[test]
    fn moves_push_the_neighbours_of_the_blank() {
        let instance = read("1234/5067/9abc/def8");
        let names: Vec<_> = instance.moves(&instance.start).iter().map(Move::to_string).collect();
        assert_eq!(names, ["6", "2", "5", "10"]);
        let after = instance.play(&instance.start, &Move(Tile(10))).unwrap();
        assert_eq!(after, read("1234/5a67/90bc/def8").start);
        for illegal in [0, 1, 12, 16, 255] {
            assert_eq!(instance.play(&instance.start, &Move(Tile(illegal))), None);
        }
    }

    #[test]
    fn a_move_is_read_as_a_number_or_a_letter() {
        let instance = read("123456789abcdef0");
        let parse = |text| instance.parse_move(&instance.start, text);
        assert_eq!(parse("10"), Some(Move(Tile(10))));
        assert_eq!(parse("a"), Some(Move(Tile(10))));
        assert_eq!(parse("F"), Some(Move(Tile(15))));
        assert_eq!(parse("7"), Some(Move(Tile(7))));
        for text in ["", "g", "_", "1f", "-1", "+1", "256", "ä", "1 2"] {
            assert_eq!(parse(text), None, "{text}");
        }
        let large = Board::solved(Size::new(5, 5).unwrap(), Goal::BlankLast);
        assert_eq!(instance.parse_move(&large, "a"), None);
        assert_eq!(instance.parse_move(&large, "24"), Some(Move(Tile(24))));
    }

    #[test]
    fn plans_are_replayed() {
        let instance = read("1234/5678/9abc/d0ef");
        assert!(replay(&instance, [14, 15].map(Tile).map(Move)).is_ok());
        let illegal = ReplayError::Illegal {
            number: 2,
            step: "1".to_owned(),
            reason: "tile 1 is not beside the blank".to_owned(),
        };
        assert_eq!(replay(&instance, [14, 1].map(Tile).map(Move)), Err(illegal));
        let unsolved = ReplayError::NotSolved { moves: 1 };
        assert_eq!(unsolved.to_string(), "the puzzle is not solved after 1 move");
        assert_eq!(replay(&instance, [14].map(Tile).map(Move)), Err(unsolved));
    }

    #[test]
    fn a_puzzle_goes_on_from_any_position_and_turned() {
        let mut instance = read("1234/5678/9abc/d0ef");
        (instance.name, instance.stated_optimum) = (Some("two".to_owned()), Some(2));
        let nearer = instance.play(&instance.start, &Move(Tile(14))).unwrap();
        let Instance { name, start, goal, stated_optimum } = instance.starting_at(nearer);
        assert_eq!((name, stated_optimum), (instance.name.clone(), None));
        assert_eq!((start, goal), (nearer, instance.goal));
        let turned = instance.turned();
        assert_eq!(turned.start, instance.start.turned());
        assert_eq!(turned.goal, Goal::BlankFirst);
        assert!(replay(&turned, [2, 1].map(Tile).map(Move)).is_ok());
    }

    #[test]
    fn boards_are_drawn_in_columns() {
        let instance = read("123/456/780");
        assert_eq!(instance.draw(&instance.start), "1 2 3\n4 5 6\n7 8 _");
        let wide = Instance::new(
            Board::solved(Size::new(4, 3).unwrap(), Goal::BlankFirst),
            Goal::BlankFirst,
        );
        assert_eq!(wide.draw(&wide.start), " _  1  2  3\n 4  5  6  7\n 8  9 10 11");
    }
}
