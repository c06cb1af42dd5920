//! Compares the layers of a search with plain breadth-first search.

use crate::model::Model;
use crate::symmetry::{Orbits, between};
use fewest_rules::panex::{Instance, parse};
use fewest_search::breadth_first::Frontier;
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, PlanRecovery, StateSpace, Statistics};
use std::collections::BTreeSet;

/// Compares all layers around the start of a puzzle, with its symmetries and without.
fn compare(puzzle: &Instance) {
    let model = Model::<u64>::new(puzzle).unwrap();
    let root = model.roots().remove(0);
    let side = |symmetries: &[_]| {
        let encoding = Orbits::new(&root, symmetries);
        Frontier::new(&model, encoding, [root], PlanRecovery::Layers)
    };
    let (mut plain, mut folded) = (side(&[]), side(&between(&root, &root)));
    let mut old = BTreeSet::new();
    let mut layer = BTreeSet::from([model.pack(&root)]);
    while !layer.is_empty() {
        assert_eq!(plain.len(), layer.len(), "depth {}", plain.depth());
        let mut next = BTreeSet::new();
        for &key in &layer {
            let state = model.unpack(key);
            assert!(plain.contains(&state) && folded.contains(&state), "depth {}", plain.depth());
            model.successors(&state, |_, child| {
                let child = model.pack(&child);
                if !layer.contains(&child) && !old.contains(&child) {
                    next.insert(child);
                }
            });
        }
        old = std::mem::replace(&mut layer, next);
        for side in [&mut plain, &mut folded] {
            let mut counts = Statistics::default();
            unlimited(|monitor| side.advance(Depth::ZERO, monitor, &mut counts)).unwrap();
        }
    }
    assert!(plain.is_empty() && folded.is_empty());
}

#[test]
fn layers_are_those_of_plain_search() {
    for n in 1..=4 {
        compare(&Instance::exchange(n));
        compare(&Instance::exchange(n).between_neighbours());
        compare(&Instance::one_tower(n));
        compare(&Instance::one_tower(n).between_neighbours());
    }
    for text in [
        "b1a2a3/a1b2/b3:a1a2a3/-/b1b2b3",
        "b1a2a3/-/a1b2b3:a1a2a3/-/b1b2b3",
        "a2a3a4/a1b2/b1b3b4:a1a2a3a4/-/b1b2b3b4",
        "b1a2a3/-/a1b2b3:a1a2a3/-/b1b2b3:neighbours",
    ] {
        compare(&parse(text).unwrap());
    }
}
