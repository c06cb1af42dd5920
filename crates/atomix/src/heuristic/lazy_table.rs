//! Lazily built tables.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// An expensive table, built lazily once enough queries have missed it.
#[derive(Debug)]
pub struct LazyTable<T> {
    table: OnceLock<T>,
    enough: u64,
    misses: AtomicU64,
}

impl<T> LazyTable<T> {
    /// To be built after `enough` misses.
    pub fn after(enough: u64) -> Self {
        Self { table: OnceLock::new(), enough, misses: AtomicU64::new(0) }
    }

    /// The table, if it is built.
    #[inline]
    pub fn get(&self) -> Option<&T> {
        let table = self.table.get();
        if table.is_none() {
            self.misses.fetch_add(1, Ordering::Relaxed);
        }
        table
    }

    /// Builds the table after enough misses.
    ///
    /// # Errors
    /// Those of `build`, after which the table is still missing.
    pub fn build_if_due<E>(&self, build: impl FnOnce() -> Result<T, E>) -> Result<(), E> {
        let is_due = self.misses.load(Ordering::Relaxed) >= self.enough;
        if is_due && self.table.get().is_none() {
            let _ = self.table.set(build()?);
        }
        Ok(())
    }
}
