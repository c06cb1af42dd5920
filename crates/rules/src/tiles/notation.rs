//! Boards as text: Knuth's digits, or numbers.

use super::{Board, Tile};
use std::fmt;

/// The largest board that can be written in digits.
pub(super) const MAX_DIGITS: usize = 16;

/// The tile that a hexadecimal digit stands for; `_` is the blank.
pub fn tile_of_digit(digit: char) -> Option<Tile> {
    match digit {
        '_' => Some(Tile::BLANK),
        _ => digit.to_digit(16).map(|value| Tile(value as u8)),
    }
}

/// The hexadecimal digit of a tile, or `None` beyond 15.
pub fn digit(tile: Tile) -> Option<char> {
    char::from_digit(u32::from(tile.0), 16)
}

/// The tile of a move in the standard notation: a number, or on boards of up to 16 cells a
/// hexadecimal digit.
pub(super) fn tile_of_word(position: &Board, word: &str) -> Option<Tile> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    match word.as_bytes() {
        _ if is_number => Some(Tile(word.parse().ok()?)),
        [letter] if position.size().cells() <= MAX_DIGITS => {
            tile_of_digit(char::from(*letter)).filter(|&tile| tile != Tile::BLANK)
        }
        _ => None,
    }
}

/// Why a tile cannot be pushed.
pub(super) fn why_illegal(position: &Board, tile: Tile) -> String {
    match tile {
        Tile::BLANK => "0 is the blank".to_owned(),
        _ if position.cell_of(tile).is_none() => format!("there is no tile {tile}"),
        _ => format!("tile {tile} is not beside the blank"),
    }
}

/// A board in Knuth's notation, one hexadecimal digit a cell; rows of boards that are not square
/// are split by `/`.
#[derive(Debug, Clone, Copy)]
pub struct Digits<'a>(&'a Board);

impl Board {
    /// The board in digits, or `None` if it has more than 16 cells.
    pub fn digits(&self) -> Option<Digits<'_>> {
        (self.size().cells() <= MAX_DIGITS).then_some(Digits(self))
    }
}

impl fmt::Display for Digits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.size();
        let rows = self.0.tiles().chunks(usize::from(size.width()));
        let rows = rows.map(|row| row.iter().filter_map(|&tile| digit(tile)).collect::<String>());
        let separator = if size.width() == size.height() { "" } else { "/" };
        f.write_str(&rows.collect::<Vec<_>>().join(separator))
    }
}

/// Numbers separated by spaces, rows split by ` / `: [`super::parse`] reads it back for every
/// size.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.tiles().chunks(usize::from(self.size().width()));
        let numbers = |row: &[Tile]| row.iter().map(Tile::to_string).collect::<Vec<_>>().join(" ");
        f.write_str(&rows.map(numbers).collect::<Vec<_>>().join(" / "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Goal, Options, Size, parse};
    use proptest::prelude::*;

    fn boards() -> impl Strategy<Value = Board> {
        let sizes: Vec<_> = Size::all().collect();
        prop::sample::select(sizes).prop_flat_map(|size| {
            let tiles: Vec<_> = size.all_cells().map(|cell| Tile(cell.0)).collect();
            Just(tiles).prop_shuffle().prop_map(move |tiles| Board::new(size, tiles).unwrap())
        })
    }

    proptest! {
        #[test]
        fn printed_boards_are_read_back(board in boards(), blank_first: bool) {
            let goal = if blank_first { Goal::BlankFirst } else { Goal::BlankLast };
            let options = Options { goal, ..Options::default() };
            let read = parse(&board.to_string(), options).unwrap();
            prop_assert_eq!((&read.start, read.goal), (&board, goal));
            let commas = board.to_string().replace(' ', ",").replace(",/,", "/");
            prop_assert_eq!(&parse(&commas, options).unwrap().start, &board);
            match board.digits() {
                None => prop_assert!(board.size().cells() > 16),
                Some(digits) => {
                    let read = parse(&digits.to_string(), options).unwrap();
                    prop_assert_eq!(&read.start, &board);
                }
            }
        }

        #[test]
        fn drawn_square_boards_are_read_back(board in boards()) {
            use crate::Puzzle;
            let instance = super::super::Instance::new(board, Goal::BlankLast);
            let options = Options { size: Some(instance.start.size()), ..Options::default() };
            prop_assert_eq!(parse(&instance.draw(&instance.start), options).unwrap(), instance);
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[0-9a-g_/, #\n]{0,60}") {
            let _ = parse(&text, Options::default());
            let _ = super::super::parse_list(&text, Options::default());
        }
    }
}
