//! What a unit is, by the kind of the work.

use super::found::Found;
#[cfg(feature = "lab")]
use crate::commands::lab;
use crate::commands::pdb;
use crate::output::printable;
use crate::work_units::{Search, Whole};
use fewest_work::Unit;

/// Checks that a unit may be run with these arguments, and that the puzzle has not changed.
///
/// # Errors
/// If not.
pub(super) fn check(whole: &Whole, unit: &Unit, arguments: &[String]) -> anyhow::Result<()> {
    match whole {
        Whole::Instances(puzzles) => {
            let puzzle = puzzles.get(unit.unit as usize).map_or("", String::as_str);
            Search::parse(arguments)?.instance(arguments, puzzle)?;
        }
        Whole::Tree(tree) => {
            Search::parse(arguments)?;
            tree.instance()?;
        }
        Whole::Tables => pdb::units::check(arguments)?,
        #[cfg(feature = "lab")]
        Whole::Experiment { .. } => lab::units::check(arguments)?,
    }
    Ok(())
}

/// Summarises the record of a unit in a few words.
///
/// # Errors
/// If it is not a record of such a unit.
pub(super) fn described(whole: &Whole, record: &str) -> Result<String, String> {
    match whole {
        Whole::Instances(_) | Whole::Tree(_) => {
            let found = Found::parse(record)?;
            Ok(format!("{}: {}", printable(&found.instance), found.status()?.name()))
        }
        Whole::Tables => pdb::units::described(record),
        #[cfg(feature = "lab")]
        Whole::Experiment { .. } => lab::units::described(record),
    }
}
