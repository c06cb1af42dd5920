//! The certificate of Panex: the number of moves that the exchange of two towers takes, for every
//! height from 5 on.
//!
//! [`Checker::new`] derives from the rules everything that does not depend on the certificate: the
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
mod fault;
mod lower_bound;
mod parse;
mod partial;
mod sequence;
mod smallest;
mod table;
mod theorem;
mod upper_bound;

pub use channels::{Big, Event, Events};
use costs::Costs;
pub use fault::{Fault, Rejection};
use fewest_rules::Located;
pub use parse::{HEADER, SyntaxError};
pub use partial::{Ending, Occupant, Partial, Pattern, Twin};
pub use table::Table;
pub use theorem::Theorem;

/// The reason why a certificate is not accepted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The certificate cannot be read.
    #[error(transparent)]
    Unreadable(#[from] Located<SyntaxError>),
    /// The certificate can be read, but it is not a proof.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

/// Everything that a certificate is checked against.
pub struct Checker {
    table: Table,
    /// At sizes 5 to 8.
    costs: Vec<Costs>,
}

impl Default for Checker {
    fn default() -> Self {
        Self::new()
    }
}

impl Checker {
    /// Derives the transition table and the exact costs from the rules.
    ///
    /// # Panics
    /// If the table is not the same at every size, which would be an error in the theory.
    ///
    /// # Complexity
    /// A few seconds.
    pub fn new() -> Self {
        let table = Table::derive();
        let costs = Costs::up_to(*exact::SIZES.end(), &table);
        let mut costs = costs.expect("ways of all sizes have the same endings");
        costs.retain(|costs| exact::SIZES.contains(&costs.size));
        Self { table, costs }
    }

    /// Returns the transition table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Checks a certificate.
    ///
    /// # Errors
    /// The first thing that cannot be read or does not hold.
    ///
    /// # Complexity
    /// A second for a certificate of a megabyte; memory that is a small multiple of the text.
    pub fn check(&self, text: &str) -> Result<Theorem, CertificateError> {
        let certificate = parse::parse(text, &self.table)?;
        upper_bound::check(&certificate, &self.costs, &self.table)?;
        exact::check(&certificate, &self.costs, &self.table)?;
        let inequalities = lower_bound::check(&certificate, &self.table)?;
        Ok(Theorem::new(&certificate, inequalities))
    }
}
