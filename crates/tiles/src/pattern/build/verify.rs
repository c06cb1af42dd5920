//! Checks every entry of a table.

use super::breadth_first::build;
use super::table::Table;
use fewest_search::{Monitor, Stop};

/// Why a table is wrong, or was not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// Entries differ from the distances found again.
    #[error("{states} of its states have wrong distances")]
    Wrong {
        /// How many.
        states: u64,
    },
}

/// Finds all distances again and compares every entry.
///
/// Looking at each entry and its neighbours would not do: what is stored is known modulo 4 only,
/// and an entry that is wrong by two can agree with all of its neighbours.
///
/// # Errors
/// What is wrong, or the limit that is reached: it takes as much time as building the table, and
/// as much memory beside it.
pub fn verify(table: &Table, monitor: &mut Monitor<'_>) -> Result<(), VerifyError> {
    let again = build(table.pattern(), table.ranking(), monitor)?;
    let differ = |(a, b): (&u64, &u64)| u64::from((a ^ b).count_ones());
    match table.words().iter().zip(&again).map(differ).sum() {
        0 => Ok(()),
        states => Err(VerifyError::Wrong { states }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use fewest_search::outcome::unlimited;

    #[test]
    fn every_single_wrong_entry_is_found() {
        let pattern: Pattern = "3x3:1,2,4:0".parse().unwrap();
        let built = unlimited(|monitor| Table::build(pattern.clone(), monitor)).unwrap();
        assert_eq!(unlimited(|monitor| verify(&built, monitor)), Ok(()));
        for word in 0..built.words().len() {
            for order in 0..built.ranking().orders.count() {
                let mut altered = built.words().to_vec();
                altered[word] ^= 1 << order;
                let table = Table::from_words(pattern.clone(), altered).unwrap();
                let verdict = unlimited(|monitor| verify(&table, monitor));
                assert_eq!(verdict, Err(VerifyError::Wrong { states: 1 }));
            }
        }
    }
}
