//! The selection of levels of a set: the part of an input after the colon.

use super::entry::Entry;
use super::error::InputError;
use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::Path;

/// Some levels of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// All levels.
    All,
    /// The levels with these numbers.
    Numbers(RangeInclusive<u32>),
    /// The levels with this title.
    Title(String),
}

impl Selection {
    /// Splits `SOURCE:SELECTION`; an input without a colon is all of the source.
    pub(super) fn split(input: &str) -> (&str, Self) {
        match input.rsplit_once(':') {
            Some((source, selection)) => (source, Self::parse(selection)),
            None => (input, Self::All),
        }
    }

    fn parse(text: &str) -> Self {
        let range = match text.split_once('-') {
            Some((first, last)) => number(first).zip(number(last)),
            None => number(text).map(|number| (number, number)),
        };
        range.map_or_else(|| Self::Title(text.to_owned()), |(a, b)| Self::Numbers(a..=b))
    }

    fn has(&self, entry: &Entry) -> bool {
        match self {
            Self::All => true,
            Self::Numbers(range) => range.contains(&entry.number),
            Self::Title(wanted) => {
                let is_wanted = |title: &String| title.to_lowercase() == wanted.to_lowercase();
                entry.title.as_ref().is_some_and(is_wanted)
            }
        }
    }

    /// The selected `entries` of the source `input`.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn of(
        &self,
        mut entries: Vec<Entry>,
        input: &str,
    ) -> Result<Vec<Entry>, InputError> {
        let available = match &entries[..] {
            [only] => format!("the only one is {}", only.number),
            [first, .., last] => {
                format!("the {} levels are {} to {}", entries.len(), first.number, last.number)
            }
            [] => "it has no levels".to_owned(),
        };
        let titled = self.titled(&entries, input);
        entries.retain(|entry| self.has(entry));
        if entries.is_empty() {
            let wanted = match self {
                Self::All => "in it".to_owned(),
                Self::Numbers(range) if range.start() == range.end() => range.start().to_string(),
                Self::Numbers(range) => format!("from {} to {}", range.start(), range.end()),
                Self::Title(title) => format!("\"{title}\""),
            };
            let available = titled.unwrap_or(available);
            return Err(InputError::NoSuchLevel { input: input.to_owned(), wanted, available });
        }
        Ok(entries)
    }

    /// The inputs for levels whose titles contain the one that is sought.
    fn titled(&self, entries: &[Entry], input: &str) -> Option<String> {
        let Self::Title(wanted) = self else { return None };
        let (source, _) = Self::split(input);
        let wanted = wanted.to_lowercase();
        let titles = entries.iter().filter_map(|entry| entry.title.as_deref());
        let near =
            titles.filter(|title| !wanted.is_empty() && title.to_lowercase().contains(&wanted));
        let inputs: Vec<_> =
            near.take(SHOWN).map(|title| format!("\"{source}:{title}\"")).collect();
        (!inputs.is_empty()).then(|| format!("did you mean {}?", inputs.join(" or ")))
    }
}

/// The most titles that an error names.
const SHOWN: usize = 8;

/// Returns a message if an input asks for more levels than the `found` ones of its source.
pub fn missing(input: &OsStr, found: usize) -> Option<String> {
    let text = input.to_str().filter(|text| !Path::new(text).exists())?;
    let (_, selection) = Selection::split(text);
    let Selection::Numbers(range) = selection else { return None };
    let asked = range.end().checked_sub(*range.start())? as usize + 1;
    (found < asked).then(|| {
        let are = if found == 1 { "there is only one" } else { "there are only" };
        let number = if found == 1 { String::new() } else { format!(" {found}") };
        format!("{text}: {are}{number} of these {asked} levels")
    })
}

/// Only digits: `parse` would accept a sign, too.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_ranges_and_titles_are_told_apart() {
        let split = Selection::split;
        assert_eq!(split("a.dat"), ("a.dat", Selection::All));
        assert_eq!(split("a.dat:05"), ("a.dat", Selection::Numbers(5..=5)));
        assert_eq!(split("a:b:1-10"), ("a:b", Selection::Numbers(1..=10)));
        for title in ["Water", "+5", "1-", "-3", "1-2-3", "99999999999"] {
            let expected = Selection::Title(title.to_owned());
            assert_eq!(split(&format!("gnome:{title}")), ("gnome", expected));
        }
    }
}
