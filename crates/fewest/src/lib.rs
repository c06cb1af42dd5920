//! Finds the fewest moves that solve a sliding puzzle, and proves that no shorter solution
//! exists: Atomix, the (n²−1)-puzzle and Panex.
//!
//! This is the facade most users import: [`read`] turns what a user types into instances,
//! [`solve`] turns an instance into a [`Report`]. The parts are re-exported: [`rules`] says what
//! a puzzle is, [`search`] how to search anything, [`atomix`], [`tiles`] and [`panex`] are the
//! fast models of the families, and [`proof`] checks certificates.
//!
//! ```
//! use fewest::search::{Request, monitor::unlimited};
//!
//! let water = &fewest::read("water".as_ref(), fewest::InputOptions::default())?[0];
//! let report = unlimited(|monitor| fewest::solve(water, &Request::default(), monitor))?;
//! assert_eq!(report.status.name(), "OPTIMAL");
//! assert_eq!(report.upper, Some(13.into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cost;
pub mod count;
pub mod exchange;
pub mod facts;
mod folders;
pub mod input;
pub mod instance;
pub mod memory;
pub mod plan;
pub mod report;
pub mod sets;
mod solve;
pub mod tables;

pub use cost::{Cost, Stopwatch};
pub use count::MoveCount;
pub use input::{InputError, InputOptions, entries, read};
pub use instance::{Family, Instance};
pub use plan::Plan;
pub use report::{Counts, Report, Status};
pub use solve::{SolveError, solve, solve_with_tables};

pub use fewest_atomix as atomix;
pub use fewest_panex as panex;
pub use fewest_proof as proof;
pub use fewest_rules as rules;
pub use fewest_search as search;
pub use fewest_tiles as tiles;
