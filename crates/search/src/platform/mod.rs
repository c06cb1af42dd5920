//! What the machine offers: large pages, prefetching, and the instructions of newer processors.

pub mod cpu_dispatch;
pub mod huge_pages;
