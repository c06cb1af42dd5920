//! Solves an instance: the choice of engine, heuristic and tables.
//!
//! [`solve()`] refuses a request, or hands it on: by default to table escalation, which runs the
//! [stages] of a search, each with a [`Solver`]; otherwise to a program of the literature, or to an
//! engine on the graph of positions.

mod answer;
mod choice;
#[cfg(not(target_arch = "wasm32"))]
mod closed_states;
mod graph_engines;
mod kernel;
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
pub use solver::Solver;
pub use survey::survey;
pub use tables::Tables;
