//! Any text as boards of the (n²−1)-puzzle; see [`fewest_fuzz::tiles::check`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fewest_fuzz::tiles::check(text));
