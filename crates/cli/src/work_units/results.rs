//! Folders of units: the message about a new one, and the results in it.

use super::whole::Division;
use crate::output::shown;
use fewest::InputError;
use fewest::rules::TextPosition;
use fewest_work::{Done, Folder};
use std::path::Path;

/// The message about a new folder.
pub(crate) fn created(folder: &Folder<Division>) -> String {
    let count = folder.units();
    let noun = if count == 1 { "unit" } else { "units" };
    format!("{}: {count} {noun}", shown(folder.path()))
}

/// The results of all units, in order, each checked to be of its unit.
///
/// # Errors
/// As [`Folder::results`].
pub(crate) fn results(
    folder: &Folder<Division>,
) -> anyhow::Result<impl Iterator<Item = anyhow::Result<Vec<Done>>> + '_> {
    let check = |done: &Done| {
        let unit = folder.unit(done.unit);
        let is_of_it =
            unit.is_some_and(|unit| folder.whole.is_of(&unit.arguments, &done.arguments));
        let message = "the arguments that were run are not those of the unit";
        is_of_it.then_some(()).ok_or_else(|| invalid(&folder.path_of(done), message))
    };
    Ok(folder.results()?.map(move |results| {
        let results = results?;
        results.iter().try_for_each(check)?;
        Ok(results)
    }))
}

/// One of the results of a unit that stands for it: if a clock has ended all, any is as good.
pub(crate) fn chosen(results: &[Done]) -> Option<&Done> {
    results.iter().find(|done| done.is_repeatable()).or(results.first())
}

/// The error for a damaged or wrong file.
pub(crate) fn invalid(path: &Path, error: impl ToString) -> InputError {
    InputError::invalid(&path.display().to_string(), TextPosition::START, error.to_string())
}
