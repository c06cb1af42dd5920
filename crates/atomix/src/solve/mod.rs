//! From a level to an answer in moves of the rules.

mod capacity;
mod configuration;
mod search;
mod shortest_plans;
mod survey;

pub use search::{in_rules, solve};
pub use shortest_plans::shortest_plans;
pub use survey::survey;
