//! Progress of searches and lists, while they run and as plots.

mod display;
pub(crate) mod listing;
pub(crate) mod plot;

pub(crate) use display::{Display, Records};
