//! Moves as people write them.

use super::{Atom, Direction, Label, Level, Move, Position, Square};

/// The move a text stands for; see [`Puzzle::parse_move`](crate::Puzzle::parse_move).
pub(super) fn parse_move(level: &Level, position: &Position, text: &str) -> Option<Move> {
    if let Some((from, to)) = letters(level, text.trim()) {
        return complete(position, None, None, from, to);
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let (from, to) = words.pop()?.split_once('-')?;
    let (from, to) = (square(from)?, square(to)?);
    match words[..] {
        [] => complete(position, None, None, from, to),
        [word] => match direction(word) {
            Some(direction) => complete(position, None, Some(direction), from, to),
            None => complete(position, Some(atom(word)?), None, from, to),
        },
        [first, second] => {
            complete(position, Some(atom(first)?), Some(direction(second)?), from, to)
        }
        _ => None,
    }
}

/// Fills in what was left out.
fn complete(
    position: &Position,
    atom: Option<Atom>,
    direction: Option<Direction>,
    from: Square,
    to: Square,
) -> Option<Move> {
    let atom = atom.or_else(|| position.atom_at(from))?;
    let direction = direction.or_else(|| from.direction_to(to))?;
    Some(Move { atom, direction, from, to })
}

/// `r10c3`
fn square(text: &str) -> Option<Square> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    Some(Square { row: number(row)?, column: number(column)? })
}

/// `3.2`
fn atom(text: &str) -> Option<Atom> {
    let (label, count) = text.split_once('.')?;
    Some(Atom { label: Label::parse(label)?, number: number(count)? })
}

/// Digits alone: `parse` would take a sign, too.
fn number(text: &str) -> Option<u8> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

fn direction(text: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| direction.name() == text)
}

/// The squares of a move of a kp-atomix solution: row, column, row, column.
///
/// Its boards are cut to their walls, so counting from the corner of ours makes the solutions
/// of one format fit the same level in every other.
fn letters(level: &Level, text: &str) -> Option<(Square, Square)> {
    let [row, column, to_row, to_column] = *text.as_bytes() else { return None };
    let (corner, _) = level.corners();
    let count = |letter: u8, first: u8| {
        letter.is_ascii_lowercase().then(|| first.checked_add(letter - b'a'))?
    };
    let square = |row, column| {
        Some(Square { row: count(row, corner.row)?, column: count(column, corner.column)? })
    };
    Some((square(row, column)?, square(to_row, to_column)?))
}
