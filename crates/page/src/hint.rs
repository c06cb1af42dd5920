//! Which moves are good.

use crate::{Limits, Problem, Question};
use fewest::hint::{Hint, Judgement};
use serde::Serialize;
use std::time::Duration;

/// Longer nobody waits for a hint.
const TIME: Duration = Duration::from_secs(20);

/// A hint in words, and the moves that lie on a shortest solution.
#[derive(Serialize)]
pub(crate) struct Words {
    words: String,
    good: Vec<String>,
}

/// Judges the moves of a position.
pub(crate) fn hint(question: &Question, limits: &Limits<'_>) -> Result<Words, Problem> {
    let instance = question.position()?;
    let time = limits.time.map_or(TIME, |time| time.min(TIME));
    let hint = Hint::new(&instance, time, limits.memory, limits.interrupt).map_err(Problem::new)?;
    let good = hint.moves.iter().filter(|(_, judgement)| *judgement == Judgement::Shortest);
    Ok(Words { words: hint.to_string(), good: good.map(|(step, _)| step.to_string()).collect() })
}
