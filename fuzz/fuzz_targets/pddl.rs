//! Any text as a planning task; see [`fewest_fuzz::pddl::check`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fewest_fuzz::pddl::check(text));
