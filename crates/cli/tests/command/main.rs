//! The real command, run in an empty folder.

mod all;
mod automaton;
mod certificates;
mod checkpoints;
mod documents;
mod errors;
mod generate;
mod json;
#[cfg(feature = "lab")]
mod lab;
mod levels;
mod limits;
mod measurements;
mod messages;
mod notations;
mod pages;
mod pdb;
mod plan_slices;
mod plans;
mod rate;
mod readings;
mod run;
mod show;
mod solve;
mod usage;
