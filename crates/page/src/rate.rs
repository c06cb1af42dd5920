//! The difficulty of a puzzle.

use crate::{Limits, Problem, Question};
use fewest::rate::Rating;
use std::time::Duration;

/// The time to spend on rating.
const TIME: Duration = Duration::from_secs(20);

/// Rates the position.
pub(crate) fn rate(question: &Question, limits: &Limits<'_>) -> Result<Rating, Problem> {
    let instance = question.position()?;
    let within = limits.of_search(question.seconds, Some(TIME));
    Rating::new(&instance, within, limits.interrupt).map_err(Problem::new)
}
