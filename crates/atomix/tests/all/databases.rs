//! Pattern databases and rules for ties in every state of small boards, against exact distances.

use crate::worlds::{LARGER_WORLDS, WORLDS, distances, exact, levels_and_states};
use BoundedEstimate::{AtLeast, DeadEnd, WithinBudget};
use fewest_atomix::{
    Graph, Guidance, HeuristicLevel, HeuristicName, Packed, TieBreaking, problem_at, solve,
};
use fewest_rules::Puzzle;
use fewest_search::outcome::unlimited;
use fewest_search::problem::{BoundedEstimate, Heuristic, Pruned};
use fewest_search::{Depth, Direction, Engine, MultiGoal, Request, StateSpace, Verdict};

const DATABASES: [HeuristicName; 6] = [
    HeuristicName::StaticDatabase(2),
    HeuristicName::StaticDatabase(3),
    HeuristicName::StaticDatabase(4),
    HeuristicName::SinglePartition,
    HeuristicName::DynamicDatabase,
    HeuristicName::MultiGoalDatabase,
];

fn guidance(graph: &Graph<8>, heuristic: HeuristicName) -> Guidance {
    let guidance = unlimited(|monitor| Guidance::new(graph, heuristic, monitor));
    guidance.expect("the tables are small")
}

#[test]
fn no_database_says_more_than_is_true_in_any_state() {
    let mut stronger = [0; DATABASES.len()];
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, generalized] = exact(level, direction);
                let sums = problem_at::<8>(level, direction, HeuristicLevel::Distances);
                let graph = &sums.space;
                for (heuristic, stronger) in DATABASES.into_iter().zip(&mut stronger) {
                    let guidance = guidance(graph, heuristic);
                    for labels in &states {
                        let position = level.position(labels).expect("a state of the world");
                        let state = graph.state(&position);
                        let h = guidance.estimate(&state, &());
                        let case = || format!("{heuristic} {direction}\n{}", level.draw(&position));
                        if let Some(&relaxed) = generalized.get(labels) {
                            assert!(h.is_some_and(|h| h <= Depth(relaxed)), "{}", case());
                        }
                        assert!(!by_rules.contains_key(labels) || h.is_some(), "{}", case());
                        let sum = sums.heuristic.estimate(&state, &());
                        assert!(h.is_none() || h >= sum, "{}", case());
                        *stronger += u32::from(h > sum);
                        for budget in (0..14).map(Depth) {
                            let expected = BoundedEstimate::of(h, budget);
                            match (guidance.estimate_within(&state, &(), budget), expected) {
                                (AtLeast(least), AtLeast(h)) => {
                                    assert!(budget < least && least <= h, "{}", case());
                                }
                                (estimate, DeadEnd) => {
                                    assert_ne!(estimate, WithinBudget, "{}", case());
                                }
                                (estimate, expected) => {
                                    assert_eq!(estimate, expected, "{}", case());
                                }
                            }
                        }
                        prunes_the_same_children_together(graph, &guidance, &state);
                    }
                }
            }
        }
    }
    assert!(stronger.iter().all(|&stronger| stronger > 100), "{stronger:?}");
}

/// Exact, and so no less than any other bound from generalized moves alone, as all but caves are.
#[test]
fn the_generalized_optimum_is_the_exact_distance_of_generalized_moves() {
    let mut stronger = [0; HeuristicName::ALL.len()];
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in levels.iter().step_by(3) {
            for direction in Direction::ALL {
                let [_, generalized] = exact(level, direction);
                let graph = Graph::new(level, direction);
                let all = HeuristicName::ALL.map(|name| match name {
                    HeuristicName::Cave => {
                        guidance(&graph, HeuristicName::Level(HeuristicLevel::Pairs))
                    }
                    name => guidance(&graph, name),
                });
                let optimum = &all[all.len() - 1];
                for labels in &states {
                    let position = level.position(labels).expect("a state of the world");
                    let state = graph.state(&position);
                    let exact = optimum.estimate(&state, &());
                    let case = || format!("{direction}\n{}", level.draw(&position));
                    assert_eq!(exact, generalized.get(labels).copied().map(Depth), "{}", case());
                    let Some(exact) = exact else { continue };
                    for (other, stronger) in all.iter().zip(&mut stronger) {
                        let h = other.estimate(&state, &()).expect("a goal can be reached");
                        assert!(h <= exact, "{}", case());
                        *stronger += u32::from(h < exact);
                    }
                }
            }
        }
    }
    for (name, stronger) in HeuristicName::ALL.into_iter().zip(stronger) {
        // With four atoms at most, patterns of four are all of them.
        let is_exact =
            matches!(name, HeuristicName::GeneralizedOptimum | HeuristicName::StaticDatabase(4));
        assert_eq!(stronger == 0, is_exact, "{name}: {stronger}");
    }
}

