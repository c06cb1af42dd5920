//! Files of KAtomic: what is wrong is told where it is, and what may be meant.

use crate::common::{PAIR, remarks};

/// Asserts that the text has these remarks if the only occurrence of each part is replaced.
fn check(cases: &[(&str, &str, &str)]) {
    for (part, replacement, expected) in cases {
        assert_eq!(PAIR.matches(part).count(), 1, "{part}");
        assert_eq!(remarks(&PAIR.replace(part, replacement)), *expected, "{replacement}");
    }
}

#[test]
fn keys_with_few_wrong_letters_are_recognised() {
    check(&[
        ("mole_0=12", "mole_0=12\nle_1=", "9:1: unknown key \"le_1\": did you mean \"mole_1\"?"),
        (
            "mole_0=12",
            "mole_0=12\nMOLE_1=",
            "9:1: unknown key \"MOLE_1\": did you mean \"mole_1\"?",
        ),
        ("Name=", "Note=", "2:1: unknown key \"Note\""),
        ("Name=", "Nmae=", "2:1: unknown key \"Nmae\": did you mean \"Name\"?"),
    ]);
}

#[test]
fn errors_have_the_place_of_what_is_wrong() {
    check(&[
        ("atom_2=1-g", "atom_2=  ?", "4:10: \"?\" is not a kind of atom"),
        ("atom_2=1-g", "atom_2= 1-z", "4:9: unknown bond 'z'; it is kept as written"),
        ("mole_0=12", "mole_0=12\nmole_=", "9:6: the number of a row must be a number, not \"\""),
    ]);
}

#[test]
fn a_line_that_cannot_be_read_hides_no_other_error() {
    check(&[
        (
            "Name=Pair\natom_1=1-c",
            "Name\natom_1=?",
            "2:1: expected KEY=VALUE or [SECTION]\n3:8: \"?\" is not a kind of atom",
        ),
        // But what follows an open header may belong elsewhere.
        (
            "[Level]\nName=Pair\natom_1=1-c",
            "[Level\nName=Pair\natom_1=?",
            "1:7: the section header has no closing \"]\"",
        ),
    ]);
}

#[test]
fn rows_may_have_any_number_of_zeros() {
    let left_out = |digits: &str| {
        let last = format!("feld_01=#1..2#\nfeld_{digits}3=######");
        let text = PAIR.replace("feld_02=######\n", "").replace("feld_01=#1..2#", &last);
        remarks(&text)
    };
    for (digits, named) in [("", "feld_2"), ("0", "feld_02"), (&"0".repeat(70_000), "feld_002")] {
        let expected = format!(
            "6:10: {named} is missing, and without it the board is open: this atom can leave it at \
             r2c0"
        );
        assert_eq!(left_out(digits), expected);
    }
}

#[test]
fn columns_are_counted_in_characters() {
    for spaces in [0, 1, 300, 322, 323, 324, 1000, 5000] {
        let kind = format!("atom_2={}?", "\u{3000}".repeat(spaces));
        let expected = format!("4:{}: \"?\" is not a kind of atom", 8 + spaces);
        check(&[("atom_2=1-g", &kind, &expected)]);
    }
}
