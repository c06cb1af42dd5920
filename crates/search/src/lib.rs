//! How to search anything: engines, stores, limits and progress over one state-space trait.
//!
//! A puzzle implements [`StateSpace`]; an engine takes it with a [`Monitor`] and returns an
//! [`Outcome`]: a verdict, a plan, bounds and counts. Nothing here knows a puzzle or a format.
//!
//! | engine | file | memory | needs |
//! |---|---|---|---|
//! | A* with a bucket open list | [`astar`] | every state generated | - |
//! | iterative-deepening A* | [`ida_star`] | the current path | - |
//! | breadth-first search | [`breadth_first`] | every state up to the goal | - |
//! | breadth-first heuristic search | [`breadth_first_heuristic`] | every state within the bound | - |
//! | beam search, for plans that need not be shortest | [`beam`] | a beam of each layer | - |
//! | bidirectional frontier search | [`frontier`] | two or three layers | moves that can be taken back |

pub mod astar;
pub mod beam;
mod bound;
pub mod breadth_first;
pub mod breadth_first_heuristic;
mod closed;
mod compact;
pub mod depth;
pub mod frontier;
pub mod ida_star;
pub mod large;
mod layer;
pub mod method;
mod mixing;
pub mod monitor;
pub mod numbering;
mod open;
pub mod outcome;
mod plan;
mod plans;
mod segments;
pub mod space;
pub mod table;
mod whole;

pub use depth::Depth;
pub use method::{Answer, Direction, Engine, Request, Unsupported};
pub use monitor::{Limits, Monitor, Progress};
pub use numbering::Numbering;
pub use outcome::{Bounds, Outcome, Statistics, Stop, Verdict};
pub use space::{Fit, Refused, Reversible, StateSpace};
