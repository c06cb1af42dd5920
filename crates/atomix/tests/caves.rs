//! The cave heuristic in every state of small boards, against exact distances.

mod worlds;

use fewest_atomix::{Graph, Guidance, HeuristicLevel, HeuristicName, problem_at};
use fewest_rules::Puzzle;
use fewest_search::outcome::unlimited;
use fewest_search::problem::Heuristic;
use fewest_search::{Depth, Direction, StateSpace};
use worlds::{CAVES, LARGER_WORLDS, WORLDS, exact, levels_and_states};

#[test]
fn caves() {
    let mut consistent = true;
    for world in CAVES.iter().chain(&WORLDS).chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        let mut raised = [[0; 4]; 2];
        let mut sums = [[0_u64; 3]; 2];
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, _] = exact(level, direction);
                let sum = problem_at::<8>(level, direction, HeuristicLevel::Distances);
                let graph = Graph::<8>::new(level, direction);
                let cave = unlimited(|m| Guidance::new(&graph, HeuristicName::Cave, m)).unwrap();
                for labels in &states {
                    let state = graph.state(&level.position(labels).unwrap());
                    let exact = by_rules.get(labels).copied().map(Depth);
                    let h = cave.estimate(&state, &());
                    let d = sum.heuristic.estimate(&state, &());
                    let case =
                        || format!("{direction}\n{}", level.draw(&level.position(labels).unwrap()));
                    if let Some(exact) = exact {
                        assert!(h.is_some_and(|h| h <= exact), "{h:?} {d:?} {exact:?} {}", case());
                        let excess = h.unwrap().0 - d.unwrap().0;
                        raised[direction as usize][usize::from(excess.min(3))] += 1;
                        for (sum, value) in
                            sums[direction as usize].iter_mut().zip([d.unwrap(), h.unwrap(), exact])
                        {
                            *sum += u64::from(value.0);
                        }
                    }
                    graph.successors(&state, |_, child| {
                        if let (Some(h), Some(there)) = (h, cave.estimate(&child, &())) {
                            consistent &= h <= there.next();
                        }
                    });
                }
            }
        }
        println!("{raised:?} {sums:?}");
    }
    println!("{consistent}");
}
