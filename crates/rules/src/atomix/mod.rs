//! Atomix: slide atoms until they form a molecule.
//!
//! An atom slides in one of four directions until a wall or another atom stops it; every slide is
//! one move. The puzzle is solved when the atoms form the molecule anywhere on the board, not
//! turned and not mirrored. Atoms of equal label are interchangeable.
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
mod error;
mod gliesch_ritt;
mod gnome;
mod gnome_words;
mod grid;
mod katomic;
mod kp;
mod label;
mod level;
mod notation;
mod position;
mod raw;
mod rules;
mod set;
mod square;

pub use builtin::{BUILTIN, builtin};
pub use error::{CannotWrite, FormatError};
pub use gliesch_ritt::to_gliesch_ritt;
pub use gnome::to_gnome;
pub use grid::Place;
pub use katomic::to_katomic;
pub use kp::to_kp;
pub use label::{Atom, Kind, Label};
pub use level::{Level, MAX_ATOMS, MAX_FREE_SQUARES, Offset, Tile};
pub use position::{Move, Position};
pub use set::{Format, LevelSet, MAX_BYTES, NumberedLevel, UnknownFormatName, parse};
pub use square::{Direction, Square};
