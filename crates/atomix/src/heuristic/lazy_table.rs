//! Tables that are built only once a search has become long.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Something dear that is built when it would have been of use often.
#[derive(Debug)]
pub struct OnDemand<T> {
    built: OnceLock<T>,
    worth: u64,
    asked: AtomicU64,
}

impl<T> OnDemand<T> {
    /// To be built after `worth` questions.
    pub fn after(worth: u64) -> Self {
        Self { built: OnceLock::new(), worth, asked: AtomicU64::new(0) }
    }

    /// It, if it is built by now.
    #[inline]
    pub fn get(&self) -> Option<&T> {
        let built = self.built.get();
        if built.is_none() {
            self.asked.fetch_add(1, Ordering::Relaxed);
        }
        built
    }

    /// Builds it if it is worth it by now.
    pub fn consider(&self, build: impl FnOnce() -> T) {
        if self.asked.load(Ordering::Relaxed) >= self.worth {
            self.built.get_or_init(build);
        }
    }
}
