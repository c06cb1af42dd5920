//! What a unit is, by the kind of the work.

use super::found::ResultData;
#[cfg(feature = "lab")]
use crate::commands::lab;
use crate::commands::pdb;
use crate::output::printable;
use crate::work_units::{Division, Search};
use fewest_work::Unit;

/// Checks that a unit may be run with these arguments, and that the puzzle has not changed.
///
/// # Errors
/// If not.
pub(super) fn check(whole: &Division, unit: &Unit, arguments: &[String]) -> anyhow::Result<()> {
    match whole {
        Division::Instances(puzzles) => {
            let puzzle = puzzles.get(unit.unit as usize).map_or("", String::as_str);
            Search::parse(arguments)?.instance(arguments, puzzle)?;
        }
        Division::Tree(tree) => {
            Search::parse(arguments)?;
            tree.instance()?;
        }
        Division::Tables => pdb::units::check(arguments)?,
        #[cfg(feature = "lab")]
        Division::Experiment { .. } => lab::units::check(arguments)?,
    }
    Ok(())
}

/// Summarises the record of a unit in a few words.
///
/// # Errors
/// If it is not a record of such a unit.
pub(super) fn described(whole: &Division, record: &str) -> Result<String, String> {
    match whole {
        Division::Instances(_) | Division::Tree(_) => {
            let (found, status) = ResultData::parse(record)?;
            Ok(format!("{}: {}", printable(&found.instance), status.name()))
        }
        Division::Tables => pdb::units::described(record),
        #[cfg(feature = "lab")]
        Division::Experiment { .. } => lab::units::described(record),
    }
}
