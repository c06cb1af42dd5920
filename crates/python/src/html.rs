//! Output for notebooks.

use fewest::rules::Puzzle as _;
use fewest::{Instance, MoveCount, Plan};
use fewest_view::{Film, MOST_MOVES, html, scene, svg};
use std::fmt::Write as _;

/// Returns a puzzle's start: an image with its own styles; of a task, which has no board, its text.
pub(crate) fn picture(instance: &Instance) -> String {
    if !instance.puzzle.has_board() {
        return format!("<pre>{}</pre>", escaped(&instance.draw()));
    }
    let heading = instance.heading();
    let scene = scene(&instance.puzzle, &instance.puzzle.start());
    let mut url = String::from("data:image/svg+xml,");
    for byte in svg::picture(&scene, &heading).bytes() {
        if byte.is_ascii_alphanumeric() || b" =-.:/()".contains(&byte) {
            url.push(byte.into());
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
    format!("<img alt=\"{}\" src=\"{url}\">", escaped(&heading))
}

/// Returns a plan that can be played, in a separate frame that may run its script and nothing else;
/// `None` if the plan is very long.
pub(crate) fn replay(instance: &Instance, plan: &Plan, remark: &str) -> Option<String> {
    if plan.len() > (MOST_MOVES as u64).into() || !instance.puzzle.has_board() {
        return None;
    }
    let title = instance.heading();
    // It was replayed when it was made.
    let moves = plan.moves_after(&MoveCount::default()).map_while(Result::ok);
    let mut page = Vec::new();
    // Writing to memory does not fail.
    html::write(&mut page, Film::new(plan.puzzle(), moves), &title, remark).ok()?;
    let (title, page) = (escaped(&title), escaped(&String::from_utf8(page).ok()?));
    Some(format!(
        "<iframe title=\"{title}\" sandbox=\"allow-scripts\" width=\"100%\" height=\"560\" \
         style=\"border:0\" srcdoc=\"{page}\"></iframe>"
    ))
}

/// Escapes a text for HTML, also between quotes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
