//! The notation of Panex puzzles: what follows `panex:` on the command line.
//!
//! - `4` is the full exchange of two towers of 4.
//! - `4:one-tower` is a single tower of 4, from the left to the right.
//! - `a1a2/-/b1b2:b1b2/-/a1a2` is a start and a goal. A position is its three columns from the
//!   left, separated by `/`; a column is its pieces from the top, or `-` if there is none; a piece
//!   is its colour `a` or `b` and its size. A colour has all sizes from 1, or is absent.
//! - `:neighbours` after any of these: moves go between neighbouring columns only.

use super::{Colour, Column, Instance, MAX_SIZE, Piece, PieceSet, Position, PositionError, Rule};
use crate::{Located, Puzzle, TextPosition};
use std::fmt;

/// The reason why a text is not a Panex puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// This was expected, but there is something else.
    #[error("expected {expected}, found {}", shown(*found))]
    Unexpected {
        /// What can stand here.
        expected: &'static str,
        /// What stands here; `None` at the end of the text.
        found: Option<char>,
    },
    /// A size is 0 or above [`MAX_SIZE`].
    #[error("sizes are 1 to {MAX_SIZE}")]
    Size,
    /// A position has fewer or more than three columns.
    #[error("a position has three columns separated by \"/\", this one has {0}")]
    ColumnCount(usize),
    /// The pieces do not form a position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The goal has other pieces than the start.
    #[error("the goal has {goal}, but the start has {start}")]
    OtherPieces {
        /// The pieces of the start.
        start: PieceSet,
        /// The pieces of the goal.
        goal: PieceSet,
    },
}

fn shown(character: Option<char>) -> String {
    character.map_or("the end".to_owned(), |c| format!("{c:?}"))
}

/// The suffix of a puzzle whose moves go between neighbouring columns only.
const NEIGHBOURS: &str = ":neighbours";

/// The suffix of the height of a single tower.
const ONE_TOWER: &str = ":one-tower";

/// Reads the text after `panex:`: a number of pieces, or a start and a goal position, each with its
/// variant.
///
/// # Errors
/// The first error, with its column in `text`.
///
/// # Examples
/// ```
/// use fewest_rules::panex::parse;
/// assert_eq!(parse("2"), parse("a1a2/-/b1b2:b1b2/-/a1a2"));
/// assert_eq!(
///     parse("a1a2/-/b2b2:3").unwrap_err().to_string(),
///     "1:10: b2 stands here a second time",
/// );
/// ```
pub fn parse(text: &str) -> Result<Instance, Located<NotationError>> {
    let is_between_neighbours = text.ends_with(NEIGHBOURS);
    let rule = if is_between_neighbours { Rule::Neighbours } else { Rule::Standard };
    let mut reader = Reader { text, offset: 0, rule };
    if reader.peek().is_some_and(|c| c.is_ascii_digit()) {
        let n = reader.size()?;
        let (puzzle, next) = if reader.take(ONE_TOWER) {
            (Instance::one_tower(n), "\":neighbours\" or the end")
        } else {
            (Instance::exchange(n), "a digit, \":one-tower\", \":neighbours\" or the end")
        };
        reader.end(next)?;
        return Ok(if is_between_neighbours { puzzle.between_neighbours() } else { puzzle });
    }
    let start = reader.position("a piece, \"-\", \"/\", or \":\" and the goal")?;
    if !reader.take(":") {
        return Err(reader.unexpected("\":\" and the goal position"));
    }
    let goal_at = reader.offset;
    let goal = reader.position("a piece, \"/\" or the end")?;
    reader.end("\":neighbours\" or the end")?;
    let error = NotationError::OtherPieces { start: start.piece_set(), goal: goal.piece_set() };
    Instance::new(start, goal).ok_or_else(|| reader.error_at(goal_at, error))
}

