//! Any state, or any manifest, in a checkpoint; see [`fewest_fuzz::checkpoint::go_on`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| fewest_fuzz::checkpoint::go_on(input));
