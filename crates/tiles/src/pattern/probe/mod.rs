//! The heuristic, and the ways to probe tables for it.

mod cache;
mod cached;
mod databases;
mod direct;
mod strategy;

pub use cached::CachedProbe;
pub use databases::{PatternDatabases, Value};
pub use direct::DirectProbe;
pub use strategy::Probe;
