//! Tables on disk.

mod file;
mod folder;

pub use file::Header;
pub use folder::{Store, Stored};
