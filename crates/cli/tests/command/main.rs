//! The real command, run in an empty folder.

mod all;
mod automaton;
mod certificates;
mod checkers;
mod checkpoints;
mod clusters;
mod completions;
mod disk;
mod documents;
mod errors;
mod figures;
mod generate;
mod hints;
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
mod pictures;
mod plan_slices;
mod plans;
#[cfg(all(feature = "play", target_os = "linux"))]
mod play;
mod plots;
mod ranks;
mod rate;
mod readings;
mod run;
#[cfg(all(feature = "serve", unix))]
mod serve;
mod show;
mod solve;
#[cfg(target_os = "linux")]
mod surroundings;
mod table_units;
mod tasks;
mod usage;
mod work;
