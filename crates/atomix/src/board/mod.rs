//! The parts of a level: cells, sets of cells, lines, states and slides.

mod cell_set;
mod cells;
mod cut_off;
mod lines;
mod packed;
mod targets;

pub use cell_set::CellSet;
pub use cells::{Board, Cell};
pub use cut_off::parts_cut_off;
pub use lines::{Lines, Stops};
pub use packed::{Packed, Slide, label_groups};
pub use targets::Targets;
