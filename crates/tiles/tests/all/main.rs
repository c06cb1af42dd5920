//! The tile solver as a whole: one test program, so that it is linked once.

mod automaton;
mod checkpoint;
mod choices;
mod collections;
mod corpus;
mod every_heuristic;
mod field_data;
mod heuristics;
mod knuth;
mod korf_felner;
mod long;
mod prediction;
mod progress;
mod small_boards;
mod store;
mod stored_rules;
mod threads;
mod two_models;
