//! The heuristic, and the ways to probe tables for it.

mod cache;
mod cached;
mod databases;
mod direct;
mod strategy;
mod unrolled;

pub use cache::ProbeCache;
pub use cached::CachedProbe;
pub use databases::{PatternDatabases, Sums};
pub use direct::DirectProbe;
pub use strategy::Probe;
pub use unrolled::{UnrolledDatabases, Value};
