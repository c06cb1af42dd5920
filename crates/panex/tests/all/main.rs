//! The Panex solver as a whole: one program, which is linked once.

mod certificate;
mod corpus;
mod exchange;
mod exhaustive;
mod goes_on;
mod pairs;
mod solve;
