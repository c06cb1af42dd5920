//! Any fields and content as a stored file; see [`fewest_fuzz::stored::check`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| fewest_fuzz::stored::check(input));
