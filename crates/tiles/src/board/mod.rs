//! Boards in memory, and the slide of a tile.

mod byte_board;
mod packed;
mod slide;

pub(crate) use byte_board::ByteBoard;
pub(crate) use packed::for_packed;
pub use packed::{Packed, PackedBoard};
pub use slide::Slide;
