//! Memory must be bounded by the size of the input.

use cap::Cap;
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Runs a parser on an input; the process aborts if it holds more memory at once than
/// `constant + factor * length` bytes.
pub fn within<T>(
    input: &[u8],
    constant: usize,
    factor: usize,
    parse: impl FnOnce(&[u8]) -> T,
) -> T {
    let unlimited = usize::MAX;
    let limit = ALLOCATOR.allocated() + constant + factor * input.len();
    ALLOCATOR.set_limit(limit).expect("the limit is above what is allocated");
    let parsed = parse(input);
    ALLOCATOR.set_limit(unlimited).expect("there is no limit");
    parsed
}
