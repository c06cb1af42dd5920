//! Any text as a certificate; see [`fewest_fuzz::panex_certificate::check`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fewest_fuzz::panex_certificate::check(text));
