//! The vocabulary of GNOME Atomix and that of KAtomic.
//!
//! GNOME Atomix comes with atoms h, c, o, n and f, single and double links. The words for the
//! rest follow the same pattern, so that every level of KAtomic can be written and read back.

use super::Kind;

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
const LINKS: [(char, &str); 16] = [
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
];

fn letter(table: &[(char, &str)], word: &str) -> Option<char> {
    table.iter().find(|(_, other)| *other == word).map(|&(letter, _)| letter)
}

fn word(table: &[(char, &'static str)], letter: char) -> Option<String> {
    table.iter().find(|(other, _)| *other == letter).map(|&(_, word)| word.to_owned())
}

/// The kind that images stand for: in KAtomic's letters where it has all of them, else as they
/// are; `None` if one is no word.
pub(super) fn kind_of(base: &str, underlays: &[&str]) -> Option<Kind> {
    let element = letter(&BASES, base);
    let bonds: Option<String> = underlays.iter().map(|link| letter(&LINKS, link)).collect();
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

/// The images of a kind, base and underlays, if GNOME has them all.
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
