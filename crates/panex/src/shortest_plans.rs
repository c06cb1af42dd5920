//! All shortest plans between two positions.

use crate::model::{Model, moves_from, with_model};
use crate::solve::{PUZZLE, TOO_HIGH, blind};
use crate::word::Word;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Instance, Move};
use fewest_search::breadth_first::ShortestPlans;
use fewest_search::erased;
use fewest_search::{Depth, Monitor, Stop, Unsupported};

/// Counts all plans of `length` moves, given that none is shorter, and lists the first `listed` of
/// them.
///
/// # Errors
/// If the towers are higher than 12, whose states do not fit into 16 bytes; within it, the limit
/// that is reached.
///
/// # Complexity
/// All positions that are nearer than the goal are in memory: see
/// [`known::reachable_positions`](crate::known::reachable_positions).
pub fn shortest_plans(
    instance: &Instance,
    length: Depth,
    listed: usize,
    monitor: &mut Monitor<'_>,
) -> Result<Result<ShortestPlans<Move>, Stop>, Unsupported> {
    let counted = with_model!(instance, model => count(instance, &model, length, listed, monitor));
    counted.ok_or_else(|| Unsupported::Choice {
        what: "--all",
        name: format!("with towers of {}", instance.n()),
        puzzle: PUZZLE,
        reason: TOO_HIGH.to_owned(),
    })
}

fn count<K: Word>(
    instance: &Instance,
    model: &Model<K>,
    length: Depth,
    listed: usize,
    monitor: &mut Monitor<'_>,
) -> Result<ShortestPlans<Move>, Stop> {
    let ShortestPlans { count, listed } =
        erased::shortest_plans(&blind(model), length, listed, monitor)?;
    let start = instance.start();
    let listed = listed.iter().map(|plan| moves_from(&start, plan)).collect();
    Ok(ShortestPlans { count, listed })
}
