//! The laboratory as a whole: one program, which is linked once.

mod experiments;
mod older;
mod reports;
#[cfg(unix)]
mod runner;
