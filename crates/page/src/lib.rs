//! The engine behind the web page: questions in JSON, answers in JSON.
//!
//! A question has the text of a puzzle and the moves made on it, so nothing is kept between
//! questions, and the two engines, in the page and behind a server, are the same.

mod hint;
mod list;
mod open;
mod question;
mod replay;
#[cfg(feature = "serve")]
pub mod server;
pub mod site;
mod sketch;
mod solve;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use question::{Limits, Problem, Question};

use serde::Serialize;
use serde_json::{Value, json};

/// The verbs there are.
pub const VERBS: [&str; 7] = ["hello", "list", "open", "sketch", "solve", "hint", "replay"];

/// Answers a question.
///
/// `hello` tells what there is to choose from; `list` tells the puzzles in the text; `open` shows
/// the position after some moves and the moves from there; `sketch` draws a level that is not yet
/// one; `solve` proves the fewest moves from there, and tells `progress` meanwhile; `hint` judges
/// the moves from there; `replay` makes a page of its own of the moves.
///
/// # Errors
/// In the answer: `error` with a message, and the place in the text where there is one.
pub fn answer(
    verb: &str,
    question: &str,
    limits: &Limits<'_>,
    progress: &mut dyn FnMut(&Value),
) -> Value {
    let parsed = || serde_json::from_str::<Question>(question).map_err(Problem::from);
    let answered = match verb {
        "hello" => Ok(open::hello()),
        "list" => parsed().and_then(|question| list::list(&question).map(value)),
        "open" => parsed().and_then(|question| open::open(&question).map(value)),
        "sketch" => sketch::draw(question),
        "solve" => parsed().and_then(|question| solve::solve(&question, limits, progress)),
        "hint" => parsed().and_then(|question| hint::hint(&question, limits).map(value)),
        "replay" => parsed().and_then(|question| replay::replay(&question)),
        _ => Err(Problem::new(format!("there is no verb {verb:?}"))),
    };
    answered.unwrap_or_else(|problem| json!({ "error": problem }))
}

fn value(answer: impl Serialize) -> Value {
    serde_json::to_value(answer).unwrap_or(Value::Null)
}
