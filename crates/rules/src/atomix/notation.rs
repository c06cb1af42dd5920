//! Reads and writes moves in the notations of people; see
//! [`Puzzle::read_words`](crate::Puzzle::read_words).

use super::{Atom, Direction, Label, Level, Move, Position, Square};
use crate::text::number;
use crate::{MoveError, Notation, Walk};

/// Writes a move in a notation other than the standard one.
pub(super) fn write(level: &Level, step: &Move, notation: Notation) -> Option<String> {
    let Move { atom, direction, from, to } = step;
    match notation {
        Notation::Directions => Some(format!("{atom} {direction}")),
        Notation::Letters => {
            let (corner, _) = level.corners();
            let letter = |number: u8, first: u8| {
                let letter = b'a'.checked_add(number.checked_sub(first)?)?;
                letter.is_ascii_lowercase().then_some(char::from(letter))
            };
            let square = |at: &Square| {
                Some([letter(at.row, corner.row)?, letter(at.column, corner.column)?])
            };
            Some([square(from)?, square(to)?].as_flattened().iter().collect())
        }
        _ => None,
    }
}

/// Adds the moves that some words stand for.
pub(super) fn read(walk: &mut Walk<'_, Level>, words: &[&str]) -> Result<(), (usize, MoveError)> {
    let unknown = |i: usize| (i, MoveError::Unknown(words[i].to_owned()));
    // The atom named last, and whether it has not moved since then.
    let mut named: Option<(Atom, bool)> = None;
    let mut i = 0;
    while i < words.len() {
        let level = walk.puzzle();
        let Some(position) = walk.position() else { return Ok(()) };
        let word = words[i];
        let way = direction(word);
        let mut fresh = named.filter(|&(_, is_fresh)| is_fresh).map(|(atom, _)| atom);
        // The squares may follow a direction.
        let at = i + usize::from(way.is_some());
        let step = if let Some((from, to)) = words.get(at).and_then(|word| squares(word)) {
            i = at + 1;
            let step = complete(level, position, fresh, way, (words[at], from, to));
            step.map_err(|error| (at, error))?
        } else if let Some(way) = way {
            let (atom, _) = named.ok_or_else(|| unknown(i))?;
            i += 1;
            level.step_of(position, atom, way)
        } else if let Some(history) = history(level, word) {
            for (from, to) in history {
                let Some(position) = walk.position() else { return Ok(()) };
                // The atom named before the letters is that of their first move.
                let step = complete(level, position, fresh.take(), None, (word, from, to));
                walk.push(step.map_err(|error| (i, error))?);
            }
            named = None;
            i += 1;
            continue;
        } else {
            let atom = atom(level, word).map_err(|error| (i, error))?;
            let atom = atom.ok_or_else(|| unknown(i))?;
            if fresh.is_some() {
                // The atom named just before has no move.
                return Err(unknown(i - 1));
            }
            named = Some((atom, true));
            i += 1;
            continue;
        };
        walk.push(step);
        named = named.map(|(atom, _)| (atom, false));
    }
    match named {
        Some((_, true)) => Err(unknown(words.len() - 1)),
        _ => Ok(()),
    }
}

/// Fills in what was left out; not an error if there is no such move.
fn complete(
    level: &Level,
    position: &Position,
    atom: Option<Atom>,
    direction: Option<Direction>,
    (word, from, to): (&str, Square, Square),
) -> Result<Move, MoveError> {
    let unknown = || MoveError::Unknown(word.to_owned());
    let direction = direction.or_else(|| from.direction_to(to)).ok_or_else(unknown)?;
    let nothing = || MoveError::NothingThere(level.what_is_at(position, from));
    let atom = atom.or_else(|| position.atom_at(from)).ok_or_else(nothing)?;
    Ok(Move { atom, direction, from, to })
}

/// Reads `r10c3-r11c3`.
fn squares(word: &str) -> Option<(Square, Square)> {
    let (from, to) = word.split_once('-')?;
    Some((square(from)?, square(to)?))
}

/// Reads `r10c3`.
fn square(text: &str) -> Option<Square> {
    let (row, column) = text.strip_prefix('r')?.split_once('c')?;
    Some(Square { row: number(row)?, column: number(column)? })
}

/// Reads `3.2`, or `3` if only one atom has this label; if no atom has it, that is the third atom
/// of the molecule in reading order.
fn atom(level: &Level, text: &str) -> Result<Option<Atom>, MoveError> {
    if let Some((label, count)) = text.split_once('.') {
        let atom = Label::parse(label).zip(number(count));
        return Ok(atom.map(|(label, number)| Atom { label, number }));
    }
    let of_label = |label: Label| {
        let mut atoms = level.atoms().iter().filter(move |(atom, _)| atom.label == label);
        (atoms.next().map(|&(atom, _)| atom), 1 + atoms.count())
    };
    let written = Label::parse(text).map(of_label).filter(|(atom, _)| atom.is_some());
    let in_molecule = || {
        let index = usize::from(number::<u8>(text)?).checked_sub(1)?;
        level.molecule().get(index).map(|&(label, _)| of_label(label))
    };
    match written.or_else(in_molecule) {
        Some((Some(atom), count)) if count > 1 => {
            Err(MoveError::SeveralAtoms { label: atom.label.to_string(), count })
        }
        found => Ok(found.and_then(|(atom, _)| atom)),
    }
}

/// Reads a word or an arrow, perhaps at the end of a sentence.
fn direction(text: &str) -> Option<Direction> {
    let word = text.trim_end_matches(['.', ';']);
    let named = |direction: &Direction| {
        let arrow = ["↑", "↓", "←", "→"][*direction as usize];
        word.eq_ignore_ascii_case(direction.name()) || word == arrow
    };
    Direction::ALL.into_iter().find(named)
}

/// Reads the moves of a kp-atomix history: row, column, row, column for each move; also in the
/// address of a page, after `history=`.
///
/// Its boards are cut to their walls; counting from the corner of ours makes histories of one
/// format fit the same level in every other format.
pub(super) fn history(level: &Level, text: &str) -> Option<Vec<(Square, Square)>> {
    let text = match text.split_once("history=") {
        Some((_, rest)) => rest.split('&').next().unwrap_or_default(),
        None => text,
    };
    let (corner, _) = level.corners();
    let (moves, rest) = text.as_bytes().as_chunks::<4>();
    let count = |letter: u8, first: u8| {
        letter.is_ascii_lowercase().then(|| first.checked_add(letter - b'a'))?
    };
    let square = |row, column| {
        Some(Square { row: count(row, corner.row)?, column: count(column, corner.column)? })
    };
    let squares = |&[row, column, to_row, to_column]: &[u8; 4]| {
        Some((square(row, column)?, square(to_row, to_column)?))
    };
    (rest.is_empty() && !moves.is_empty()).then(|| moves.iter().map(squares).collect())?
}
