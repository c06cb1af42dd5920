//! The Panex solver as a whole: one test program, so that it is linked once.

mod certificate;
mod corpus;
mod exchange;
mod exhaustive;
mod pairs;
mod resumed;
mod solve;
