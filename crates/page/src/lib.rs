//! The engine behind the web page: questions in JSON, answers in JSON.
//!
//! A question has the text of a puzzle and the moves made on it, so nothing is kept between
//! questions, and the two engines, in the page and behind a server, are the same.

mod answer;
mod command;
mod hint;
mod list;
mod open;
mod question;
mod rate;
mod replay;
#[cfg(feature = "serve")]
pub mod server;
pub mod site;
mod sketch;
mod solve;
mod survey;
mod verify;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use answer::{SEARCHES, VERBS, answer};
pub use question::{Limits, Problem, Question};
