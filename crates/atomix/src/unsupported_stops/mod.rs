//! The test for unsupported stops: constraint propagation over where atoms may rest.
//!
//! A slide ends only at a wall or at another atom, which the distances ignore. The test refutes
//! states by asking whether every stop of a plan within the budget can have a support.
//!
//! - Its variables are the atoms. The [domain](supports::Domain) of an atom is the set of cells
//!   where it may rest in some plan within the budget; at first, according to the distances.
//! - [Propagation](propagate) shrinks the domains: a route of an atom may stop only at a wall or
//!   next to a cell in the domain of another atom, and only cells on such routes stay in its
//!   domain. An atom, or a pair of atoms, without routes is a conflict.
//! - The number of moves that an atom may make depends on the distribution of the slack. The bound
//!   is made of [cost shares](cost_shares) of atoms and of pieces of the packing; a piece whose
//!   atoms make more moves than that *overruns*, and all overruns together are at most the slack.
//!   The test [branches](branch) over caps on the overruns; each branch follows from a [generalized
//!   conflict](conflict).
//!
//! The chapter on lower bounds for Atomix in the book has the proof.

mod board_tables;
mod branch;
mod conflict;
mod cost_shares;
mod detours;
mod dispatch;
mod domains;
mod pair_routes;
mod propagate;
mod routes;
mod supports;
mod test_policy;

pub use cost_shares::{Assignment, Assignments, CostShares};
pub use dispatch::{RouteScope, UnsupportedStops};
pub use test_policy::TestPolicy;

/// The number of slacks that may be tested: all are below this.
pub const SLACKS: usize = 6;
