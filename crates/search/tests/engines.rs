//! Every engine against a textbook breadth-first search, on random graphs with random admissible
//! heuristics that need not be consistent.

mod graph;

use fewest_search::beam::beam;
use fewest_search::bound_by_bound::bound_by_bound;
use fewest_search::cheapest_way::{Way, cheapest_way};
use fewest_search::effort::Effort;
use fewest_search::monitor::unlimited;
use fewest_search::state_table_astar::state_table_astar;
use fewest_search::{
    Depth, Engine, Limits, Monitor, Outcome, Progress, Promise, Reversible, Settings, StateSpace,
    Stop, Testing, Verdict,
};
use graph::{Graph, STATES, graph, undirected};
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

fn check(graph: &Graph, outcome: &Outcome<(u16, u16)>, engine: &str) {
    match graph.optimum() {
        None => assert_eq!(outcome.verdict(), Verdict::Unsolvable, "{engine}"),
        Some(optimum) => {
            assert_eq!(outcome.verdict(), Verdict::Optimal, "{engine}");
            let plan = outcome.plan().expect("an optimal outcome has a plan");
            assert_eq!(plan.len(), usize::from(optimum), "{engine}");
            assert!(graph.accepts(plan), "{engine}: {plan:?}");
            assert_eq!(outcome.bounds().lower, Depth(optimum), "{engine}");
        }
    }
}

/// Engines for any graph and any admissible heuristic that find shortest plans. Iterative
/// deepening ends here although graphs have cycles: heuristics tell every dead end.
fn complete_engines() -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(|engine| {
        engine.promise() == Promise::Shortest
            && !matches!(engine, Engine::Frontier | Engine::BaeStar)
    })
}

fn engines(promise: Promise) -> impl Iterator<Item = Engine> {
    Engine::ALL.into_iter().filter(move |engine| engine.promise() == promise)
}

fn run(graph: &Graph, engine: Engine, limits: Limits) -> Outcome<(u16, u16)> {
    limited(limits, |monitor| engine.run(graph, Settings::default(), monitor))
}

/// A plan or bounds that hold, whatever the engine promises.
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

/// All ways to search a graph.
fn ways([forward, backward]: [&Graph; 2]) -> Vec<Way<'_, Graph>> {
    use fewest_search::Direction::{Backward, Forward};
    let ends = [(Forward, forward), (Backward, backward)];
    let way = |testing| ends.map(|(direction, space)| Way { direction, space, testing });
    [Testing::Always, Testing::Never].into_iter().flat_map(way).collect()
}

