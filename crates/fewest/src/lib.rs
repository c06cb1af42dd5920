//! Finds the fewest moves that solve a sliding puzzle, and proves that no shorter solution
//! exists: Atomix, the (n²−1)-puzzle, Panex, and planning tasks in PDDL.
//!
//! [`read`] turns what a user types into instances, a [`Solver`] turns an instance into a [`Report`].
//! The parts are re-exported: [`rules`] says what a puzzle is, [`search`] how to search anything,
//! [`atomix`], [`tiles`], [`panex`] and [`strips`] are the fast models of the puzzles, and [`proof`] checks
//! certificates.
//!
//! ```
//! let water = &fewest::read("water".as_ref(), fewest::InputOptions::default())?[0];
//! let report = fewest::Solver::new().solve(water)?;
//! assert_eq!(report.status.name(), "OPTIMAL");
//! assert_eq!(report.upper, Some(13.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(not(target_arch = "wasm32"))]
pub mod certificate;
mod checkpoint;
pub mod count;
pub mod exchange;
mod exchange_plan;
mod folders;
pub mod generate;
mod heuristic_values;
pub mod hint;
pub mod improve;
pub mod info;
pub mod input;
pub mod installed;
pub mod instance;
pub mod memory;
mod plan;
pub mod positions;
pub mod rate;
mod replayed;
pub mod report;
mod resource_usage;
mod solutions;
mod solver;
mod survey;
pub mod tables;
pub mod verified;

pub use checkpoint::checkpoint;
#[cfg(not(target_arch = "wasm32"))]
pub use checkpoint::disk;
pub use count::MoveCount;
pub use exchange_plan::ExchangePlan;
pub use heuristic_values::{HeuristicValue, heuristic_values};
pub use info::Info;
pub use input::{InputError, InputOptions, entries, read, read_text};
pub use instance::{AnyPuzzle, Instance};
pub use plan::{Move, Plan};
pub use replayed::Replayed;
pub use report::{Counts, FailedTry, Likely, Report, Status, TilesReport};
pub use resource_usage::{ResourceUsage, Stopwatch};
pub use solutions::{Solutions, Uncounted};
pub use solver::{SolveError, Solver, check_keeps_checkpoint};
pub use survey::Surveyed;

pub use fewest_atomix as atomix;
pub use fewest_panex as panex;
pub use fewest_proof as proof;
pub use fewest_rules as rules;
pub use fewest_search as search;
pub use fewest_strips as strips;
pub use fewest_tiles as tiles;
