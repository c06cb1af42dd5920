//! What is public in a library, and whether a change of it breaks programs that use it.
//!
//! A [`Listing`] has a line for each public item. `docs/interface` has one listing per library,
//! with the version that it was written for. Removing or altering one of its lines breaks programs,
//! and requires a version that Cargo considers incompatible (0.2.0 after 0.1.7, 2.0.0 after 1.3.0).
//!
//! Not every break can be seen in a listing: a new method that a public trait requires, a private
//! field in a struct that had none, and changed behaviour look like nothing or like an addition.

use semver::{Comparator, Op, Version};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The public items of some version of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    version: Version,
    items: BTreeSet<String>,
}

impl Listing {
    /// Creates a listing of items in rustdoc's notation, one per line.
    pub fn new(version: Version, items: impl IntoIterator<Item = String>) -> Self {
        Self { version, items: items.into_iter().collect() }
    }

    /// Checks that this listing is the same as the previous one.
    ///
    /// # Errors
    /// How it differs; [`Difference::Breaks`] if the version should have been raised.
    pub fn compare(&self, before: &Self) -> Result<(), Difference> {
        let lost = || before.items.difference(&self.items).cloned();
        let gained = || self.items.difference(&before.items).cloned();
        let broken: Vec<_> =
            lost().chain(gained().filter(|item| before.is_exhaustive_enum_of(item))).collect();
        if !broken.is_empty() && self.is_compatible_with(before) {
            Err(Difference::Breaks { version: before.version.clone(), items: broken })
        } else if self != before {
            Err(Difference::Older { lost: lost().count(), gained: gained().count() })
        } else {
            Ok(())
        }
    }

    /// Whether Cargo accepts this version where the other is required.
    fn is_compatible_with(&self, before: &Self) -> bool {
        let Version { major, minor, patch, ref pre, .. } = before.version;
        let needed = Comparator {
            op: Op::Caret,
            major,
            minor: Some(minor),
            patch: Some(patch),
            pre: pre.clone(),
        };
        needed.matches(&self.version)
    }

    /// Whether an item is a variant of an enum listed here that programs may match without a
    /// wildcard.
    fn is_exhaustive_enum_of(&self, item: &str) -> bool {
        let path = item.strip_prefix("pub ").and_then(|item| item.split(['(', ' ']).next());
        let parent = path.and_then(|path| path.rsplit_once("::"));
        parent.is_some_and(|(parent, _)| {
            let name = format!("pub enum {parent}");
            // Generic types are followed by their parameters.
            let is_it = |rest: &str| rest.is_empty() || rest.starts_with('<');
            self.items.iter().any(|item| item.strip_prefix(&name).is_some_and(is_it))
        })
    }
}

impl fmt::Display for Listing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "version {}", self.version)?;
        self.items.iter().try_for_each(|item| writeln!(f, "{item}"))
    }
}

impl FromStr for Listing {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let version = lines.next().and_then(|line| line.strip_prefix("version "));
        let version = version.ok_or("line 1: `version` and a number are missing")?;
        let version = version.parse().map_err(|error| format!("line 1: {error}"))?;
        Ok(Self::new(version, lines.map(str::to_owned)))
    }
}

/// How a listing differs from the previous one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Programs that were written for this version no longer compile.
    Breaks {
        /// The version of the previous listing.
        version: Version,
        /// The items that are gone, and the variants that a `match` would lack.
        items: Vec<String>,
    },
    /// Nothing breaks that the version promises to keep, but the listing is out of date.
    Older {
        /// The number of its lines that are no longer public.
        lost: usize,
        /// The number of items that it lacks.
        gained: usize,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Breaks { version, items } => {
                writeln!(f, "breaks programs that need {version}:")?;
                items.iter().try_for_each(|item| writeln!(f, "    {item}"))?;
                write!(
                    f,
                    "  keep them, or raise the version so that Cargo takes it for another one"
                )
            }
            Self::Older { lost, gained } => {
                write!(f, "{gained} items are new and {lost} gone; FEWEST_BLESS=1 lists them")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: [&str; 6] = [
        "#[non_exhaustive] pub enum a::Open",
        "pub enum a::Closed",
        "pub a::Closed::One",
        "pub enum a::Generic<'a, T>",
        "pub a::Generic::One(&'a T)",
        "pub fn a::f(u8) -> u8",
    ];

    fn listing(version: &str, items: &[&str]) -> Listing {
        Listing::new(version.parse().unwrap(), items.iter().map(|&item| item.to_owned()))
    }

    /// Returns the items that break programs; none if the listing is merely out of date.
    fn broken(version: &str, items: &[&str]) -> Vec<String> {
        match listing(version, items).compare(&listing("0.1.3", &BEFORE)) {
            Err(Difference::Breaks { items, .. }) => items,
            Err(Difference::Older { .. }) => Vec::new(),
            Ok(()) => panic!("the listings differ"),
        }
    }

    #[test]
    fn a_listing_is_read_as_it_is_written() {
        let written = listing("0.1.3", &BEFORE);
        assert_eq!(written.to_string().parse(), Ok(written.clone()));
        assert_eq!(written.compare(&written), Ok(()));
        for text in ["", "pub fn a::f()", "version\n", "version x\n"] {
            assert!(text.parse::<Listing>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn what_is_gone_or_altered_breaks_programs_of_a_compatible_version() {
        assert_eq!(broken("0.1.3", &BEFORE[..5]), ["pub fn a::f(u8) -> u8"]);
        let altered = [&BEFORE[..5], &["pub fn a::f(u16) -> u8"]].concat();
        assert_eq!(broken("0.1.9", &altered), ["pub fn a::f(u8) -> u8"]);
        assert!(broken("0.2.0", &altered).is_empty());
        assert!(broken("1.0.0", &altered).is_empty());
    }

    #[test]
    fn an_item_more_breaks_nothing_but_a_match() {
        let with = |item| [&BEFORE[..], &[item]].concat();
        assert!(broken("0.1.4", &with("pub fn a::g()")).is_empty());
        assert!(broken("0.1.4", &with("pub a::Open::Two")).is_empty());
        assert!(broken("0.1.4", &with("pub a::Gene::Two")).is_empty());
        for variant in ["pub a::Closed::Two", "pub a::Closed::Two(u8)", "pub a::Generic::Two(T)"] {
            assert_eq!(broken("0.1.4", &with(variant)), [variant]);
            assert!(broken("0.2.0", &with(variant)).is_empty());
        }
    }
}
