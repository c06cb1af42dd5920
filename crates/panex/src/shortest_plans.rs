//! All shortest plans between two positions.

use crate::model::{Model, moves_from};
use crate::solve::{PUZZLE, blind};
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
    if let Some(model) = Model::<u64>::new(instance) {
        return Ok(count(instance, model, length, listed, monitor));
    }
    let model = Model::<u128>::new(instance).ok_or_else(|| Unsupported::Choice {
        what: "--all",
        name: format!("with towers of {}", instance.n()),
        puzzle: PUZZLE,
        reason: "its states have no room for towers of more than 12 pieces".to_owned(),
    })?;
    Ok(count(instance, model, length, listed, monitor))
}

fn count<K: Word>(
    instance: &Instance,
    model: Model<K>,
    length: Depth,
    listed: usize,
    monitor: &mut Monitor<'_>,
) -> Result<ShortestPlans<Move>, Stop> {
    let ShortestPlans { count, listed } =
        erased::shortest_plans(&blind(&model), length, listed, monitor)?;
    let start = instance.start();
    let listed = listed.iter().map(|plan| moves_from(&start, plan)).collect();
    Ok(ShortestPlans { count, listed })
}
