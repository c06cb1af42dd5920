//! Compares every engine with a textbook breadth-first search, on random graphs with random
//! admissible heuristics that need not be consistent.

mod limits;
mod portfolio;
mod storage;

use crate::graph::{BothWays, Graph, between, graph, towards};
use fewest_search::breadth_first::frontier_search;
use fewest_search::erased::{bae_star, nbs, perimeter_ida_star};
use fewest_search::outcome::unlimited;
use fewest_search::portfolio::anytime;
use fewest_search::problem::Backward;
use fewest_search::{
    Depth, Engine, Guarantee, Interrupt, Limits, Monitor, OpenList, Outcome, Parts, PlanRecovery,
    Progress, Settings, Stop, Switch, Verdict,
};
use proptest::prelude::*;

/// Engines for any graph and any admissible heuristic that find shortest plans. Iterative deepening
/// ends here although graphs have cycles: heuristics recognize every dead end.
fn complete_engines() -> impl Iterator<Item = Engine> {
    general_engines().filter(|engine| {
        engine.guarantee() == Guarantee::Shortest
            && !matches!(engine, Engine::Frontier | Engine::BaeStar | Engine::Anytime)
    })
}

fn engines(guarantee: Guarantee) -> impl Iterator<Item = Engine> {
    general_engines().filter(move |engine| engine.guarantee() == guarantee)
}

/// Those that can search any graph.
fn general_engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(|engine| !engine.is_historical())
}

fn run(graph: &Graph, engine: Engine, limits: Limits) -> Outcome<(u16, u16)> {
    limited(limits, |monitor| run_with(graph, engine, monitor))
}

fn run_with(graph: &Graph, engine: Engine, monitor: &mut Monitor<'_>) -> Outcome<(u16, u16)> {
    let problem = graph.problem();
    match engine {
        Engine::Nbs => nbs(&problem, &graph.reversed().problem(), monitor),
        Engine::BaeStar => bae_star(&graph.consistent(2), &graph.reversed().consistent(2), monitor),
        Engine::Frontier => {
            let both_ways = BothWays(graph.clone());
            frontier_search(&both_ways, PlanRecovery::Layers, None, monitor)
                .expect("there is no checkpoint to refuse")
        }
        Engine::Anytime => {
            let backward = graph.reversed().problem();
            anytime([&problem, &backward], &between, monitor)
        }
        _ => engine.run(&problem, Settings::default(), None, monitor).expect("it has all parts"),
    }
}

/// The plan or bounds hold, whatever the engine guarantees.
fn is_right(graph: &Graph, outcome: &Outcome<(u16, u16)>, engine: Engine) {
    let optimum = Depth(graph.optimum().unwrap_or(u16::MAX));
    assert!(outcome.bounds().lower <= optimum, "{engine}");
    match outcome.plan() {
        Some(plan) => {
            assert!(graph.accepts(plan), "{engine}: {plan:?}");
            assert_eq!(outcome.bounds().upper, Some(Depth(plan.len() as u16)), "{engine}");
        }
        None => assert_eq!(outcome.bounds().upper, None, "{engine}"),
    }
    match outcome.verdict() {
        Verdict::Optimal => assert_eq!(outcome.bounds().upper, Some(optimum), "{engine}"),
        Verdict::Unsolvable => assert_eq!(graph.optimum(), None, "{engine}"),
        Verdict::Solved(_) | Verdict::Bounded(_) => {}
    }
}

