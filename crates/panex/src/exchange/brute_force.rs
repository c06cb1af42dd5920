//! Distances from the start to all choke points, by breadth-first search over all positions.

use super::Exchange;
use super::partial::Pattern;
use crate::model::Model;
use crate::state::State;
use crate::symmetry::{Orbits, between};
use dashu_int::UBig;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Colour, Instance, Piece, Position, Rule};
use fewest_search::breadth_first::Frontier;
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, PlanRecovery, StateSpace, Statistics};
use std::collections::HashMap;

/// All pieces sorted in a pattern, the first of each size in colour a unless swapped.
fn choke_point(n: u32, pattern: Pattern, swaps: u32) -> Position {
    let mut met = vec![false; n as usize];
    let columns = pattern.heights(n).map(|height| {
        let from_the_top = (n + 1 - height..=n).map(|level| {
            let size = level.max(1);
            let is_second = std::mem::replace(&mut met[size as usize - 1], true);
            let is_b = is_second != (swaps >> (size - 1) & 1 == 1);
            let colour = if is_b { Colour::B } else { Colour::A };
            Piece { colour, size: size as u16 }
        });
        let mut column: Vec<_> = from_the_top.collect();
        column.reverse();
        column
    });
    Position::new(columns, Rule::Standard).unwrap()
}

fn compare(n: u16) {
    let mut exchange = Exchange::new(n);
    let towers = Instance::exchange(n);
    let model = Model::<u64>::new(&towers).unwrap();
    let start: State<u64> = model.roots().remove(0);
    let mut expected: HashMap<u32, Vec<State<u64>>> = HashMap::new();
    for pattern in Pattern::ALL {
        for swaps in 0..1 << n {
            let position = choke_point(u32::from(n), pattern, swaps);
            let at = Instance::new(position, towers.start()).unwrap();
            let state = Model::<u64>::new(&at).unwrap().roots().remove(0);
            let distance = exchange.distance(pattern, &UBig::from(swaps));
            expected.entry(u32::try_from(distance).unwrap()).or_default().push(state);
        }
    }
    let encoding = Orbits::new(&start, &between(&start, &start));
    let mut side = Frontier::new(&model, encoding, [start], PlanRecovery::Midpoint);
    let mut found = 0;
    while found < 5 << n {
        for state in expected.get(&u32::from(side.depth().0)).into_iter().flatten() {
            assert!(side.contains(state), "n = {n}: not at distance {}", side.depth());
            found += 1;
        }
        assert!(!side.is_empty(), "n = {n}: {found} choke points found");
        let mut counts = Statistics::default();
        unlimited(|monitor| side.advance(Depth::ZERO, monitor, &mut counts)).unwrap();
    }
}

#[test]
fn all_choke_points_are_as_far_as_the_levels_say() {
    for n in 2..=5 {
        compare(n);
    }
}

#[test]
#[ignore = "a minute and 200 million positions; run with --release"]
fn all_choke_points_of_six_and_seven_are_as_far_as_the_levels_say() {
    for n in 6..=7 {
        compare(n);
    }
}
