//! Why a heuristic cannot be had.

use fewest_search::Stop;

/// Why a pattern database was not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It would take too much memory.
    TooLarge,
    /// A limit was reached meanwhile.
    Stopped(Stop),
}
