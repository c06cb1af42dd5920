//! Pattern databases and rules for ties in every state of small boards, against exact distances.

mod worlds;

use fewest_atomix::{
    Ends, Graph, Guided, HeuristicLevel, HeuristicName, Model, Packed, TieBreaking, solve,
};
use fewest_rules::Puzzle;
use fewest_search::monitor::unlimited;
use fewest_search::{Depth, Direction, Engine, Fit, Goals, Refused, Request, StateSpace, Verdict};
use worlds::{LARGER_WORLDS, WORLDS, distances, exact, levels_and_states};

const DATABASES: [HeuristicName; 5] = [
    HeuristicName::StaticDatabase(2),
    HeuristicName::StaticDatabase(3),
    HeuristicName::StaticDatabase(4),
    HeuristicName::DynamicDatabase,
    HeuristicName::MultiGoalDatabase,
];

fn guided(graph: Graph<8>, heuristic: HeuristicName) -> Guided<8> {
    let ties = TieBreaking::Heuristic;
    let guided = unlimited(|monitor| Guided::new(graph, heuristic, ties, Ends::One, monitor));
    guided.expect("the tables are small")
}

#[test]
fn no_database_says_more_than_is_true_in_any_state() {
    let mut stronger = [0; DATABASES.len()];
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in &levels {
            for direction in Direction::ALL {
                let [by_rules, generalized] = exact(level, direction);
                let sums = Model::<8>::new(level, direction, HeuristicLevel::Distances);
                for (heuristic, stronger) in DATABASES.into_iter().zip(&mut stronger) {
                    let guided = guided(Graph::new(level, direction), heuristic);
                    for labels in &states {
                        let position = level.position(labels).expect("a state of the world");
                        let state = sums.state(&position);
                        let h = guided.heuristic(&state);
                        let case = || format!("{heuristic} {direction}\n{}", level.draw(&position));
                        if let Some(&relaxed) = generalized.get(labels) {
                            assert!(h.is_some_and(|h| h <= Depth(relaxed)), "{}", case());
                        }
                        assert!(!by_rules.contains_key(labels) || h.is_some(), "{}", case());
                        let sum = sums.heuristic(&state);
                        assert!(h.is_none() || h >= sum, "{}", case());
                        *stronger += u32::from(h > sum);
                        for budget in (0..14).map(Depth) {
                            let expected = match h {
                                None => Fit::Never,
                                Some(h) if h <= budget => Fit::Within,
                                Some(h) => Fit::Beyond(h),
                            };
                            match (guided.fit(&state, budget), expected) {
                                (Fit::Beyond(least), Fit::Beyond(h)) => {
                                    assert!(budget < least && least <= h, "{}", case());
                                }
                                (fit, Fit::Never) => assert_ne!(fit, Fit::Within, "{}", case()),
                                (fit, expected) => assert_eq!(fit, expected, "{}", case()),
                            }
                        }
                        refuses_the_same_children_together(&guided, &state);
                    }
                }
            }
        }
    }
    assert!(stronger.iter().all(|&stronger| stronger > 100), "{stronger:?}");
}

/// Exact, and therefore no less than anything else that looks at generalized moves.
#[test]
fn the_generalized_optimum_is_the_exact_distance_of_generalized_moves() {
    let mut stronger = [0; HeuristicName::ALL.len()];
    for world in WORLDS.iter().chain(&LARGER_WORLDS) {
        let (levels, states) = levels_and_states(world);
        for level in levels.iter().step_by(3) {
            for direction in Direction::ALL {
                let [_, generalized] = exact(level, direction);
                let all = HeuristicName::ALL.map(|name| guided(Graph::new(level, direction), name));
                let optimum = &all[all.len() - 1];
                let model = Model::<8>::new(level, direction, HeuristicLevel::Distances);
                for labels in &states {
                    let position = level.position(labels).expect("a state of the world");
                    let state = model.state(&position);
                    let exact = optimum.heuristic(&state);
                    let case = || format!("{direction}\n{}", level.draw(&position));
                    assert_eq!(exact, generalized.get(labels).copied().map(Depth), "{}", case());
                    let Some(exact) = exact else { continue };
                    for (other, stronger) in all.iter().zip(&mut stronger) {
                        let h = other.heuristic(&state).expect("a goal can be reached");
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

fn refuses_the_same_children_together(guided: &Guided<8>, state: &Packed<8>) {
    for budget in (0..10).map(Depth) {
        let (mut expected, mut refused) = (Vec::new(), 0);
        guided.expand(state, |slide, child| match guided.fit(&child, budget) {
            Fit::Within => expected.push((slide, child)),
            Fit::Beyond(_) | Fit::Never => refused += 1,
        });
        let mut within = Vec::new();
        let Refused { count, least } =
            guided.expand_within(state, budget, |slide, child| within.push((slide, child)));
        assert_eq!((within, count), (expected, refused));
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
        for ties in TieBreaking::ALL {
            let ties = Some(ties.name());
            requests.push(Request { engine: Some(engine), ties, ..Request::default() });
        }
    }
    for engine in [Engine::Astar, Engine::PartialExpansionAstar, Engine::StateTableAstar] {
        for direction in Direction::ALL {
            let (engine, direction) = (Some(engine), Some(direction));
            let goals = Goals::Apart;
            requests.push(Request { engine, direction, goals, ..Request::default() });
        }
    }
    let mut answered = 0;
    for world in &WORLDS {
        for level in world.levels().iter().step_by(7) {
            let exact = distances(level).get(&level.start().labels()).copied();
            for request in &requests {
                if exact.is_none() && request.engine == Some(Engine::TranspositionIdaStar) {
                    continue; // it does not notice that it has seen the world whole
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
    assert!(refused(Request { ties: Some("goal-count"), ..engine(Engine::IdaStar) }));
    assert!(refused(Request { ties: Some("first"), ..astar }));
    assert!(refused(Request { goals: Goals::Apart, ..engine(Engine::IdaStar) }));
}
