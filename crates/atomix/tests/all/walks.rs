//! No bound is too high, in states from which a known walk leads to a goal.

use fewest_atomix::{Graph, HeuristicLevel, LevelProblem, Packed, problem_at};
use fewest_rules::atomix::{Level, builtin, parse};
use fewest_search::problem::{BoundedEstimate, Heuristic, LazyTest};
use fewest_search::{Depth, Direction, StateSpace};
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Levels with few and many atoms, placements and equal labels; if the data folder is missing, only
/// the built-in one.
const NAMES: [&str; 10] = [
    "atomix_10",
    "katomic_05",
    "katomic_07",
    "katomic_08",
    "katomic_19",
    "katomic_21",
    "katomic_30",
    "katomic_54",
    "katomic_59",
    "unitopia_09",
];

fn levels() -> Vec<Level> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let data = std::env::var_os("FEWEST_DATA").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    if !data.is_dir() {
        eprintln!("skipped: no data folder");
        return vec![builtin("water").expect("it is built in")];
    }
    let level = |name| {
        let text = std::fs::read(data.join("atomix/levels").join(name)).expect("a readable level");
        let first = parse(&text, None).expect("a level file").into_levels().next();
        first.expect("a level").level.expect("a good level")
    };
    NAMES.into_iter().map(level).collect()
}

/// Each level in both directions.
static PROBLEMS: LazyLock<Vec<[LevelProblem<32>; 2]>> = LazyLock::new(|| {
    let both = |level: &Level| {
        Direction::ALL.map(|direction| problem_at(level, direction, HeuristicLevel::SupportedStops))
    };
    levels().iter().map(both).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_state_some_moves_from_a_goal_is_within_as_many(
        level in any::<prop::sample::Index>(),
        is_backward in any::<bool>(),
        root in any::<prop::sample::Index>(),
        turns in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        let [forward, backward] = level.get(PROBLEMS.as_slice());
        let (searching, walking) = if is_backward { (backward, forward) } else { (forward, backward) };
        let h = |state: &Packed<32>| searching.heuristic.estimate(state, &()).expect("a goal can be reached");
        let mut state = *root.get(&walking.space.roots());
        let mut walked = Depth::ZERO;
        for turn in turns {
            // Away from the goal, so that the walk is not much longer than necessary.
            let here = h(&state);
            let mut children = Vec::new();
            walking.space.successors(&state, |_, child| {
                if h(&child) > here {
                    children.push(child);
                }
            });
            if children.is_empty() {
                break;
            }
            state = *turn.get(&children);
            walked = walked.next();
            let estimate = searching.heuristic.estimate_within(&state, &(), walked);
            prop_assert_eq!(estimate, BoundedEstimate::WithinBudget);
            let tested = LazyTest::<Graph<32>>::test(&searching.test, &state, walked);
            prop_assert_eq!(tested, BoundedEstimate::WithinBudget);
        }
    }
}
