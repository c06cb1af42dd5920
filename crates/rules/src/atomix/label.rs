//! Labels, which distinguish different kinds of atoms, and their meanings.

use super::Warning;
use std::collections::BTreeSet;
use std::fmt;

/// The label of an atom in a level. Atoms with the same label are interchangeable.
///
/// One of 64 characters: `1`-`9`, `a`-`z`, `A`-`Z`, `0`, `+`, `*`. KAtomic uses the first 35.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(char);

impl Label {
    /// All labels, in the order in which they are assigned in formats without labels.
    const ALPHABET: &'static str =
        "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0+*";

    /// Returns the label with this character, if the character is a label.
    pub fn new(character: char) -> Option<Self> {
        Self::ALPHABET.contains(character).then_some(Self(character))
    }

    /// Returns the label that this text is, if it is one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut characters = text.chars();
        let label = Self::new(characters.next()?)?;
        characters.next().is_none().then_some(label)
    }

    /// Returns all 64 labels.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALPHABET.chars().map(Self)
    }

    /// Returns the character.
    pub fn as_char(self) -> char {
        self.0
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The meaning of a label. The rules ignore it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Kind {
    /// In KAtomic's letters.
    Katomic {
        /// The element or connector: `1` is hydrogen, `2` carbon, `3` oxygen, `o` a crystal, ...
        element: char,
        /// The bonds, one character each. Clockwise from the top, `a`-`h` are single; `A`-`D`
        /// (top, right, bottom, left) double, and `E`-`H` triple; `1`-`4` are the double bonds
        /// aslant: top left, top right, bottom right, bottom left.
        bonds: String,
    },
    /// In words of GNOME Atomix for which KAtomic has no letter.
    Gnome {
        /// The image of the atom.
        base: String,
        /// The images of its bonds.
        underlays: Vec<String>,
    },
}

impl Kind {
    /// Creates a kind in KAtomic's letters: the element and each bond must be a letter or a digit.
    pub(super) fn katomic(element: char, bonds: &str) -> Option<Self> {
        let fits =
            element.is_ascii_alphanumeric() && bonds.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| Self::Katomic { element, bonds: bonds.to_owned() })
    }

    /// Returns warnings about what no program knows in a kind in KAtomic's letters, each once.
    pub(super) fn warnings(&self) -> Vec<Warning> {
        const ELEMENTS: &str = "1234567890oABCDEFGHIJKLM";
        const BONDS: &str = "abcdefghABCDEFGH1234";
        let Self::Katomic { element, bonds } = self else { return Vec::new() };
        let is_unknown = !ELEMENTS.contains(*element);
        let element = is_unknown.then_some(Warning::Unknown("element", *element));
        let bonds: BTreeSet<char> = bonds.chars().filter(|&bond| !BONDS.contains(bond)).collect();
        let bonds = bonds.into_iter().map(|bond| Warning::Unknown("bond", bond));
        element.into_iter().chain(bonds).collect()
    }

    /// Returns a crystal that looks different for every label.
    pub(super) fn crystal(label: Label) -> Self {
        let number = 1 + Label::ALPHABET.find(label.0).unwrap_or(0);
        let bonds = ('a'..='h').enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
        Self::Katomic { element: 'o', bonds: bonds.map(|(_, bond)| bond).collect() }
    }
}

/// As KAtomic writes it (`2-bdD` is carbon with two single bonds and a double one), or the words
/// of GNOME Atomix.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Katomic { element, bonds } => write!(f, "{element}-{bonds}"),
            Self::Gnome { base, underlays } => write!(f, "{base} {}", underlays.join(" ")),
        }
    }
}

/// One atom of a level: its label, and a number that distinguishes it from others with that label.
///
/// The number is only for people: the rules treat atoms with the same label alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The label.
    pub label: Label,
    /// The number, from 1, in reading order of the start.
    pub number: u8,
}

/// `3.2`: the second atom with label 3.
impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.label, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_64_different_labels() {
        let labels: std::collections::BTreeSet<Label> = Label::all().collect();
        assert_eq!(labels.len(), 64);
        assert_eq!(Label::new('m').map(Label::as_char), Some('m'));
        assert!(['.', '#', ' ', 'ä', '\0'].iter().all(|&c| Label::new(c).is_none()));
    }
}
