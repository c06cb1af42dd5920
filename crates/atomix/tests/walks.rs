//! No bound says more than is true: states from which a walk is known to lead to a goal.

use fewest_atomix::{HeuristicLevel, Model};
use fewest_rules::atomix::{Level, builtin, parse};
use fewest_search::{Depth, Direction, Fit, StateSpace};
use proptest::prelude::*;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Levels with few and many atoms, placements and equal labels; where the data folder is missing,
/// the built-in one alone.
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
static MODELS: LazyLock<Vec<[Model<32>; 2]>> = LazyLock::new(|| {
    let both = |level: &Level| {
        Direction::ALL.map(|direction| Model::new(level, direction, HeuristicLevel::SupportedStops))
    };
    levels().iter().map(both).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn a_state_some_moves_from_a_goal_fits_as_many(
        level in any::<prop::sample::Index>(),
        is_backward in any::<bool>(),
        root in any::<prop::sample::Index>(),
        turns in prop::collection::vec(any::<prop::sample::Index>(), 0..20),
    ) {
        let [forward, backward] = level.get(MODELS.as_slice());
        let (searching, walking) = if is_backward { (backward, forward) } else { (forward, backward) };
        let mut state = *root.get(&walking.initial_states());
        let mut walked = Depth::ZERO;
        for turn in turns {
            // Away from the goal, so that the walk is not much longer than it need be.
            let here = searching.heuristic(&state).expect("a goal can be reached");
            let mut children = Vec::new();
            walking.expand(&state, |_, child| {
                if searching.heuristic(&child).expect("a goal can be reached") > here {
                    children.push(child);
                }
            });
            if children.is_empty() {
                break;
            }
            state = *turn.get(&children);
            walked = walked.next();
            prop_assert_eq!(searching.fit(&state, walked), Fit::Within);
            prop_assert_eq!(searching.fit_when_new(&state, walked), Fit::Within);
        }
    }
}
