//! Puzzles in PDDL, the language of planning competitions: typed STRIPS, where every action costs
//! one.
//!
//! A domain says which predicates and actions there are, a task which objects, what is true at the
//! start and what must be true at the end. A state is the set of the ground atoms that are true; an
//! action with objects for its parameters is a move where its precondition holds. What it deletes
//! becomes false, then what it adds becomes true.
//!
//! # What is read
//! The requirements `:strips`, `:typing`, `:negative-preconditions` and `:equality`. Anything else is
//! refused by name. Letter case means nothing.
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
pub use condition::{Atom, MAX_ARITY};
pub use define::{Kind, kind};
pub use domain::Domain;
pub use error::PddlError;
pub use instance::{Instance, State};
pub use reachable::{Reachable, TooManyInstances};
