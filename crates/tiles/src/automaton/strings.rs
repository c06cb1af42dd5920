//! Duplicate operator strings as plain text, in the form of other programs: one per line.

use super::find::find;
use super::{Path, Rule, Rules};
use fewest_rules::tiles::{Direction, Size};
use fewest_search::{Monitor, Stop};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The error of a line that is not a string of moves.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {reason}")]
pub struct StringError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
    /// The error.
    pub reason: String,
}

/// Returns the strings as text, one per line: `l`, `r`, `u` and `d` are moves of the blank.
pub fn strings_to_text(strings: impl IntoIterator<Item = Path>) -> String {
    let mut text = String::new();
    for path in strings {
        text.extend(path.moves().map(|step| match step {
            Direction::East => 'r',
            Direction::West => 'l',
            Direction::North => 'u',
            Direction::South => 'd',
        }));
        let _ = text.write_char('\n');
    }
    text
}

/// Reads strings, one per line, in the letters `l`, `r`, `u`, `d` or `W`, `E`, `N`, `S`, in any
/// case. Empty lines, and text after a `#`, are ignored.
///
/// # Errors
/// For the first letter that is not one of these, and for strings of fewer than two moves or more
/// than [`Path::LONGEST`].
pub fn strings_from_text(text: &str) -> Result<Vec<Path>, StringError> {
    let mut strings = vec![];
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.split('#').next().unwrap_or_default();
        let wrong = |column, reason| StringError { line, column, reason };
        let mut path = Path::default();
        let mut begins = None;
        for (column, letter) in (1..).zip(content.chars()) {
            if letter.is_whitespace() && (begins.is_none() || content.trim_end().len() < column) {
                continue;
            }
            let step = match letter.to_ascii_lowercase() {
                'l' | 'w' => Direction::West,
                'r' | 'e' => Direction::East,
                'u' | 'n' => Direction::North,
                'd' | 's' => Direction::South,
                _ => {
                    let reason = format!("'{letter}' is not a move: use l, r, u, d or W, E, N, S");
                    return Err(wrong(column, reason));
                }
            };
            if path.len() == Path::LONGEST {
                let reason = format!("a string has at most {} moves", Path::LONGEST);
                return Err(wrong(column, reason));
            }
            begins = begins.or(Some(column));
            path = path.then(step);
        }
        match (path.len(), begins) {
            (0, _) => {}
            (1, Some(column)) => {
                let reason = "no other string leads where one move does".to_owned();
                return Err(wrong(column, reason));
            }
            _ => strings.push(path),
        }
    }
    Ok(strings)
}

/// Returns the rules that forbid some strings, and the strings that no rule forbids: a string that
/// comes first among all that lead to the same position and fit wherever it does, and a string that
/// fits nowhere on the board.
///
/// # Sound because
/// each rule replaces its string by one that comes before it in the order of [`find`]'s rules;
/// applying these one after the other does the same.
///
/// # Errors
/// If a limit is reached while the rules of the length of the longest string are found.
pub fn rules_for_strings(
    size: Size,
    mut strings: Vec<Path>,
    monitor: &mut Monitor<'_>,
) -> Result<(Rules, Vec<Path>), Stop> {
    strings.sort_unstable();
    strings.dedup();
    let longest = strings.iter().map(|path| path.len()).max().unwrap_or(0).max(2);
    let known = find(size, longest, monitor)?.rules;
    let known: HashMap<Path, Path> =
        known.into_iter().map(|rule| (rule.forbidden, rule.instead)).collect();
    let (mut rules, mut left_out) = (vec![], vec![]);
    for forbidden in strings {
        let instead = reduced(forbidden, &known);
        if instead < forbidden && forbidden.reach().fits(size) {
            rules.push(Rule { forbidden, instead });
        } else {
            left_out.push(forbidden);
        }
    }
    Ok((Rules { size, longest, rules }, left_out))
}

/// Replaces forbidden parts of a path until there are none.
fn reduced(mut path: Path, known: &HashMap<Path, Path>) -> Path {
    let replaced = |path: Path| {
        let moves: Vec<_> = path.moves().collect();
        let join = |moves: &[Direction]| moves.iter().fold(Path::default(), |p, &s| p.then(s));
        (0..moves.len()).find_map(|from| {
            (from + 2..=moves.len()).find_map(|to| {
                let instead = known.get(&join(&moves[from..to]))?;
                let rest = instead.moves().chain(moves[to..].iter().copied());
                Some(rest.fold(join(&moves[..from]), Path::then))
            })
        })
    };
    while let Some(shorter) = replaced(path) {
        path = shorter;
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_search::outcome::unlimited;

    #[test]
    fn strings_are_written_and_read_back() {
        let read = strings_from_text("# four\nlr\n\n RL # back \nud\r\nSN\n").unwrap();
        assert_eq!(strings_to_text(read.iter().copied()), "lr\nrl\nud\ndu\n");
        let at = |text: &str| {
            let StringError { line, column, reason } = strings_from_text(text).unwrap_err();
            (line, column, reason)
        };
        assert_eq!(at("lr\n lx").0, 2);
        assert_eq!(at("lr\n lx").1, 3);
        assert_eq!((at("l r").0, at("l r").1), (1, 2));
        assert!(at("\n\n  u").2.contains("one move"));
        assert!(at(&"lu".repeat(17)).2.contains("32 moves"));
    }

    #[test]
    fn only_strings_that_a_path_before_them_replaces_become_rules() {
        let size: Size = "3x3".parse().unwrap();
        // There and back within a longer one, and a single way.
        let strings = strings_from_text("lr\nrl\nuld\nlurd\nurld\nlr\nrrrl\n").unwrap();
        let (rules, left_out) = unlimited(|m| rules_for_strings(size, strings, m)).unwrap();
        assert!(rules.rules.iter().all(Rule::holds));
        let forbidden = strings_to_text(rules.rules.iter().map(|rule| rule.forbidden));
        assert_eq!(forbidden, "rl\nlr\nurld\n");
        assert_eq!(strings_to_text(left_out), "uld\nrrrl\nlurd\n");
    }
}
