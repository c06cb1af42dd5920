//! Memory must be bounded by the size of the input.

use cap::Cap;
use std::alloc::System;
use std::panic;
use std::sync::Once;

#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, UNLIMITED);

const UNLIMITED: usize = usize::MAX;

/// Runs a parser on an input; the process aborts if it holds more memory at once than
/// `constant + factor * length` bytes.
pub fn within<T>(
    input: &[u8],
    constant: usize,
    factor: usize,
    parse: impl FnOnce(&[u8]) -> T,
) -> T {
    static REPORTING: Once = Once::new();
    REPORTING.call_once(|| {
        let report = panic::take_hook();
        // Reporting needs memory, too.
        panic::set_hook(Box::new(move |panic| {
            ALLOCATOR.set_limit(UNLIMITED).expect("there is no limit");
            report(panic);
        }));
    });
    let limit = ALLOCATOR.allocated() + constant + factor * input.len();
    ALLOCATOR.set_limit(limit).expect("the limit is above what is allocated");
    let parsed = parse(input);
    ALLOCATOR.set_limit(UNLIMITED).expect("there is no limit");
    parsed
}
