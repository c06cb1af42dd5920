//! The format of all stored files: tables, rules and checkpoints.
//!
//! An artifact names its format and version, describes its content in a few lines of text, and
//! contains a digest of everything, so that an altered file is never used.

mod aside;
mod checkpoint;
mod error;
mod file;
pub(crate) mod folder;

pub use aside::AtomicFile;
pub(crate) use aside::{is_partial, remove_abandoned, remove_partials_of};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use checkpoint::Candidates;
pub(crate) use checkpoint::untraceable;
pub use checkpoint::{Checkpoint, Resumed};
pub use error::FileError;
pub use file::{CHUNK, Content, Format, Header};

pub use crate::snapshot::{KeyFormat, Reader, Snapshot, Unreadable, Writer};