proptest! {
    #[test]
    fn engines_for_any_graph_agree_with_the_oracle(graph in graph()) {
        for engine in complete_engines() {
            graph.is_proved(&run(&graph, engine, Limits::default()), engine.name());
        }
    }

    #[test]
    fn engines_that_need_consistency_agree_with_the_oracle(graph in graph(), off in 0..9_u16) {
        let (forward, backward) = (graph.consistent(off), graph.reversed().consistent(off));
        graph.is_proved(&unlimited(|m| bae_star(&forward, &backward, m)), "bae-star");
    }

    #[test]
    fn weighted_plans_are_as_short_as_promised(graph in graph()) {
        for engine in engines(Guarantee::Weighted) {
            let outcome = run(&graph, engine, Limits::default());
            is_right(&graph, &outcome, engine);
            match (graph.optimum(), outcome.plan()) {
                (Some(optimum), Some(plan)) => {
                    // The weight is one and a half.
                    prop_assert!(2 * plan.len() <= 3 * usize::from(optimum), "{}", engine);
                    let lower = outcome.bounds().lower.index();
                    prop_assert!(2 * plan.len() <= 3 * lower, "{}: what is shown", engine);
                }
                (None, None) => prop_assert_eq!(outcome.verdict(), Verdict::Unsolvable),
                (optimum, plan) => panic!("{engine}: {optimum:?} but {plan:?}"),
            }
        }
    }

    #[test]
    fn lossy_engines_prove_nothing(graph in graph()) {
        for engine in engines(Guarantee::Lossy) {
            let outcome = run(&graph, engine, Limits::default());
            is_right(&graph, &outcome, engine);
            let root = graph.problem().least_estimate();
            match outcome.verdict() {
                // The heuristic alone shows that no goal can be reached.
                Verdict::Unsolvable => prop_assert_eq!(root, None),
                Verdict::Solved(None) | Verdict::Bounded(Stop::Incomplete) => {
                    prop_assert_eq!(Some(outcome.bounds().lower), root);
                }
                verdict => panic!("{engine}: {verdict:?}"),
            }
        }
    }

    /// If the table is far from full, what is likely is true.
    #[test]
    fn only_lossy_engines_tell_what_is_likely(graph in graph()) {
        for engine in engines(Guarantee::Lossy) {
            let outcome = run(&graph, engine, Limits::default());
            let Some(likely) = outcome.likely_bound() else {
                prop_assert_eq!(outcome.verdict(), Verdict::Unsolvable);
                continue;
            };
            prop_assert!(likely.lower >= outcome.bounds().lower, "{}", engine);
            prop_assert!(graph.optimum().is_none_or(|optimum| likely.lower.0 <= optimum), "{}", engine);
            prop_assert!((0.0..1e-3).contains(&likely.miss_probability), "{}: {:?}", engine, likely);
            let small = Limits { memory: Some(1 << 10), ..Limits::default() };
            let small = run(&graph, engine, small).likely_bound().expect("as with a large table");
            prop_assert!(small.miss_probability >= likely.miss_probability, "{}", engine);
        }
        for engine in complete_engines() {
            prop_assert_eq!(run(&graph, engine, Limits::default()).likely_bound(), None);
        }
    }

    /// An exhausted requested bound is a likely one.
    #[test]
    fn no_plan_within_an_asked_bound_is_likely(graph in graph(), asked in 0..6_u16) {
        let limits = Limits { upper_bound: Some(Depth(asked)), ..Limits::default() };
        for engine in engines(Guarantee::Lossy) {
            let outcome = run(&graph, engine, limits);
            if let (None, Some(optimum), Some(likely)) =
                (outcome.plan(), graph.optimum(), outcome.likely_bound())
            {
                prop_assert!((asked + 1..=optimum).contains(&likely.lower.0), "{}: {:?}", engine, likely);
            }
        }
    }

    #[test]
    fn exact_tests_leave_partial_expansion_the_states_of_shortest_plans(graph in graph()) {
        prop_assume!(graph.optimum().is_some());
        let graph = Graph { known: Some(1), ..graph };
        let outcome = run(&graph, Engine::PartialExpansionAstar, Limits::default());
        let (from_start, to_goal) = (graph.reversed().exact, &graph.exact);
        let on_plans = from_start.iter().zip(to_goal).filter(|&(&before, &after)| {
            before.zip(after).map(|(before, after)| before + after) == graph.optimum()
        });
        prop_assert!(outcome.statistics().stored <= on_plans.count() as u64);
    }

    #[test]
    fn frontier_search_agrees_where_moves_can_be_taken_back(graph in graph()) {
        let graph = BothWays::of(&graph).0;
        let space = BothWays(graph.clone());
        for recovery in PlanRecovery::ALL {
            let search = |monitor: &mut Monitor<'_>| frontier_search(&space, recovery, None, monitor);
            let outcome = unlimited(search).expect("there is no checkpoint to refuse");
            graph.is_proved(&outcome, recovery.name());
        }
    }

    #[test]
    fn all_open_lists_agree_with_the_oracle(graph in graph()) {
        let problem = graph.problem();
        for open_list in OpenList::ALL {
            let settings = Settings { open_list: Some(open_list), ..Settings::default() };
            for engine in [Engine::Astar, Engine::PartialExpansionAstar] {
                let outcome = unlimited(|monitor| engine.run(&problem, settings, None, monitor));
                graph.is_proved(&outcome.expect("it has all parts"), open_list.name());
            }
        }
    }

    #[test]
    fn the_least_h_over_a_perimeter_keeps_shortest_plans(graph in graph(), nodes in 0..30_u64) {
        let problem = graph.problem();
        let search = |monitor: &mut Monitor<'_>| {
            perimeter_ida_star(&problem, &towards, Switch::On, monitor)
        };
        graph.is_proved(&unlimited(search), "perimeter");
        let outcome = limited(Limits { nodes: Some(nodes), ..Limits::default() }, search);
        is_right(&graph, &outcome, Engine::PerimeterIdaStar);
    }
}

fn limited<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = Interrupt::new();
    let mut silent = |_: &Progress| {};
    search(&mut Monitor::new(limits, &never, &mut silent))
}

/// A long path: 0 - 1 - ... - 59999, from end to start.
fn path() -> Graph {
    path_of(60_000)
}

fn path_of(states: u16) -> Graph {
    let edges: Vec<_> = (1..states).flat_map(|at| [(at - 1, at), (at, at - 1)]).collect();
    Graph::new(states, &edges, vec![states - 1], vec![0])
}

#[test]
fn a_perfect_heuristic_expands_the_plan_alone() {
    let outcome = run(&path(), Engine::Astar, Limits::default());
    assert_eq!(outcome.statistics().expanded, 59_999);
    assert_eq!(outcome.statistics().expanded_until_last_layer, 0);
}

#[test]
fn a_perimeter_costs_no_more_than_the_search() {
    let mut path = path_of(400);
    let expanded =
        |path: &Graph, engine| run(path, engine, Limits::default()).statistics().expanded;
    assert_eq!(expanded(&path, Engine::PerimeterIdaStar), 399, "there is none at the first bound");
    path.optimism = vec![100; 400];
    let without = expanded(&path, Engine::TranspositionIdaStar);
    let with = expanded(&path, Engine::PerimeterIdaStar);
    assert!(with < without, "{with} {without}");
}

/// With an inconsistent heuristic, a state may be reached on a shorter path after all the states
/// around it in a table are closed.
#[test]
fn a_state_is_opened_again_among_closed_ones() {
    let long_way = [(0, 1), (1, 3), (3, 4), (4, 5)];
    let (short_way, rest) = ([(0, 2), (2, 6), (6, 5)], [(5, 7), (7, 8), (8, 9)]);
    let mut graph = Graph::new(10, &[&long_way[..], &short_way, &rest].concat(), vec![0], vec![9]);
    graph.optimism = vec![6, 6, 2, 5, 4, 3, 0, 2, 1, 0];
    for engine in complete_engines() {
        graph.is_proved(&run(&graph, engine, Limits::default()), engine.name());
    }
}
