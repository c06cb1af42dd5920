//! Runs work of the library while Python continues: signals are handled, progress is reported, and
//! an exception stops the work.

use crate::value;
use fewest::ProgressRecord;
use fewest::search::{Interrupt, Progress};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How often to check for signals.
const PERIOD: Duration = Duration::from_millis(50);

/// The receiver of progress: its callback gets the data of a `progress` record of the command.
pub(crate) struct Listener<'py> {
    callback: Option<Bound<'py, PyAny>>,
    instance: String,
    began: Instant,
}

impl<'py> Listener<'py> {
    /// Creates the callback for an instance, which begins now.
    pub(crate) fn new(callback: Option<&Bound<'py, PyAny>>, instance: &str) -> Self {
        let (callback, instance) = (callback.cloned(), instance.to_owned());
        Self { callback, instance, began: Instant::now() }
    }
}

/// Does work on this many threads of its own, without the interpreter's lock. Meanwhile this thread
/// reports progress to the listener and checks for signals. An exception from either asks the work
/// to stop: it is returned together with the result so far.
///
/// # Errors
/// If the threads cannot be started.
pub(crate) fn watch<T: Send>(
    py: Python<'_>,
    threads: usize,
    listener: Listener<'_>,
    interrupt: &Interrupt,
    work: impl FnOnce(&mut (dyn FnMut(&Progress) + Send)) -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let Listener { callback, instance, began } = listener;
    let callback = callback.map(Bound::unbind);
    let tell = |py: Python<'_>, progress: Progress| {
        let Some(callback) = &callback else { return Ok(()) };
        let told = ProgressRecord::new(&instance, &progress, began.elapsed());
        callback.call1(py, (value::of(py, &told)?,)).map(|_| ())
    };
    Ok(py.detach(|| {
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let sender = sender;
                // The receiver is gone only after a panic.
                pool.install(|| work(&mut |progress| _ = sender.send(*progress)))
            });
            let mut error = None;
            loop {
                let message = receiver.recv_timeout(PERIOD);
                if matches!(message, Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
                let happened = Python::attach(|py| {
                    if let (Ok(progress), None) = (message, &error) {
                        tell(py, progress)?;
                    }
                    py.check_signals()
                });
                if let Err(happened) = happened {
                    interrupt.interrupt();
                    error.get_or_insert(happened);
                }
            }
            (worker.join().unwrap_or_else(|panic| resume_unwind(panic)), error)
        })
    }))
}