struct Reader<'a> {
    text: &'a str,
    offset: usize,
    rule: Rule,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.offset..].chars().next()
    }

    fn take(&mut self, word: &str) -> bool {
        let is_next = self.text[self.offset..].starts_with(word);
        self.offset += if is_next { word.len() } else { 0 };
        is_next
    }

    /// Reads the rule, if there is one; nothing may follow.
    fn end(&mut self, expected: &'static str) -> Result<(), Located<NotationError>> {
        match &self.text[self.offset..] {
            "" | NEIGHBOURS => Ok(()),
            _ => Err(self.unexpected(expected)),
        }
    }

    fn error_at(&self, offset: usize, error: NotationError) -> Located<NotationError> {
        TextPosition::of_offset(self.text, offset).error(error)
    }

    fn unexpected(&self, expected: &'static str) -> Located<NotationError> {
        let error = NotationError::Unexpected { expected, found: self.peek() };
        self.error_at(self.offset, error)
    }

    fn size(&mut self) -> Result<u16, Located<NotationError>> {
        let start = self.offset;
        let digits = self.text.as_bytes()[start..].iter().take_while(|b| b.is_ascii_digit());
        self.offset += digits.count();
        if self.offset == start {
            return Err(self.unexpected("the size of the piece"));
        }
        let size = self.text[start..self.offset].parse().ok();
        size.filter(|size| (1..=MAX_SIZE).contains(size))
            .ok_or_else(|| self.error_at(start, NotationError::Size))
    }

    fn position(&mut self, next: &'static str) -> Result<Position, Located<NotationError>> {
        let start = self.offset;
        // From the top, each piece with its place in the text.
        let mut columns: Vec<Vec<(Piece, usize)>> = Vec::new();
        loop {
            columns.push(self.column()?);
            if !self.take("/") {
                break;
            }
        }
        if !matches!(self.peek(), None | Some(':')) {
            return Err(self.unexpected(next));
        }
        let count = columns.len();
        let places: Vec<_> = columns.iter().flatten().copied().collect();
        let columns: [_; 3] = columns
            .try_into()
            .map_err(|_| self.error_at(start, NotationError::ColumnCount(count)))?;
        let bottom_up = |column: Vec<(Piece, usize)>| {
            column.into_iter().rev().map(|(piece, _)| piece).collect::<Vec<_>>()
        };
        Position::new(columns.map(bottom_up), self.rule).map_err(|error| {
            let place = |piece, number| places.iter().filter(|(p, _)| *p == piece).nth(number);
            let place = match error {
                PositionError::Twice(piece) => place(piece, 1),
                PositionError::NoRoom { piece, .. } => place(piece, 0),
                _ => None,
            };
            self.error_at(place.map_or(start, |&(_, offset)| offset), error.into())
        })
    }

    fn column(&mut self) -> Result<Vec<(Piece, usize)>, Located<NotationError>> {
        let mut pieces = Vec::new();
        if self.take("-") {
            return Ok(pieces);
        }
        while let Some(colour) = self.peek().and_then(Colour::from_letter) {
            let at = self.offset;
            self.offset += 1;
            pieces.push((Piece { colour, size: self.size()? }, at));
        }
        if pieces.is_empty() {
            return Err(self.unexpected("a piece like a1, or \"-\" for an empty column"));
        }
        Ok(pieces)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for column in Column::ALL {
            if column != Column::L {
                write!(f, "/")?;
            }
            if self.column(column).is_empty() {
                write!(f, "-")?;
            }
            for piece in self.column(column).iter().rev() {
                write!(f, "{piece}")?;
            }
        }
        Ok(())
    }
}

