//! Progress of searches and lists, while they run and as plots.

mod display;
pub(crate) mod listing;
pub(crate) mod plot;

pub(crate) use display::Display;

/// How progress and results of writing are reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reporting {
    /// By a line for people.
    Line,
    /// By records.
    Record,
    Nothing,
}