prop_compose! {
    /// So many states that parts of them fit into the closed list.
    fn large_graph()(
        edges in prop::collection::vec((0..5_000_u16, 0..5_000_u16), 6_000..12_000),
        optimism in prop::collection::vec(0..9_u16, 5_000),
        bits in prop::sample::select(vec![None, Some(16), Some(128)]),
    ) -> Graph {
        let mut graph = Graph::new(5_000, &edges, vec![0, 1], vec![2]);
        graph.optimism = optimism;
        graph.bits = bits;
        graph
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_search_goes_on_when_its_memory_is_spent(
        graph in large_graph(),
        memory in 20_000..300_000_u64,
    ) {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let outcome = run(&graph, Engine::BreadthFirstHeuristic, limits);
        check(&graph, &outcome, "breadth-first-heuristic");
        let backward = graph.reversed();
        let ways = [Testing::Always, Testing::Never].map(|testing| Way {
            direction: fewest_search::Direction::Backward,
            space: &backward,
            testing,
        });
        let (_, outcome) = limited(limits, |monitor| cheapest_way(&ways, monitor));
        check(&backward, &outcome, "cheapest way");
    }
}

proptest! {
    #[test]
    fn engines_for_any_graph_agree_with_the_oracle(graph in graph()) {
        for engine in complete_engines() {
            check(&graph, &run(&graph, engine, Limits::default()), engine.name());
        }
    }

    #[test]
    fn engines_that_need_consistency_agree_with_the_oracle(graph in graph(), off in 0..9_u16) {
        let graph = Graph { optimism: vec![off; usize::from(STATES)], ..graph };
        check(&graph, &run(&graph, Engine::BaeStar, Limits::default()), "bae-star");
    }

    #[test]
    fn weighted_plans_are_as_short_as_promised(graph in graph()) {
        for engine in engines(Promise::Weighted) {
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
        for engine in engines(Promise::Lossy) {
            let outcome = run(&graph, engine, Limits::default());
            is_right(&graph, &outcome, engine);
            let root = graph.starts.iter().filter_map(|start| graph.heuristic(start)).min();
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

    #[test]
    fn one_goal_after_another_is_as_good_as_all_at_once(graph in graph()) {
        let single = |&goal| {
            let edges: Vec<_> = graph.edges().collect();
            let mut single = Graph::new(STATES, &edges, graph.starts.clone(), vec![goal]);
            single.optimism.clone_from(&graph.optimism);
            single
        };
        let singles: Vec<_> = graph.goals.iter().map(single).collect();
        let outcome = unlimited(|monitor| bound_by_bound(&singles, state_table_astar, monitor));
        check(&graph, &outcome, "state-table-astar");
        for engine in complete_engines() {
            let run = |graph: &Graph, monitor: &mut Monitor<'_>| {
                engine.run(graph, Settings::default(), monitor)
            };
            let outcome = unlimited(|monitor| bound_by_bound(&singles, run, monitor));
            check(&graph, &outcome, engine.name());
        }
    }

    #[test]
    fn the_cheapest_way_is_as_good_as_any(graph in graph()) {
        let backward = graph.reversed();
        let (direction, outcome) =
            unlimited(|monitor| cheapest_way(&ways([&graph, &backward]), monitor));
        let outcome = match direction {
            fewest_search::Direction::Forward => outcome,
            fewest_search::Direction::Backward => outcome.map_plan(|plan| {
                plan.into_iter().rev().map(|action| graph.taken_back(action)).collect()
            }),
        };
        check(&graph, &outcome, "cheapest way");
    }

    #[test]
    fn the_cheapest_way_keeps_to_a_node_limit(graph in graph(), nodes in 0..60_u64) {
        let backward = graph.reversed();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (_, outcome) = limited(limits, |m| cheapest_way(&ways([&graph, &backward]), m));
        let optimum = Depth(graph.optimum().unwrap_or(u16::MAX));
        prop_assert!(outcome.statistics().expanded <= nodes);
        prop_assert!(outcome.bounds().lower <= optimum);
        prop_assert!(outcome.bounds().upper.is_none_or(|upper| upper >= optimum));
    }

    #[test]
    fn a_beam_that_holds_all_states_finds_a_shortest_plan(graph in graph(), limit in 0..12_u16) {
        let mut effort = Effort::default();
        let width = usize::from(STATES);
        for testing in [Testing::Always, Testing::Never] {
            let found = unlimited(|m| beam(&graph, width, Depth(limit), testing, m, &mut effort));
            let found = found.expect("nothing stops it");
            prop_assert!(found.as_ref().is_none_or(|plan| graph.accepts(plan)));
            let expected = graph.optimum().filter(|&optimum| optimum <= limit);
            prop_assert_eq!(found.map(|plan| plan.len() as u16), expected);
        }
    }

    #[test]
    fn exact_tests_keep_the_narrowest_beam_on_a_shortest_plan(graph in graph(), more in 0..9_u16) {
        prop_assume!(graph.optimum().is_some());
        let graph = Graph { known: Some(1), ..graph };
        let optimum = graph.optimum().expect("it was asked for");
        let mut effort = Effort::default();
        let beam = |m: &mut Monitor<'_>| {
            beam(&graph, 1, Depth(optimum + more), Testing::Always, m, &mut effort)
        };
        let plan = unlimited(beam).expect("nothing stops it").expect("a state on a plan is kept");
        prop_assert!(graph.accepts(&plan) && plan.len() == usize::from(optimum));
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
    fn a_narrow_beam_finds_plans_or_nothing(graph in graph(), width in 1..4_usize) {
        let mut effort = Effort::default();
        for testing in [Testing::Always, Testing::Never] {
            let found = unlimited(|m| beam(&graph, width, Depth(40), testing, m, &mut effort));
            let found = found.expect("nothing stops it");
            prop_assert!(found.is_none_or(|plan| graph.accepts(&plan)));
        }
    }

    #[test]
    fn frontier_search_agrees_where_moves_can_be_taken_back(graph in graph()) {
        let graph = undirected(&graph);
        check(&graph, &run(&graph, Engine::Frontier, Limits::default()), "frontier");
    }

    #[test]
    fn bounds_hold_after_a_node_limit(graph in graph(), nodes in 0..30_u64) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let lossy_and_weighted = Engine::ALL.into_iter().filter(|engine| {
            engine.promise() != Promise::Shortest
        });
        for engine in complete_engines().chain(lossy_and_weighted) {
            let outcome = run(&graph, engine, limits);
            is_right(&graph, &outcome, engine);
            prop_assert!(outcome.statistics().expanded <= nodes, "{}", engine);
        }
    }

    #[test]
    fn an_asked_bound_is_found_or_exhausted(graph in graph(), asked in 0..12_u16) {
        let undirected = undirected(&graph);
        let limits = Limits { upper_bound: Some(Depth(asked)), ..Limits::default() };
        for engine in complete_engines() {
            asked_bound_holds(engine.name(), &graph, asked, &run(&graph, engine, limits));
        }
        let outcome = run(&undirected, Engine::Frontier, limits);
        asked_bound_holds("frontier", &undirected, asked, &outcome);
        for engine in engines(Promise::Weighted).chain(engines(Promise::Lossy)) {
            let outcome = run(&graph, engine, limits);
            is_right(&graph, &outcome, engine);
            prop_assert!(outcome.bounds().upper.is_none_or(|upper| upper <= Depth(asked)));
        }
    }
}

fn asked_bound_holds(name: &str, graph: &Graph, asked: u16, outcome: &Outcome<(u16, u16)>) {
    let optimum = graph.optimum();
    if optimum.is_some_and(|optimum| optimum <= asked) {
        check(graph, outcome, name);
    } else if outcome.verdict() == Verdict::Unsolvable {
        assert_eq!(optimum, None, "{name}");
    } else {
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound), "{name}");
        let lower = outcome.bounds().lower;
        assert!(Depth(asked) < lower && lower <= Depth(optimum.unwrap_or(u16::MAX)), "{name}");
    }
}

