//! A table made by hand, and what is wrong in others.

use super::*;
use crate::unwatched;

/// A file with a right header and digest.
fn file(pattern: &str, states: &str, words: &[u64]) -> Vec<u8> {
    let header = format!("{}pattern {pattern}\nstates {states}\nbuilt-by 0.1.0\n", FORMAT.begin);
    let words: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut hasher = blake3::Hasher::new();
    hasher.update(header.as_bytes()).update(&words);
    let begin = format!("{header}digest {}\n\n", hasher.finalize().to_hex());
    [begin.into_bytes(), words].concat()
}

/// The table of one tile of the 2x2 board, by hand: it belongs in cell 1, the blank in cell 0. The
/// sets in order are {0}, {3}, then {1}, {2}; of one tile there is one order, and one region. The tile
/// is one move away in 0 and 3, none in 1, two in 2.
const BY_HAND: [u64; 4] = [0, 0, 0, 1];

fn checked(file: &[u8]) -> Result<Checked, TableError> {
    check(file, None, &mut unwatched)
}

fn wrong(file: &[u8]) -> Wrong {
    match checked(file) {
        Err(TableError::Rejected(wrong)) => wrong,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_table_made_by_hand_is_accepted() {
    let checked = checked(&file("2x2:1:0", "4", &BY_HAND)).unwrap();
    assert_eq!((checked.states, checked.farthest), (4, 2));
    assert_eq!(checked.pattern.to_string(), "2x2:1:0");
}

#[test]
fn every_bit_that_is_wrong_is_found() {
    for at in 0..4 * 64 {
        let mut words = BY_HAND;
        words[at / 64] ^= 1 << (at % 64);
        let wrong = wrong(&file("2x2:1:0", "4", &words));
        match at % 64 {
            0 => assert!(matches!(wrong, Wrong::Distance { .. }), "{at}: {wrong}"),
            _ => assert_eq!(wrong, Wrong::Padding, "{at}"),
        }
    }
}

#[test]
fn no_byte_can_be_changed_or_left_out() {
    let file = file("2x2:1:0", "4", &BY_HAND);
    for at in 0..file.len() {
        for bit in 0..8 {
            let mut changed = file.clone();
            changed[at] ^= 1 << bit;
            assert!(checked(&changed).is_err(), "bit {bit} of byte {at}");
        }
        assert!(checked(&file[..at]).is_err(), "{at} bytes");
    }
    assert_eq!(wrong(&[file, vec![0]].concat()), Wrong::Length);
}

#[test]
fn a_table_of_another_pattern_is_rejected() {
    // The blank is as near in the other one.
    assert!(checked(&file("2x2:1:3", "4", &BY_HAND)).is_ok());
    for pattern in ["2x2:2:0", "2x2:0:1"] {
        assert!(
            matches!(wrong(&file(pattern, "4", &BY_HAND)), Wrong::Distance { .. }),
            "{pattern}"
        );
    }
    assert_eq!(wrong(&file("2x2:1:0", "5", &BY_HAND)), Wrong::States(4));
    for pattern in [
        "",
        "2x2",
        "2x2:1",
        "2x2:1:1",
        "2x2:1,1:0",
        "2x2:2,1:0",
        "2x2:4:0",
        "2x2:+1:0",
        "9x9:1:0",
        "7x7:1:0",
        "2x2::0",
    ] {
        let expected = Wrong::Line { line: 2, expected: "a pattern" };
        assert_eq!(wrong(&file(pattern, "4", &BY_HAND)), expected, "{pattern}");
    }
}

#[test]
fn memory_is_asked_for_before_it_is_taken() {
    let file = file("6x6:0,1,2,3,4,5,6,7:8", "1", &[]);
    let checked = check(&file[..], Some(1 << 20), &mut unwatched);
    assert!(matches!(checked, Err(TableError::Memory(bytes)) if bytes > 1 << 37));
}
