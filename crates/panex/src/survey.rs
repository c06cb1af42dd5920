//! The positions near the start, and near the goal.

use crate::model::{Model, with_model};
use crate::solve::blind;
use crate::word::Word;
use fewest_rules::panex::Instance;
use fewest_search::breadth_first::Survey;
use fewest_search::erased;
use fewest_search::problem::Backward;
use fewest_search::{Direction, Monitor};

/// Counts the positions by layer: see [`erased::survey`]. There is no heuristic, so all
/// estimates are 0. Returns `None` if the towers are higher than 12, whose states do not fit into
/// 16 bytes.
pub fn survey(instance: &Instance, direction: Direction, monitor: &Monitor<'_>) -> Option<Survey> {
    with_model!(instance, model => count(&model, direction, monitor))
}

fn count<K: Word>(model: &Model<K>, direction: Direction, monitor: &Monitor<'_>) -> Survey {
    let problem = match direction {
        Direction::Forward => blind(model),
        Direction::Backward => blind(&model.reversed()),
    };
    erased::survey(&problem, monitor)
}
