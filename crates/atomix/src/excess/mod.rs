//! What atoms that block each other need beyond their distances alone.

mod caves;
mod packing;
mod pairs;
mod triples;

pub use caves::Caves;
pub use packing::{Piece, Pieces, heaviest_packing, heaviest_pieces};
pub use pairs::PairExcess;
pub use triples::TripleExcess;
