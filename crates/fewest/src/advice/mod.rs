//! Advice for players: which moves are good, and what is better than a plan of their own.

pub mod hint;
pub mod improve;
