//! Up to which slack a test pays, learned from bound to bound.

use crate::reach::LEVELS;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Counts what a test refutes at each slack.
///
/// A test costs about as much as expanding a state. With little slack it refutes most states and
/// saves what lies below them; with more it refutes fewer, and at some slack it is a waste. Where
/// that is differs from level to level, so it is measured at one bound for the next. Whether
/// testing pays at all is decided by the engine, which knows what it saves.
#[derive(Debug)]
pub struct Worth {
    counts: [Counts; Self::SLACKS],
    /// Slacks below this are tested.
    tested: AtomicUsize,
}

#[derive(Debug, Default)]
struct Counts {
    tested: AtomicU64,
    refuted: AtomicU64,
}

impl Worth {
    /// Slacks that are ever tested are below this.
    const SLACKS: usize = LEVELS;
    /// A test pays if it refutes one of this many states. With 3 and 10 the searches that were
    /// compared took the same time or up to a tenth more.
    const REFUTED_OF: u64 = 4;
    /// Fewer tests than this tell nothing.
    const ENOUGH: u64 = 1_000;

    /// All slacks are worth a test until it is known better.
    pub fn new() -> Self {
        Self { counts: Default::default(), tested: AtomicUsize::new(Self::SLACKS) }
    }

    /// Whether a test with this slack is worth it.
    #[inline]
    pub fn is_tested(&self, slack: u32) -> bool {
        (slack as usize) < self.tested.load(Ordering::Relaxed)
    }

    /// Counts a test.
    #[inline]
    pub fn count(&self, slack: u32, is_refuted: bool) {
        let counts = &self.counts[slack as usize];
        counts.tested.fetch_add(1, Ordering::Relaxed);
        if is_refuted {
            counts.refuted.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Takes what was counted since the last time into account. The least slack is always tested.
    pub fn learn(&self) {
        let mut tested = self.tested.load(Ordering::Relaxed);
        for (slack, counts) in self.counts.iter().enumerate() {
            let tests = counts.tested.swap(0, Ordering::Relaxed);
            let refuted = counts.refuted.swap(0, Ordering::Relaxed);
            if tests >= Self::ENOUGH && refuted * Self::REFUTED_OF < tests {
                tested = tested.min(slack.max(1));
            }
        }
        self.tested.store(tested, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(refuted_of_2000: [u64; 3]) -> Vec<u32> {
        let worth = Worth::new();
        for (slack, refuted) in (0..).zip(refuted_of_2000) {
            (0..2000).for_each(|test| worth.count(slack, test < refuted));
        }
        worth.learn();
        (0..9).filter(|&slack| worth.is_tested(slack)).collect()
    }

    #[test]
    fn tests_that_refute_little_are_dropped_with_all_of_more_slack() {
        assert_eq!(after([1500, 600, 500]), [0, 1, 2, 3, 4, 5]);
        assert_eq!(after([1500, 600, 300]), [0, 1]);
        assert_eq!(after([1500, 300, 600]), [0]);
        assert_eq!(after([0, 600, 300]), [0]);
    }

    #[test]
    fn few_tests_tell_nothing() {
        let worth = Worth::new();
        (0..100).for_each(|_| worth.count(1, false));
        worth.learn();
        assert!(worth.is_tested(2));
    }
}
