//! Any text as a file of levels in a format to be detected; see [`fewest_fuzz::atomix::check`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fewest_fuzz::atomix::check(text, None));
