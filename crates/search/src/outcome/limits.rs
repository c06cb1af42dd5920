//! Search limits.

use crate::{Depth, Stop};
use std::sync::atomic::{AtomicU8, Ordering};
use web_time::Instant;

/// The limits of a search. The default has no limits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The time at which to stop.
    pub deadline: Option<Instant>,
    /// The number of bytes that the stores of the engine may take.
    pub memory: Option<u64>,
    /// The number of states that may be expanded.
    pub nodes: Option<u64>,
    /// Only plans of at most this length are looked for; without it, of at most
    /// [`Depth::LONGEST_PLAN`] moves.
    pub upper_bound: Option<Depth>,
}

impl Limits {
    /// Returns the lower bound proved by a search that looks only for plans of at most
    /// [`Limits::upper_bound`] moves and derives `lower` from the states that it kept.
    ///
    /// # Sound because
    /// a plan within the bound leads only through states that were kept, so it has at least
    /// `lower` moves; every other plan has more moves than the bound.
    pub fn proved(&self, lower: Depth) -> Depth {
        self.upper_bound.map_or(lower, |asked| lower.min(asked.next()))
    }
}

/// A switch by which another thread or a signal handler asks a search to stop.
#[derive(Debug, Default)]
pub struct Interrupt(AtomicU8);

impl Interrupt {
    const NOT_ASKED: u8 = 0;
    const INTERRUPTED: u8 = 1;
    const OUT_OF_MEMORY: u8 = 2;

    /// Returns an interrupt that has not been triggered.
    pub const fn new() -> Self {
        Self(AtomicU8::new(Self::NOT_ASKED))
    }

    /// Asks the search to stop; it ends with [`Stop::Interrupted`].
    pub fn interrupt(&self) {
        self.0.store(Self::INTERRUPTED, Ordering::Relaxed);
    }

    /// Reports that the system has no more memory for small requests: the search ends with
    /// [`Stop::Memory`].
    pub fn out_of_memory(&self) {
        self.replace(Self::NOT_ASKED, Self::OUT_OF_MEMORY);
    }

    /// Reports that the system has memory again: the next search need not stop for lack of it.
    pub fn memory_is_back(&self) {
        self.replace(Self::OUT_OF_MEMORY, Self::NOT_ASKED);
    }

    /// Returns the reason to stop, if there is one; a request to stop takes precedence over a lack
    /// of memory.
    #[inline]
    pub fn reason(&self) -> Option<Stop> {
        match self.0.load(Ordering::Relaxed) {
            Self::NOT_ASKED => None,
            Self::OUT_OF_MEMORY => Some(Stop::Memory),
            _ => Some(Stop::Interrupted),
        }
    }

    fn replace(&self, old: u8, new: u8) {
        let relaxed = Ordering::Relaxed;
        let _ = self.0.compare_exchange(old, new, relaxed, relaxed);
    }
}

/// The conditions under which a search has to stop, regardless of its counts.
#[derive(Debug, Clone, Copy)]
pub struct Halt<'a> {
    pub(super) deadline: Option<Instant>,
    pub(super) interrupt: &'a Interrupt,
}

impl Halt<'_> {
    /// Returns the current time.
    ///
    /// # Errors
    /// The reason why the search was asked to stop, or [`Stop::Time`].
    pub fn check(&self) -> Result<Instant, Stop> {
        if let Some(stop) = self.interrupt.reason() {
            return Err(stop);
        }
        let now = Instant::now();
        match self.deadline {
            Some(deadline) if now >= deadline => Err(Stop::Time),
            _ => Ok(now),
        }
    }
}
