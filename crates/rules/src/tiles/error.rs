//! Errors in texts of boards.

use super::Size;

/// The reason why a text is not a position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseError {
    /// The text is empty.
    #[error("there is no board here")]
    Empty,
    /// Two `/` with nothing between them, or one at an end.
    #[error("this row is empty")]
    EmptyRow,
    /// A row with fewer or more cells than the first.
    #[error(
        "this row has {found} {}, the first row has {expected}",
        if *found == 1 { "cell" } else { "cells" }
    )]
    Ragged {
        /// Cells of this row.
        found: usize,
        /// Cells of the first row.
        expected: usize,
    },
    /// Rows of a board that is too small or too large.
    #[error("a board of {width}x{height}: each side is from 2 to 8")]
    Sides {
        /// Cells in a row.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// The text and the caller give different sizes.
    #[error("the board is {written}, but {asked} was asked for")]
    OtherSize {
        /// In the text.
        written: Size,
        /// By the caller.
        asked: Size,
    },
    /// The tiles do not fill a square board, and no other size is given.
    #[error("{}", not_square(*.0))]
    NotSquare(usize),
    /// Lines that may be the rows of a board, or a square board that continues from line to line.
    #[error(
        "{} numbers in {} lines: this could be {} board, one row per line, or {} board; choose \
         with --size {drawn} or --size {square}",
        drawn.cells(), drawn.height(), with_article(*drawn), with_article(*square)
    )]
    TwoSizes {
        /// With a row a line.
        drawn: Size,
        /// With the lines joined.
        square: Size,
    },
    /// Two sides in front that may be width and height, or rows and columns.
    #[error(
        "{first} and {second} may be rows and columns, or width and height: choose with --size \
         {turned} ({first} rows of {second}) or --size {0}, or write {turned}: or {0}: instead",
        first = .0.width(), second = .0.height(), turned = .0.transposed()
    )]
    AnyOrder(Size),
    /// The goal is a position of another size.
    #[error("the board is {board}, but the goal is {} board", with_article(*goal))]
    GoalOfOtherSize {
        /// The board.
        board: Size,
        /// The goal.
        goal: Size,
    },
    /// Digits for a board that has more tiles than there are digits.
    #[error("{} board has more tiles than there are digits: write numbers", with_article(*.0))]
    TooLargeForDigits(Size),
    /// More words than any board has.
    #[error("too long: the largest board is 8x8, with 64 cells")]
    TooLong,
    /// A character that is not a hexadecimal digit.
    #[error(
        "\"{}\" is not a digit: use 0123456789abcdef and _ for the blank, all letters from a on, \
         or numbers separated by spaces",
        .0.escape_debug()
    )]
    NotADigit(char),
    /// A word that is not the number of a tile.
    #[error(
        "\"{}\" is not a tile: use the numbers from 0 to 63, and 0 or _ for the blank",
        .0.escape_debug()
    )]
    NotATile(String),
    /// The last word of a line with an identifier, which is not a length.
    #[error("\"{}\" is not a number of moves", .0.escape_debug())]
    NotALength(String),
    /// A tile that the board does not have.
    #[error(
        "{tile} is too large: {} board ends at {}",
        with_article(*size), size.cells() - 1
    )]
    TooLarge {
        /// The tile as written.
        tile: String,
        /// The size of the board.
        size: Size,
    },
    /// A tile that is there twice, as written.
    #[error("{0} is used twice")]
    Twice(String),
    /// A tile that is missing.
    #[error("{0} is missing")]
    Missing(String),
}

/// `a 4x4`, `an 8x8`.
pub(super) fn with_article(size: Size) -> String {
    let article = if size.width() == 8 { "an" } else { "a" };
    format!("{article} {size}")
}

/// Advice on tiles that do not fill a square board.
fn not_square(tiles: usize) -> String {
    let sizes: Vec<_> = Size::of_cells(tiles).map(|size| size.to_string()).collect();
    let Some(example) = sizes.last() else {
        return format!("{tiles} tiles fill no board: each side is from 2 to 8");
    };
    let sizes = sizes.join(" or ");
    format!(
        "{tiles} tiles fill no square board, but {sizes}: split the rows by \"/\" or give the size \
         (--size {example})"
    )
}
