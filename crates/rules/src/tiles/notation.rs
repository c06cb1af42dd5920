//! Writes boards as text: Knuth's digits, or numbers.

use super::{Board, Tile};
use crate::text::number;
use std::fmt;

/// The largest board that can be written in digits.
pub(super) const MAX_DIGITS: usize = 16;

/// Returns the tile that a hexadecimal digit stands for; `_` is the blank.
pub fn tile_of_digit(digit: char) -> Option<Tile> {
    match digit {
        '_' => Some(Tile::BLANK),
        _ => digit.to_digit(16).map(|value| Tile(value as u8)),
    }
}

/// Returns the hexadecimal digit of a tile, or `None` beyond 15.
pub fn digit(tile: Tile) -> Option<char> {
    char::from_digit(u32::from(tile.0), 16)
}

/// Reads the tile of a move in the standard notation: a number, or on boards of up to 16 cells a
/// hexadecimal digit.
pub(super) fn tile_of_word(position: &Board, word: &str) -> Option<Tile> {
    match word.as_bytes() {
        [b'0'..=b'9', ..] => number(word).map(Tile),
        [letter] if position.size().cells() <= MAX_DIGITS => {
            tile_of_digit(char::from(*letter)).filter(|&tile| tile != Tile::BLANK)
        }
        _ => None,
    }
}

impl Board {
    /// Returns the board in Knuth's notation, one hexadecimal digit per cell; rows of boards that
    /// are not square are separated by `/`. `None` if it has more than 16 cells.
    pub fn digits(&self) -> Option<String> {
        let is_square = self.size().width() == self.size().height();
        let digit = |tile| digit(tile).map(String::from).unwrap_or_default();
        (self.size().cells() <= MAX_DIGITS)
            .then(|| self.written(digit, "", if is_square { "" } else { "/" }))
    }

    /// Returns the cells with a text between them, and another one between rows.
    pub(super) fn written(
        &self,
        cell: impl Fn(Tile) -> String,
        between: &str,
        rows_between: &str,
    ) -> String {
        let rows = self.tiles().chunks(usize::from(self.size().width()));
        let row = |row: &[Tile]| row.iter().map(|&tile| cell(tile)).collect::<Vec<_>>();
        rows.map(|tiles| row(tiles).join(between)).collect::<Vec<_>>().join(rows_between)
    }
}

