//! The page and its engine behind a local server.
//!
//! Files come from the program itself, so no request reaches a folder. Only pages of this server
//! may ask: the `Host` must be one of its own names, which stops foreign names that lead here, and
//! an `Origin`, which browsers send with every question, must be the server itself.

mod connections;
mod named;
mod questions;

use crate::{Limits, SEARCHES, VERBS, site};
use axum::body::{Body, HttpBody as _, to_bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use connections::SILENCE;
use fewest::search::Interrupt;
use named::NamedSearches;
use questions::Question;
use serde_json::{Value, json};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// Bytes of a question: a level has a few kilobytes, the largest file that the page asks about is a
/// certificate of three megabytes.
const LONGEST: usize = 4 << 20 | 1 << 10;
/// Kilobytes of questions that are arriving or wait for their turn: room for four of the longest.
const ARRIVING: usize = 4 * (1 + (LONGEST >> 10));
/// The verb that stops a search by its name.
const STOP: &str = "stop";
/// Questions answered at once, besides searches. Answering one of the longest takes tens of
/// megabytes.
const QUESTIONS: usize = 4;
/// How long a question waits for its turn: an abandoned search needs a moment to end.
const PATIENCE: Duration = Duration::from_secs(2);
const TOO_MANY: &str = "too many requests at once; try again";
/// Rules for browsers: a page of this server loads and asks only what is here, and no
/// other page shows or loads it.
const HEADERS: [(header::HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
         img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-cache"),
];

/// The resources of the server.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The address to listen on.
    pub address: SocketAddr,
    /// The most searches at once; more are turned away.
    pub searches: usize,
    /// Bytes for all searches together.
    pub memory: Option<u64>,
    /// The longest search.
    pub time: Duration,
}

impl Options {
    fn of_one_search(self, interrupt: &Interrupt) -> Limits<'_> {
        let memory = self.memory.map(|bytes| bytes / self.searches.max(1) as u64);
        Limits { time: Some(self.time), memory, interrupt }
    }

    /// The names that clients use for a server that listens at `address`.
    fn hosts(address: SocketAddr) -> Vec<String> {
        let mut names = vec![match address {
            SocketAddr::V4(at) => at.ip().to_string(),
            SocketAddr::V6(at) => format!("[{}]", at.ip()),
        }];
        if address.ip().is_loopback() || address.ip().is_unspecified() {
            names.extend(["localhost", "127.0.0.1", "[::1]"].map(str::to_owned));
        }
        let port = address.port();
        let mut hosts: Vec<_> = names.iter().map(|name| format!("{name}:{port}")).collect();
        if port == 80 {
            hosts.append(&mut names);
        }
        hosts
    }
}

struct Server {
    options: Options,
    /// The names under which it is reached.
    hosts: Vec<String>,
    /// Kilobytes.
    arriving: Semaphore,
    questions: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    interrupt: &'static Interrupt,
    named: NamedSearches,
}

/// Serves until `stop` is ready. Searches end when `interrupt` asks for it, and report what they
/// have proved.
///
/// `on_ready` receives the address: port 0 takes a free one.
///
/// # Errors
/// If it cannot listen there.
pub async fn serve(
    options: Options,
    interrupt: &'static Interrupt,
    on_ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> io::Result<()> {
    let listener = TcpListener::bind(options.address).await?;
    let address = listener.local_addr()?;
    let server = Arc::new(Server {
        options,
        hosts: Options::hosts(address),
        arriving: Semaphore::new(ARRIVING),
        questions: Arc::new(Semaphore::new(QUESTIONS)),
        searches: Arc::new(Semaphore::new(options.searches)),
        interrupt,
        named: NamedSearches::default(),
    });
    let app = Router::new()
        .route("/", get(page))
        .route("/index.html", get(page))
        .route("/{name}", get(file))
        .route("/api/version", get(version))
        .route("/api/{verb}", post(ask))
        .layer(middleware::from_fn_with_state(server.clone(), check))
        .with_state(server);
    on_ready(address);
    connections::accept(listener, app, stop).await;
    Ok(())
}

/// Turns away requests of other pages, and adds the rules for browsers.
async fn check(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&server, request.method(), request.headers()) {
        Some(refusal) => refusal,
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Why a request is turned away, if it is.
fn refusal(server: &Server, method: &Method, headers: &HeaderMap) -> Option<Response> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let is_named_once = headers.get_all(header::HOST).iter().count() == 1;
    let host = text(header::HOST).filter(|_| is_named_once).unwrap_or_default();
    if !server.hosts.iter().any(|known| known == host) {
        let why = "the request names another host";
        return Some(refused(StatusCode::MISDIRECTED_REQUEST, why));
    }
    let is_own = match text(header::ORIGIN) {
        Some(origin) => origin == format!("http://{host}"),
        // Browsers leave it out only when they request files.
        None => method != Method::POST,
    };
    let why = "requests are accepted from pages of this server only";
    (!is_own).then(|| refused(StatusCode::FORBIDDEN, why))
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

/// Reads a question once there is room for it, waits for its turn, and has it answered.
async fn ask(
    State(server): State<Arc<Server>>,
    Path(verb): Path<String>,
    question: Body,
) -> Response {
    let (length, busy) = (question.size_hint(), StatusCode::SERVICE_UNAVAILABLE);
    if length.lower() > LONGEST as u64 {
        return refused(StatusCode::PAYLOAD_TOO_LARGE, "the request is too long");
    }
    // It may hide how long it is.
    let most = length.upper().map_or(LONGEST, |most| LONGEST.min(most as usize));
    let room = server.arriving.acquire_many(1 + (most >> 10) as u32);
    let Ok(Ok(room)) = timeout(PATIENCE, room).await else {
        return refused(busy, TOO_MANY);
    };
    let question = match timeout(SILENCE, to_bytes(question, LONGEST)).await {
        Ok(Ok(question)) => question,
        Ok(Err(_)) => return refused(StatusCode::PAYLOAD_TOO_LARGE, "the request is too long"),
        Err(_) => {
            return refused(StatusCode::REQUEST_TIMEOUT, "the request did not arrive in time");
        }
    };
    let Ok(text) = String::from_utf8(question.into()) else {
        return refused(StatusCode::BAD_REQUEST, "the request is not text in UTF-8");
    };
    if verb == STOP {
        return Json(json!({ "stopped": server.named.stop(&text) })).into_response();
    }
    let Some(verb) = VERBS.into_iter().find(|known| *known == verb) else {
        return refused(StatusCode::NOT_FOUND, "there is no such verb");
    };
    let is_search = SEARCHES.contains(&verb);
    let places = if is_search { &server.searches } else { &server.questions };
    let Ok(Ok(place)) = timeout(PATIENCE, places.clone().acquire_owned()).await else {
        return refused(busy, TOO_MANY);
    };
    drop(room);
    let question = Question { verb, text, place };
    if is_search {
        questions::by_search(server, question)
    } else {
        questions::at_once(server, question).await
    }
}
