//! The page and its engine behind a local server.
//!
//! Files come from the program itself, so no request reaches a folder. Only pages of this server may
//! ask: the `Host` must be one of its own names, which stops names of others that lead here, and an
//! `Origin`, which browsers send with every question, must be the server itself.

use crate::{Limits, VERBS, answer, site};
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use fewest::search::Interrupt;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::UnboundedReceiverStream;

/// A question is at most so long: a level has a few kilobytes.
const LONGEST: usize = 1 << 20;
/// Questions answered at once, beside searches.
const QUESTIONS: usize = 16;
/// Stops a search that has a name.
const STOP: &str = "stop";
/// What a page of this server may load and do: only what comes from the server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// What the server may use.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Where it listens.
    pub address: SocketAddr,
    /// Searches at once; more are turned away.
    pub searches: usize,
    /// Bytes for all searches together.
    pub memory: Option<u64>,
    /// The longest search.
    pub time: Duration,
}

struct Server {
    options: Options,
    /// Under which names it is reached.
    hosts: Vec<String>,
    questions: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    interrupt: &'static Interrupt,
    /// Searches that their pages gave a name, so that they can be stopped and still tell what they
    /// found.
    named: Mutex<HashMap<String, Weak<Interrupt>>>,
}

/// The name that a page gives to a search.
#[derive(Default, Deserialize)]
struct Name {
    search: Option<String>,
}

/// Serves until `stop` is ready; then searches are interrupted, and told so.
///
/// `on_ready` is told where it listens: port 0 takes a free one.
///
/// # Errors
/// If it cannot listen there.
pub async fn serve(
    options: Options,
    interrupt: &'static Interrupt,
    on_ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = TcpListener::bind(options.address).await?;
    let address = listener.local_addr()?;
    let port = address.port();
    let mut hosts = vec![address.to_string()];
    if address.ip().is_loopback() || address.ip().is_unspecified() {
        hosts.extend(["localhost", "127.0.0.1", "[::1]"].map(|host| format!("{host}:{port}")));
    }
    let server = Arc::new(Server {
        options,
        hosts,
        questions: Arc::new(Semaphore::new(QUESTIONS)),
        searches: Arc::new(Semaphore::new(options.searches)),
        interrupt,
        named: Mutex::default(),
    });
    let app = Router::new()
        .route("/", get(page))
        .route("/index.html", get(page))
        .route("/{name}", get(file))
        .route("/api/version", get(version))
        .route("/api/{verb}", post(ask))
        .layer(DefaultBodyLimit::max(LONGEST))
        .layer(middleware::from_fn_with_state(server.clone(), check))
        .with_state(server);
    on_ready(address);
    axum::serve(listener, app).with_graceful_shutdown(stop).await
}

/// Turns away requests of other pages, and adds what browsers are to keep to.
async fn check(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    if let Some(refusal) = refusal(&server, request.method(), request.headers()) {
        return refusal;
    }
    let mut response = next.run(request).await;
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is turned away, if it is.
fn refusal(server: &Server, method: &Method, headers: &HeaderMap) -> Option<Response> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !server.hosts.iter().any(|known| known == host) {
        let why = "this is not the name of this server";
        return Some(refused(StatusCode::MISDIRECTED_REQUEST, why));
    }
    let is_own = match text(header::ORIGIN) {
        Some(origin) => origin == format!("http://{host}"),
        // Browsers leave it out of requests for files alone.
        None => method != Method::POST,
    };
    (!is_own).then(|| refused(StatusCode::FORBIDDEN, "only pages of this server may ask"))
}

fn refused(status: StatusCode, why: &'static str) -> Response {
    (status, why).into_response()
}

async fn page() -> Html<String> {
    Html(site::served())
}

async fn file(Path(name): Path<String>) -> Response {
    match site::file(&name) {
        Some((_, media, bytes)) => ([(header::CONTENT_TYPE, *media)], *bytes).into_response(),
        None => refused(StatusCode::NOT_FOUND, "there is no such file"),
    }
}

async fn version() -> Json<Value> {
    Json(json!({ "version": env!("CARGO_PKG_VERSION") }))
}

/// Answers a question; a search tells its progress, a line each, and the answer in the last one.
async fn ask(
    State(server): State<Arc<Server>>,
    Path(verb): Path<String>,
    question: Bytes,
) -> Response {
    let Ok(question) = String::from_utf8(question.to_vec()) else {
        return refused(StatusCode::BAD_REQUEST, "a question is text");
    };
    if verb == STOP {
        return stopped(&server, &question);
    }
    let Some(verb) = VERBS.into_iter().find(|known| *known == verb) else {
        return refused(StatusCode::NOT_FOUND, "there is no such verb");
    };
    let is_search = matches!(verb, "solve" | "hint");
    let places = if is_search { &server.searches } else { &server.questions };
    let Ok(place) = places.clone().try_acquire_owned() else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "too many searches at once; try again");
    };
    if is_search {
        search(server, verb, question, place)
    } else {
        once(server, verb, question, place).await
    }
}

/// Stops the search of this name, if it still runs.
fn stopped(server: &Server, question: &str) -> Response {
    let named = server.named.lock().unwrap_or_else(PoisonError::into_inner);
    let search = name(question).and_then(|name| named.get(&name)?.upgrade());
    if let Some(search) = &search {
        search.interrupt();
    }
    Json(json!({ "stopped": search.is_some() })).into_response()
}

fn name(question: &str) -> Option<String> {
    serde_json::from_str::<Name>(question).ok()?.search
}

/// The interrupt of a search, kept under its name.
fn interrupt(server: &Server, question: &str) -> Arc<Interrupt> {
    let interrupt = Arc::new(Interrupt::new());
    let mut named = server.named.lock().unwrap_or_else(PoisonError::into_inner);
    named.retain(|_, other| other.strong_count() > 0);
    if let Some(name) = name(question) {
        named.insert(name, Arc::downgrade(&interrupt));
    }
    interrupt
}

async fn once(
    server: Arc<Server>,
    verb: &'static str,
    question: String,
    place: OwnedSemaphorePermit,
) -> Response {
    let answered = tokio::task::spawn_blocking(move || {
        let limits = Limits { time: None, memory: None, interrupt: server.interrupt };
        let _place = place;
        answer(verb, &question, &limits, &mut |_| {})
    });
    match answered.await {
        Ok(answer) => Json(answer).into_response(),
        Err(_) => refused(StatusCode::INTERNAL_SERVER_ERROR, "the engine failed"),
    }
}

fn search(
    server: Arc<Server>,
    verb: &'static str,
    question: String,
    place: OwnedSemaphorePermit,
) -> Response {
    let (sender, lines) = mpsc::unbounded_channel();
    let interrupt = interrupt(&server, &question);
    tokio::task::spawn_blocking(move || {
        let _place = place;
        let Options { memory, searches, time, .. } = server.options;
        let memory = memory.map(|bytes| bytes / searches.max(1) as u64);
        let limits = Limits { time: Some(time), memory, interrupt: &interrupt };
        let send = |record: &Value| sender.send(format!("{record}\n"));
        let mut tell = |record: &Value| {
            let is_gone = send(&json!({ "progress": record })).is_err();
            if is_gone || server.interrupt.reason().is_some() {
                interrupt.interrupt();
            }
        };
        let answer = answer(verb, &question, &limits, &mut tell);
        // Nobody listens any more: there is nobody to tell.
        let _ = send(&answer);
    });
    let lines = UnboundedReceiverStream::new(lines).map(Ok::<String, io::Error>);
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    (kind, Body::from_stream(lines)).into_response()
}
