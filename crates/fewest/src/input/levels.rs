//! Reads levels of Atomix.

use super::entry::Entry;
use super::error::{InputError, InputWarning};
use crate::AnyPuzzle;
use fewest_rules::{Located, atomix};

/// Reads the text of a set of levels. They are named after `stem`, errors report `file`.
pub(super) fn levels(
    stem: &str,
    file: &str,
    text: &[u8],
    options: atomix::Options,
) -> Result<Vec<Entry>, InputError> {
    let invalid =
        |error: Located<atomix::FormatError>| InputError::invalid(file, error.at, error.error);
    let set = atomix::parse(text, options).map_err(invalid)?;
    let count = set.levels().len();
    let warning = |warning: Located<atomix::Warning>| InputWarning {
        name: file.to_owned(),
        at: warning.at,
        message: warning.error.to_string(),
    };
    let entry = |level: atomix::NumberedLevel| Entry {
        number: level.number,
        name: numbered(stem, level.number, count),
        title: level.level.as_ref().ok().and_then(|level| level.name()).map(str::to_owned),
        puzzle: level
            .level
            .map(AnyPuzzle::Atomix)
            .map_err(|errors| InputError::of_all(errors.into_iter().map(invalid).collect())),
        warnings: level.warnings.into_iter().map(warning).collect(),
    };
    Ok(set.into_levels().map(entry).collect())
}

/// `katomic_05`: the names of levels in the literature.
pub(super) fn numbered(stem: &str, number: u32, count: usize) -> String {
    if count == 1 { stem.to_owned() } else { format!("{stem}_{number:02}") }
}
