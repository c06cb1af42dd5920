//! Arguments that several verbs share, and what is read by them.

mod abbreviations;
mod budget;
pub(crate) mod completions;
mod given;
mod inputs;
mod method;
mod moves;
mod names;
pub(crate) mod plan_text;
pub(crate) mod units;

pub(crate) use budget::{Budget, limits};
pub(crate) use inputs::{Inputs, Reading};
pub(crate) use method::{Method, rule_length};
pub(crate) use moves::Moves;
pub(crate) use names::names;
pub(crate) use plan_text::PlanText;