/// Numbers separated by spaces, rows split by ` / `: [`super::parse`] reads it back for every
/// size.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written(|tile| tile.to_string(), " ", " / "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;
    use crate::tiles::{Goal, Instance, Move, Options, Size, parse};
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board> {
        let sizes: Vec<_> = Size::all().collect();
        prop::sample::select(sizes).prop_flat_map(|size| {
            let tiles: Vec<_> = size.all_cells().map(|cell| Tile(cell.0)).collect();
            Just(tiles).prop_shuffle().prop_map(move |tiles| Board::new(size, tiles).unwrap())
        })
    }

    fn goals() -> impl Strategy<Value = Goal> {
        prop::sample::select(Goal::NAMED.to_vec())
    }

    /// The board in other notations.
    fn notations(board: &Board) -> Vec<String> {
        let width = usize::from(board.size().width());
        let rows: Vec<Vec<_>> = board
            .tiles()
            .chunks(width)
            .map(|row| row.iter().map(Tile::to_string).collect())
            .collect();
        let joined = |between: &str, end: &str| {
            rows.iter().map(|row| row.join(between)).collect::<Vec<_>>().join(end)
        };
        let all = || board.tiles().iter();
        let blank = |mark: &str| {
            let number = |tile: &Tile| match *tile {
                Tile::BLANK => mark.to_owned(),
                tile => tile.to_string(),
            };
            all().map(number).collect::<Vec<_>>().join(",")
        };
        let size = board.size();
        let from_zero = all().map(|tile| (i16::from(tile.0) - 1).to_string());
        let from_zero = from_zero.collect::<Vec<_>>().join(" ");
        let largest = all().map(|tile| match tile.index() {
            0 => size.cells().to_string(),
            _ => tile.to_string(),
        });
        let largest = largest.collect::<Vec<_>>().join(" ");
        vec![
            format!("[[{}]]", joined(", ", "], [")),
            format!("board = [{}]", joined(" ", "; ")),
            format!("{size}:{}", joined(",", ",")),
            format!("{} {} {}", size.width(), size.height(), joined(" ", "\n")),
            format!("{} {}\n{}", size.width(), size.height(), joined(" ", "\n")),
            format!("{} {}\n{}", size.height(), size.width(), joined(" ", "\n")),
            format!("{size}\n{}\n", joined("\n", "\n")),
            format!("{size}\r\n\r\n{}\r\n", joined(" ", "\r\n\r\n")),
            format!("{size} {from_zero}"),
            format!("{size} {largest}"),
            format!("{size} {}", blank("x")),
            format!("{size} {}", blank("B")),
            format!("{size} {}", blank("")).replace(" ,", " _,"),
        ]
    }

    #[test]
    fn digits_are_hexadecimal_and_the_blank_has_a_mark() {
        assert_eq!(
            ["_", "0", "9", "a", "F"].map(|text| text.chars().find_map(tile_of_digit)),
            [Some(Tile::BLANK), Some(Tile::BLANK), Some(Tile(9)), Some(Tile(10)), Some(Tile(15)),]
        );
        assert_eq!(tile_of_digit('g'), None);
        assert_eq!((digit(Tile(15)), digit(Tile(16))), (Some('f'), None));
    }

    #[test]
    fn illegal_moves_have_a_reason() {
        let board = Board::solved(Size::new(3, 3).unwrap(), Goal::BlankLast);
        let puzzle = Instance::new(board, Goal::BlankLast);
        for (tile, reason) in [
            (0, "0 is the blank"),
            (1, "tile 1 is not beside the blank"),
            (9, "there is no tile 9"),
        ] {
            assert_eq!(puzzle.why_illegal(&board, &Move(Tile(tile))), reason);
        }
    }

    proptest! {
        #[test]
        fn boards_in_other_words_are_the_same(board in boards()) {
            for text in notations(&board) {
                // Nothing after the last comma is not a field.
                let text = if text.ends_with(',') { text + "_" } else { text };
                let read = parse(&text, Options::default());
                prop_assert_eq!(read.map(|read| read.start), Ok(board), "{}", text);
            }
        }

        #[test]
        fn texts_of_boards_are_read_one_by_one(
            boards in prop::collection::vec(boards(), 1..4),
            between in prop::sample::select(vec!["\n\n", "\n---\n", "\n# next\n\n"]),
        ) {
            let drawn = |board: &Board| board.to_string().replace(" / ", "\n");
            // Numbers in lines of eight may continue from line to line.
            let is_plain = |board: &&Board| !matches!(board.size().cells(), 16);
            let boards: Vec<_> = boards.iter().filter(is_plain).copied().collect();
            let text = boards.iter().map(drawn).collect::<Vec<_>>().join(between);
            let read = super::super::parse_each(&text, Options::default()).into_iter();
            let read: Result<Vec<_>, _> = read.map(|read| read.map(|read| read.start)).collect();
            match read {
                Ok(read) => prop_assert_eq!(read, boards),
                Err(_) => prop_assert!(boards.is_empty()),
            }
        }

        #[test]
        fn printed_boards_are_read_back(board in boards(), goal in goals()) {
            let options = Options { goal, ..Options::default() };
            let read = parse(&board.to_string(), options).unwrap();
            prop_assert_eq!((&read.start, read.goal), (&board, goal));
            let commas = board.to_string().replace(' ', ",").replace(",/,", "/");
            prop_assert_eq!(&parse(&commas, options).unwrap().start, &board);
            match board.digits() {
                None => prop_assert!(board.size().cells() > 16),
                Some(digits) => {
                    let read = parse(&digits, options).unwrap();
                    prop_assert_eq!(&read.start, &board);
                }
            }
        }

        #[test]
        fn drawn_square_boards_are_read_back(board in boards()) {
            let instance = Instance::new(board, Goal::BlankLast);
            let options = Options { size: Some(instance.start.size()), ..Options::default() };
            prop_assert_eq!(parse(&instance.draw(&instance.start), options).unwrap(), instance);
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[0-9a-gx_/,;:|.\\[\\](){} #\n\r+-]{0,60}") {
            let _ = parse(&text, Options::default());
            let _ = super::super::parse_each(&text, Options::default());
        }
    }
}
