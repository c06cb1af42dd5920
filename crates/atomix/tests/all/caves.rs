//! The cave heuristic in every state of small boards, against exact distances.

use crate::worlds::{CAVES, LARGER_WORLDS, WORLDS, exact, levels_and_states};
use fewest_atomix::{Graph, Guidance, HeuristicLevel, HeuristicName};
use fewest_rules::Puzzle;
use fewest_search::outcome::unlimited;
use fewest_search::problem::Heuristic;
use fewest_search::{Depth, Direction};

#[test]
fn caves_say_no_more_than_is_true_in_any_state() {
    // By direction: above the bound of pairs, two or more above the distances, above the optimum of
    // generalized moves, and never solved.
    let mut found = [[0; 4]; 2];
    for world in CAVES.iter().chain(&WORLDS).chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, generalized] = exact(level, direction);
                let graph = Graph::<8>::new(level, direction);
                let [sum, pairs, cave] = [
                    HeuristicName::Level(HeuristicLevel::Distances),
                    HeuristicName::Level(HeuristicLevel::Pairs),
                    HeuristicName::Cave,
                ]
                .map(|name| unlimited(|monitor| Guidance::new(&graph, name, monitor)))
                .map(|built| built.expect("without limits nothing stops it"));
                for labels in &states {
                    let position = level.position(labels).expect("a state of the world");
                    let state = graph.state(&position);
                    let [sum, pairs, cave] = [&sum, &pairs, &cave].map(|h| h.estimate(&state, &()));
                    let exact = by_rules.get(labels).copied().map(Depth);
                    let case = || format!("{direction}\n{}", level.draw(&position));
                    assert!(
                        exact.is_none() || cave.is_some_and(|h| Some(h) <= exact),
                        "{}",
                        case()
                    );
                    assert!(cave.is_none() || cave >= pairs, "{}", case());
                    let [beyond_pairs, by_two, beyond_generalized, dead] =
                        &mut found[direction as usize];
                    match (sum, cave) {
                        (Some(sum), Some(cave)) => {
                            *beyond_pairs += u32::from(Some(cave) > pairs);
                            *by_two += u32::from(cave >= Depth(sum.0 + 2) && Some(cave) > pairs);
                            let optimum = generalized.get(labels).copied().map(Depth);
                            let is_beyond = optimum.is_some_and(|optimum| cave > optimum);
                            *beyond_generalized += u32::from(is_beyond);
                        }
                        (Some(_), None) => *dead += u32::from(pairs.is_some()),
                        (None, _) => assert_eq!(cave, None, "{}", case()),
                    }
                }
            }
        }
    }
    // Forward, some other atom can always come to help in these worlds.
    let [forward, backward] = found;
    assert!(forward[..3].iter().chain(&backward).all(|&found| found > 0), "{found:?}");
}
