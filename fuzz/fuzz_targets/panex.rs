//! Any text as a Panex puzzle; see [`fewest_fuzz::panex::check`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fewest_fuzz::panex::check(text));
