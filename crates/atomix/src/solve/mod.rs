//! Solves a level, with an answer in moves of the rules.

mod capacity;
#[cfg(not(target_arch = "wasm32"))]
mod closed_states;
mod configuration;
mod search;
mod shortest_plans;
mod survey;

#[cfg(not(target_arch = "wasm32"))]
pub use closed_states::{AgreedTest, closed_states};
pub use search::{in_rules, solve, solve_with_storage};
pub use shortest_plans::shortest_plans;
pub use survey::survey;
