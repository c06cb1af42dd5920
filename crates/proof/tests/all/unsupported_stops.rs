//! The expensive tests, triples and unsupported stops, against exact distances in states of small
//! random levels.

use fewest_proof::closed_list::{Direction, Header, Heuristic, Instance, Omissions};
use fewest_rules::Puzzle as _;
use fewest_rules::atomix::{Level, Position, parse};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use std::collections::HashMap;

/// A board of some rows and columns with random walls and atoms, and its molecule in a line.
fn level() -> impl Strategy<Value = Level> {
    let sizes = (3_usize..6, 3_usize..6);
    let atoms = prop::sample::select(vec!["12", "11", "123", "112", "121", "122", "1212"]);
    (sizes, atoms, any::<u64>(), any::<bool>()).prop_filter_map(
        "no level",
        |((width, height), atoms, walls, is_column)| {
            let mut squares = vec!['.'; width * height];
            // A fifth of the squares are walls.
            for (number, square) in squares.iter_mut().enumerate() {
                if walls >> (number % 60) & 0b101 == 0b101 && number % 5 < 3 {
                    *square = '#';
                }
            }
            for (number, atom) in atoms.chars().enumerate() {
                let at = (walls >> (7 * number)) as usize % squares.len();
                let free = (0..squares.len()).map(|step| (at + step) % squares.len());
                let free = free.into_iter().find(|&at| squares[at] == '.')?;
                squares[free] = atom;
            }
            let rows: String = squares
                .chunks(width)
                .map(|row| format!("#{}#\n", row.iter().collect::<String>()))
                .collect();
            let wall = "#".repeat(width + 2);
            let molecule = match is_column {
                true => atoms.chars().map(|atom| format!("{atom}\n")).collect(),
                false => format!("{atoms}\n"),
            };
            let text = format!("{wall}\n{rows}{wall}\n\nmolecule:\n{molecule}");
            let set = parse(text.as_bytes(), None).ok()?;
            set.into_levels().next()?.level.ok()
        },
    )
}

/// A state as in certificates.
fn state(level: &Level, position: &Position) -> Vec<u8> {
    let mut atoms = position.labels();
    atoms.sort_unstable();
    let cell = |square| level.free_squares().binary_search(&square).expect("it is free") as u8;
    atoms.into_iter().map(|(_, square)| cell(square)).collect()
}

/// The fewest moves to each position from some others, breadth-first.
fn distances(
    from: Vec<Position>,
    next: impl Fn(&Position) -> Vec<Position>,
) -> HashMap<Position, u16> {
    let mut distances: HashMap<_, _> = from.iter().map(|it| (it.clone(), 0)).collect();
    let mut layer = from;
    for depth in 1.. {
        let mut newest = vec![];
        for child in layer.iter().flat_map(&next) {
            distances.entry(child.clone()).or_insert_with(|| {
                newest.push(child);
                depth
            });
        }
        if newest.is_empty() {
            break;
        }
        layer = newest;
    }
    distances
}

/// The number of states that were refuted beyond what the excess of pairs shows.
fn refuted(level: &Level, direction: Direction) -> Result<[usize; 3], TestCaseError> {
    let [board, molecule] =
        [level.board_rows(' '), level.molecule_rows('.')].map(|it| it.join("\n"));
    let text = format!("{board}\n\nmolecule:\n{molecule}\n");
    let unlisted = |heuristic| {
        let instance = Instance::Atomix { level: text.clone() };
        let (name, lower, plan) = (String::new(), Some(9), None);
        let header = Header { name, instance, lower, direction, heuristic, plan };
        Omissions::new(&header).expect("the level was read before")
    };
    // What is to be reached with the moves that are left.
    let left = match direction {
        Direction::Forward => {
            let goals = level.placements().into_iter();
            let goals = goals.map(|placement| level.position(&placement).expect("it is legal"));
            let back = |position: &Position| {
                let moves = level.backward_moves(position);
                moves.iter().filter_map(|step| level.take_back(position, step)).collect()
            };
            distances(goals.collect(), back)
        }
        Direction::Backward => distances(vec![level.start()], |position| {
            let moves = level.moves(position);
            moves.iter().filter_map(|step| level.play(position, step)).collect()
        }),
    };
    let pairs = unlisted(Heuristic::PairExcess);
    let tests = [Heuristic::TripleExcess, Heuristic::SupportedStops, Heuristic::SupportedPairs];
    let (tests, mut refuted) = (tests.map(unlisted), [0; 3]);
    let mut states: Vec<_> =
        left.iter().map(|(position, &distance)| (state(level, position), distance)).collect();
    states.sort_unstable();
    for (state, distance) in states.into_iter().take(300) {
        for (test, refuted) in tests.iter().zip(&mut refuted) {
            for budget in 0..=distance + 2 {
                let is_refuted = test.has_no_plan(&state, budget);
                prop_assert!(!is_refuted || budget < distance, "{text}\n{state:?} {budget}");
                prop_assert!(is_refuted || !pairs.has_no_plan(&state, budget));
                // Monotone: what was refuted with more moves is also refuted with fewer.
                prop_assert!(is_refuted || !test.has_no_plan(&state, budget + 1));
                *refuted += usize::from(is_refuted && !pairs.has_no_plan(&state, budget));
            }
        }
    }
    prop_assert!(refuted[1] <= refuted[2]);
    Ok(refuted)
}

#[test]
fn what_is_refuted_has_no_plan() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut all = [[0; 3]; 2];
    for _ in 0..60 {
        let level = level().new_tree(&mut runner).unwrap().current();
        for (sum, direction) in all.iter_mut().zip([Direction::Forward, Direction::Backward]) {
            let some = refuted(&level, direction).unwrap();
            sum.iter_mut().zip(some).for_each(|(sum, some)| *sum += some);
        }
    }
    // It refutes a good deal, and more with pairs; triples now and then refute more than pairs.
    for [triples, alone, together] in all {
        assert!(triples > 10 && alone > 1_000 && together > alone, "{all:?}");
    }
}
