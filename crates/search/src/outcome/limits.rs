//! Search limits.

use crate::{Depth, Stop};
use std::sync::atomic::{AtomicU8, Ordering};
use web_time::Instant;

/// What a search may use. The default has no limits.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Bytes that the stores of the engine may take.
    pub memory: Option<u64>,
    /// States that may be expanded.
    pub nodes: Option<u64>,
    /// Only plans of at most this length are looked for; without it, of at most
    /// [`Depth::LONGEST_PLAN`] moves.
    pub upper_bound: Option<Depth>,
}

impl Limits {
    /// What a search proves that looks only for plans of at most [`Limits::upper_bound`] moves,
    /// if its reasoning on the states that it kept gives `lower`.
    ///
    /// # Sound because
    /// a plan within the bound leads only through states that were kept, so it has at least
    /// `lower` moves; every other plan has more moves than the bound.
    pub fn proved(&self, lower: Depth) -> Depth {
        self.upper_bound.map_or(lower, |asked| lower.min(asked.next()))
    }
}

/// Asks a search to stop, from another thread or a signal handler.
#[derive(Debug, Default)]
pub struct Interrupt(AtomicU8);

impl Interrupt {
    const NOT_ASKED: u8 = 0;
    const INTERRUPTED: u8 = 1;
    const OUT_OF_MEMORY: u8 = 2;

    /// Nobody has asked yet.
    pub const fn new() -> Self {
        Self(AtomicU8::new(Self::NOT_ASKED))
    }

    /// Somebody wants the search to stop: it ends with [`Stop::Interrupted`].
    pub fn interrupt(&self) {
        self.0.store(Self::INTERRUPTED, Ordering::Relaxed);
    }

    /// The system has no more memory for small requests: the search ends with [`Stop::Memory`].
    pub fn out_of_memory(&self) {
        self.replace(Self::NOT_ASKED, Self::OUT_OF_MEMORY);
    }

    /// The system has memory again: the next search need not stop for want of it.
    pub fn memory_is_back(&self) {
        self.replace(Self::OUT_OF_MEMORY, Self::NOT_ASKED);
    }

    /// Why to stop, if so. Whoever wants it to stop comes before want of memory.
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

/// When a search has to stop, whatever it has counted.
#[derive(Debug, Clone, Copy)]
pub struct Halt<'a> {
    pub(super) deadline: Option<Instant>,
    pub(super) interrupt: &'a Interrupt,
}

impl Halt<'_> {
    /// The time.
    ///
    /// # Errors
    /// Why the search was asked to stop, or [`Stop::Time`].
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
