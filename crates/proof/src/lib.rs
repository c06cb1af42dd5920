//! Certificates that no shorter solution exists, and their independent checker. What cannot be listed is
//! [audited](audit), which proves nothing.
//!
//! This crate knows the rules and nothing of the engines: whatever an engine writes, it believes
//! none of it.

mod artifact;
pub mod audit;
mod checking;
pub mod closed_list;
pub mod layers;
pub mod move_pruning;
pub mod panex;
pub mod pattern_database;

pub use checking::{Checking, OnProgress, unwatched};
