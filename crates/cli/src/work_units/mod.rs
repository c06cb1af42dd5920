//! Work units: the work that they are parts of, and their results.

mod results;
mod whole;

pub(crate) use results::{chosen, created, invalid, results};
pub(crate) use whole::{Division, SOLVE, Search, Tree, within};
