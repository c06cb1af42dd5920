//! Boards in memory, and the slide of a tile.

mod byte_board;
mod packed;
mod slide;

pub(crate) use byte_board::ByteBoard;
pub use packed::Packed;
pub use slide::Slide;
