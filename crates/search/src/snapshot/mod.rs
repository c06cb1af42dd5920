//! What a search is saved as, part by part, and read again.
//!
//! Numbers are stored low byte first, lists with their lengths before them. What is read is from
//! outside: no length is trusted with memory, and whatever cannot be is refused.

mod key_format;
mod parts;
mod reader;
mod writer;

pub use key_format::KeyFormat;
pub(crate) use parts::snapshot;
pub use reader::{Reader, Unreadable};
pub use writer::Writer;

use std::io;

/// What can be saved, and read again as it was.
pub trait Snapshot: Sized {
    /// Writes it.
    ///
    /// # Errors
    /// Those of the system.
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()>;

    /// Reads what [`Snapshot::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`], if that was something else.
    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable>;
}
