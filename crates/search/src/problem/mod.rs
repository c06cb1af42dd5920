//! A problem made of parts: the graph, and what guides and prunes a search on it.
//!
//! [`StateSpace`] describes only the graph. The other parts can be combined with every engine that
//! can use them: a [`Heuristic`], a [`LazyTest`], [`MovePruning`] and [`TieBreaking`]. A puzzle of
//! your own is a state space and one function:
//!
//! ```
//! use fewest_search::best_first::{OpenList, astar};
//! use fewest_search::outcome::unlimited;
//! use fewest_search::{Depth, Problem, StateSpace};
//!
//! /// From 1 to 100 by doubling and adding one.
//! struct Numbers;
//!
//! impl StateSpace for Numbers {
//!     type State = u32;
//!     type Action = char;
//!     type Key = u32;
//!
//!     fn roots(&self) -> Vec<u32> {
//!         vec![1]
//!     }
//!     fn is_goal(&self, state: &u32) -> bool {
//!         *state == 100
//!     }
//!     fn successors(&self, state: &u32, mut visit: impl FnMut(char, u32)) {
//!         if *state <= 100 {
//!             visit('+', state + 1);
//!             visit('*', state * 2);
//!         }
//!     }
//!     fn pack(&self, state: &u32) -> u32 {
//!         *state
//!     }
//!     fn unpack(&self, key: u32) -> u32 {
//!         key
//!     }
//! }
//!
//! // No move does more than double a number.
//! let doublings = |state: &u32| (*state <= 100).then(|| Depth((100 / state).ilog2() as u16));
//! let problem = Problem::new(Numbers, doublings);
//! let outcome = unlimited(|monitor| astar(&problem, OpenList::default(), monitor));
//! assert_eq!(outcome.plan().map(<[char]>::len), Some(8));
//! ```

mod direction;
mod duplicate_scope;
mod f_bound;
#[cfg(test)]
mod forgetful;
mod heuristic;
mod lazy_test;
mod move_pruning;
mod parts;
mod ranking;
mod state_space;
mod tie_breaking;
mod weight;

pub use direction::Direction;
pub use duplicate_scope::DuplicateScope;
pub(crate) use f_bound::FBound;
#[cfg(test)]
pub(crate) use forgetful::forgetful;
pub use heuristic::{Blind, BoundedEstimate, Consistent, Heuristic, Pruned};
pub use lazy_test::{IterationStart, LazyTest, LazyTesting, NoTest};
pub use move_pruning::{LastMove, MovePruning, NoPruning};
pub(crate) use parts::WithHeuristic;
pub use parts::{Action, Key, Node, Parts, Problem, State, Value};
pub use ranking::Ranking;
pub(crate) use state_space::key_format;
pub use state_space::{Backward, StateSpace, Undirected};
pub use tie_breaking::{DeepestFirst, TieBreaking};
pub use weight::{InvalidWeight, Weight};
