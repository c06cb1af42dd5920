//! Questions on threads of their own: some are answered at once, searches report their progress.

use super::Server;
use crate::{Limits, Problem, answer};
use axum::Json;
use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use fewest::search::Stop;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, watch};
use tokio::task::spawn_blocking;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

/// How often to check whether the server ends.
const LOOK: Duration = Duration::from_millis(20);

/// A question as it arrived, and its place among those that run.
pub(super) struct Question {
    pub verb: &'static str,
    pub text: String,
    pub place: OwnedSemaphorePermit,
}

/// The answer if the engine panics; the message is on standard error by then.
fn failed() -> Value {
    json!({ "error": Problem::new("the engine failed; the server has printed the reason") })
}

/// Answers a question that needs no search.
pub(super) async fn at_once(server: Arc<Server>, question: Question) -> Response {
    let answered = spawn_blocking(move || {
        let Question { verb, text, place: _place } = question;
        let limits = Limits { time: None, memory: None, interrupt: server.interrupt };
        answer(verb, &text, &limits, &mut |_| {})
    });
    Json(answered.await.unwrap_or_else(|_| failed())).into_response()
}

/// Answers with lines: the progress of a search, and the answer in the last one.
///
/// Only the newest line is kept for slow readers. The search ends when nobody reads any more,
/// and when the server ends.
pub(super) fn by_search(server: Arc<Server>, question: Question) -> Response {
    let (lines, newest) = watch::channel(String::new());
    tokio::spawn(async move {
        let interrupt = server.named.begin(&question.text);
        let mut search = spawn_blocking({
            let (server, interrupt, lines) = (server.clone(), interrupt.clone(), lines.clone());
            move || {
                let Question { verb, text, place: _place } = question;
                let limits = server.options.of_one_search(&interrupt);
                answer(verb, &text, &limits, &mut |record| {
                    lines.send_replace(format!("{}\n", json!({ "progress": record })));
                })
            }
        });
        let answered = loop {
            tokio::select! {
                answered = &mut search => break answered,
                () = lines.closed() => interrupt.interrupt(),
                () = tokio::time::sleep(LOOK) => {}
            }
            match server.interrupt.reason() {
                None => {}
                Some(Stop::Memory) => interrupt.out_of_memory(),
                Some(_) => interrupt.interrupt(),
            }
            if interrupt.reason().is_some() {
                break search.await;
            }
        };
        let answer = answered.unwrap_or_else(|_| failed());
        lines.send_replace(format!("{answer}\n"));
    });
    let lines = WatchStream::from_changes(newest).map(Ok::<String, Infallible>);
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)).into_response()
}
