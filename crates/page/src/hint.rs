//! Which moves are good.

use crate::{Limits, Problem, Question};
use fewest::MoveCount;
use fewest::hint::Hint;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// Longer nobody waits for a hint.
const TIME: Duration = Duration::from_secs(20);

/// A hint in words, and what was shown of each move.
#[derive(Serialize)]
pub(crate) struct Judged {
    words: String,
    status: &'static str,
    lower: Option<MoveCount>,
    upper: Option<MoveCount>,
    /// From moves to what was shown of them.
    moves: BTreeMap<String, &'static str>,
}

/// Judges the moves of a position.
pub(crate) fn hint(question: &Question, limits: &Limits<'_>) -> Result<Judged, Problem> {
    let instance = question.position()?;
    let time = question.time(limits).map_or(TIME, |time| time.min(TIME));
    let hint = Hint::new(&instance, time, limits.memory, limits.interrupt).map_err(Problem::new)?;
    let words = hint.to_string();
    let moves = hint.moves.iter().map(|(step, judged)| (step.to_string(), judged.name()));
    Ok(Judged {
        words,
        status: hint.status.name(),
        moves: moves.collect(),
        lower: hint.lower,
        upper: hint.upper,
    })
}
