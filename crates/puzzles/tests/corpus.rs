//! The corpus of these puzzles is in order; the tests of the examples compare with it.

#[expect(dead_code, reason = "the examples use the rest of it")]
mod known;

use known::{Instance, instances};
use std::collections::BTreeSet;

#[test]
fn every_instance_has_a_source_and_a_name_of_its_own() {
    let mut names = BTreeSet::new();
    for Instance { name, rules, source, .. } in instances() {
        assert!(["pancakes", "river", "rush-hour", "sokoban"].contains(&&*rules), "{name}");
        assert!(!source.is_empty(), "{name}");
        assert!(names.insert(name.clone()), "{name} is there twice");
    }
}
