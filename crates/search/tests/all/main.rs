//! Engines on graphs: one program, which is linked only once.

mod checkpoints;
mod engines;
mod forged_checkpoints;
mod frontier;
mod full_tables;
mod graph;
mod longest_plans;
mod pattern_database;
mod plans_during_a_proof;
mod resumed;
mod shortest_plans;