fn limited<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = AtomicBool::new(false);
    let mut silent = |_: &Progress| {};
    search(&mut Monitor::new(limits, &never, &mut silent))
}

/// A long path: 0 - 1 - ... - 59999, from its end to its beginning.
fn path() -> Graph {
    path_of(60_000)
}

fn path_of(states: u16) -> Graph {
    let edges: Vec<_> = (1..states).flat_map(|at| [(at - 1, at), (at, at - 1)]).collect();
    Graph::new(states, &edges, vec![states - 1], vec![0])
}

#[test]
fn a_small_memory_budget_stops_every_store_with_a_bound() {
    let limits = Limits { memory: Some(100_000), ..Limits::default() };
    let mut path = path();
    path.optimism = vec![1_000; 60_000];
    let goes_on = |engine: Engine| {
        engine.name().ends_with("ida-star") || engine == Engine::BreadthFirstHeuristic
    };
    for engine in complete_engines().filter(|&engine| !goes_on(engine)) {
        let outcome = run(&path, engine, limits);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Memory), "{engine}");
        assert!(outcome.bounds().lower > Depth::ZERO, "{engine}");
        assert!(outcome.statistics().expanded > 100, "{engine}");
    }
}

#[test]
fn an_interrupt_stops_every_engine() {
    let path = path();
    let now = AtomicBool::new(true);
    let mut silent = |_: &Progress| {};
    for engine in Engine::ALL {
        let mut monitor = Monitor::new(Limits::default(), &now, &mut silent);
        let outcome = engine.run(&path, Settings::default(), &mut monitor);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Interrupted), "{engine}");
    }
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

/// With a heuristic that is not consistent, a state may be reached on a shorter path after all the
/// states around it in a table are closed.
#[test]
fn a_state_is_opened_again_among_closed_ones() {
    let long_way = [(0, 1), (1, 3), (3, 4), (4, 5)];
    let (short_way, rest) = ([(0, 2), (2, 6), (6, 5)], [(5, 7), (7, 8), (8, 9)]);
    let mut graph = Graph::new(10, &[&long_way[..], &short_way, &rest].concat(), vec![0], vec![9]);
    graph.optimism = vec![6, 6, 2, 5, 4, 3, 0, 2, 1, 0];
    for engine in complete_engines() {
        check(&graph, &run(&graph, engine, Limits::default()), engine.name());
    }
}
