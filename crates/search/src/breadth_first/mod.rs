//! Engines that search layer by layer.

mod breadth_first_search;
mod closed_states;
mod dive;
mod expansion;
mod frontier;
mod heuristic_search;
mod layered_search;
mod overflow_dfs;
mod shortest_plans;
mod survey;

pub use breadth_first_search::breadth_first_search;
pub use closed_states::{VisitLayer, closed_states};
pub use frontier::{
    Encoding, Ends, Frontier, PlainKeys, PlanRecovery, frontier_search, frontier_search_with,
};
pub use heuristic_search::breadth_first_heuristic_search;
pub(crate) use heuristic_search::{Bounded, Step};
pub(crate) use layered_search::Unfinished;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use layered_search::WhenFull;
#[cfg(test)]
pub(crate) use layered_search::to_the_end;
pub use shortest_plans::{ShortestPlans, shortest_plans};
pub use survey::{Extent, Survey, survey};
