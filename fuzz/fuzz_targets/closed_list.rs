//! Any header and sections as a certificate; see [`fewest_fuzz::closed_list::check`].
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| fewest_fuzz::closed_list::check(input));