/// What [`parse`] reads; a full exchange and a single tower are written as a number.
impl fmt::Display for Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (n, rule) = (self.n(), self.rule());
        let is = |puzzle: Instance| match rule {
            Rule::Standard => *self == puzzle,
            Rule::Neighbours => *self == puzzle.between_neighbours(),
        };
        if is(Self::exchange(n)) {
            write!(f, "{n}")?;
        } else if is(Self::one_tower(n)) {
            write!(f, "{n}{ONE_TOWER}")?;
        } else {
            write!(f, "{}:{}", self.start(), self.goal())?;
        }
        match rule {
            Rule::Standard => Ok(()),
            Rule::Neighbours => f.write_str(NEIGHBOURS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A position some legal moves away from the start.
    fn wander(puzzle: &Instance, choices: &[usize]) -> Position {
        choices.iter().fold(puzzle.start(), |position, choice| {
            let moves = puzzle.moves(&position);
            puzzle.play(&position, &moves[choice % moves.len()]).unwrap()
        })
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(
            n in 1_u16..=12,
            is_one_tower: bool,
            is_between_neighbours: bool,
            start in proptest::collection::vec(0_usize..6, 0..60),
            goal in proptest::collection::vec(0_usize..6, 0..60),
        ) {
            let towers = if is_one_tower { Instance::one_tower(n) } else { Instance::exchange(n) };
            let towers = if is_between_neighbours { towers.between_neighbours() } else { towers };
            let [start, goal] = [start, goal].map(|choices| wander(&towers, &choices));
            let instance = Instance::new(start, goal).unwrap();
            prop_assert_eq!(parse(&instance.to_string()), Ok(instance));
            prop_assert_eq!(parse(&towers.to_string()), Ok(towers));
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "([-ab/:0-9é ]|:neighbours|:one-tower){0,40}") {
            if let Ok(instance) = parse(&text) {
                prop_assert_eq!(parse(&instance.to_string()), Ok(instance));
            }
        }
    }

    #[test]
    fn variants_are_part_of_the_puzzle() {
        let [standard, neighbours] = ["2", "2:neighbours"].map(|text| parse(text).unwrap());
        assert_ne!(standard, neighbours);
        assert_eq!((standard.rule(), neighbours.rule()), (Rule::Standard, Rule::Neighbours));
        assert!(standard.is_exchange() && !neighbours.is_exchange());
        assert_eq!(parse("a1a2/-/b1b2:b1b2/-/a1a2:neighbours"), Ok(neighbours));
        let tower = parse("2:one-tower").unwrap();
        assert_eq!(tower, parse("a1a2/-/-:-/-/a1a2").unwrap());
        assert_eq!(tower.piece_set(), PieceSet { n: 2, alone: Some(Colour::A) });
        for text in ["2:one-tower:neighbours", "-/b1b2/-:b2/b1/-", "a1/b1/-:-/a1b1/-:neighbours"] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn exchanges_have_a_short_name() {
        assert_eq!(parse("3").unwrap().to_string(), "3");
        assert_eq!(parse("a1/-/b1:b1/-/a1").unwrap().to_string(), "1");
        assert_eq!(parse("10000").unwrap().n(), MAX_SIZE);
    }

    #[test]
    fn errors_say_where_and_what() {
        let cases = [
            ("", 1, "expected a piece like a1, or \"-\" for an empty column, found the end"),
            ("x", 1, "expected a piece like a1, or \"-\" for an empty column, found 'x'"),
            ("0", 1, "sizes are 1 to 10000"),
            ("10001", 1, "sizes are 1 to 10000"),
            ("99999999999999999999999", 1, "sizes are 1 to 10000"),
            ("4x", 2, "expected a digit, \":one-tower\", \":neighbours\" or the end, found 'x'"),
            ("4:one-tower:", 12, "expected \":neighbours\" or the end, found ':'"),
            (
                "4:neighbours:one-tower",
                2,
                "expected a digit, \":one-tower\", \":neighbours\" or the end, found ':'",
            ),
            ("a1/-/b1", 8, "expected \":\" and the goal position, found the end"),
            ("a/-/b1:b1/-/a1", 2, "expected the size of the piece, found '/'"),
            ("a0/-/b1:b1/-/a1", 2, "sizes are 1 to 10000"),
            ("a1/-/b65536:b1/-/a1", 7, "sizes are 1 to 10000"),
            (
                "a1//b1:b1/-/a1",
                4,
                "expected a piece like a1, or \"-\" for an empty column, found '/'",
            ),
            (
                "a1-/-/b1:b1/-/a1",
                3,
                "expected a piece, \"-\", \"/\", or \":\" and the goal, found '-'",
            ),
            (
                "a1/é/b1:b1/-/a1",
                4,
                "expected a piece like a1, or \"-\" for an empty column, found 'é'",
            ),
            ("a1/b1:b1/-/a1", 1, "a position has three columns separated by \"/\", this one has 2"),
            (
                "a1/-/b1:b1/-/a1/-",
                9,
                "a position has three columns separated by \"/\", this one has 4",
            ),
            ("a1/-/b1:b1/-/a1:", 16, "expected \":neighbours\" or the end, found ':'"),
            ("-/-/-:-/-/-", 1, "a position needs at least a piece a1 or b1"),
            ("a1a1/-/b1:b1/-/a1", 3, "a1 stands here a second time"),
            ("a1/-/b1:b1/a1/a1", 15, "a1 stands here a second time"),
            ("a1a1a1/-/b1:b1/-/a1", 3, "a1 stands here a second time"),
            ("a1/-/b2:b1/-/a1", 1, "b1 is missing: with size 2 a tower has all sizes 1 to 2"),
            ("a2/-/-:2", 1, "a1 is missing: with size 2 a tower has all sizes 1 to 2"),
            ("a1/-/b1:b1/-/-", 9, "the goal has tower b of 1 alone, but the start has towers of 1"),
            (
                "a1/-/-:-/b1/-",
                8,
                "the goal has tower b of 1 alone, but the start has tower a of 1 alone",
            ),
            (
                "-/a1/-:-/a1b1/-:neighbours",
                8,
                "the goal has towers of 1, but the start has tower a of 1 alone",
            ),
            (
                "-/a1b1/-:-/a1b1a2b2/-:neighbours",
                12,
                "no room for a1: the piece below it stands at level 0, on the track",
            ),
            (
                "b2a2a1/-/b1:2",
                1,
                "no room for b2: the piece below it stands at level 0, on the track",
            ),
            (
                "-/a1b1/-:b1/-/a1",
                3,
                "no room for a1: it would rest at level 0 of the middle column and block the track",
            ),
            ("a1a2/-/b1b2:b1/-/a1", 13, "the goal has towers of 1, but the start has towers of 2"),
        ];
        for (text, column, message) in cases {
            let error = parse(text).expect_err(text);
            assert_eq!(error.to_string(), format!("1:{column}: {message}"), "{text}");
        }
    }
}
