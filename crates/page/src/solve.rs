//! The fewest moves from a position.

use crate::{Limits, Problem, Question};
use fewest::Solver;
use serde_json::{Value, json};

/// Proves the fewest moves, and reports progress.
pub(crate) fn solve(
    question: &Question,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(&Value),
) -> Result<Value, Problem> {
    let instance = question.position()?;
    let stopwatch = fewest::Stopwatch::start();
    let began = stopwatch.began();
    let within = limits.of_search(question.seconds, None);
    let solver = Solver::new().limits(within).interrupt(limits.interrupt).on_progress(|known| {
        progress(&json!({
            "lower": known.lower.0,
            "upper": known.upper.map(|upper| upper.0),
            "expanded": known.statistics.expanded,
            "seconds": began.elapsed().as_secs_f64(),
        }));
    });
    let report = solver.solve(&instance).map_err(Problem::new)?;
    Ok(json!({ "result": serde_json::to_value(report).unwrap_or_default() }))
}
