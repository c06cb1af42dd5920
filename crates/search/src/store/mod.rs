//! Exact stores of states, open lists, and how plans are recovered from them.

pub(crate) mod bidirectional_queue;
pub(crate) mod binary_heap;
pub(crate) mod bucket_queue;
pub(crate) mod closed_list;
pub(crate) mod feistel;
pub(crate) mod full_key_table;
pub(crate) mod key_hash;
pub(crate) mod node_status;
pub(crate) mod pairing_heap;
pub(crate) mod plan_extraction;
pub(crate) mod priority_queue;
pub(crate) mod quotient_cuckoo;
mod segmented_vec;
mod state_table;

pub use state_table::{Inserted, StateIndex, StateTable};

use crate::Stop;
use std::alloc::{Layout, alloc_zeroed};

/// In place of a function that hashes the elements of a table again when it grows: there is room
/// for the one that is inserted.
pub(crate) fn no_growth<T>(_: &T) -> u64 {
    unreachable!("the table has grown before")
}

/// A list of zeros. The system provides memory only for those written to.
///
/// # Errors
/// [`Stop::Memory`] if the system has no memory for them.
pub(crate) fn zeros(length: usize) -> Result<Vec<u8>, Stop> {
    let layout = Layout::array::<u8>(length).map_err(|_| Stop::Memory)?;
    if length == 0 {
        return Ok(vec![]);
    }
    #[expect(unsafe_code, reason = "the layout is not empty")]
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        return Err(Stop::Memory);
    }
    #[expect(
        unsafe_code,
        reason = "so many bytes were allocated as those of a list, all of them 0"
    )]
    Ok(unsafe { Vec::from_raw_parts(start, length, length) })
}

/// Appends to a list.
///
/// # Errors
/// [`Stop::Memory`] if the system has no memory for it.
#[inline]
pub(crate) fn push<T>(list: &mut Vec<T>, element: T) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        list.try_reserve(1).map_err(|_| Stop::Memory)?;
    }
    list.push(element);
    Ok(())
}
