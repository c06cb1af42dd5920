//! Several searches for one answer.

mod anytime;
mod beam;
mod configurations;
mod plan_search;
mod upper_bounds;
mod windows;

pub use anytime::anytime;
pub use beam::{Beam, beam_bytes};
#[cfg(not(target_arch = "wasm32"))]
pub use configurations::cheapest_configuration_on_disk;
pub use configurations::{Configuration, cheapest_configuration};
pub use windows::Between;
