//! The exchange of two towers of any height, without searching positions.
//!
//! See `theory/panex-exchange.md` of the book for the method, and `theory/panex-proof.md` for what
//! is proved.

mod base;
#[cfg(test)]
mod brute_force;
mod certificate;
mod diagram;
mod events;
mod grammar;
mod lengths;
mod level;
#[cfg(test)]
mod level_tables;
mod names;
mod partial;
mod plan;
mod table;

use base::Ways;
pub use certificate::certificate;
use dashu_int::UBig;
use diagram::{Diagrams, Function};
use fewest_rules::panex::MAX_SIZE;
use grammar::{Costs, Grammar};
pub use lengths::{Length, Lengths, lengths};
use level::{Level, all_swapped};
pub use partial::Pattern;
pub use plan::{Moves, Plan};
use table::Table;

/// Returns a shortest exchange of towers of `n`.
///
/// # Panics
/// If `n` is not between 1 and [`MAX_SIZE`].
///
/// # Complexity
/// For towers of 10 a few tenths of a second, for 40 one second, for 200 ten.
pub fn plan(n: u16) -> Plan {
    if n == 1 { Plan::new(1, Grammar::of_one()) } else { Exchange::new(n).plan() }
}

/// All costs up to towers of one height.
pub struct Exchange {
    n: u32,
    ways: [Ways; 5],
    table: Table,
    diagrams: Diagrams,
    /// From the smallest size on.
    levels: Vec<Level>,
    /// From the start to each pattern.
    distances: [Function; 5],
}

impl Exchange {
    /// Computes the costs for towers of 2 to `n`.
    ///
    /// # Panics
    /// If `n` is not between 2 and [`MAX_SIZE`]: towers of 1 have no smaller size to build on.
    ///
    /// # Complexity
    /// Linear in `n`, times the number of digits of the result: about 10 ms and 1 MB per size.
    pub fn new(n: u16) -> Self {
        let Ok(exchange) = Self::try_new(n, |_| Ok::<(), std::convert::Infallible>(()));
        exchange
    }

    /// Does the same, asking before every size whether to continue.
    ///
    /// # Errors
    /// The error of `may_go_on`.
    ///
    /// # Panics
    /// As [`Exchange::new`].
    pub fn try_new<E>(n: u16, mut may_go_on: impl FnMut(u32) -> Result<(), E>) -> Result<Self, E> {
        assert!((base::SIZE..=u32::from(MAX_SIZE)).contains(&u32::from(n)), "towers of {n}");
        let n = u32::from(n);
        let ways = base::ways();
        let table = Table::new(&ways);
        let mut diagrams = Diagrams::default();
        let mut levels = vec![Level::base(&table, &ways, &mut diagrams)];
        for size in base::SIZE..n {
            may_go_on(size)?;
            levels.push(levels[(size - base::SIZE) as usize].next(&table, &mut diagrams));
        }
        let top = &levels[(n - base::SIZE) as usize];
        let distances = top.distances(&table, &mut diagrams, Pattern::U0);
        Ok(Self { n, ways, table, diagrams, levels, distances })
    }

    /// Returns the number of pieces of each tower.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Returns the distance from the start to a position where all pieces are sorted in a pattern,
    /// with the two pieces of some sizes swapped (size *s* in bit *s* - 1); `None` if there is no
    /// way.
    pub fn distance(&self, pattern: Pattern, swaps: &UBig) -> Option<UBig> {
        let value = self.diagrams.value(&self.distances[pattern.index()], self.n, swaps)?;
        UBig::try_from(value).ok()
    }

    /// Returns the fewest moves that exchange the towers.
    pub fn moves(&self) -> UBig {
        let distance = self.distance(Pattern::U0, &all_swapped(self.n));
        distance.expect("towers can be exchanged")
    }

    /// Returns the fewest moves that bring one tower to the middle.
    pub fn transfer_moves(&self) -> UBig {
        self.distance(Pattern::U3, &UBig::ZERO).expect("towers can be brought to the middle")
    }

    /// Returns a shortest exchange.
    pub fn plan(&mut self) -> Plan {
        let grammar = grammar::shortest_exchange(Costs {
            table: &self.table,
            ways: &self.ways,
            levels: &self.levels,
            diagrams: &mut self.diagrams,
        });
        Plan::new(self.n as u16, grammar)
    }
}
