//! Snapshots: how searches are saved, part by part, and read again.
//!
//! Numbers are stored low byte first, lists with their lengths before them. The input is not
//! trusted: no memory is reserved for a length before it is checked, and impossible values are
//! rejected.

mod key_format;
mod parts;
mod reader;
mod writer;

pub use key_format::KeyFormat;
pub(crate) use parts::snapshot;
pub use reader::{Reader, Unreadable};
pub use writer::Writer;

use std::io;

/// A value that can be saved, and read again unchanged.
pub trait Snapshot: Sized {
    /// Writes the value.
    ///
    /// # Errors
    /// Those of the system.
    fn save(&self, to: &mut Writer<'_>) -> io::Result<()>;

    /// Reads a value that [`Snapshot::save`] wrote.
    ///
    /// # Errors
    /// [`Unreadable`], if the input is something else.
    fn restore(from: &mut Reader<'_>) -> Result<Self, Unreadable>;
}
