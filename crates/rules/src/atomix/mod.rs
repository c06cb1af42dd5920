//! Atomix: slide atoms until they form a molecule.
//!
//! An atom slides in one of four directions until it is stopped by a wall or another atom; every
//! slide is one move. The puzzle is solved when the atoms form the molecule anywhere on the board,
//! not rotated and not reflected. Atoms with the same label are interchangeable.
//!
//! [`parse`] reads levels, [`Level`] is the puzzle, [`crate::replay`] checks plans.
//!
//! ```
//! use fewest_rules::{Puzzle, atomix};
//!
//! let water = atomix::builtin("water").unwrap();
//! let start = water.start();
//! assert_eq!(water.moves(&start)[0].to_string(), "3.1 up r5c5-r4c5");
//! ```

mod builtin;
mod draw;
mod drawing;
mod error;
mod findings;
mod format;
mod gliesch_ritt;
mod gnome;
mod gnome_words;
mod gnome_write;
mod grid;
mod ini;
mod katomic;
mod kp;
mod label;
mod level;
mod margins;
mod notation;
mod position;
mod raw;
mod recorded;
mod rules;
mod saved_game;
mod set;
mod square;
mod transform;
mod warning;

pub use builtin::{BUILTIN, BUILTIN_SETS, BuiltinSet, Proved, builtin};
pub use error::{CannotWrite, FormatError};
pub use format::{Format, OpenEdge, Options};
pub use grid::Place;
pub use label::{Atom, Kind, Label};
pub use level::{Level, MAX_ATOMS, MAX_FREE_SQUARES, Offset, Tile};
pub use margins::other_margins;
pub use position::{Move, Position};
pub use saved_game::{SavedGame, SavedGameError};
pub use set::{LevelSet, MAX_BYTES, NumberedLevel, parse};
pub use square::{Direction, Square};
pub use warning::Warning;
