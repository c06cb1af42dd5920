//! The process: its signals, its memory and its threads.

pub(crate) mod allocator;
pub(crate) mod signals;
pub(crate) mod threads;
