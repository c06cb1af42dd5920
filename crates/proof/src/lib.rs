//! Certificates that no shorter solution exists, and their independent checker. Searches whose
//! states cannot be listed are [audited](audit), which proves nothing. [`verified::check`] checks a
//! file of any kind.
//!
//! This crate knows only the rules and not the engines: it trusts nothing that an engine writes.

mod artifact;
pub mod audit;
mod checking;
pub mod closed_list;
pub mod layers;
pub mod move_pruning;
pub mod panex;
pub mod pattern_database;
mod reason;
mod rejection;
pub mod verified;

pub use checking::{Checking, OnProgress, unwatched};
pub use reason::Reason;
pub use rejection::{NotVerified, Place, Rejection};
