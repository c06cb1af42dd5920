//! Any records of an experiment; see [`fewest_fuzz::lab::results`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| fewest_fuzz::lab::results(input));
