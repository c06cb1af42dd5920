//! The rules of the puzzles: boards, moves, goals, reading and writing of text formats, and replay
//! of plans.
//!
//! This crate is the specification. It is naive and readable on purpose: the fast models of the
//! family crates are tested against it, and every plan that fewest prints was replayed here first.
//! It has no search.
//!
//! A text becomes a puzzle in two steps: a parser of one format reads the text into a *raw* value,
//! in which every token remembers its position, and one validation turns this into an instance
//! whose type proves that it is playable. All errors are [`text::Located`].

mod any;
pub mod atomix;
mod named;
pub mod notation;
pub mod panex;
pub mod pddl;
pub mod plan;
pub mod puzzle;
pub mod text;
pub mod tiles;

pub use any::{AnyMove, AnyPosition, AnyPuzzle};
pub use named::UnknownName;
pub use notation::Notation;
pub use plan::{MoveError, PlanError, Walk, check_notation, read_plan};
pub use puzzle::{Puzzle, ReplayError, play_all, replay};
pub use text::{Located, TextPosition};
