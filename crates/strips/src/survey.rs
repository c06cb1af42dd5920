//! The states near the start.

use crate::dispatch::with_model;
use crate::ground::Ground;
use crate::heuristic_name::HeuristicName;
use crate::hmax::Hmax;
use fewest_search::breadth_first::Survey;
use fewest_search::erased;
use fewest_search::problem::Blind;
use fewest_search::{Monitor, Problem};

/// Counts the states by layer and by estimate: see [`erased::survey`].
pub fn survey(ground: &Ground, heuristic: HeuristicName, monitor: &Monitor<'_>) -> Survey {
    with_model!(ground, model => match heuristic {
        HeuristicName::Blind => erased::survey(&Problem::new(model, Blind), monitor),
        HeuristicName::Hmax => erased::survey(&Problem::new(model, Hmax::new(ground)), monitor),
    })
}
