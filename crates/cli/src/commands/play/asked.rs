//! A search for a hint that runs while the game continues.

use crate::arguments::limits;
use fewest::Instance;
use fewest::hint::Hint;
use fewest::search::Interrupt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};
use std::{io, thread};

/// The longest time to wait for a hint.
const TIME: Duration = Duration::from_secs(60);

/// The search; it ends when this is dropped.
pub(super) struct Asked {
    interrupt: Arc<Interrupt>,
    answer: Receiver<String>,
}

impl Asked {
    /// Asks for a hint from the start of an instance.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn new(instance: Instance) -> io::Result<Self> {
        let interrupt = Arc::new(Interrupt::new());
        let (sender, answer) = channel();
        let asked = Self { interrupt: interrupt.clone(), answer };
        thread::Builder::new().name("hint".into()).spawn(move || {
            let hint = Hint::new(&instance, limits(Instant::now(), Some(TIME), None), &interrupt);
            let said = hint.map_or_else(|error| error.to_string(), |hint| hint.to_string());
            // The player may have moved on.
            let _ = sender.send(said);
        })?;
        Ok(asked)
    }

    /// The answer, once there is one.
    pub fn said(&self) -> Option<String> {
        match self.answer.try_recv() {
            Ok(said) => Some(said),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some("the search for a hint failed".to_owned()),
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.interrupt.interrupt();
    }
}
