//! Planning tasks: a grounded model, heuristics, and the choice of engine.
//!
//! [`fewest_rules::pddl`] reads a task and says which atoms and actions can be reached if nothing
//! ever becomes false. [`Ground`] numbers these; a [`Model`] packs a state into a bit for each
//! atom. [`solve()`] runs an engine on it, [`closed_states()`] lists what proves a lower bound.

mod bits;
mod closed_states;
mod dispatch;
mod ground;
mod heuristic_name;
mod hmax;
mod model;
mod solve;
mod survey;

pub use bits::Bits;
pub use closed_states::closed_states;
pub use ground::{Ground, TooLarge};
pub use heuristic_name::HeuristicName;
pub use hmax::Hmax;
pub use model::{ActionId, Model};
pub use solve::{solve, uncounted};
pub use survey::survey;
