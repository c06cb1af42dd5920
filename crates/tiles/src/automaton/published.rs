//! The published choice of strings.

use super::find::{compared, end};
use super::{Path, Rule};
use fewest_rules::tiles::Size;
use fewest_search::{Monitor, Stop};

/// Returns the strings of up to `longest` moves that the published program forbids: of two strings
/// that lead to the same position, the longer one; if they are equally long, the one that fits from
/// fewer cells, if the other fits wherever it does; among equals, the later one in the alphabet E,
/// N, S, W.
///
/// On 5x5 these are 18,414 strings of up to 14 moves with 65,558 states, and 16,366,272 of up to 22
/// with 61,701,626, as published.
///
/// # Errors
/// If a limit is reached.
///
/// # Not sound with
/// A proof: an order in which fewer cells count before the alphabet is not preserved when the same
/// moves are put before or after both strings. So nothing shows that one of all shortest paths is
/// left, and searches use the rules of [`find`](super::find()) instead.
///
/// # Source
/// Taylor and Korf, *Pruning duplicate nodes in depth-first search* (1993), and the notes on FSM
/// pruning of the 24-puzzle that count these strings.
pub fn published_strings(
    size: Size,
    longest: usize,
    monitor: &mut Monitor<'_>,
) -> Result<Vec<Path>, Stop> {
    let rules = compared(size, longest, monitor, compare)?;
    Ok(rules.into_iter().map(|rule| rule.forbidden).collect())
}

fn compare(size: Size, group: &[(u64, Path)], length: usize, rules: &mut Vec<Rule>) {
    let paths: Vec<_> =
        group.iter().map(|&(_, path)| (path, path.reach(), end(size, path))).collect();
    for (forbidden, reach, end) in paths.iter().filter(|(path, ..)| path.len() == length) {
        let instead = paths.iter().find(|(path, theirs, there)| {
            let is_first = path.len() < length
                || theirs != reach
                || path.in_published_order() < forbidden.in_published_order();
            is_first && theirs.is_within(*reach) && there == end
        });
        if let Some(&(instead, ..)) = instead {
            rules.push(Rule { forbidden: *forbidden, instead });
        }
    }
}
