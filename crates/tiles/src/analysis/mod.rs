//! Measurements of the puzzle and of searches: no solver uses them.

mod iterations;
mod prediction;
mod sample;
mod two_bit_breadth_first;

pub use iterations::{Comparison, Counted, Iterations, NoTables, Row};
pub use prediction::{Distribution, count};
pub use sample::random_boards;
pub use two_bit_breadth_first::{Layers, NotSearched, VisitPositions, layers};
