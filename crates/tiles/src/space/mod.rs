//! The puzzle as a state space of the engines in `fewest_search`.

mod model;

pub use model::{Model, State};
