//! Programs of the literature, kept as published, for comparison.

mod knuth;
mod korf_felner;

pub use knuth::knuth;
pub use korf_felner::KorfFelner;
