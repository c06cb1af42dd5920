//! What users ask for by name: engines, directions, settings.

mod name;
mod request;
mod run;
mod settings;

pub use name::{Engine, Guarantee};
pub use request::{Answer, MultiGoal, Request, Try, UnknownName, Unsupported};
pub use run::{MissingPart, RunError, SolveError};
pub use settings::Settings;
