//! The Atomix solver as a whole: one test program, so that it is linked once.

mod branching;
mod caves;
mod databases;
mod heuristics;
mod limits_of_tables;
mod published_values;
mod small_worlds;
mod threads;
mod two_models;
mod walks;
mod worlds;
