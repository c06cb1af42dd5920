//! A level as a state space: the graph, and the parts that guide a search of it.

mod branching;
mod database;
mod generalized_optimum;
mod graph;
mod guidance;
mod key_format;
mod level_problem;
mod move_pruning;
mod ranking;
mod start_estimate;
mod tie_breaking;

pub use branching::{Branching, branching};
pub use generalized_optimum::generalized_optimum;
pub use graph::Graph;
pub use guidance::{GeneralizedDistance, Guidance};
pub use level_problem::{
    LevelProblem, consistent_problem, least_h_first, level_problem, problem_at, problem_between,
    problem_towards, untested_problem,
};
pub use start_estimate::{start_estimate, stopped_at_start};
pub use tie_breaking::{TieBreaking, TieBreakingRules};
