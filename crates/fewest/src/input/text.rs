//! Reads texts that are not files: what a user types or pastes.

use super::{Entry, InputError, InputOptions, builtin, file};
use crate::AnyPuzzle;
use fewest_rules::panex;

/// Reads a text: a level or a board in any format, the name of a built-in level or of levels of a
/// built-in set, or `panex:...`. No file is read.
///
/// # Errors
/// If nothing in it can be recognised as a puzzle.
///
/// # Examples
/// ```
/// let entries = fewest::read_text("1 2 3 / 4 5 6 / 7 0 8", fewest::InputOptions::default())?;
/// assert_eq!(entries.len(), 1);
/// # Ok::<(), fewest::InputError>(())
/// ```
pub fn read_text(text: &str, options: InputOptions) -> Result<Vec<Entry>, InputError> {
    let name = text.trim();
    if let Some(entries) = builtin::entries(name) {
        return entries;
    }
    if let Some(notation) = name.strip_prefix("panex:") {
        let before = text.len() - text.trim_start().len() + "panex:".len();
        return match panex::parse(notation) {
            Ok(instance) => Ok(vec![Entry::only(name.to_owned(), AnyPuzzle::Panex(instance))]),
            Err(error) => Err(InputError::invalid("text", error.at.right(before), error.error)),
        };
    }
    file::parse("puzzle", "text", text.as_bytes(), options)
}
