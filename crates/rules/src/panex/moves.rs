//! Reads moves: `a1 L-M`, `L-M` for the piece that is on top there, `l-m`, `LM`, `L M`, and `1-2`,
//! `12` and `1 2` with the columns by number from the left.

use super::{Colour, Column, Instance, Move, Piece};
use crate::{MoveError, Notation, Walk};

/// Writes a move in a notation other than the standard one.
pub(super) fn write(step: &Move, notation: Notation) -> Option<String> {
    let column = |column: Column| match notation {
        Notation::Numbers => Some((column.index() + 1).to_string()),
        Notation::Lower => Some(column.letter().to_lowercase().to_string()),
        _ => None,
    };
    Some(format!("{}-{}", column(step.from)?, column(step.to)?))
}

/// Reads a column as a letter or a number.
fn column(letter: char) -> Option<Column> {
    match letter {
        '1'..='3' => Column::ALL.get(letter as usize - '1' as usize).copied(),
        _ => Column::from_letter(letter.to_ascii_uppercase()),
    }
}

/// Reads a piece as it is printed.
fn piece(word: &str) -> Option<Piece> {
    let mut letters = word.chars();
    let colour = Colour::from_letter(letters.next()?)?;
    let piece = Piece { colour, size: letters.as_str().parse().ok()? };
    (piece.to_string() == word).then_some(piece)
}

/// Reads two columns in one word.
fn columns(word: &str) -> Option<(Column, Column)> {
    let mut letters = word.chars();
    let (first, last) = (letters.next()?, letters.next_back()?);
    let is_between = matches!(letters.as_str(), "" | "-" | ">" | "->" | "→");
    Some((column(first)?, column(last)?)).filter(|_| is_between)
}

/// Adds the moves that some words stand for.
pub(super) fn read(
    walk: &mut Walk<'_, Instance>,
    words: &[&str],
) -> Result<(), (usize, MoveError)> {
    let unknown = |i: usize| (i, MoveError::Unknown(words[i].to_owned()));
    let single = |word: &&str| {
        let mut letters = word.chars();
        column(letters.next()?).filter(|_| letters.as_str().is_empty())
    };
    let mut i = 0;
    while i < words.len() {
        let Some(position) = walk.position() else { break };
        let named = piece(words[i]);
        let at = i + usize::from(named.is_some());
        let word = words.get(at).ok_or_else(|| unknown(i))?;
        let (from, to, used) =
            match (columns(word), single(word), words.get(at + 1).and_then(single)) {
                (Some((from, to)), ..) => (from, to, 1),
                (None, Some(from), Some(to)) => (from, to, 2),
                _ => return Err(unknown(at)),
            };
        let nothing = || (at, MoveError::NothingThere(format!("no piece is on {from}")));
        let top = position.column(from).last().copied();
        let piece = named.or(top).ok_or_else(nothing)?;
        walk.push(Move { piece, from, to });
        i = at + used;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, read_plan};

    #[test]
    fn columns_are_letters_or_numbers() {
        let puzzle = Instance::exchange(1);
        let plan = read_plan(&puzzle, "a1 L-M, b1 R-L, a1 M-R", None).unwrap();
        let texts = [
            "L-M R-L M-R",
            "a1 L-M b1 R-L a1 M-R",
            "l-m, r-l\nm-r",
            "lm rl mr",
            "1-2 3-1 2-3",
            "12 31 23",
            "1 2, 3 1, 2 3",
            "1->2 3→1 2>3",
            "1. L M 2. R L 3. M R",
        ];
        for text in texts {
            assert_eq!(read_plan(&puzzle, text, None).as_ref(), Ok(&plan), "{text}");
        }
        assert_eq!(crate::replay(&puzzle, plan.iter().copied()), Ok(puzzle.goal().clone()));
        let start = puzzle.start();
        let first = |notation| puzzle.write_move(&start, &plan[0], notation);
        let texts: Vec<_> = puzzle.notations().iter().copied().map(first).collect();
        assert_eq!(texts, ["a1 L-M", "1-2", "l-m"]);
        for &notation in puzzle.notations() {
            let words: Vec<String> =
                plan.iter().map(|step| puzzle.write_move(&start, step, notation)).collect();
            let read = read_plan(&puzzle, &words.join("\n"), Some(notation));
            assert_eq!(read.as_ref(), Ok(&plan), "{words:?}");
        }
    }

    #[test]
    fn words_that_are_no_moves_have_their_place() {
        let puzzle = Instance::exchange(1);
        let error = |text| read_plan(&puzzle, text, None).unwrap_err().to_string();
        assert_eq!(error("L-M\n1-4"), "2:1: \"1-4\" is not a move of this puzzle");
        assert_eq!(error("a1"), "1:1: \"a1\" is not a move of this puzzle");
        assert_eq!(error("L-M, L-M"), "move 2 (L-M) is not legal: no piece is on L");
        let reason = |text: &str| {
            let plan = read_plan(&puzzle, text, None).unwrap();
            crate::replay(&puzzle, plan).unwrap_err().to_string()
        };
        assert_eq!(reason("b1 L-M"), "move 1 (b1 L-M) is not legal: the top of L is a1");
        // What follows an illegal move has no meaning.
        assert_eq!(reason("L-L other"), "move 1 (a1 L-L) is not legal: a1 is on L already");
        assert_eq!(reason("L-L"), "move 1 (a1 L-L) is not legal: a1 is on L already");
    }
}
