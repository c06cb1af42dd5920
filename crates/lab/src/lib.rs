//! Experiments as data: instances, configurations and limits in a file; runs as processes of the
//! command with a record each; reports beside published figures.
//!
//! This crate knows no puzzle. It starts `fewest solve --json`, and relies on [`Puzzles`] to find
//! instances and replay plans.

pub mod bound;
pub mod built_in;
mod check;
pub mod comparison;
pub mod experiment;
pub mod index;
pub mod machine;
pub mod process;
pub mod published;
mod puzzles;
pub mod record;
pub mod report;
pub mod results;
pub mod revision;
pub mod run;
pub mod run_result;
mod task;

pub use bound::Bound;
pub use comparison::Comparison;
pub use experiment::{Configuration, Experiment, ExperimentError, Limits};
pub use machine::Machine;
pub use published::{Figure, Published};
pub use puzzles::{Puzzles, Refusal};
pub use record::{Conditions, Record};
pub use report::Report;
pub use results::{Results, ResultsError};
pub use run::{Event, Left, RunError, Runner, Tally};
pub use run_result::RunResult;
pub use task::Task;
