//! Lazily built tables.

use fewest_search::artifact::{Reader, Unreadable, Writer};
use std::io;
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
    /// Creates a table that is to be built after `enough` misses.
    pub fn after(enough: u64) -> Self {
        Self { table: OnceLock::new(), enough, misses: AtomicU64::new(0) }
    }

    /// Returns the table, if it is built.
    #[inline]
    pub fn get(&self) -> Option<&T> {
        let table = self.table.get();
        if table.is_none() {
            self.misses.fetch_add(1, Ordering::Relaxed);
        }
        table
    }

    /// Writes the number of misses, and whether the table is built.
    pub fn save(&self, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.misses.load(Ordering::Relaxed))?;
        to.part(&self.table.get().is_some())
    }

    /// Reads what [`LazyTable::save`] has written, and builds the table if it was built.
    ///
    /// # Errors
    /// [`Unreadable`]. If the table cannot be built, it is still missing.
    pub fn restore<E>(
        &self,
        from: &mut Reader<'_>,
        build: impl FnOnce() -> Result<T, E>,
    ) -> Result<(), Unreadable> {
        self.misses.store(from.count()?, Ordering::Relaxed);
        if from.part()?
            && self.table.get().is_none()
            && let Ok(table) = build()
        {
            let _ = self.table.set(table);
        }
        Ok(())
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
