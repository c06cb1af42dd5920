//! Panex: a fast model and its methods.
//!
//! [`solve`] finds by search how to reach any position from any other. A [`state`] of the [`model`]
//! is packed by [`packing`] into 8 bytes for towers of up to 8 pieces, and into 16 bytes for up to
//! 12.

#[cfg(not(target_arch = "wasm32"))]
mod closed_states;
pub mod exchange;
pub mod frontier;
mod key_format;
pub mod known;
#[cfg(not(target_arch = "wasm32"))]
mod list_bytes;
pub mod model;
pub mod packing;
mod shortest_plans;
mod solve;
pub mod state;
mod survey;
pub mod symmetry;
pub mod word;

#[cfg(not(target_arch = "wasm32"))]
pub use closed_states::closed_states;
pub use model::{Model, Step};
pub use shortest_plans::shortest_plans;
pub use solve::{solve, solve_with_storage};
pub use survey::survey;
