//! Finds the fewest moves that solve a sliding puzzle, and proves that no shorter solution
//! exists: Atomix, the (n²−1)-puzzle, Panex, and planning tasks in PDDL.
//!
//! [`read`] turns what a user types into instances, a [`Solver`] turns an instance into a
//! [`Report`]. It uses no terminal, signals or command-line arguments, and compiles to WebAssembly.
//!
//! ```
//! use fewest::{InputOptions, Solver, read};
//!
//! let water = &read("water".as_ref(), InputOptions::default())?[0];
//! let report = Solver::new().solve(water)?;
//! assert_eq!((report.status.name(), report.upper), ("OPTIMAL", Some(13.into())));
//! for step in report.plan.iter().filter_map(fewest::Plan::listed).flatten() {
//!     println!("{step}"); // 3.1 left r5c5-r5c3
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Within limits
//!
//! Whatever stops a search, the bounds in its report hold: no plan is shorter than `lower`, and
//! `upper` is the length of the best known plan, which was replayed by the rules.
//!
//! ```
//! use fewest::search::Engine;
//! # use fewest::{InputOptions, Solver, read};
//! # let water = &read("water".as_ref(), InputOptions::default())?[0];
//! let solver = Solver::new().engine(Engine::Astar).nodes(100);
//! let report = solver.on_progress(|now| println!("at least {} moves", now.lower)).solve(water)?;
//! assert_eq!((report.status.name(), report.stop), ("BOUNDED", Some("nodes")));
//! assert_eq!((report.lower, report.upper), (Some(10.into()), None));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A proof that others can check
//!
//! A certificate lists the states that prove a bound; its checker trusts nothing but the rules.
//!
//! ```
//! use fewest::search::{Interrupt, Limits};
//! use fewest::{certificate, proof, verified};
//! # use fewest::{InputOptions, Solver, read};
//! # let water = &read("water".as_ref(), InputOptions::default())?[0];
//! # let report = Solver::new().solve(water)?;
//! let (mut file, interrupt) = (vec![], Interrupt::new());
//! certificate::write(water, &report, None, Limits::default(), &interrupt, &mut |_| {}, &mut file)?;
//! let shown = verified::check(|| Ok(file.as_slice()), None, &mut proof::unwatched)?;
//! println!("{}", shown.claim);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! | for | see |
//! |---|---|
//! | reading inputs | [`read`], [`read_text`], [`entries`] where some levels are broken |
//! | solving | [`Solver`], [`Report`], [`Plan`] |
//! | facts that need no search | [`Info`], [`heuristic_values()`] |
//! | hints, better plans, difficulty, new levels | [`hint`], [`improve`], [`rate`], [`generate`] |
//! | searches that take hours, or more than the memory | [`checkpoint()`], [`rank_checkpoint()`], [`disk()`], [`rank_disk()`] |
//! | certificates | [`certificate`], [`verified`], [`proof`] |
//! | installed games, stored tables | [`installed`], [`tables`] |
//! | a puzzle of your own | [`search`], and the crate `fewest-puzzles` |
//! | the rules, as they are written | [`rules`] |
//! | the fast models of the puzzles | [`atomix`], [`tiles`], [`panex`], [`strips`] |

mod advice;
#[cfg(not(target_arch = "wasm32"))]
mod certificates;
pub mod count;
pub mod generate;
pub mod info;
pub mod input;
pub mod instance;
mod machine;
mod plan;
pub mod rate;
pub mod report;
mod solve;

/// Level sets of KAtomic and GNOME Atomix, if they are installed on this machine.
pub mod installed {
    pub use crate::input::installed::{GAMES, InstalledSet, find, folders, installed, names};
}

pub use advice::{hint, improve};
#[cfg(not(target_arch = "wasm32"))]
pub use certificates::certificate;
pub use count::MoveCount;
pub use info::Info;
pub use info::heuristic_values::{HeuristicValue, heuristic_names, heuristic_values};
pub use info::survey::Surveyed;
pub use input::{InputError, InputOptions, entries, read, read_text};
pub use instance::{Instance, NoPosition};
pub use machine::{ResourceUsage, Stopwatch, memory, tables};
pub use plan::Plan;
pub use report::solutions::{Solutions, Uncounted};
pub use report::{Counts, FailedTry, Likely, ProgressRecord, Report, Status, TilesReport};
pub use solve::{SolveError, Solver, check_keeps_checkpoint, checkpoint, exchange, identity};
#[cfg(not(target_arch = "wasm32"))]
pub use solve::{disk, rank_checkpoint, rank_disk};

pub use fewest_rules::{AnyMove as Move, AnyPosition, AnyPuzzle};

pub use fewest_atomix as atomix;
pub use fewest_panex as panex;
pub use fewest_proof as proof;
pub use fewest_proof::verified;
pub use fewest_rules as rules;
pub use fewest_search as search;
pub use fewest_strips as strips;
pub use fewest_tiles as tiles;
