//! Connections: how many there may be, and how long one may be silent.

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutWriter;

/// The most connections at once; more wait to be accepted. Each keeps at most one question.
const CONNECTIONS: usize = 64;
/// Bytes of a request before its body.
const HEADERS: usize = 16 << 10;
/// The time for the next request or its body to arrive, and for a piece of an answer to be read. A
/// client that takes longer loses its connection, so that it blocks nobody else.
pub(super) const SILENCE: Duration = Duration::from_secs(5);
/// The time for answers under way when the server ends.
const ENDING: Duration = Duration::from_secs(3);

/// Answers requests until `stop` is ready, and then those under way.
pub(super) async fn accept(mut listener: TcpListener, app: Router, stop: impl Future<Output = ()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(SILENCE).max_buf_size(HEADERS);
    let mut stop = pin!(stop);
    loop {
        let accepted = async {
            let place = places.clone().acquire_owned().await;
            (place, Listener::accept(&mut listener).await.0)
        };
        let (place, stream) = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stop => break,
        };
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(SILENCE));
        let service = TowerToHyperService::new(app.clone());
        let connection = http.serve_connection(TokioIo::new(Box::pin(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Errors of a connection concern only its client.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    // Answers that are not complete by then are cut off.
    let _ = timeout(ENDING, graceful.shutdown()).await;
}
