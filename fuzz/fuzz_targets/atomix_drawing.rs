//! Any text as a file of levels in this format; see [`fewest_fuzz::atomix::check`].
#![no_main]

use fewest_rules::atomix::Format;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| fewest_fuzz::atomix::check(text, Some(Format::Drawing)));
