//! How to search anything: engines, stores, limits and progress over one state-space trait.
//!
//! A puzzle implements [`StateSpace`]; an engine takes it with a [`Monitor`] and returns an
//! [`Outcome`]: a verdict, a plan, bounds and counts. Nothing here knows a puzzle or a format.
//!
//! | engine | file | memory | needs |
//! |---|---|---|---|
//! | A* with a bucket open list, plain and weighted | [`astar`] | every state generated | - |
//! | A* with one table of states and no open list | [`state_table_astar`] | every state generated within the bound | - |
//! | A* with partial expansion | [`partial_expansion_astar`] | every state within the bound | - |
//! | iterative-deepening A*, plain and weighted | [`ida_star`] | the current path | - |
//! | IDA* with a transposition table | [`transposition_table`] | as much as there is | - |
//! | IDA* with stochastic caching | [`stochastic_caching`] | as much as there is | - |
//! | IDA* with a perimeter | [`perimeter`] | as much as there is | a backward space |
//! | partial IDA* with bitstate hashing, lossy | [`bitstate`] | as much as there is | - |
//! | partial IDA* with hash compaction, lossy | [`hash_compaction`] | as much as there is | - |
//! | breadth-first search | [`breadth_first`] | every state up to the goal | - |
//! | breadth-first heuristic search | [`breadth_first_heuristic`] | every state within the bound, or as much as there is | - |
//! | beam search, for plans that need not be shortest | [`beam`] | a beam of each layer | - |
//! | bidirectional frontier search | [`frontier`] | two or three layers | moves that can be taken back |
//! | NBS | [`nbs`] | every state generated | a backward space |
//! | BAE* | [`bae_star`] | every state generated | a backward space, consistent heuristics |
//!
//! [`cheapest_way`] lets several breadth-first heuristic searches of one puzzle compete, bound by
//! bound. [`bound_by_bound`] runs an engine on several spaces with one bound after another: one goal at
//! a time. [`Engine::run`] runs the engine of a name.

pub mod artifact;
pub mod astar;
pub mod bae_star;
pub mod beam;
mod below_stored;
pub mod bitstate;
mod bound;
pub mod bound_by_bound;
pub mod breadth_first;
pub mod breadth_first_heuristic;
mod buckets;
pub mod cheapest_way;
mod closed;
mod compact;
mod coverage;
pub mod depth;
mod dive;
pub mod effort;
mod expansion;
pub mod frontier;
pub mod hash_compaction;
pub mod ida_star;
mod incumbent;
pub mod kernel;
pub mod large;
mod layer;
pub mod method;
mod mixing;
pub mod monitor;
pub mod nbs;
pub mod numbering;
mod open;
pub mod outcome;
pub mod partial_expansion_astar;
pub mod perimeter;
mod plan;
mod plans;
#[cfg(test)]
mod random_graph;
mod run;
mod segments;
pub mod settings;
mod sides;
pub mod space;
pub mod state_table_astar;
pub mod stochastic_caching;
pub mod table;
mod testing;
pub mod transposition_table;
mod visited;
pub mod weight;
mod whole;

pub use depth::Depth;
pub use kernel::Kernel;
pub use method::{Answer, Direction, Engine, Goals, Promise, Request, Unsupported};
pub use monitor::{Limits, Monitor, Progress};
pub use numbering::Numbering;
pub use outcome::{Bounds, Outcome, Statistics, Stop, Verdict};
pub use settings::{Replacement, Settings, TableStart};
pub use space::{Asking, Fit, Refused, Reversible, StateSpace};
pub use testing::Testing;
pub use weight::Weight;
