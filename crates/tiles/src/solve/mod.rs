//! Solves an instance: the choice of engine, heuristic and tables.

mod answer;
mod any_heuristic;
mod choice;
#[cfg(not(target_arch = "wasm32"))]
mod closed_states;
mod method;
mod program;
mod shortest_plans;
mod solver;
mod stages;
mod survey;
mod table_escalation;
mod tables;

pub use answer::{solve, solve_with_tables};
#[cfg(not(target_arch = "wasm32"))]
pub use closed_states::closed_states;
pub use shortest_plans::shortest_plans;
pub use solver::{Solver, TooLarge};
pub use survey::survey;
pub use tables::Tables;
