//! What users ask for by name: engines, directions, settings.

mod name;
mod request;
mod run;
mod settings;
mod storage;

pub use name::{Engine, Guarantee};
pub use request::{Answer, MultiGoal, Request, Try, UnknownName, Unsupported};
pub use run::{MissingPart, RunError, SolveError};
pub use settings::Settings;
pub use storage::Storage;
