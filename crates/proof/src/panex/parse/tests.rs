//! What is read, and what is refused, in certificates of a few lines.

use super::*;
use std::sync::LazyLock;

static EMPTY: LazyLock<Table> = LazyLock::new(Table::empty);

/// A certificate that refers to nothing in a table.
pub(in crate::panex) fn certificate(lines: &str) -> Certificate {
    read(lines).unwrap_or_else(|error| panic!("{error}"))
}

fn read(lines: &str) -> Result<Certificate> {
    parse(&format!("{HEADER}\n{lines}\n"), || &EMPTY)
}

fn error(lines: &str) -> String {
    read(lines).expect_err(lines).to_string()
}

#[test]
fn numbers_are_written_in_one_way() {
    let many = "7".repeat(30);
    for word in ["0", "-8", "7/2", "-1/2", &many] {
        assert!(coefficient(word).is_some(), "{word}");
    }
    let too_many = "7".repeat(31);
    for word in ["007", "-0", "+7", "-", "", "4/2", "0/2", "7/3", "--7", &too_many] {
        assert_eq!(coefficient(word), None, "{word}");
    }
    for (word, expected) in [("1", Some(0)), ("95", Some(94)), ("0", None), ("01", None)] {
        assert_eq!(index(word), expected, "{word}");
    }
    assert_eq!((index("+1"), index("")), (None, None));
}

#[test]
fn swaps_and_values_are_written_in_one_way() {
    let words = |text| Words { number: 1, text, at: 0 };
    for (text, swaps) in [("01*0", 0b010), ("001*01", 0b0_0101), ("1*", 0b1)] {
        let size = text.len() as u32 - 1;
        assert_eq!(words(text).swaps().unwrap().at(size), swaps, "{text}");
    }
    for text in ["0101*", "0*1010", "00*", "0*0", "*", "01", "2*", "0*2", "0**"] {
        assert!(words(text).swaps().is_err(), "{text}");
    }
    assert_eq!(words("-").value().unwrap(), None);
    assert_eq!(words("999999").value().unwrap(), Some(999_999));
    for text in ["1000000", "007", "+7", "-1", ""] {
        assert!(words(text).value().is_err(), "{text}");
    }
}

#[test]
fn statements_end_where_they_end() {
    let functions = "function o1 - -\n";
    assert!(read(&format!("{functions}ends 1 o1 0 0 0 0")).is_ok());
    for (more, place) in [(" 0", "3:19"), (" ", "3:19"), (" x y", "3:19")] {
        let said = error(&format!("{functions}ends 1 o1 0 0 0 0{more}"));
        assert_eq!(said, format!("{place}: expected the end of the line"), "{more:?}");
    }
}

#[test]
fn what_is_named_is_there_and_of_the_right_parity() {
    let functions = "function o1 - -\nfunction e1 - -\n";
    let error = |line: &str| error(&format!("{functions}{line}"));
    assert_eq!(error("ends 1 o2 0 0 0 0"), "4:8: there is no function o2");
    assert_eq!(error("exchange odd 0 0 0 0 1"), "4:22: there is no odd rule 1");
    let both = "exchange odd 0 0 0 0 2 1\nends 1 e2 0 0 0 0\nends 1 o7 0 0 0 0";
    assert_eq!(error(both), "4:22: there is no odd rule 2", "it is the first");
    let values = "values e1 ".to_owned() + &["0"; 32].join(" ");
    for line in [
        "distance odd U0 e1 0 0 0 0",
        "least o1 e1 e1 0 0 0 0",
        "least e1 e1 o1 0 0 0 0",
        "least same e1 o1 0 0 0 0",
        "function o2 o1 0 0 0 0 -",
        &values,
    ] {
        assert!(error(line).ends_with("expected a function of the right parity"), "{line}");
    }
    for line in ["function o3 - -", "function o1 - -", "function e3 - -"] {
        assert!(error(line).ends_with("functions in the order of their names"), "{line}");
    }
    let rules = "rules in the order of their numbers";
    assert!(error("rule odd 2").ends_with(rules) && error("rule even 3").ends_with(rules));
}

#[test]
fn nothing_is_said_twice() {
    let values = "values o1 ".to_owned() + &["0"; 32].join(" ");
    for (line, other) in [
        ("ends 1 o1 0 0 0 0", "ends 0 o1 0 0 0 0"),
        ("least same o1 o1 0 0 0 0", "least o1 o1 o1 0 0 0 0"),
        ("distance odd U0 o1 0 0 0 0", "distance odd U1 o1 0 0 0 0"),
        ("exchange odd 0 0 0 0", "exchange even 0 0 0 0"),
        (&values, "transfer odd 0 0 0 0"),
    ] {
        let said = error(&format!("function o1 - -\n{line}\n{other}\n{line}"));
        assert_eq!(said, "5:1: line 3 has said this already", "{line}");
    }
}

#[test]
fn at_most_a_thousand_functions_are_named_for_each_parity() {
    let functions = |parity: &str, count: usize| -> String {
        (1..=count).map(|name| format!("function {parity}{name} - -\n")).collect()
    };
    let both = functions("o", 1000) + &functions("e", 1000);
    assert!(read(&both).is_ok());
    let expected = "2002:1: expected no more than 1000 functions";
    assert_eq!(error(&format!("{both}function e1001 - -")), expected);
}

/// Columns are computed only for errors: otherwise this would take hours.
#[test]
fn long_lines_take_no_longer_than_many() {
    let line = format!("exchange odd 0 0 0 0{}", " 1".repeat(1 << 20));
    assert_eq!(error(&line), "2:22: there is no odd rule 1");
}
