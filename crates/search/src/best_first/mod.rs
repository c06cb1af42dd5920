//! Engines with an open and a closed list.

mod astar;
mod bae_star;
mod bidirectional;
mod incumbent;
mod nbs;
pub(crate) mod node_table;
mod open_list;
mod partial_expansion_astar;
mod per_goal;
mod state_table_astar;

pub use astar::{astar, weighted_astar};
pub use bae_star::bae_star;
pub use nbs::nbs;
pub use open_list::OpenList;
pub use partial_expansion_astar::partial_expansion_astar;
pub use per_goal::per_goal;
pub use state_table_astar::state_table_astar;
