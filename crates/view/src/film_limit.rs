//! How long an animation in one picture may be.

/// The most moves: more would make a file that no program likes to open.
pub const MOST_MOVES: usize = 5_000;

/// A plan is too long for an animation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an animation has at most {MOST_MOVES} moves; a page of HTML has no such limit")]
pub struct TooLong;
