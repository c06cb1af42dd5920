//! The (n²−1)-puzzle on any board from 2x2 to 8x8: numbered tiles and one blank.
//!
//! A move pushes a tile that is next to the blank into the blank. A position is read from a line of
//! text by [`parse`] and printed by [`Board`]'s `Display`.
//!
//! ```
//! use fewest_rules::tiles::{Options, parse};
//! use fewest_rules::{Puzzle, replay};
//!
//! let instance = parse("1234/5678/9abc/de0f", Options::default())?;
//! let plan = [instance.parse_move(&instance.start(), "f").unwrap()];
//! assert!(replay(&instance, plan).is_ok());
//! # Ok::<(), fewest_rules::Located<fewest_rules::tiles::ParseError>>(())
//! ```

mod board;
mod cells;
mod directions;
mod error;
mod goal;
mod instance;
mod notation;
mod parity;
mod parse;
mod rows;
mod size;
mod texts;
mod words;

pub use board::{Board, NotABoard};
pub use error::ParseError;
pub use goal::{Goal, UnknownGoal};
pub use instance::{Instance, Move};
pub use notation::{digit, tile_of_digit};
pub use parse::{Options, is_board, parse, parse_each};
pub use size::{Cell, Direction, Size, Tile, UnknownSize};
