//! Features of the machine: memory requests that may fail, large pages, prefetching, all threads,
//! and the instructions of newer processors.

pub mod cpu_dispatch;
pub mod huge_pages;
pub mod parallel;

use crate::Stop;

/// Returns a list of `length` equal elements.
///
/// # Errors
/// [`Stop::Memory`] if the system has no room for them; an ordinary allocation would end the
/// process.
pub fn filled<T: Clone>(length: usize, element: T) -> Result<Vec<T>, Stop> {
    let mut list = Vec::new();
    list.try_reserve_exact(length).map_err(|_| Stop::Memory)?;
    list.resize(length, element);
    Ok(list)
}
