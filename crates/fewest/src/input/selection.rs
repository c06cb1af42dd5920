//! Which levels of a set are meant: the part of an input after the colon.

use super::entry::Entry;
use super::error::InputError;
use std::ops::RangeInclusive;

/// Some levels of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// All of them.
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

    /// The selected ones of `entries`, which `input` stands for.
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
            [] => "there is none at all".to_owned(),
        };
        entries.retain(|entry| self.has(entry));
        if entries.is_empty() {
            let wanted = match self {
                Self::All => "in it".to_owned(),
                Self::Numbers(range) if range.start() == range.end() => range.start().to_string(),
                Self::Numbers(range) => format!("from {} to {}", range.start(), range.end()),
                Self::Title(title) => format!("\"{title}\""),
            };
            return Err(InputError::NoSuchLevel { input: input.to_owned(), wanted, available });
        }
        Ok(entries)
    }
}

/// Digits alone: `parse` would take a sign, too.
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
