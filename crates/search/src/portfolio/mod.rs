//! Several searches for one answer.

mod anytime;
mod beam;
mod configurations;
mod per_goal;
mod upper_bounds;
mod windows;

pub use anytime::anytime;
pub use beam::{Beam, beam_bytes};
pub use configurations::{Configuration, cheapest_configuration};
pub use per_goal::per_goal;
pub use windows::Between;
