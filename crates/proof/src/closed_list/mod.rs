//! Certificates of searches: lists of closed states.
//!
//! # What is listed
//! States, each with a number g of moves: a superset of the states that a search must have seen
//! before it can claim that no plan has fewer than `lower` moves. The checker trusts none of it. It
//! proves
//!
//! 1. that every root is listed with g = 0, or has at least `lower` moves to a goal;
//! 2. that no goal is listed;
//! 3. that every child of a state listed with g is listed with g + 1 or less, or has at least
//!    `lower` − g − 1 moves to a goal.
//!
//! # Why that is a proof
//! Take any plan of fewer than `lower` moves and follow it from its root. By 1 and 3 its state
//! after k moves is listed with at most k, as long as no state was left out; and a state that was
//! left out needs so many more moves that the plan would have at least `lower` moves. So the goal
//! at its end is listed, and by 2 it is not. Nothing depends on how the list was made, on
//! consistency of the heuristic, or on g being the smallest number of moves.
//!
//! If there is no plan, `lower` is infinite: every state that is not listed must be a dead end.
//!
//! The lower bounds of single states are computed again, from the definitions, by code that shares
//! nothing with the engines. `reference/certificates.md` of the book describes the format.
//!
//! # Source
//! A snapshot of a finished A* search as a certificate: Dold, Helmert, Nordström, Röger and
//! Schindler.

mod atomix;
mod check;
mod container;
mod front_coding;
mod graph;
mod header;
mod layers;
mod panex;
mod pddl;
mod table;
mod tiles;

pub use atomix::MOST_SLACK;
pub(crate) use check::check_plan;
pub use check::{Checked, check, check_with};
pub use container::{Digest, MAGIC, MOST_STATES, Writer};
pub use front_coding::encode;
pub(crate) use graph::graph;
pub use graph::{Graph, Omissions, child_numbers};
pub use header::{Direction, Header, Heuristic, Instance};
pub use layers::{Layers, Written};

/// Returns a state in hexadecimal digits.
pub(crate) fn shown(state: &[u8]) -> String {
    state.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests;
