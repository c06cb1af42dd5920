//! Pictures of sliding puzzles, and replays of plans.
//!
//! A puzzle shows a position as a [`scene()`] of ground and pieces, and a move as a [`step()`] that
//! moves one piece. The modules that draw scenes depend on no puzzle: [`text`], [`svg`], [`gif`] and
//! [`html`].
//!
//! ```
//! use fewest_rules::{AnyPuzzle, Puzzle as _, tiles};
//! use fewest_view::{scene, text};
//!
//! let puzzle = AnyPuzzle::from(tiles::parse("1 2 3 4 5 6 7 0 8", tiles::Options::default())?);
//! let drawn = text::draw(&scene(&puzzle, &puzzle.start()), text::Style::Plain, None);
//! assert!(drawn.ends_with("7  .  8\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A puzzle of your own that is drawn as text can be played by [`html::write_frames`].

mod atomix;
mod film;
pub mod gif;
pub mod html;
mod paint;
mod panex;
pub mod scene;
mod staged;
pub mod svg;
pub mod text;
mod tiles;

pub use atomix::atom;
pub use film::{Film, MOST_MOVES, TooLong};
pub use scene::{Ground, Look, Piece, Place, Scene, Step};
pub use staged::{goal, scene, step};
