//! The rules of Panex.
//!
//! Three columns of levels; level 0 of all three is one horizontal track. Two towers of *n* pieces,
//! one piece of each size 1 to *n* in each colour. A piece of size *k* may stand at levels 0 to *k*
//! of any column, but no deeper.
//!
//! # The full rule
//! One move takes the top piece of a column along the track into another column, to any depth that
//! its size and the pieces there allow. The track must be free: a piece at level 0 of the middle
//! column stops every other piece.
//!
//! # The normal form
//! This module plays a smaller game with the same distances: a piece drops as deep as it can,
//! and none rests at level 0 of the middle column. A position is then given by the order of the
//! pieces in each column, and a piece of size *k* may move onto a column whose top piece stands
//! at level *t* exactly if min(*k*, *t* - 1) is at least 0, or 1 in the middle.
//!
//! This preserves distances for two reasons:
//! 1. *Dropping.* Push every piece of a position as deep as it goes, column by column from below.
//!    Levels only grow, so the room above each column only grows: a legal move stays legal, and
//!    leads to the dropped form of the position to which it led before.
//! 2. *The middle of the track.* While a piece rests at level 0 of the middle column, no other
//!    piece can move. So the next move is a move of this piece, and the two moves are one move of
//!    the normal form, or none if it went back.
//!
//! By both steps, every plan of the full rule becomes a plan of the normal form that is not longer;
//! and each move of the normal form is a move of the full rule. A test compares the two games on
//! all positions of towers of 1 to 3.
//!
//! # Variants
//! A tower may be alone on the board. With [`Rule::Neighbours`] a move goes from a column to the one
//! beside it, and a piece may rest at level 0 of the middle column. Then only that piece can move,
//! to either side; so this is the standard game where a move from one side to the other counts as
//! two. A piece drops as deep as it can in both games, for the reason above.

mod drawing;
#[cfg(test)]
mod full_rule;
mod instance;
mod moves;
mod notation;
mod piece;
mod position;
mod rule;

pub use instance::{Instance, Move};
pub use notation::{NotationError, parse};
pub use piece::{Colour, Column, MAX_SIZE, Piece, PieceSet};
pub use position::{Position, PositionError};
pub use rule::Rule;
