//! Any text as a plan of an Atomix level; see [`fewest_fuzz::atomix::check_plan`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fewest_fuzz::atomix::check_plan(text));
