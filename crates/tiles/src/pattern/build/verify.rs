//! Checks every entry of a table.

use super::table::Table;
use fewest_search::{Monitor, Stop};

/// The reason why a table is wrong, or was not checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// Some entries differ from the recomputed distances.
    #[error("{states} of its states have wrong distances")]
    Wrong {
        /// How many.
        states: u64,
    },
}

/// Computes all distances again and compares every entry.
///
/// It would not be enough to compare each entry with its neighbours: entries are known only modulo
/// 4, and an entry that is wrong by two can agree with all of its neighbours.
///
/// # Errors
/// The error, or the limit that is reached: the check takes as much time as building the table, and
/// as much memory in addition to it.
pub fn verify(table: &Table, monitor: &mut Monitor<'_>) -> Result<(), VerifyError> {
    let again = Table::build(table.pattern().clone(), monitor)?;
    let differ = |(a, b): (&u64, &u64)| u64::from((a ^ b).count_ones());
    match table.words().iter().zip(again.words()).map(differ).sum() {
        0 => Ok(()),
        states => Err(VerifyError::Wrong { states }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Pattern;
    use crate::pattern::layout::Ranking;
    use fewest_search::outcome::unlimited;

    #[test]
    fn every_single_wrong_entry_is_found() {
        let pattern: Pattern = "3x3:1,2,4:0".parse().unwrap();
        let built = unlimited(|monitor| Table::build(pattern.clone(), monitor)).unwrap();
        assert_eq!(unlimited(|monitor| verify(&built, monitor)), Ok(()));
        let orders = Ranking::shared(pattern.size(), pattern.cells().len()).orders.count();
        for word in 0..built.words().len() {
            for order in 0..orders {
                let mut altered = built.words().to_vec();
                altered[word] ^= 1 << order;
                let table = Table::from_words(pattern.clone(), altered).unwrap();
                let verdict = unlimited(|monitor| verify(&table, monitor));
                assert_eq!(verdict, Err(VerifyError::Wrong { states: 1 }));
            }
        }
    }
}
