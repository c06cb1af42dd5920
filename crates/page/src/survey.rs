//! The states around the position and around the goals.

use crate::{Limits, Problem, Question};
use fewest::Surveyed;
use fewest::search::Direction;
use fewest::search::breadth_first::{Extent, Survey};
use serde::Serialize;
use serde_json::{Value, json};
use std::time::Duration;

/// The time to spend on one direction.
const TIME: Duration = Duration::from_secs(10);

/// The states in one direction.
#[derive(Serialize)]
struct Counted {
    direction: &'static str,
    heuristic: Option<&'static str>,
    layers: Vec<u64>,
    /// Pairs of an estimate and the number of states that have it.
    estimates: Vec<(u16, u64)>,
    dead_ends: u64,
    is_whole: bool,
}

/// Counts the states in both directions; what could not be counted in time is left out.
pub(crate) fn survey(question: &Question, limits: &Limits<'_>) -> Result<Value, Problem> {
    let instance = question.position()?;
    let count = |direction: Direction| {
        let within = limits.of_search(question.seconds, Some(TIME));
        let heuristic = &question.heuristic;
        let surveyed = Surveyed::new(&instance, direction, heuristic, within, limits.interrupt);
        let Surveyed { direction, heuristic, survey } = surveyed.ok()??;
        let Survey { layers, estimates, dead_ends, extent } = survey;
        Some(Counted {
            direction: direction.name(),
            heuristic,
            layers,
            estimates: estimates.into_iter().map(|(h, count)| (h.0, count)).collect(),
            dead_ends,
            is_whole: extent == Extent::Whole,
        })
    };
    let counted: Vec<_> = Direction::ALL.into_iter().filter_map(count).collect();
    Ok(json!({ "surveys": counted }))
}
