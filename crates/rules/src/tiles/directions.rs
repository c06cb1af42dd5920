//! Moves as directions of the blank or of the tile.

use super::{Board, Direction, Instance, Move, Tile};
use crate::{Notation, Walk};

/// The word, the letter and the arrow of each direction.
const WORDS: [(Direction, &str, char, char); 4] = [
    (Direction::North, "up", 'U', '↑'),
    (Direction::South, "down", 'D', '↓'),
    (Direction::West, "left", 'L', '←'),
    (Direction::East, "right", 'R', '→'),
];

/// Writes a move in one of the notations by directions; `None` for other notations.
pub(super) fn write(position: &Board, step: Move, notation: Notation) -> Option<String> {
    let of_blank = Direction::ALL.into_iter().find(|&direction| {
        let cell = position.size().neighbour(position.blank(), direction);
        cell.is_some_and(|cell| position.tile(cell) == step.0)
    })?;
    let direction = match notation {
        Notation::Blank | Notation::BlankWords => of_blank,
        Notation::Tile | Notation::TileWords => of_blank.opposite(),
        _ => return None,
    };
    let (_, word, letter, _) = WORDS.into_iter().find(|(other, ..)| *other == direction)?;
    let is_word = matches!(notation, Notation::BlankWords | Notation::TileWords);
    Some(if is_word { word.to_owned() } else { letter.to_string() })
}

/// Adds the moves of a word: `up`, or a run of letters or arrows like `ULD`. Returns `None` if it
/// is not such a word.
pub(super) fn read(walk: &mut Walk<'_, Instance>, word: &str, notation: Notation) -> Option<()> {
    let named = WORDS.into_iter().find(|(_, name, ..)| word.eq_ignore_ascii_case(name));
    let directions: Option<Vec<Direction>> = match named {
        Some((direction, ..)) => Some(vec![direction]),
        None => word.chars().map(of_letter).collect(),
    };
    for direction in directions? {
        let Some(position) = walk.position() else { break };
        let of_blank = if notation == Notation::Tile { direction.opposite() } else { direction };
        let cell = position.size().neighbour(position.blank(), of_blank);
        // There is no tile beyond the edge: push the blank itself, which is not a legal move.
        walk.push(Move(cell.map_or(Tile::BLANK, |cell| position.tile(cell))));
    }
    Some(())
}

fn of_letter(letter: char) -> Option<Direction> {
    let upper = letter.to_ascii_uppercase();
    let is_meant = |&(_, _, known, arrow): &(_, _, char, char)| known == upper || arrow == letter;
    WORDS.into_iter().find(is_meant).map(|(direction, ..)| direction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Goal, Options, parse};
    use crate::{MoveError, PlanError, Puzzle, read_plan};

    fn numbers(instance: &Instance, text: &str, notation: Option<Notation>) -> Vec<u8> {
        let moves = read_plan(instance, text, notation).unwrap();
        moves.into_iter().map(|Move(tile)| tile.0).collect()
    }

    #[test]
    fn directions_are_of_the_blank_or_of_the_tile() {
        let instance = parse("123/405/678", Options::default()).unwrap();
        let read = |text, notation| numbers(&instance, text, Some(notation));
        for text in ["URD", "u r d", "up, right, down", "↑→↓", "Up\nRight\nDown"] {
            assert_eq!(read(text, Notation::Blank), [2, 3, 5], "{text}");
            assert_eq!(read(text, Notation::BlankWords), [2, 3, 5], "{text}");
        }
        assert_eq!(read("DLU", Notation::Tile), [2, 3, 5]);
        // The blank is at the edge then: an illegal move ends the plan.
        assert_eq!(read("UUU", Notation::Blank), [2, 0]);
        let error = read_plan(&instance, "U, X", Some(Notation::Blank)).unwrap_err();
        let unknown = MoveError::Unknown("X".to_owned());
        let at = crate::TextPosition { line: 1, column: 4 };
        assert_eq!(error, PlanError::Unreadable(at.error(unknown)));
    }

    #[test]
    fn every_notation_is_read_as_written() {
        let instance = parse("159d26ae37bf48c0", Options::default()).unwrap();
        let plan = ["12", "8", "4", "15", "11", "12"]
            .map(|text| instance.parse_move(&instance.start, text).unwrap());
        for &notation in instance.notations() {
            let mut position = instance.start();
            let mut words = Vec::new();
            for step in plan {
                let Some(next) = instance.play(&position, &step) else { break };
                words.push(instance.write_move(&position, &step, notation));
                position = next;
            }
            let read = read_plan(&instance, &words.join(" "), Some(notation)).unwrap();
            assert_eq!(read, plan[..read.len()], "{notation}");
            assert!(!read.is_empty());
        }
    }

    #[test]
    fn a_reading_without_a_notation_is_the_one_that_fits() {
        let instance = parse("1234/5678/9abc/d0ef", Options::default()).unwrap();
        // The blank moves right twice; if tiles did, they would be 13 and nothing.
        assert_eq!(numbers(&instance, "RR", None), [14, 15]);
        assert_eq!(numbers(&instance, "LL", None), [14, 15]);
        // A number is a number, and so is a digit.
        assert_eq!(numbers(&instance, "d", None), [13]);
        let error = read_plan(&instance, "L R", None).unwrap_err();
        assert_eq!(error, PlanError::Ambiguous(Notation::Blank, Notation::Tile));
        // No tile can move left first, though the other reading does not solve the puzzle.
        let corner = parse("1234/5678/9abc/def0", Options::default()).unwrap();
        assert_eq!(numbers(&corner, "L", None), [15]);
        // Both readings return to the start, which is the goal here.
        let there = Instance::new(instance.start, Goal::of(instance.start));
        assert_eq!(numbers(&there, "L R", None), [13, 13]);
    }
}
