//! Up to which slack a test pays, learned from bound to bound.

use crate::reach::LEVELS;
use fewest_search::Asking;
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
    /// How many states have passed with each slack, when it was last looked at what was counted,
    /// those among them that had passed within a smaller bound.
    passed: [AtomicU64; Self::SLACKS],
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
        Self {
            counts: Default::default(),
            passed: Default::default(),
            tested: AtomicUsize::new(Self::SLACKS),
        }
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
    ///
    /// States that have passed and are not asked about again are counted as if they were, and as
    /// if they passed with one move more: what pays is judged as in a search that begins anew.
    pub fn learn(&self, asking: Asking) {
        let mut tested = self.tested.load(Ordering::Relaxed);
        let mut not_asked = 0;
        for (slack, (counts, passed)) in self.counts.iter().zip(&self.passed).enumerate() {
            let tests = counts.tested.swap(0, Ordering::Relaxed) + not_asked;
            let refuted = counts.refuted.swap(0, Ordering::Relaxed);
            let passed_before = passed.swap(tests - refuted, Ordering::Relaxed);
            not_asked = match asking {
                Asking::Anew => 0,
                Asking::Onward => passed_before,
            };
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

    fn count(worth: &Worth, slack: u32, tests: u64, refuted: u64) {
        (0..tests).for_each(|test| worth.count(slack, test < refuted));
    }

    fn tested(worth: &Worth) -> Vec<u32> {
        (0..9).filter(|&slack| worth.is_tested(slack)).collect()
    }

    fn after(refuted_of_2000: [u64; 3]) -> Vec<u32> {
        let worth = Worth::new();
        for (slack, refuted) in (0..).zip(refuted_of_2000) {
            count(&worth, slack, 2000, refuted);
        }
        worth.learn(Asking::Anew);
        tested(&worth)
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
        count(&worth, 1, 100, 0);
        worth.learn(Asking::Anew);
        assert!(worth.is_tested(2));
    }

    /// Within each bound 2,000 more states are met; all pass at last, as soon as their slack is 3.
    #[test]
    fn states_that_are_not_asked_about_again_count_as_passed_with_one_move_more() {
        let (anew, onward) = (Worth::new(), Worth::new());
        for bound in 0..4 {
            for slack in 0..=bound {
                // Of 2,000 a quarter passes with no slack, half with 1, three quarters with 2.
                let refuted = [1500, 1000, 500, 0];
                let asked = refuted[..slack as usize].last().unwrap_or(&2000);
                count(&anew, slack, 2000, refuted[slack as usize]);
                count(&onward, slack, *asked, refuted[slack as usize]);
            }
            anew.learn(Asking::Anew);
            onward.learn(Asking::Onward);
            assert_eq!(tested(&onward), tested(&anew), "bound {bound}");
        }
        assert_eq!(tested(&onward), [0, 1, 2]);
        let resumed = Worth::new();
        count(&resumed, 3, 500, 0);
        resumed.learn(Asking::Onward);
        assert_eq!(tested(&resumed), [0, 1, 2, 3, 4, 5], "that few are not enough");
    }
}
