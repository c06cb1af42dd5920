//! Words that the glossary retires, and better ones.

use crate::files::{is_text, sources};
use regex_lite::Regex;
use std::io;
use std::path::Path;

/// The list, relative to the root.
pub const LIST: &str = ".ci/retired-words.txt";

/// A pattern that is refused below some paths.
struct Retired {
    places: Vec<String>,
    pattern: Regex,
    better: String,
}

/// Checks that no text holds a retired word. Decisions, reports of past runs and the changelog
/// record history and may.
///
/// # Errors
///
/// If a file cannot be read, or the list has a malformed line.
pub fn check(root: &Path) -> io::Result<Vec<String>> {
    let list = parse(&std::fs::read_to_string(root.join(LIST))?)?;
    let mut findings = Vec::new();
    for path in sources(root)? {
        let history = ["docs/decisions", "book/src/results", "CHANGELOG.md"]
            .iter()
            .any(|place| path.starts_with(place));
        if history || !is_text(&path) || path.ends_with(LIST) {
            continue;
        }
        let text = std::fs::read_to_string(root.join(&path))?;
        findings.extend(search(&list, &path, &text));
    }
    Ok(findings)
}

fn search(list: &[Retired], path: &Path, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let list: Vec<_> = list
        .iter()
        .filter(|word| {
            word.places.is_empty() || word.places.iter().any(|place| path.starts_with(place))
        })
        .collect();
    for (number, line) in text.lines().enumerate() {
        for word in &list {
            if let Some(found) = word.pattern.find(line) {
                findings.push(format!(
                    "{}:{}: `{}`, better: {}",
                    path.display(),
                    number + 1,
                    found.as_str(),
                    word.better
                ));
            }
        }
    }
    findings
}

/// Reads the list: `pattern => better` lines below `[path ...]` headers; `[]` means everywhere.
fn parse(text: &str) -> io::Result<Vec<Retired>> {
    let invalid = |number: usize, what: &str| {
        io::Error::new(io::ErrorKind::InvalidData, format!("{LIST}:{}: {what}", number + 1))
    };
    let mut places = Vec::new();
    let mut list = Vec::new();
    for (number, line) in text.lines().map(str::trim).enumerate() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some((pattern, better)) = line.split_once(" => ") {
            let pattern =
                Regex::new(pattern.trim()).map_err(|error| invalid(number, &error.to_string()))?;
            list.push(Retired {
                places: places.clone(),
                pattern,
                better: better.trim().to_owned(),
            });
        } else if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'))
        {
            places = header.split_whitespace().map(str::to_owned).collect();
        } else {
            return Err(invalid(number, "neither `pattern => better` nor `[path ...]`"));
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = r"
        # everywhere
        []
        \bold_word\b => new word
        [crates/atomix]
        \bOlden\b => new name
    ";

    fn found(path: &str, text: &str) -> Vec<String> {
        let list = parse(WORDS).expect("the list is valid");
        search(&list, Path::new(path), text)
    }

    #[test]
    fn words_are_refused_where_they_are_retired() {
        assert_eq!(
            found("crates/atomix/src/a.rs", "fn a() {}\nfn b(s: Olden) {}"),
            ["crates/atomix/src/a.rs:2: `Olden`, better: new name"]
        );
        assert_eq!(found("crates/tiles/src/a.rs", "struct Olden;"), Vec::<String>::new());
        assert_eq!(found("README.md", "`old_word` is asked").len(), 1);
        assert_eq!(found("README.md", "reold_worder"), Vec::<String>::new());
    }

    #[test]
    fn a_line_that_is_none_is_refused_with_its_number() {
        let error = parse("[]\nword").err().expect("no better word is given").to_string();
        assert!(error.starts_with(".ci/retired-words.txt:2:"), "{error}");
        assert!(parse("[]\n( => x").is_err(), "the pattern is not valid");
    }
}
