//! Search engines for any problem, with stores, limits and progress reports.
//!
//! A puzzle is a [`StateSpace`] and usually a [`Heuristic`](problem::Heuristic); together they are
//! a [`Problem`]. An engine takes it with a [`Monitor`] and returns an [`Outcome`]: a verdict, a
//! plan, bounds and counts. Nothing in this crate depends on a particular puzzle or file format.
//!
//! A counter shows 1; a move adds one to it or doubles it. How many moves does it take to reach a
//! hundred?
//!
//! ```
//! use fewest_search::best_first::{OpenList, astar};
//! use fewest_search::outcome::{Interrupt, Limits};
//! use fewest_search::{Depth, Monitor, Problem, StateSpace, Verdict};
//!
//! #[derive(Clone)]
//! struct Counter;
//!
//! impl StateSpace for Counter {
//!     type State = u32;
//!     type Action = &'static str;
//!     type Key = u32;
//!
//!     fn roots(&self) -> Vec<u32> {
//!         vec![1]
//!     }
//!     fn is_goal(&self, shown: &u32) -> bool {
//!         *shown == 100
//!     }
//!     fn successors(&self, shown: &u32, mut visit: impl FnMut(&'static str, u32)) {
//!         visit("add one", shown + 1);
//!         visit("double", shown * 2);
//!     }
//!     fn pack(&self, shown: &u32) -> u32 {
//!         *shown
//!     }
//!     fn unpack(&self, key: u32) -> u32 {
//!         key
//!     }
//! }
//!
//! // A heuristic: no move more than doubles the number, and numbers above 100 are dead ends.
//! let doublings = |shown: &u32| {
//!     let left = (0..).find(|count| shown << count >= 100);
//!     left.filter(|_| *shown <= 100).map(Depth)
//! };
//! let problem = Problem::new(Counter, doublings);
//! let (interrupt, limits) = (Interrupt::new(), Limits { nodes: Some(1000), ..Limits::default() });
//! let mut report = |_: &_| {};
//! let mut monitor = Monitor::new(limits, &interrupt, &mut report);
//! let outcome = astar(&problem, OpenList::default(), &mut monitor);
//! assert_eq!((outcome.verdict(), outcome.bounds().lower), (Verdict::Optimal, Depth(8)));
//! assert_eq!(outcome.plan().map(<[_]>::len), Some(8));
//! ```
//!
//! If a limit is reached, the verdict is `BOUNDED`, and the bounds still hold.
//!
//! | engine | function | memory | needs |
//! |---|---|---|---|
//! | A*, plain and weighted | [`best_first::astar`], [`best_first::weighted_astar`] | every state generated | - |
//! | A* with one table of states and no open list | [`best_first::state_table_astar`] | every state generated within the bound | - |
//! | A* with partial expansion | [`best_first::partial_expansion_astar`] | every state within the bound | - |
//! | NBS | [`best_first::nbs`] | every state generated | the reversed problem |
//! | BAE* | [`best_first::bae_star`] | every state generated | the reversed problem, consistent heuristics |
//! | IDA*, plain and weighted | [`depth_first::ida_star`], [`depth_first::weighted_ida_star`] | the current path | - |
//! | IDA* with a transposition table | [`depth_first::transposition_ida_star`] | as much as there is | - |
//! | IDA* with stochastic caching | [`depth_first::stochastic_ida_star`] | as much as there is | - |
//! | IDA* with a perimeter | [`depth_first::perimeter_ida_star`] | as much as there is | moves back |
//! | partial IDA* with bitstate hashing, lossy | [`depth_first::bitstate_ida_star`] | as much as there is | - |
//! | partial IDA* with hash compaction, lossy | [`depth_first::compaction_ida_star`] | as much as there is | - |
//! | breadth-first search | [`breadth_first::breadth_first_search`] | every state up to the goal | moves back |
//! | breadth-first heuristic search | [`breadth_first::breadth_first_heuristic_search`] | every state within the bound, or as much as there is | moves back |
//! | all shortest plans, counted | [`breadth_first::shortest_plans`] | every state within the bound | moves back, and the length |
//! | states by layer and estimate, counted | [`breadth_first::survey()`] | every state met | - |
//! | breadth-first search on disk | [`external::external_breadth_first_search`] | some for sorting; states up to the goal are in files | moves back |
//! | breadth-first heuristic search on disk | [`external::external_breadth_first_heuristic_search`] | some for sorting; states within the bound are in files | moves back |
//! | states by layer, counted on disk | [`external::external_layers`] | some for sorting | - |
//! | states closed within a bound, listed on disk | [`external::external_closed_states`] | some for sorting | - |
//! | breadth-first search by several ranks | [`distributed::distributed_breadth_first_search`] | every state up to the goal, shared | moves back |
//! | breadth-first heuristic search by several ranks | [`distributed::distributed_breadth_first_heuristic_search`] | every state within the bound, shared | moves back |
//! | states closed within a bound, listed by several ranks | [`distributed::distributed_closed_states`] | every state within the bound, shared | - |
//! | A* distributed by a hash | [`distributed::hash_distributed_astar`] | every state generated, shared | - |
//! | bidirectional frontier search | [`breadth_first::frontier_search`] | two or three layers, and one in 32 or none | an undirected graph |
//! | beam search, for plans that need not be shortest | [`portfolio::Beam`] | a beam of each layer | - |
//! | good plans soon: beams, and windows of plans | [`portfolio::anytime()`] | a beam of each layer | the reversed problem, problems between any two states |
//!
//! The needs of an engine are trait bounds of its function: [`Backward`](problem::Backward),
//! [`Undirected`](problem::Undirected), [`Consistent`](problem::Consistent). A [`PatternDatabase`]
//! is a heuristic for any puzzle that has an abstraction. [`portfolio::cheapest_configuration`]
//! lets several breadth-first heuristic searches of one puzzle compete, bound by bound;
//! [`portfolio::cheapest_configuration_on_disk`] continues on disk when the memory is spent.
//! [`best_first::per_goal`] runs an engine on several problems with one bound after another: one
//! goal at a time. [`Engine::run`] runs an engine that is given by its name.

