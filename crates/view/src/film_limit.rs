//! The limit on the length of an animation in one picture.

/// The largest number of moves: with more, the file would be too large for most programs.
pub const MOST_MOVES: usize = 5_000;

/// The error of a plan that is too long for an animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an animation has at most {MOST_MOVES} moves; a page of HTML has no such limit")]
pub struct TooLong;
