//! Output for notebooks.

use fewest::rules::Puzzle as _;
use fewest::{AnyPuzzle, Instance, MoveCount, Plan, for_any_puzzle};
use fewest_view::{Film, MOST_MOVES, Staged, html};
use std::fmt::Write as _;

/// Returns a puzzle's start: an image with its own styles; of a task, which has no board, its text.
pub(crate) fn picture(instance: &Instance) -> String {
    if let AnyPuzzle::Pddl(_) = instance.puzzle {
        return format!("<pre>{}</pre>", escaped(&instance.draw()));
    }
    let mut url = String::from("data:image/svg+xml,");
    for byte in svg(instance).bytes() {
        if byte.is_ascii_alphanumeric() || b" =-.:/()".contains(&byte) {
            url.push(byte.into());
        } else {
            let _ = write!(url, "%{byte:02X}");
        }
    }
    format!("<img alt=\"{}\" src=\"{url}\">", escaped(&heading(instance)))
}

/// Returns a plan that can be played, in a separate frame that may run its script and nothing else;
/// `None` if the plan is very long.
pub(crate) fn replay(instance: &Instance, plan: &Plan, remark: &str) -> Option<String> {
    if plan.len() > (MOST_MOVES as u64).into() {
        return None;
    }
    let title = &heading(instance);
    let page = match plan {
        Plan::Atomix(plan) => page(plan.puzzle(), plan.moves().to_vec(), title, remark),
        Plan::Tiles(plan) => page(plan.puzzle(), plan.moves().to_vec(), title, remark),
        Plan::Panex(plan) => page(plan.puzzle(), plan.moves().to_vec(), title, remark),
        Plan::Exchange(plan) => {
            // It was replayed when it was made.
            let moves = plan.moves_after(&MoveCount::default()).map_while(Result::ok);
            page(plan.puzzle(), moves.collect(), title, remark)
        }
        // There is no board.
        Plan::Pddl(_) => None,
    }?;
    let (title, page) = (escaped(title), escaped(&page));
    Some(format!(
        "<iframe title=\"{title}\" sandbox=\"allow-scripts\" width=\"100%\" height=\"560\" \
         style=\"border:0\" srcdoc=\"{page}\"></iframe>"
    ))
}

/// Returns a page that plays a plan; writing it to memory does not fail.
fn page<P: Staged>(puzzle: &P, moves: Vec<P::Move>, title: &str, remark: &str) -> Option<String> {
    let mut page = Vec::new();
    html::write(&mut page, puzzle, Film::new(puzzle, moves), title, remark).ok()?;
    String::from_utf8(page).ok()
}

/// Returns the heading of a puzzle in pictures: its name, and its title if it has one.
fn heading(instance: &Instance) -> String {
    let Instance { name, title, .. } = instance;
    title.as_ref().map_or_else(|| name.clone(), |title| format!("{name} “{title}”"))
}

/// Returns the start as SVG.
fn svg(instance: &Instance) -> String {
    for_any_puzzle!(&instance.puzzle, puzzle => {
        fewest_view::svg::picture(&puzzle.scene(&puzzle.start()), &heading(instance))
    })
}

/// Escapes a text for HTML, also between quotes.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
