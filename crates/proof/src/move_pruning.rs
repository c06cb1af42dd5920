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

use crate::artifact::{Broken, Format};
use fewest_rules::tiles::{Board, Cell, Direction, Size, Tile};
use rayon::prelude::*;
use std::io::{self, BufRead};

const FORMAT: Format =
    Format { begin: "fewest automaton 1\n", fields: &["size", "moves", "rules", "built-by"] };
/// The number of rules read before they are checked.
const AT_ONCE: usize = 1 << 16;

/// Whether a file that begins with these bytes is a file of rules, in any version.
pub fn begins(file: &[u8]) -> bool {
    FORMAT.begins(file)
}

/// What a file of rules proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// The size of the boards.
    pub size: Size,
    /// The number of rules.
    pub rules: u64,
}

/// The reason why rules are not accepted.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// Something in a line does not hold.
    #[error("line {line}: {reason}")]
    Rejected {
        /// Its number, from 1.
        line: u64,
        /// What does not hold.
        reason: Wrong,
    },
}

/// The error in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The line cannot be part of a file of rules.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The replacement does not come before the forbidden path.
    #[error("the second path does not come before the first one")]
    Order,
    /// The replacement does not lead to the same position from some cell.
    #[error("from cell {0} the second path does not lead where the first one does")]
    OtherPosition(usize),
    /// The number of rules differs from that in the header.
    #[error("the number of rules does not match the header")]
    Count,
    /// The digest of the file does not match.
    #[error("the digest does not match")]
    Digest,
}

/// Checks a file of rules.
///
/// # Errors
/// The first rule that does not hold.
///
/// # Complexity
/// Linear in the moves of all paths from all cells, on all cores.
pub fn check(file: impl BufRead) -> Result<Checked, RulesError> {
    let mut file = FORMAT.open(file)?;
    let size = file.values[0].parse().ok();
    let size = size.filter(|size: &Size| size.to_string() == file.values[0]);
    let rejected = |line, reason| RulesError::Rejected { line, reason };
    let size = size.ok_or(rejected(2, Wrong::Expected("a size of board")))?;
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
            return Err(rejected(first + number, reason));
        }
        rules += some.len() as u64;
        if some.len() < AT_ONCE {
            break;
        }
    }
    if file.values[2] != rules.to_string() {
        return Err(rejected(file.line, Wrong::Count));
    }
    if !file.is_whole() {
        return Err(rejected(file.line, Wrong::Digest));
    }
    Ok(Checked { size, rules })
}

impl From<Broken> for RulesError {
    fn from(broken: Broken) -> Self {
        match broken {
            Broken::Unreadable(error) => Self::Unreadable(error),
            Broken::Line { line, expected } => {
                Self::Rejected { line, reason: Wrong::Expected(expected) }
            }
        }
    }
}

/// Returns what is wrong with a rule on boards of a size, if anything.
fn wrong(size: Size, line: &str) -> Option<Wrong> {
    let paths = line.strip_suffix('\n').and_then(|line| line.split_once(' '));
    let paths = paths.and_then(|(forbidden, instead)| Some([path(forbidden)?, path(instead)?]));
    let Some([forbidden, instead]) = paths else {
        return Some(Wrong::Expected("two paths of the letters E, W, N and S, or - for none"));
    };
    let letters = |path: &[Direction]| path.iter().map(|&step| place(step)).collect::<Vec<_>>();
    if (instead.len(), letters(&instead)) >= (forbidden.len(), letters(&forbidden)) {
        return Some(Wrong::Order);
    }
    size.all_cells().find_map(|blank| {
        let start = numbered(size, blank)?;
        let there = after(size, start, &forbidden)?;
        let is_same = after(size, start, &instead) == Some(there);
        (!is_same).then_some(Wrong::OtherPosition(blank.index()))
    })
}

const ALPHABET: [(Direction, char); 4] = [
    (Direction::East, 'E'),
    (Direction::West, 'W'),
    (Direction::North, 'N'),
    (Direction::South, 'S'),
];

fn place(step: Direction) -> Option<usize> {
    ALPHABET.iter().position(|&(direction, _)| direction == step)
}

fn path(text: &str) -> Option<Vec<Direction>> {
    if text == "-" {
        return Some(vec![]);
    }
    let step = |letter| ALPHABET.iter().find(|&&(_, other)| other == letter).map(|&(step, _)| step);
    text.chars().map(step).collect::<Option<_>>().filter(|path: &Vec<_>| !path.is_empty())
}

/// Returns a board with its blank in a cell, and no two tiles alike.
fn numbered(size: Size, blank: Cell) -> Option<Board> {
    let mut tiles: Vec<_> = (1..size.cells() as u8).map(Tile).collect();
    tiles.insert(blank.index(), Tile::BLANK);
    Board::new(size, tiles).ok()
}

/// Returns the result of a path of the blank, if it fits on the board.
fn after(size: Size, start: Board, path: &[Direction]) -> Option<Board> {
    path.iter().try_fold(start, |board, &step| board.push(size.neighbour(board.blank(), step)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with a correct digest.
    fn file(rules: &[&str]) -> String {
        of_size("3x3", rules)
    }

    fn of_size(size: &str, rules: &[&str]) -> String {
        let values = [size, "6", &rules.len().to_string(), "0.1.0"].map(str::to_owned);
        let rules: String = rules.iter().map(|rule| format!("{rule}\n")).collect();
        FORMAT.write(&values, &rules)
    }

    fn reason(text: &str) -> (u64, Wrong) {
        match check(text.as_bytes()) {
            Err(RulesError::Rejected { line, reason }) => (line, reason),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn rules_that_hold_are_accepted() {
        let file = file(&["EW -", "NS -", "NESWNE ENWSEN"]);
        assert!(begins(file.as_bytes()) && !begins(b"fewest plan\n"));
        let checked = check(file.as_bytes()).unwrap();
        assert_eq!((checked.size.to_string().as_str(), checked.rules), ("3x3", 3));
    }

    #[test]
    fn rules_that_do_not_hold_are_rejected() {
        assert_eq!(reason(&file(&["EW -", "EN NE"])), (9, Wrong::Order));
        assert_eq!(reason(&file(&["NE EN"])), (8, Wrong::OtherPosition(3)));
        assert_eq!(reason(&file(&["ENWSEN NESWNE"])), (8, Wrong::Order));
        // It leads to the same position, but does not fit wherever the first one does.
        assert!(matches!(reason(&file(&["NNSS NS", "NS EW"])), (9, Wrong::OtherPosition(_))));
        for rule in ["EW", "EW  -", "EX -", " -", "EW -\r"] {
            assert!(matches!(reason(&file(&[rule])), (8, Wrong::Expected(_))), "{rule}");
        }
    }

    #[test]
    fn rules_after_many_are_read_as_well() {
        let mut rules = vec!["EW -"; AT_ONCE];
        assert_eq!(check(file(&rules).as_bytes()).unwrap().rules, AT_ONCE as u64);
        let more = format!("{}NE EN\n", file(&rules));
        assert_eq!(reason(&more), (8 + AT_ONCE as u64, Wrong::OtherPosition(3)));
        rules.push("NE EN");
        assert_eq!(reason(&file(&rules)), (8 + AT_ONCE as u64, Wrong::OtherPosition(3)));
    }

    #[test]
    fn a_size_is_written_in_one_way() {
        assert_eq!(check(of_size("4x4", &["EW -"]).as_bytes()).unwrap().rules, 1);
        for size in ["+3x3", "3x03", "3X3", "3x3 "] {
            let expected = (2, Wrong::Expected("a size of board"));
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
