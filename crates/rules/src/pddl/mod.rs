//! Puzzles in PDDL, the language of planning competitions: typed STRIPS, where every action costs
//! one.
//!
//! A domain defines predicates and actions; a task defines objects, what is true at the start and
//! what must be true at the end. A state is the set of the ground atoms that are true; an action
//! with objects for its parameters is a move if its precondition holds. The atoms that it deletes
//! become false, then those that it adds become true.
//!
//! # Supported features
//! The requirements `:strips`, `:typing`, `:negative-preconditions` and `:equality`. Anything else
//! is rejected by name. Letter case is ignored.
//!
//! # Source
//! McDermott and others, "PDDL: The Planning Domain Definition Language" (1998); typing and negative
//! preconditions as in Fox and Long, "PDDL2.1", JAIR 20 (2003).

mod action;
mod binding;
mod condition;
mod define;
mod domain;
mod error;
mod expression;
mod instance;
mod moves;
mod print;
mod reachable;
mod task;
mod types;

pub use action::{GroundAction, Move};
pub use binding::TooManyInstances;
pub use condition::{Atom, MAX_ARITY};
pub use define::{Kind, kind};
pub use domain::Domain;
pub use error::PddlError;
pub use instance::{Instance, State};
pub use reachable::Reachable;
