//! The vocabulary of GNOME Atomix and that of KAtomic.
//!
//! GNOME Atomix has the atoms h, c, o, n and f, and single and double links. The words for the
//! others follow the same pattern, so that every level of KAtomic can be written and read back. The
//! files of 2001 have numbers instead of words.

use super::Kind;
use crate::text::number;

/// GNOME's image for each of KAtomic's elements.
const BASES: [(char, &str); 23] = [
    ('1', "atom-h"),
    ('2', "atom-c"),
    ('3', "atom-o"),
    ('4', "atom-n"),
    ('5', "atom-s"),
    ('6', "atom-f"),
    ('7', "atom-cl"),
    ('8', "atom-br"),
    ('9', "atom-p"),
    ('0', "atom-j"),
    ('o', "atom-crystal"),
    ('A', "connector-horizontal"),
    ('B', "connector-slash"),
    ('C', "connector-vertical"),
    ('D', "connector-backslash"),
    ('E', "flask-e"),
    ('F', "flask-f"),
    ('G', "flask-g"),
    ('H', "flask-h"),
    ('I', "flask-i"),
    ('J', "flask-j"),
    ('K', "flask-k"),
    ('L', "flask-l"),
];

/// GNOME's image for each of KAtomic's bonds.
const LINKS: [(char, &str); 20] = [
    ('a', "link-top"),
    ('b', "link-top-right"),
    ('c', "link-right"),
    ('d', "link-bottom-right"),
    ('e', "link-bottom"),
    ('f', "link-bottom-left"),
    ('g', "link-left"),
    ('h', "link-top-left"),
    ('A', "link-top-double"),
    ('B', "link-right-double"),
    ('C', "link-bottom-double"),
    ('D', "link-left-double"),
    ('E', "link-top-triple"),
    ('F', "link-right-triple"),
    ('G', "link-bottom-triple"),
    ('H', "link-left-triple"),
    ('1', "link-top-left-double"),
    ('2', "link-top-right-double"),
    ('3', "link-bottom-right-double"),
    ('4', "link-bottom-left-double"),
];

/// The atoms of GNOME 1.4 by the numbers of their images, from 1. Its links are the first twelve
/// of [`LINKS`].
const OLD_BASES: [char; 3] = ['1', '3', '2'];
const OLD_LINKS: usize = 12;

/// Returns the letter of an element for the image of an atom, by name or number.
fn element_of(base: &str) -> Option<char> {
    letter(&BASES, base).or_else(|| OLD_BASES.get(index(base)?).copied())
}

/// Returns the letter of a bond for the image of a link, by name or number.
fn bond_of(link: &str) -> Option<char> {
    let by_number = || LINKS[..OLD_LINKS].get(index(link)?).map(|&(letter, _)| letter);
    letter(&LINKS, link).or_else(by_number)
}

/// Reads the number of an image and returns its index, from 0.
fn index(text: &str) -> Option<usize> {
    number::<usize>(text)?.checked_sub(1)
}

fn letter(table: &[(char, &str)], word: &str) -> Option<char> {
    table.iter().find(|(_, other)| *other == word).map(|&(letter, _)| letter)
}

fn word(table: &[(char, &'static str)], letter: char) -> Option<String> {
    table.iter().find(|(other, _)| *other == letter).map(|&(_, word)| word.to_owned())
}

/// Returns the kind that images stand for: in KAtomic's letters if it has all of them, else as they
/// are; `None` if one of them is not a word.
pub(super) fn kind_of(base: &str, underlays: &[&str]) -> Option<Kind> {
    let element = element_of(base);
    let bonds: Option<String> = underlays.iter().map(|link| bond_of(link)).collect();
    if let (Some(element), Some(bonds)) = (element, bonds) {
        return Some(Kind::Katomic { element, bonds });
    }
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    (is_word(base) && underlays.iter().all(|link| is_word(link))).then(|| Kind::Gnome {
        base: base.to_owned(),
        underlays: underlays.iter().map(|&link| link.to_owned()).collect(),
    })
}

/// Returns the images of a kind, base and underlays, if GNOME has them all.
pub(super) fn words_of(kind: &Kind) -> Option<(String, Vec<String>)> {
    Some(match kind {
        Kind::Katomic { element, bonds } => {
            let links: Option<Vec<String>> = bonds.chars().map(|bond| word(&LINKS, bond)).collect();
            (word(&BASES, *element)?, links?)
        }
        Kind::Gnome { base, underlays } => (base.clone(), underlays.clone()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_2001_are_numbers() {
        let kind = |base, links: &[&str]| kind_of(base, links).map(|kind| kind.to_string());
        assert_eq!(kind("1", &["7"]).as_deref(), Some("1-g"));
        assert_eq!(kind("3", &["2", "12"]).as_deref(), Some("2-bD"));
        // There are no such images: words like any other.
        assert_eq!(kind("4", &["0"]).as_deref(), Some("4 0"));
    }

    #[test]
    fn every_word_has_one_letter() {
        for (element, base) in BASES {
            for (bond, link) in LINKS {
                let kind = Kind::Katomic { element, bonds: bond.to_string() };
                assert_eq!(kind_of(base, &[link]), Some(kind.clone()));
                assert_eq!(words_of(&kind), Some((base.to_owned(), vec![link.to_owned()])));
            }
        }
    }
}
