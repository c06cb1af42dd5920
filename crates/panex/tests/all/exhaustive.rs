//! All reachable positions of small towers, the fast model against the rules.

use fewest_panex::Model;
use fewest_panex::word::Word;
use fewest_rules::Puzzle;
use fewest_rules::panex::{Instance, Move};
use fewest_search::StateSpace;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The numbers of positions at each distance from the start.
fn layers(puzzle: &Instance) -> Vec<usize> {
    let model = Model::<u64>::new(puzzle).unwrap();
    let mut old = BTreeSet::new();
    let mut current: BTreeSet<_> = model.roots().iter().map(|state| model.pack(state)).collect();
    let mut layers = Vec::new();
    while !current.is_empty() {
        layers.push(current.len());
        let mut new = BTreeSet::new();
        for &key in &current {
            let state = model.unpack(key);
            assert_eq!(model.pack(&state), key);
            model.successors(&state, |_, next| {
                let next = model.pack(&next);
                if !current.contains(&next) && !old.contains(&next) {
                    new.insert(next);
                }
            });
        }
        old = std::mem::replace(&mut current, new);
    }
    layers
}

#[test]
fn reachable_positions_and_eccentricities_are_the_known_ones() {
    let known = [(10, 3), (156, 13), (3048, 44), (58_608, 137), (1_111_008, 377)];
    for (n, (reachable, eccentricity)) in (1..).zip(known) {
        let layers = layers(&Instance::exchange(n));
        assert_eq!(layers.iter().sum::<usize>(), reachable, "n = {n}");
        assert_eq!(layers.len() - 1, eccentricity, "n = {n}");
    }
}

/// The puzzles of a height that have a short name.
fn variants(n: u16) -> [Instance; 4] {
    let [exchange, one_tower] = [Instance::exchange(n), Instance::one_tower(n)];
    let neighbours = [exchange.clone(), one_tower.clone()].map(Instance::between_neighbours);
    let [exchange_of_neighbours, one_of_neighbours] = neighbours;
    [exchange, one_tower, exchange_of_neighbours, one_of_neighbours]
}

/// Walks both models together and compares all moves on the way.
fn compare<K: Word>(puzzle: &Instance, choices: &[usize]) {
    let model = Model::<K>::new(puzzle).unwrap();
    let mut position = puzzle.start();
    let mut state = model.roots().remove(0);
    for &choice in choices {
        assert_eq!(model.position(&state), position);
        assert_eq!(model.unpack(model.pack(&state)), state);
        let mut fast = Vec::new();
        model.successors(&state, |step, next| fast.push((step, next)));
        let slow = puzzle.moves(&position);
        assert_eq!(
            fast.iter().map(|(step, _)| (step.from, step.to)).collect::<Vec<_>>(),
            slow.iter().map(|step| (step.from, step.to)).collect::<Vec<_>>(),
        );
        let choice = choice % fast.len();
        let (step, next) = fast[choice];
        let back = step.inverse();
        let mut is_taken_back = false;
        model.successors(&next, |step, last| is_taken_back |= step == back && last == state);
        assert!(is_taken_back, "{position}: {}", slow[choice]);
        state = next;
        position = puzzle.play(&position, &slow[choice]).unwrap();
    }
}

proptest! {
    #[test]
    fn the_fast_model_moves_as_the_rules_do(
        n in 1_u16..=12,
        variant in 0_usize..4,
        choices in proptest::collection::vec(0_usize..6, 0..200),
    ) {
        let puzzle = &variants(n)[variant];
        compare::<u128>(puzzle, &choices);
        if n <= 8 {
            compare::<u64>(puzzle, &choices);
        }
    }
}

#[test]
fn every_position_of_three_is_the_same_in_both_models() {
    for (puzzle, positions) in variants(3).iter().zip([3048, 47, 4872, 54]) {
        assert_eq!(same_positions(puzzle), positions, "{puzzle}");
    }
}

/// Compares all moves from all positions, and counts the positions.
fn same_positions(puzzle: &Instance) -> usize {
    let model = Model::<u64>::new(puzzle).unwrap();
    let mut seen = BTreeSet::new();
    let mut open = model.roots();
    while let Some(state) = open.pop() {
        if !seen.insert(model.pack(&state)) {
            continue;
        }
        let position = model.position(&state);
        let mut slow = puzzle.moves(&position).into_iter();
        model.successors(&state, |step, next| {
            let Move { from, to, .. } = slow.next().expect("the rules have as many moves");
            assert_eq!((step.from, step.to), (from, to));
            open.push(next);
        });
        assert_eq!(slow.next(), None);
    }
    seen.len()
}
