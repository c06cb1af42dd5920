//! Proved judgements of moves.

use crate::{Limits, Problem, Question};
use fewest::MoveCount;
use fewest::hint::Hint;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

/// The time to spend on a hint.
const TIME: Duration = Duration::from_secs(20);

/// A hint in words, and the judgement of each move.
#[derive(Serialize)]
pub(crate) struct Judged {
    words: String,
    status: &'static str,
    lower: Option<MoveCount>,
    assumes: Option<&'static str>,
    upper: Option<MoveCount>,
    /// Maps moves to their judgements.
    moves: BTreeMap<String, &'static str>,
}

/// Judges the moves of a position.
pub(crate) fn hint(question: &Question, limits: &Limits<'_>) -> Result<Judged, Problem> {
    let instance = question.position()?;
    let within = limits.of_search(question.seconds, Some(TIME));
    let hint = Hint::new(&instance, within, limits.interrupt).map_err(Problem::new)?;
    let words = hint.to_string();
    let moves = hint.moves.iter().map(|(step, judged)| (step.to_string(), judged.name()));
    Ok(Judged {
        words,
        status: hint.status.name(),
        moves: moves.collect(),
        lower: hint.lower,
        assumes: hint.assumes,
        upper: hint.upper,
    })
}
