//! Memory for large tables with random access.

use crate::Stop;
use crate::platform::parallel;
use std::alloc::{Layout, alloc_zeroed};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU8;

/// The bytes of a large page.
const PAGE: usize = 1 << 21;

/// Returns an empty list with room for `capacity` words, in the largest pages that the system
/// offers.
///
/// On Linux these are pages of two megabytes, if it gives them to programs on request. Accesses to
/// a table of the 24-puzzle then take less time: the addresses of all its pages fit into the
/// processor's buffer. On other systems it is an ordinary list.
///
/// # Errors
/// [`Stop::Memory`] if the system has no room for them.
pub fn words(capacity: usize) -> Result<Vec<u64>, Stop> {
    let mut words = Vec::new();
    words.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
    let room = words.spare_capacity_mut();
    ask_for_large_pages(NonNull::from(&mut *room).cast(), size_of_val(room));
    // The system clears a page on the first write to it, which takes longer than reading its
    // content from a file: so all cores do this at once.
    parallel::map(room.chunks_mut(PAGE / size_of::<u64>()), 1, |page| {
        page[0].write(0);
    });
    Ok(words)
}

/// Returns `length` zeros that threads share, in the same kind of pages: pages that are never
/// accessed take no memory.
///
/// # Errors
/// [`Stop::Memory`] if the system has no room for them.
pub fn zeros(length: usize) -> Result<Vec<AtomicU8>, Stop> {
    if length == 0 {
        return Ok(Vec::new());
    }
    let layout = Layout::array::<AtomicU8>(length).map_err(|_| Stop::Memory)?;
    // The allocator obtains zeros from the system without writing them.
    #[expect(unsafe_code, reason = "the layout is not empty")]
    let start = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(Stop::Memory)?;
    ask_for_large_pages(start, length);
    #[expect(
        unsafe_code,
        reason = "it comes from the allocator of lists, with the layout of one of so many numbers, \
                  each of which is a valid zero"
    )]
    Ok(unsafe { Vec::from_raw_parts(start.cast().as_ptr(), length, length) })
}

/// Tells the processor, if it can be told, to fetch an element of a list that will be accessed
/// soon.
#[inline(always)]
pub fn prefetch<T>(list: &[T], number: usize) {
    #[cfg(target_arch = "x86_64")]
    #[expect(unsafe_code, reason = "a hint, which reads nothing that the program sees")]
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(list.as_ptr().wrapping_add(number).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (list, number);
}

#[cfg(target_os = "linux")]
fn ask_for_large_pages(start: NonNull<u8>, bytes: usize) {
    use nix::sys::mman::{MmapAdvise, madvise};

    let skipped = start.addr().get().wrapping_neg() % PAGE;
    let length = bytes.saturating_sub(skipped) / PAGE * PAGE;
    if length == 0 {
        return;
    }
    // A refusal affects only the time of lookups.
    #[expect(unsafe_code, reason = "the range lies within the list; the advice changes no byte")]
    let _ = unsafe { madvise(start.add(skipped).cast(), length, MmapAdvise::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: NonNull<u8>, _: usize) {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn lists_of_any_length_hold_what_is_put_in() {
        for capacity in [0, 1, 1000, (1 << 18) - 1, 1 << 18, 1_000_000] {
            let mut list = super::words(capacity).unwrap();
            assert!(list.is_empty() && list.capacity() >= capacity);
            list.extend(0..capacity as u64);
            assert!(list.iter().zip(0..).all(|(word, number)| *word == number));
            let zeros = super::zeros(capacity).unwrap();
            assert_eq!(zeros.len(), capacity);
            assert!(zeros.iter().all(|word| word.load(Relaxed) == 0));
            zeros.iter().zip(0..).for_each(|(zero, number)| zero.store(number as u8, Relaxed));
            let put_in = |(zero, number): (&AtomicU8, i32)| zero.load(Relaxed) == number as u8;
            assert!(zeros.iter().zip(0..).all(put_in));
        }
    }
}
