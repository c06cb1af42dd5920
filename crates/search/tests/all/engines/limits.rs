//! What still holds when a search is stopped by a limit, a requested bound or an interrupt.

use super::portfolio::{cheapest, configurations};
use super::{
    complete_engines, engines, general_engines, is_right, limited, path, path_of, run, run_with,
};
use crate::graph::{BothWays, Graph, graph};
use fewest_search::portfolio::Configuration;
use fewest_search::problem::{Backward, LazyTesting};
use fewest_search::{
    Depth, Direction, Engine, Guarantee, Interrupt, Limits, Monitor, Outcome, Progress, Stop,
    Verdict,
};
use proptest::prelude::*;

prop_compose! {
    /// So many states that only parts of them fit into the closed list.
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
        // A bucket of states of a word in each table takes 30,000 bytes.
        memory in 60_000..300_000_u64,
    ) {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let outcome = run(&graph, Engine::BreadthFirstHeuristic, limits);
        graph.is_proved(&outcome, "breadth-first-heuristic");
        let backward = graph.reversed();
        let problem = &backward.problem();
        let configurations = [LazyTesting::On, LazyTesting::Off]
            .map(|testing| Configuration { direction: Direction::Backward, problem, testing });
        let cheapest = |m: &mut Monitor<'_>| cheapest(&configurations, m);
        let (_, outcome) = limited(limits, cheapest);
        backward.is_proved(&outcome, "cheapest way");
    }
}

proptest! {
    #[test]
    fn bounds_hold_after_a_node_limit(graph in graph(), nodes in 0..30_u64) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let lossy_and_weighted = Engine::ALL.into_iter().filter(|engine| {
            engine.guarantee() != Guarantee::Shortest
        });
        for engine in complete_engines().chain(lossy_and_weighted) {
            let outcome = run(&graph, engine, limits);
            is_right(&graph, &outcome, engine);
            prop_assert!(outcome.statistics().expanded <= nodes, "{}", engine);
        }
        let undirected = BothWays::of(&graph).0;
        let outcome = run(&undirected, Engine::Frontier, limits);
        is_right(&undirected, &outcome, Engine::Frontier);
        prop_assert!(outcome.statistics().expanded <= nodes, "frontier");
    }

    #[test]
    fn an_asked_bound_is_found_or_exhausted(graph in graph(), asked in 0..12_u16) {
        let undirected = BothWays::of(&graph).0;
        let limits = Limits { upper_bound: Some(Depth(asked)), ..Limits::default() };
        for engine in complete_engines() {
            asked_bound_holds(engine.name(), &graph, asked, &run(&graph, engine, limits));
        }
        let outcome = run(&undirected, Engine::Frontier, limits);
        asked_bound_holds("frontier", &undirected, asked, &outcome);
        for engine in engines(Guarantee::Weighted).chain(engines(Guarantee::Lossy)) {
            let outcome = run(&graph, engine, limits);
            is_right(&graph, &outcome, engine);
            prop_assert!(outcome.bounds().upper.is_none_or(|upper| upper <= Depth(asked)));
        }
    }

    /// States beyond the requested bound are left out, so the rest says nothing about longer plans.
    #[test]
    fn bounds_hold_after_a_node_limit_within_an_asked_bound(
        graph in graph(),
        nodes in 0..60_u64,
        asked in 0..12_u16,
    ) {
        let limits =
            Limits { nodes: Some(nodes), upper_bound: Some(Depth(asked)), ..Limits::default() };
        let optimum = Depth(graph.optimum().unwrap_or(u16::MAX));
        for engine in general_engines().filter(|&engine| engine != Engine::Frontier) {
            let (outcome, reports) = reported(limits, |m| run_with(&graph, engine, m));
            is_right(&graph, &outcome, engine);
            never_get_worse(&reports, optimum, engine.name());
        }
        let (forward, backward) = (graph.problem(), graph.reversed().problem());
        let all = configurations([&forward, &backward]);
        let (outcome, reports) = reported(limits, |m| cheapest(&all, m).1);
        prop_assert!(outcome.bounds().lower <= optimum);
        never_get_worse(&reports, optimum, "cheapest configuration");
    }
}

/// The result of a search, and its reports meanwhile.
fn reported<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> (T, Vec<Progress>) {
    let never = Interrupt::new();
    let mut reports = Vec::new();
    let mut report = |progress: &Progress| reports.push(*progress);
    let outcome = search(&mut Monitor::new(limits, &never, &mut report));
    (outcome, reports)
}

fn never_get_worse(reports: &[Progress], optimum: Depth, engine: &str) {
    for pair in reports.windows(2) {
        assert!(pair[0].lower <= pair[1].lower, "{engine}: {reports:?}");
        assert!(pair[0].statistics.expanded <= pair[1].statistics.expanded, "{engine}");
        let uppers = pair[0].upper.zip(pair[1].upper);
        assert!(uppers.is_none_or(|(before, after)| after <= before), "{engine}");
        assert!(pair[0].upper.is_none() || pair[1].upper.is_some(), "{engine}");
    }
    for report in reports {
        assert!(report.lower <= optimum, "{engine}: {report:?}");
        assert!(report.upper.is_none_or(|upper| upper >= optimum), "{engine}: {report:?}");
    }
}

#[test]
fn a_small_memory_budget_stops_every_store_with_a_bound() {
    let limits = Limits { memory: Some(200_000), ..Limits::default() };
    let mut path = path();
    path.optimism = vec![1_000; 60_000];
    let spills = |engine: Engine| {
        engine.name().ends_with("ida-star") || engine == Engine::BreadthFirstHeuristic
    };
    for engine in complete_engines().filter(|&engine| !spills(engine)) {
        let outcome = run(&path, engine, limits);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Memory), "{engine}");
        assert!(outcome.bounds().lower > Depth::ZERO, "{engine}");
        assert!(outcome.statistics().expanded > 100, "{engine}");
    }
}

#[test]
fn an_interrupt_stops_every_engine() {
    let path = path();
    let now = Interrupt::new();
    now.interrupt();
    let mut silent = |_: &Progress| {};
    for engine in general_engines() {
        let mut monitor = Monitor::new(Limits::default(), &now, &mut silent);
        let outcome = run_with(&path, engine, &mut monitor);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Interrupted), "{engine}");
    }
}

/// Depth-first engines keep a long path in memory, not on the stack of their thread.
#[test]
fn a_long_path_needs_no_deep_stack() {
    let search = || {
        let path = path_of(20_000);
        for engine in Engine::ALL.into_iter().filter(|engine| engine.name().ends_with("ida-star")) {
            let outcome = run(&path, engine, Limits::default());
            let moves = outcome.plan().expect("there is a plan").len();
            assert!(moves == 19_999 || engine.guarantee() == Guarantee::Lossy, "{engine}: {moves}");
        }
    };
    let thread = std::thread::Builder::new().stack_size(128 << 10).spawn(search);
    thread.expect("a thread can be started").join().expect("the stack suffices");
}

pub(super) fn asked_bound_holds(
    name: &str,
    graph: &Graph,
    asked: u16,
    outcome: &Outcome<(u16, u16)>,
) {
    let optimum = graph.optimum();
    if optimum.is_some_and(|optimum| optimum <= asked) {
        graph.is_proved(outcome, name);
    } else if outcome.verdict() == Verdict::Unsolvable {
        assert_eq!(optimum, None, "{name}");
    } else {
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound), "{name}");
        let lower = outcome.bounds().lower;
        assert!(Depth(asked) < lower && lower <= Depth(optimum.unwrap_or(u16::MAX)), "{name}");
    }
}
