//! From a level to an answer in moves of the rules.

mod capacity;
mod configuration;
mod search;

pub use search::{in_rules, solve};
