//! Test policy: the slack up to which a test is worth its cost, learned from one iteration for the
//! next.

use super::SLACKS;
use fewest_search::artifact::{Reader, Unreadable, Writer};
use fewest_search::problem::IterationStart;
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Counts what the test refutes at each slack, and decides which slacks are tested.
///
/// A test costs about as much as expanding a state. With little slack it refutes most states and
/// saves the search below them; with more slack it refutes fewer, and from some slack on it is not
/// worth its cost. That slack differs from level to level, so it is measured in one iteration for
/// the next. Whether testing is worthwhile at all is decided by the engine, which knows how much it
/// saves.
#[derive(Debug)]
pub struct TestPolicy {
    counts: [Counts; SLACKS],
    /// By slack, the states that had passed the test when the last iteration began.
    passed: [AtomicU64; SLACKS],
    /// Slacks below this are tested.
    tested: AtomicUsize,
}

#[derive(Debug, Default)]
struct Counts {
    tested: AtomicU64,
    refuted: AtomicU64,
}

impl TestPolicy {
    /// A test pays if it refutes one in this many states. With 3 and 10 the searches that were
    /// compared took the same time or up to a tenth more.
    const REFUTED_OF: u64 = 4;
    /// Fewer tests than this are not enough to judge.
    const ENOUGH: u64 = 1_000;

    /// Tests all slacks up to this one at first.
    ///
    /// # Panics
    /// If it is [`SLACKS`] or more.
    pub fn up_to(slack: usize) -> Self {
        assert!(slack < SLACKS);
        Self {
            counts: Default::default(),
            passed: Default::default(),
            tested: AtomicUsize::new(slack + 1),
        }
    }

    /// Whether states with this slack are tested.
    #[inline]
    pub fn is_tested(&self, slack: u32) -> bool {
        (slack as usize) < self.tested.load(Ordering::Relaxed)
    }

    /// Records a test.
    #[inline]
    pub fn record(&self, slack: u32, is_refuted: bool) {
        let counts = &self.counts[slack as usize];
        counts.tested.fetch_add(1, Ordering::Relaxed);
        if is_refuted {
            counts.refuted.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Judges by what was recorded in the last iteration. States without slack are always tested.
    ///
    /// A search that resumes does not retest states that have passed. They count as if tested with
    /// one more move and passed, so that tests are judged as in a search that restarts.
    pub fn begin_iteration(&self, start: IterationStart) {
        let mut tested = self.tested.load(Ordering::Relaxed);
        let mut not_tested = 0;
        for (slack, (counts, passed)) in self.counts.iter().zip(&self.passed).enumerate() {
            let tests = counts.tested.swap(0, Ordering::Relaxed) + not_tested;
            let refuted = counts.refuted.swap(0, Ordering::Relaxed);
            let passed_before = passed.swap(tests - refuted, Ordering::Relaxed);
            not_tested = match start {
                IterationStart::Restart => 0,
                IterationStart::Resume => passed_before,
            };
            if tests >= Self::ENOUGH && refuted * Self::REFUTED_OF < tests {
                tested = tested.min(slack.max(1));
            }
        }
        self.tested.store(tested, Ordering::Relaxed);
    }

    /// Writes what was recorded and decided.
    pub fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        let load = |count: &AtomicU64| count.load(Ordering::Relaxed);
        for (Counts { tested, refuted }, passed) in self.counts.iter().zip(&self.passed) {
            [tested, refuted, passed].into_iter().try_for_each(|count| to.part(&load(count)))?;
        }
        to.part(&self.tested.load(Ordering::Relaxed))
    }

    /// Reads what [`TestPolicy::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub fn restore(&self, from: &mut Reader<'_>) -> Result<(), Unreadable> {
        for (Counts { tested, refuted }, passed) in self.counts.iter().zip(&self.passed) {
            let (tests, refutations) = (from.count()?, from.count()?);
            if refutations > tests {
                return Err(Unreadable::Invalid("more refuted states than tested ones"));
            }
            tested.store(tests, Ordering::Relaxed);
            refuted.store(refutations, Ordering::Relaxed);
            passed.store(from.count()?, Ordering::Relaxed);
        }
        self.tested.store(from.part::<usize>()?.clamp(1, SLACKS), Ordering::Relaxed);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(policy: &TestPolicy, slack: u32, tests: u64, refuted: u64) {
        (0..tests).for_each(|test| policy.record(slack, test < refuted));
    }

    fn tested(policy: &TestPolicy) -> Vec<u32> {
        (0..9).filter(|&slack| policy.is_tested(slack)).collect()
    }

    fn after(refuted_of_2000: [u64; 3]) -> Vec<u32> {
        let policy = TestPolicy::up_to(SLACKS - 1);
        for (slack, refuted) in (0..).zip(refuted_of_2000) {
            record(&policy, slack, 2000, refuted);
        }
        policy.begin_iteration(IterationStart::Restart);
        tested(&policy)
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
        let policy = TestPolicy::up_to(SLACKS - 1);
        record(&policy, 1, 100, 0);
        policy.begin_iteration(IterationStart::Restart);
        assert!(policy.is_tested(2));
    }

    /// Each bound meets 2,000 new states; all have passed by the time their slack is 3.
    #[test]
    fn states_that_are_not_tested_again_count_as_passed_with_one_move_more() {
        let (anew, onward) = (TestPolicy::up_to(SLACKS - 1), TestPolicy::up_to(SLACKS - 1));
        for bound in 0..4 {
            for slack in 0..=bound {
                // Of 2,000 a quarter passes with no slack, half with 1, three quarters with 2.
                let refuted = [1500, 1000, 500, 0];
                let asked = refuted[..slack as usize].last().unwrap_or(&2000);
                record(&anew, slack, 2000, refuted[slack as usize]);
                record(&onward, slack, *asked, refuted[slack as usize]);
            }
            anew.begin_iteration(IterationStart::Restart);
            onward.begin_iteration(IterationStart::Resume);
            assert_eq!(tested(&onward), tested(&anew), "bound {bound}");
        }
        assert_eq!(tested(&onward), [0, 1, 2]);
        let resumed = TestPolicy::up_to(SLACKS - 1);
        record(&resumed, 3, 500, 0);
        resumed.begin_iteration(IterationStart::Resume);
        assert_eq!(tested(&resumed), [0, 1, 2, 3, 4, 5], "that few are not enough");
    }
}
