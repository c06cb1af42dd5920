//! The lengths of exchanges, one height after the other.

use super::base;
use super::diagram::Diagrams;
use super::level::{Level, all_swapped};
use super::partial::Pattern;
use super::table::Table;
use dashu_int::{IBig, UBig};

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
pub fn lengths() -> Lengths {
    let ways = base::ways();
    let table = Table::new(&ways);
    let mut diagrams = Diagrams::default();
    let level = Level::base(&table, &ways, &mut diagrams);
    Lengths { table, diagrams, level, is_begun: false }
}

/// See [`lengths`].
pub struct Lengths {
    table: Table,
    diagrams: Diagrams,
    /// The next level.
    level: Level,
    is_begun: bool,
}

impl Iterator for Lengths {
    type Item = Length;

    fn next(&mut self) -> Option<Length> {
        if !std::mem::replace(&mut self.is_begun, true) {
            // One piece leaves, the other goes to its place, the first comes back from the middle.
            return Some(Length { n: 1, exchange: 3_u8.into(), transfer: UBig::ONE });
        }
        let n = self.level.size;
        let distances = self.level.distances(&self.table, &mut self.diagrams, Pattern::U0);
        let value = |pattern: Pattern, swaps: &UBig| {
            let value: Option<IBig> = self.diagrams.value(&distances[pattern.index()], n, swaps);
            value.and_then(|value| UBig::try_from(value).ok())
        };
        let exchange = value(Pattern::U0, &all_swapped(n))?;
        let transfer = value(Pattern::U3, &UBig::ZERO)?;
        self.level = self.level.next(&self.table, &mut self.diagrams);
        Some(Length { n, exchange, transfer })
    }
}
