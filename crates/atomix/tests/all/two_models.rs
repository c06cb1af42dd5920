//! The fast model against the rules, move for move, on random walks.

use fewest_atomix::{Graph, Packed};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Level, Position, builtin, parse};
use fewest_search::{Direction, StateSpace};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn data() -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let folder =
        std::env::var_os("FEWEST_DATA").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    folder.is_dir().then_some(folder)
}

/// The built-in level, and levels of all sizes if the data folder is present.
fn levels() -> Vec<Level> {
    let mut levels = vec![builtin("water").expect("it is built in")];
    let Some(data) = data() else {
        eprintln!("skipped: no data folder");
        return levels;
    };
    for name in ["katomic_05", "katomic_18", "katomic_30", "katomic_43", "atomix_27", "unitopia_09"]
    {
        let text = std::fs::read(data.join("atomix/levels").join(name)).expect("a readable level");
        let set = parse(&text, None).expect("a level file");
        levels.extend(set.into_levels().map(|numbered| numbered.level.expect("a good level")));
    }
    levels
}

/// All successors, by the rules and by the graph, as states of the graph.
fn successors(
    level: &Level,
    graph: &Graph<32>,
    position: &Position,
    direction: Direction,
) -> (Vec<Position>, BTreeSet<[u8; 32]>, BTreeSet<[u8; 32]>) {
    let next: Vec<_> = match direction {
        Direction::Forward => {
            let moves = level.moves(position);
            moves.iter().map(|step| level.play(position, step).expect("legal")).collect()
        }
        Direction::Backward => {
            let moves = level.backward_moves(position);
            moves.iter().map(|step| level.take_back(position, step).expect("legal")).collect()
        }
    };
    let bytes = |state: Packed<32>| state.cells().map(|cell| cell.0);
    let by_rules = next.iter().map(|position| bytes(graph.state(position))).collect();
    let mut by_graph = BTreeSet::new();
    graph.successors(&graph.state(position), |_, child| {
        by_graph.insert(bytes(child));
    });
    (next, by_rules, by_graph)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]
    #[test]
    fn walks_agree(choices in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        for level in levels() {
            for direction in Direction::ALL {
                let graph = Graph::<32>::new(&level, direction);
                let mut position = level.start();
                for choice in &choices {
                    let (next, by_rules, by_graph) =
                        successors(&level, &graph, &position, direction);
                    prop_assert_eq!(by_rules, by_graph);
                    if next.is_empty() {
                        break;
                    }
                    position = choice.get(&next).clone();
                }
            }
        }
    }
}
