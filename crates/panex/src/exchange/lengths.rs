//! The lengths of exchanges, one height after the other.

use super::{Exchange, Pattern};
use dashu_int::UBig;

/// The numbers of moves for towers of one height.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Length {
    /// The number of pieces of each tower.
    pub n: u32,
    /// X_n: the fewest moves that exchange the towers.
    pub exchange: UBig,
    /// T_n: the fewest moves that bring one tower to the middle.
    pub transfer: UBig,
}

/// Returns the lengths for towers of 1, 2, 3, ... without end.
///
/// # Complexity
/// About 10 ms and half a megabyte per height: the results for small sizes are reused.
pub fn lengths() -> impl Iterator<Item = Length> {
    // One piece leaves, the other goes to its place, the first comes back from the middle.
    let one = Length { n: 1, exchange: 3_u8.into(), transfer: UBig::ONE };
    let mut costs = Exchange::new(2);
    let higher = std::iter::repeat_with(move || {
        let n = costs.top().size;
        let (exchange, transfer) = (costs.moves(), costs.distance(Pattern::U3, &UBig::ZERO));
        costs.levels = vec![costs.next_level()];
        Length { n, exchange, transfer }
    });
    std::iter::once(one).chain(higher)
}
