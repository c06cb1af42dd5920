//! Measurements of the puzzle and of searches: no solver uses them.

mod prediction;
mod two_bit_breadth_first;

pub use prediction::{Distribution, count};
pub use two_bit_breadth_first::{Layers, NotSearched, layers};
