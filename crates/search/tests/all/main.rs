//! Engines on graphs: one program, which is linked only once.

mod checkpoints;
mod engines;
mod forged_checkpoints;
mod frontier;
mod full_tables;
mod goes_on;
mod graph;
mod longest_plans;
mod midst_of_a_proof;
mod pattern_database;
mod shortest_plans;
