//! Tables that are built only once a search has become long.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// Something dear that is built when it has been asked for often.
///
/// It is built only when a search begins anew with a larger bound: then it is asked by one thread
/// alone, so the moment, and with it every count of states, does not depend on how many threads
/// there are.
#[derive(Debug)]
pub struct OnDemand<T> {
    built: OnceLock<T>,
    worth: u64,
    asked: AtomicU64,
    largest: AtomicU16,
}

impl<T> OnDemand<T> {
    /// To be built after `worth` questions.
    pub fn after(worth: u64) -> Self {
        let (asked, largest) = (AtomicU64::new(0), AtomicU16::new(0));
        Self { built: OnceLock::new(), worth, asked, largest }
    }

    /// It, if it is built by now. `budget` is the number of moves left where it is asked for:
    /// the root of a search has the most.
    #[inline]
    pub fn get(&self, budget: u16, build: impl FnOnce() -> T) -> Option<&T> {
        if let Some(built) = self.built.get() {
            return Some(built);
        }
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let begins = self.largest.fetch_max(budget, Ordering::Relaxed) < budget;
        (begins && asked >= self.worth).then(|| self.built.get_or_init(build))
    }
}
