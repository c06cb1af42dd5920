//! The limits of a search, its progress reports and its outcome.

mod completeness;
mod limits;
mod monitor;
mod statistics;
mod verdict;
mod work;

pub(crate) use completeness::{Completeness, ProvedBounds};

pub use limits::{Halt, Interrupt, Limits};
pub use monitor::{Monitor, Progress, unlimited};
pub use statistics::Statistics;
pub use verdict::{Bounds, LikelyBound, Outcome, Stop, Verdict};
pub use work::Work;
