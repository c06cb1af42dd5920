//! Several searches for one answer.

mod beam;
mod configurations;
mod per_goal;
mod upper_bounds;

pub use beam::beam;
pub use configurations::{Configuration, cheapest_configuration};
pub use per_goal::per_goal;