fn prunes_the_same_children_together(graph: &Graph<8>, guidance: &Guidance, state: &Packed<8>) {
    for budget in (0..10).map(Depth) {
        let (mut expected, mut pruned) = (Vec::new(), 0);
        graph.successors(state, |slide, child| {
            match guidance.estimate_within(&child, &(), budget) {
                WithinBudget => expected.push((slide, child)),
                AtLeast(_) | DeadEnd => pruned += 1,
            }
        });
        let mut within = Vec::new();
        let Pruned { count, least } =
            guidance.successors_within(graph, state, &(), budget, |slide, child, ()| {
                within.push((slide, child));
            });
        assert_eq!((within, count), (expected, pruned));
        assert!(least.is_none_or(|least| budget < least));
    }
}

#[test]
fn every_choice_gives_shortest_plans() {
    let mut requests = Vec::new();
    for heuristic in HeuristicName::ALL {
        let heuristic = Some(heuristic.name());
        for engine in [Engine::Astar, Engine::BreadthFirstHeuristic, Engine::Nbs] {
            requests.push(Request { engine: Some(engine), heuristic, ..Request::default() });
        }
    }
    for level in HeuristicLevel::ALL {
        for engine in [Engine::PartialExpansionAstar, Engine::TranspositionIdaStar] {
            for direction in Direction::ALL {
                let (engine, direction) = (Some(engine), Some(direction));
                let heuristic = Some(level.name());
                requests.push(Request { engine, direction, heuristic, ..Request::default() });
            }
        }
    }
    for engine in [Engine::Astar, Engine::PartialExpansionAstar] {
        for rule in TieBreaking::ALL {
            let (engine, tie_breaking) = (Some(engine), Some(rule.name()));
            requests.push(Request { engine, tie_breaking, ..Request::default() });
        }
    }
    for engine in [Engine::Astar, Engine::PartialExpansionAstar, Engine::StateTableAstar] {
        for direction in Direction::ALL {
            let (engine, direction) = (Some(engine), Some(direction));
            let multi_goal = MultiGoal::Separate;
            requests.push(Request { engine, direction, multi_goal, ..Request::default() });
        }
    }
    let mut answered = 0;
    for world in &WORLDS {
        for level in world.levels().iter().step_by(7) {
            let exact = distances(level).get(&level.start().labels()).copied();
            for request in &requests {
                if exact.is_none() && request.engine == Some(Engine::TranspositionIdaStar) {
                    continue; // it does not notice that it has seen the whole world
                }
                let answer = unlimited(|monitor| solve(level, request, monitor));
                let Ok(answer) = answer else { continue };
                answered += 1;
                let case = || format!("{request:?}\n{}", level.draw(&level.start()));
                match exact {
                    None => assert_eq!(answer.outcome.verdict(), Verdict::Unsolvable, "{}", case()),
                    Some(exact) => {
                        assert_eq!(answer.outcome.verdict(), Verdict::Optimal, "{}", case());
                        assert_eq!(answer.outcome.bounds().lower, Depth(exact), "{}", case());
                    }
                }
            }
        }
    }
    assert!(answered > 7000, "{answered}");
}

#[test]
fn what_cannot_be_combined_is_said() {
    let level = &WORLDS[0].levels()[0];
    let refused = |request: Request| unlimited(|m| solve(level, &request, m)).is_err();
    let engine = |engine| Request { engine: Some(engine), ..Request::default() };
    let astar = engine(Engine::Astar);
    assert!(!refused(Request { heuristic: Some("static-pdb-3"), ..astar }));
    assert!(refused(Request { heuristic: Some("supported-stops"), ..astar }));
    assert!(refused(Request { heuristic: Some("manhattan"), ..astar }));
    assert!(refused(Request { heuristic: Some("pair-excess"), ..engine(Engine::BaeStar) }));
    assert!(refused(Request { heuristic: Some("pair-excess"), ..engine(Engine::BreadthFirst) }));
    assert!(refused(Request { tie_breaking: Some("goal-count"), ..engine(Engine::IdaStar) }));
    assert!(refused(Request { tie_breaking: Some("first"), ..astar }));
    for (rules, is_refused) in [
        ("goal-count,heuristic,fill-order,realizable-paths", false),
        ("goal-count,heuristic,goal-count", true),
        ("goal-count,heuristic,fill-order,realizable-paths,none", true),
        ("goal-count,", true),
        ("", true),
    ] {
        let asked = refused(Request { tie_breaking: Some(rules), ..astar });
        assert_eq!(asked, is_refused, "{rules}");
    }
    assert!(!refused(Request { multi_goal: MultiGoal::Separate, ..engine(Engine::IdaStar) }));
    assert!(refused(Request { multi_goal: MultiGoal::Separate, ..engine(Engine::BreadthFirst) }));
}
