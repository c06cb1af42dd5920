//! Programs of the literature, kept as they were published, to compare with.

mod knuth;
mod korf_felner;

pub use knuth::{Iteration, knuth};
pub use korf_felner::KorfFelner;
