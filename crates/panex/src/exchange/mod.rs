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
use diagram::Diagrams;
use fewest_rules::panex::MAX_SIZE;
use grammar::{Costs, Grammar, shortest_ways};
pub use lengths::{Length, lengths};
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
    ways: [Ways; 5],
    table: Table,
    diagrams: Diagrams,
    /// From the smallest size on.
    levels: Vec<Level>,
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
        let ways = base::ways();
        let table = Table::new(&ways);
        let mut diagrams = Diagrams::default();
        let levels = vec![Level::base(&table, &ways, &mut diagrams)];
        let mut exchange = Self { ways, table, diagrams, levels };
        for size in base::SIZE..n.into() {
            may_go_on(size)?;
            let next = exchange.next_level();
            exchange.levels.push(next);
        }
        Ok(exchange)
    }

    fn top(&self) -> &Level {
        &self.levels[self.levels.len() - 1]
    }

    /// Computes the costs for towers that are higher by one.
    fn next_level(&mut self) -> Level {
        self.levels[self.levels.len() - 1].next(&self.table, &mut self.diagrams)
    }

    /// Returns the distance from the start to a position where all pieces are sorted in a pattern,
    /// with the two pieces of some sizes swapped (size *s* in bit *s* - 1).
    ///
    /// # Panics
    /// If there is no way.
    fn distance(&mut self, pattern: Pattern, swaps: &UBig) -> UBig {
        let Self { table, diagrams, levels, .. } = self;
        let top = &levels[levels.len() - 1];
        let distances = top.distances(table, diagrams, Pattern::U0);
        let value = diagrams.value(&distances[pattern.index()], top.size, swaps);
        UBig::try_from(value.expect("there is a way")).expect("costs are not negative")
    }

    /// Returns the fewest moves that exchange the towers.
    pub fn moves(&mut self) -> UBig {
        self.distance(Pattern::U0, &all_swapped(self.top().size))
    }

    /// Returns a shortest exchange.
    pub fn plan(&mut self) -> Plan {
        let n = self.top().size;
        let (grammar, _) = shortest_ways(self.costs(n), Pattern::U0, &all_swapped(n));
        Plan::new(n as u16, grammar)
    }

    /// Returns the costs up to a size.
    fn costs(&mut self, size: u32) -> Costs<'_> {
        let Self { ways, table, diagrams, levels } = self;
        Costs { table, ways, levels: &levels[..=(size - base::SIZE) as usize], diagrams }
    }
}
