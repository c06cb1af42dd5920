//! Shared by all fuzz targets: a bound on memory, and the properties to check.

pub mod atomix;
pub mod checkpoint;
pub mod closed_list;
pub mod lab;
pub mod memory;
pub mod panex;
pub mod panex_certificate;
pub mod pddl;
pub mod stored;
pub mod tiles;
