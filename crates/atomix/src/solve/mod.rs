//! From a level to an answer in moves of the rules.

mod configuration;
mod search;

pub use search::{in_rules, solve};
