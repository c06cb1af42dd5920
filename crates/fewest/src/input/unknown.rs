//! Suggestions for an unknown name.

use super::error::InputError;
use super::installed;
use fewest_rules::atomix::{BUILTIN, BUILTIN_SETS};
use std::fs;
use std::path::Path;

/// The error for an unknown name, with suggestions, or else with the existing names.
pub(super) fn error(input: &str) -> InputError {
    let sets = installed::names();
    let hint = meant(input, &sets).unwrap_or_else(|| {
        let sets = if sets.is_empty() { "none found".to_owned() } else { sets.join(", ") };
        format!(
            "there is no file of this name, and it is not a tile puzzle; built-in levels and \
             sets: {}; installed level sets: {sets}",
            builtin().join(", ")
        )
    });
    InputError::Unknown { input: input.to_owned(), hint }
}

/// Whether a text is an address on the web.
pub(super) fn is_address(text: &str) -> bool {
    let text = text.to_lowercase();
    ["http://", "https://", "ftp://", "file://"].iter().any(|scheme| text.starts_with(scheme))
}

/// The names of all built-in levels and level sets.
fn builtin() -> Vec<&'static str> {
    BUILTIN.into_iter().chain(BUILTIN_SETS.map(|set| set.name)).collect()
}

fn meant(input: &str, sets: &[String]) -> Option<String> {
    let lower = input.to_lowercase();
    if is_address(input) {
        let hint = "web addresses are not supported: save the file and give its name";
        return Some(hint.to_owned());
    }
    let did_you_mean = |input: String| Some(format!("did you mean {input}?"));
    if lower == "panex" {
        return Some("did you mean panex:7? The number is the height of the towers".to_owned());
    }
    // `Panex:4` and, as the literature writes levels, `katomic_06`.
    let (name, rest) = lower.split_once([':', '_']).unwrap_or((&lower, ""));
    let rest = rest.trim_start_matches('0');
    let builtin_sets = BUILTIN_SETS.iter().map(|set| set.name);
    let sources = installed::GAMES.into_iter().chain(["panex"]).chain(builtin_sets);
    let mut sources = sources.chain(sets.iter().map(String::as_str));
    if let Some(source) = sources.find(|source| source.to_lowercase() == name) {
        let is_number = !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
        return did_you_mean(if is_number {
            format!("{source}:{rest}")
        } else {
            source.to_owned()
        });
    }
    let files = files_beside(input);
    let known =
        builtin().into_iter().chain(installed::GAMES).chain(sets.iter().map(String::as_str));
    let known = known.chain(files.iter().map(String::as_str));
    let likeness = |known: &str| strsim::jaro_winkler(&known.to_lowercase(), &lower);
    let nearest = known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    if likeness(nearest) < LIKE { None } else { did_you_mean(nearest.to_owned()) }
}

/// The least similarity of names that may be mistaken for one another.
const LIKE: f64 = 0.9;
/// The most files that are examined: a folder may have very many.
const FILES: usize = 10_000;

/// The files in the current folder, if `input` is a bare name.
fn files_beside(input: &str) -> Vec<String> {
    let is_alone = Path::new(input).components().count() == 1;
    let folder = is_alone.then(|| fs::read_dir(".").ok()).flatten();
    let names = folder.into_iter().flatten().flatten().take(FILES);
    names.filter_map(|file| file.file_name().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found() {
        let sets = ["katomic".to_owned(), "Draknek".to_owned()];
        for (input, meant_by_it) in [
            ("Water", "did you mean water?"),
            ("watr", "did you mean water?"),
            ("Panex:4", "did you mean panex:4?"),
            ("katomic_06", "did you mean katomic:6?"),
            ("KAtomic:6", "did you mean katomic:6?"),
            ("draknek", "did you mean Draknek?"),
            ("panex", "did you mean panex:7? The number is the height of the towers"),
            (
                "HTTPS://example.org/level",
                "web addresses are not supported: save the file and give its name",
            ),
        ] {
            assert_eq!(meant(input, &sets).as_deref(), Some(meant_by_it), "{input}");
        }
        assert_eq!(meant("nosuch", &sets), None);
    }
}
