//! The system's allocator, with a reserve, and with separate pages for large requests.
//!
//! # A reserve
//! If the system refuses a small request, Rust ends the process: a search of hours would leave
//! neither a record nor the bound that it has proved. So a reserve is taken when the command
//! starts. Once a small request is refused, the reserve is given back to the system and the search
//! is asked to stop; its allocations up to then, and the report after it, have room.
//!
//! Large requests are those of stores, which ask whether they can grow, and end the search
//! themselves if they cannot. They are refused as usual.
//!
//! # Separate pages for large requests
//! The tables of a store grow in turn, each by half. The space that one of them leaves in a heap is
//! too small for the next: in breadth-first search, such holes came to a tenth of `--memory`. So
//! each large request has pages of its own, which go back to the system with it.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by its trait, and nothing but an allocator sees that a \
              request is refused before the process ends. It hands all work to the system's"
)]

use super::signals::INTERRUPT;
use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};

#[global_allocator]
static ALLOCATOR: WithReserve = WithReserve;

/// The reserve, or null while there is none.
static RESERVE: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());

/// Enough for what several threads allocate before they check whether to stop. It is never
/// written to, so it takes addresses, but no memory.
const RESERVED: Layout = match Layout::from_size_align(32 << 20, 4096) {
    Ok(layout) => layout,
    Err(_) => panic!("a power of two"),
};

/// The largest request for which the reserve is given up.
const COVERED: usize = RESERVED.size() / 4;

/// Takes the reserve, unless it is taken already, and clears the out-of-memory interrupt.
/// If the system has no room for it, the command continues without.
pub(crate) fn take_reserve() {
    if RESERVE.load(SeqCst).is_null() {
        // SAFETY: the layout is not empty.
        let reserve = unsafe { System.alloc(RESERVED) };
        if !reserve.is_null() {
            give_back(RESERVE.swap(reserve, SeqCst));
            INTERRUPT.memory_is_back();
        }
    }
}

/// The smallest request that has its own pages. Smaller ones are often freed within milliseconds,
/// and pages cost the system time.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE: usize = 1 << 20;

/// Has every large request served by pages of its own. The GNU C library does so only until such
/// pages are freed: after that it serves requests up to their size from its heap. Other
/// libraries are left as they are.
pub(crate) fn set_large_requests_apart() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets a number inside the library. A library that refuses it continues as before.
    unsafe {
        nix::libc::mallopt(nix::libc::M_MMAP_THRESHOLD, LARGE as nix::libc::c_int);
    }
}

/// Gives the reserve back to the system.
fn give_back(reserve: *mut u8) {
    if !reserve.is_null() {
        // SAFETY: only `take_reserve` makes such pointers, with this layout, and the caller that
        // has taken one out of `RESERVE` is the only one who has it.
        unsafe { System.dealloc(reserve, RESERVED) };
    }
}

/// The system's allocator, and a reserve.
struct WithReserve;

impl WithReserve {
    /// Repeats a refused request of this many bytes once the reserve has been given back, if the
    /// reserve covers it.
    #[cold]
    fn again(bytes: usize, request: impl Fn() -> *mut u8) -> *mut u8 {
        if bytes > COVERED {
            return ptr::null_mut();
        }
        INTERRUPT.out_of_memory();
        give_back(RESERVE.swap(ptr::null_mut(), SeqCst));
        // Another thread may have given it back.
        request()
    }
}

// SAFETY: every pointer comes from `System`, called with the same arguments, and goes back to it.
unsafe impl GlobalAlloc for WithReserve {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let request = || unsafe { System.alloc(layout) };
        let granted = request();
        if granted.is_null() { Self::again(layout.size(), request) } else { granted }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        let request = || unsafe { System.alloc_zeroed(layout) };
        let granted = request();
        if granted.is_null() { Self::again(layout.size(), request) } else { granted }
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        let request = || unsafe { System.realloc(old, layout, bytes) };
        let granted = request();
        if granted.is_null() { Self::again(bytes, request) } else { granted }
    }

    unsafe fn dealloc(&self, old: *mut u8, layout: Layout) {
        unsafe { System.dealloc(old, layout) }
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::{LARGE, set_large_requests_apart};
    use std::hint::black_box;

    /// Bytes in pages that belong to single requests.
    fn apart() -> usize {
        // SAFETY: it only reads.
        unsafe { nix::libc::mallinfo2() }.hblkhd
    }

    /// Other tests run at the same time, but none of them takes or frees as much.
    #[test]
    fn large_requests_are_apart_after_larger_ones_were_freed() {
        const MUCH: usize = 20 * LARGE;
        set_large_requests_apart();
        drop(black_box(vec![1_u8; MUCH + LARGE]));
        let before = apart();
        let bytes = black_box(vec![1_u8; MUCH]);
        let meanwhile = apart();
        drop(bytes);
        assert!(meanwhile > before + MUCH / 2, "{before} {meanwhile}");
        assert!(apart() < meanwhile - MUCH / 2);
    }
}
