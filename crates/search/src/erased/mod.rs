//! Engines that are compiled once, and not for each puzzle.
//!
//! An engine that is generic over the problem is compiled anew for every problem: that is fast, and
//! costs seconds of compilation for each. The functions of this module have the signatures of the
//! generic ones, take any problem whose keys are [words](PackedKey) and whose moves are
//! [codes](Code), and search it behind virtual calls; plans come back as moves of the problem.
//! Engines [by name](crate::Engine::run) do the same.

mod by_name;
#[cfg(not(target_arch = "wasm32"))]
mod closed_states;
mod code;
mod engines;
mod front;
mod key;
mod parts;
mod problem;

pub use code::Code;
pub use engines::Width;
#[cfg(not(target_arch = "wasm32"))]
pub use front::list_closed_states;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use front::on_disk_from_bound;
pub use front::{bae_star, closed_states, nbs, perimeter_ida_star, shortest_plans, survey};
pub use key::{PackedKey, Words};
pub use parts::Erased;
use problem::KeyWords;
#[cfg(not(target_arch = "wasm32"))]
use problem::of_words;
pub use problem::{Erasable, ErasableBackward};
