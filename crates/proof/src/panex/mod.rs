//! The certificate of Panex: the number of moves that the exchange of two towers takes, for every
//! height from 5 on.
//!
//! A [`Checker`] derives from the rules everything that does not depend on the certificate: the
//! transition table, by moving pieces on a board, and the exact costs up to size 8.
//! [`Checker::check`] reads a certificate and accepts it if the rest follows: that no way is
//! shorter than the certificate says, by induction over the sizes, and that ways of that length
//! exist. All arithmetic uses integers of any size.
//!
//! `theory/panex-proof.md` of the book gives the argument, `reference/panex-certificate.md` the
//! format.

mod board;
mod certificate;
mod channels;
mod costs;
mod exact;
mod lower_bound;
mod parse;
mod partial;
mod sequence;
mod smallest;
mod table;
mod theorem;
mod upper_bound;

use crate::NotVerified;
use costs::Costs;
pub use parse::HEADER;
use std::sync::OnceLock;
pub use table::Table;
pub use theorem::Theorem;

/// Everything that a certificate is checked against, derived from the rules when it is first needed:
/// a few seconds, which a text that is no certificate does not take.
#[derive(Default)]
pub struct Checker {
    table: OnceLock<Table>,
    /// At sizes 5 to 8.
    costs: OnceLock<Vec<Costs>>,
}

impl Checker {
    /// Creates a checker that has derived nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the transition table.
    pub fn table(&self) -> &Table {
        self.table.get_or_init(Table::derive)
    }

    fn costs(&self) -> &[Costs] {
        self.costs.get_or_init(|| {
            let costs = Costs::up_to(*exact::SIZES.end(), self.table());
            let mut costs = costs.expect("ways of all sizes have the same endings");
            costs.retain(|costs| exact::SIZES.contains(&costs.size));
            costs
        })
    }

    /// Checks a certificate.
    ///
    /// # Errors
    /// The first thing that cannot be read or does not hold.
    ///
    /// # Panics
    /// If the table is not the same at every size, which would be an error in the theory.
    ///
    /// # Complexity
    /// A second for a certificate of a megabyte; memory that is a small multiple of the text.
    pub fn check(&self, text: &str) -> Result<Theorem, NotVerified> {
        let certificate = parse::parse(text, || self.table())?;
        let (table, costs) = (self.table(), self.costs());
        upper_bound::check(&certificate, costs, table)?;
        exact::check(&certificate, costs, table)?;
        let inequalities = lower_bound::check(&certificate, table)?;
        Ok(Theorem::new(&certificate, inequalities))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_derived_for_a_text_that_cannot_be_read() {
        let checker = Checker::new();
        for text in ["", "x", "end", "end\nx\n", "end\nway odd U9 x\n", "end\nexchange odd 0\n"] {
            let read = checker.check(&text.replace("end", HEADER));
            assert!(matches!(read, Err(NotVerified::Invalid(_))), "{text}");
            assert!(checker.table.get().is_none() && checker.costs.get().is_none(), "{text}");
        }
    }
}
