//! Engines, directions and settings, which users choose by name.

#[cfg(not(target_arch = "wasm32"))]
mod closed_states;
mod name;
mod request;
mod run;
mod settings;
mod storage;

#[cfg(not(target_arch = "wasm32"))]
pub use closed_states::{NotListed, list_closed_states};
pub use name::{Engine, Guarantee};
pub use request::{Answer, MultiGoal, Request, Try, UnknownName, Unsupported};
pub use run::{MissingPart, RunError, SolveError};
pub use settings::Settings;
pub use storage::Storage;
