//! What the machine has: folders of the user, memory, time, and stored tables.

pub(crate) mod folders;
pub mod memory;
mod resource_usage;
pub mod tables;

pub use resource_usage::{ResourceUsage, Stopwatch};
