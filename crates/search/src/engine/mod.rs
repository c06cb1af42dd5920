//! Engines, directions and settings, which users choose by name.

mod error;
mod name;
mod request;
mod settings;
mod spec;
mod storage;

pub use error::{MissingPart, RunError, SolveError};
pub use name::{Engine, Guarantee};
pub use request::{Answer, MultiGoal, Request, Try, UnknownName, Unsupported};
pub use settings::Settings;
pub use spec::Feature;
#[cfg(not(target_arch = "wasm32"))]
pub use storage::Ranks;
pub use storage::Storage;