pub mod artifact;
pub mod best_first;
pub mod breadth_first;
mod depth;
pub mod depth_first;
#[cfg(not(target_arch = "wasm32"))]
pub mod distributed;
mod engine;
pub mod erased;
#[cfg(not(target_arch = "wasm32"))]
pub mod external;
pub mod outcome;
mod pattern_database;
pub mod platform;
pub mod portfolio;
pub mod problem;
mod snapshot;
pub mod store;

pub use best_first::OpenList;
pub use breadth_first::PlanRecovery;
pub use depth::Depth;
pub use depth_first::{
    CachingProbability, PathOptions, PerimeterHeuristic, Replacement, Switch, TableOptions,
    TableStart,
};
#[cfg(not(target_arch = "wasm32"))]
pub use engine::Ranks;
pub use engine::{
    Answer, Engine, Feature, Guarantee, MissingPart, MultiGoal, Request, RunError, Settings,
    SolveError, Storage, Try, UnknownName, Unsupported,
};
#[cfg(not(target_arch = "wasm32"))]
pub use external::NotListed;
pub use outcome::{
    Bounds, Interrupt, LikelyBound, Limits, Monitor, Outcome, Progress, Statistics, Stop, Verdict,
};
pub use pattern_database::{PatternDatabase, PatternDatabases};
pub use problem::{Direction, Parts, Problem, StateSpace, Weight};

#[cfg(test)]
extern crate self as fewest_search;
#[cfg(test)]
#[path = "../tests/all/graph/mod.rs"]
#[expect(dead_code, reason = "integration tests use the rest of it")]
mod graph;
