//! Memory for large tables that are looked at in no order.

/// An empty list with room for so many words, in pages as large as the system has them.
///
/// On Linux these are pages of two megabytes, where it gives them to programs that ask. Looking at
/// a table of the 24-puzzle then takes less time: the addresses of all its pages fit into the
/// processor's buffer. Elsewhere it is an ordinary list.
pub fn words(capacity: usize) -> Vec<u64> {
    let mut words = Vec::with_capacity(capacity);
    ask_for_large_pages(&mut words);
    words
}

#[cfg(target_os = "linux")]
fn ask_for_large_pages(words: &mut Vec<u64>) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;

    const PAGE: usize = 1 << 21;
    let room = words.spare_capacity_mut();
    let skipped = room.as_ptr().addr().wrapping_neg() % PAGE;
    let length = (size_of_val(room).saturating_sub(skipped)) / PAGE * PAGE;
    if length == 0 {
        return;
    }
    let start = NonNull::from(&mut room[skipped / size_of::<u64>()]).cast();
    // A refusal changes nothing but the time that it takes to look.
    #[expect(unsafe_code, reason = "the range lies within the list; the advice changes no byte")]
    let _ = unsafe { madvise(start, length, MmapAdvise::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &mut Vec<u64>) {}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_of_any_length_hold_what_is_put_in() {
        for capacity in [0, 1, 1000, (1 << 18) - 1, 1 << 18, 1_000_000] {
            let mut list = super::words(capacity);
            assert!(list.is_empty() && list.capacity() >= capacity);
            list.extend(0..capacity as u64);
            assert!(list.iter().zip(0..).all(|(word, number)| *word == number));
        }
    }
}
