//! Any experiment and published figures; see [`fewest_fuzz::lab::experiment`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| fewest_fuzz::lab::experiment(input));
