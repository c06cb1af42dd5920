//! Rules that prune moves of the (n²−1)-puzzle: each forbids a path of the blank and names another
//! path to be used instead.
//!
//! # Sound because
//! paths are ordered by length, and those of the same length alphabetically, with the letters in
//! the order E, W, N, S. This order is preserved when the same moves are put before or after two
//! paths. Each replacement comes before the forbidden path, fits wherever that does, and leads to
//! the same position. So the first of all shortest plans contains no forbidden path: otherwise
//! another plan would come before it.
//!
//! # Source
//! Taylor and Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993.

use crate::artifact::{Format, plain};
use crate::{NotVerified, Reason};
use fewest_rules::tiles::{Board, Cell, Direction, Size, Tile};
use rayon::prelude::*;
use std::io::BufRead;

pub(crate) const FORMAT: Format =
    Format { begin: "fewest automaton 1\n", fields: &["size", "moves", "rules", "built-by"] };
/// The number of rules read before they are checked.
const AT_ONCE: usize = 1 << 16;

/// What a file of rules proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The size of the boards.
    pub size: Size,
    /// The number of rules.
    pub rules: u64,
}

/// Checks a file of rules.
///
/// # Errors
/// The first rule that does not hold.
///
/// # Complexity
/// Linear in the moves of all paths from all cells, on all cores.
pub fn check(file: impl BufRead) -> Result<Checked, NotVerified> {
    let mut file = FORMAT.open(file)?;
    let size: Option<Size> = plain(&file.values[0]);
    let size = size.ok_or(Reason::Expected("a size of board").in_line(2))?;
    let mut rules = 0;
    loop {
        let first = file.line + 1;
        let mut some = vec![];
        while some.len() < AT_ONCE {
            match file.line()? {
                Some(line) => some.push(line),
                None => break,
            }
        }
        let wrong = |(number, line): (usize, &String)| Some((number as u64, wrong(size, line)?));
        if let Some((number, reason)) = some.par_iter().enumerate().find_map_first(wrong) {
            return Err(reason.in_line(first + number).into());
        }
        rules += some.len();
        if some.len() < AT_ONCE {
            break;
        }
    }
    file.end("rules", rules)?;
    Ok(Checked { size, rules: rules as u64 })
}

/// Returns what is wrong with a rule on boards of a size, if anything.
fn wrong(size: Size, line: &str) -> Option<Reason> {
    let paths = line.strip_suffix('\n').and_then(|line| line.split_once(' '));
    let paths = paths.and_then(|(forbidden, instead)| Some([path(forbidden)?, path(instead)?]));
    let Some([forbidden, instead]) = paths else {
        return Some(Reason::Expected("two paths of the letters E, W, N and S, or - for none"));
    };
    if (instead.len(), &instead) >= (forbidden.len(), &forbidden) {
        return Some(Reason::Order);
    }
    size.all_cells().find_map(|blank| {
        let start = numbered(size, blank)?;
        let there = after(size, start, &forbidden)?;
        let is_same = after(size, start, &instead) == Some(there);
        (!is_same).then_some(Reason::OtherPosition(blank.index()))
    })
}

/// The letters of paths, in order.
const ALPHABET: [(char, Direction); 4] = [
    ('E', Direction::East),
    ('W', Direction::West),
    ('N', Direction::North),
    ('S', Direction::South),
];

/// Reads a path, as the places of its letters in the alphabet.
fn path(text: &str) -> Option<Vec<usize>> {
    if text == "-" {
        return Some(vec![]);
    }
    let place = |letter| ALPHABET.iter().position(|&(other, _)| other == letter);
    text.chars().map(place).collect::<Option<_>>().filter(|path: &Vec<_>| !path.is_empty())
}

/// Returns a board with its blank in a cell, and no two tiles alike.
fn numbered(size: Size, blank: Cell) -> Option<Board> {
    let mut tiles: Vec<_> = (1..size.cells() as u8).map(Tile).collect();
    tiles.insert(blank.index(), Tile::BLANK);
    Board::new(size, tiles).ok()
}

/// Returns the result of a path of the blank, if it fits on the board.
fn after(size: Size, start: Board, path: &[usize]) -> Option<Board> {
    let step = |board: Board, &letter: &usize| {
        board.push(size.neighbour(board.blank(), ALPHABET[letter].1)?)
    };
    path.iter().try_fold(start, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Place, Rejection};

    /// A file with a correct digest.
    fn file(rules: &[&str]) -> String {
        of_size("3x3", rules)
    }

    fn of_size(size: &str, rules: &[&str]) -> String {
        let values = [size, "6", &rules.len().to_string(), "0.1.0"].map(str::to_owned);
        let rules: String = rules.iter().map(|rule| format!("{rule}\n")).collect();
        FORMAT.write(&values, &rules)
    }

    fn reason(text: &str) -> (u64, Reason) {
        match check(text.as_bytes()) {
            Err(NotVerified::Rejected(Rejection { at: Place::Line(line), reason })) => {
                (line, reason)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn rules_that_hold_are_accepted() {
        let file = file(&["EW -", "NS -", "NESWNE ENWSEN"]);
        let checked = check(file.as_bytes()).unwrap();
        assert_eq!((checked.size.to_string().as_str(), checked.rules), ("3x3", 3));
    }

    #[test]
    fn rules_that_do_not_hold_are_rejected() {
        assert_eq!(reason(&file(&["EW -", "EN NE"])), (9, Reason::Order));
        assert_eq!(reason(&file(&["NE EN"])), (8, Reason::OtherPosition(3)));
        assert_eq!(reason(&file(&["ENWSEN NESWNE"])), (8, Reason::Order));
        // It leads to the same position, but does not fit wherever the first one does.
        assert!(matches!(reason(&file(&["NNSS NS", "NS EW"])), (9, Reason::OtherPosition(_))));
        for rule in ["EW", "EW  -", "EX -", " -", "EW -\r"] {
            assert!(matches!(reason(&file(&[rule])), (8, Reason::Expected(_))), "{rule}");
        }
    }

    #[test]
    fn rules_after_many_are_read_as_well() {
        let mut rules = vec!["EW -"; AT_ONCE];
        assert_eq!(check(file(&rules).as_bytes()).unwrap().rules, AT_ONCE as u64);
        let more = format!("{}NE EN\n", file(&rules));
        assert_eq!(reason(&more), (8 + AT_ONCE as u64, Reason::OtherPosition(3)));
        rules.push("NE EN");
        assert_eq!(reason(&file(&rules)), (8 + AT_ONCE as u64, Reason::OtherPosition(3)));
    }

    #[test]
    fn a_size_is_written_in_one_way() {
        assert_eq!(check(of_size("4x4", &["EW -"]).as_bytes()).unwrap().rules, 1);
        for size in ["+3x3", "3x03", "3X3", "3x3 "] {
            let expected = (2, Reason::Expected("a size of board"));
            assert_eq!(reason(&of_size(size, &["EW -"])), expected, "{size}");
        }
    }

    #[test]
    fn no_byte_can_be_changed_or_left_out() {
        let text = file(&["EW -", "WE -", "NESWNE ENWSEN"]);
        for at in 0..text.len() {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            assert!(check(&changed[..]).is_err(), "byte {at}");
            assert!(check(&text.as_bytes()[..at]).is_err(), "{at} bytes");
        }
    }
}
