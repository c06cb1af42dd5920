//! The real command, run in an empty folder.

mod automaton;
mod certificates;
mod checkpoints;
mod errors;
mod json;
mod lab;
mod levels;
mod limits;
mod pages;
mod parts;
mod pdb;
mod plans;
mod run;
mod show;
mod solve;
mod usage;
