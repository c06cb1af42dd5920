//! Every engine against a textbook breadth-first search, on random graphs with random admissible
//! heuristics that need not be consistent.

use crate::graph::{BothWays, Graph, GraphProblem, STATES, between, graph, towards};
use fewest_search::best_first::{bae_star, nbs, state_table_astar};
use fewest_search::breadth_first::frontier_search;
use fewest_search::depth_first::perimeter_ida_star;
use fewest_search::distributed::RankDisk;
use fewest_search::external::Disk;
use fewest_search::outcome::{Work, unlimited};
use fewest_search::portfolio::{Beam, Configuration, anytime, cheapest_configuration, per_goal};
use fewest_search::problem::{Backward, LazyTesting};
use fewest_search::{
    Depth, Direction, Engine, Guarantee, Interrupt, Limits, MissingPart, Monitor, OpenList,
    Outcome, Parts, PlanRecovery, Progress, RunError, Settings, Stop, Storage, Switch, Verdict,
};
use proptest::prelude::*;
use std::num::NonZeroUsize;

/// Engines for any graph and any admissible heuristic that find shortest plans. Iterative
/// deepening ends here although graphs have cycles: heuristics tell every dead end.
fn complete_engines() -> impl Iterator<Item = Engine> {
    general_engines().filter(|engine| {
        engine.guarantee() == Guarantee::Shortest
            && !matches!(engine, Engine::Frontier | Engine::BaeStar | Engine::Anytime)
    })
}

fn engines(guarantee: Guarantee) -> impl Iterator<Item = Engine> {
    general_engines().filter(move |engine| engine.guarantee() == guarantee)
}

/// Those that search any graph.
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

/// The portfolio without a checkpoint.
fn cheapest(
    configurations: &[Configuration<'_, GraphProblem>],
    monitor: &mut Monitor<'_>,
) -> (Direction, Outcome<(u16, u16)>) {
    let ended = cheapest_configuration(configurations, &between, None, monitor);
    ended.expect("there is no checkpoint to refuse")
}

/// A plan or bounds that hold, whatever the engine guarantees.
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

/// All configurations for a graph.
fn configurations([forward, backward]: [&GraphProblem; 2]) -> Vec<Configuration<'_, GraphProblem>> {
    let ends = [(Direction::Forward, forward), (Direction::Backward, backward)];
    let one =
        |testing| ends.map(|(direction, problem)| Configuration { direction, problem, testing });
    [LazyTesting::On, LazyTesting::Off].into_iter().flat_map(one).collect()
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

    /// Where the table is far from full, what is likely is true.
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

    /// A bound that was asked for and is exhausted is a likely one.
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
    fn one_goal_after_another_is_as_good_as_all_at_once(graph in graph()) {
        let single = |&goal| {
            let edges: Vec<_> = graph.edges().collect();
            let mut single = Graph::new(STATES, &edges, graph.starts.clone(), vec![goal]);
            single.optimism.clone_from(&graph.optimism);
            single
        };
        let singles: Vec<_> = graph.goals.iter().map(single).collect();
        let problems: Vec<_> = singles.iter().map(Graph::problem).collect();
        let outcome = unlimited(|monitor| per_goal(&problems, state_table_astar, monitor));
        graph.is_proved(&outcome, "state-table-astar");
        for engine in complete_engines().filter(|&engine| engine != Engine::Nbs) {
            let run = |problem: &GraphProblem, monitor: &mut Monitor<'_>| {
                engine.run(problem, Settings::default(), None, monitor).expect("it has all parts")
            };
            let outcome = unlimited(|monitor| per_goal(&problems, run, monitor));
            graph.is_proved(&outcome, engine.name());
        }
    }

    #[test]
    fn the_cheapest_configuration_is_as_good_as_any(graph in graph()) {
        let (forward, backward) = (graph.problem(), graph.reversed().problem());
        let all = configurations([&forward, &backward]);
        let (direction, outcome) = unlimited(|m| cheapest(&all, m));
        let outcome = match direction {
            Direction::Forward => outcome,
            Direction::Backward => outcome.map_plan(|plan| {
                plan.into_iter().rev().map(|action| graph.inverse(action)).collect()
            }),
        };
        graph.is_proved(&outcome, "cheapest configuration");
    }

    #[test]
    fn the_cheapest_configuration_keeps_to_a_node_limit(graph in graph(), nodes in 0..60_u64) {
        let (forward, backward) = (graph.problem(), graph.reversed().problem());
        let all = configurations([&forward, &backward]);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let (_, outcome) = limited(limits, |m| cheapest(&all, m));
        let optimum = Depth(graph.optimum().unwrap_or(u16::MAX));
        prop_assert!(outcome.statistics().expanded <= nodes);
        prop_assert!(outcome.bounds().lower <= optimum);
        prop_assert!(outcome.bounds().upper.is_none_or(|upper| upper >= optimum));
    }

    #[test]
    fn a_beam_that_holds_all_states_finds_a_shortest_plan(
        graph in graph(),
        limit in 0..12_u16,
        seed: u64,
    ) {
        let mut work = Work::default();
        let width = usize::from(STATES);
        let problem = graph.problem();
        for testing in [LazyTesting::On, LazyTesting::Off] {
            let beam = Beam { width, limit: Depth(limit), testing, seed };
            let found = unlimited(|m| beam.plan(&problem, m, &mut work));
            let found = found.expect("nothing stops it");
            prop_assert!(found.as_ref().is_none_or(|plan| graph.accepts(plan)));
            let expected = graph.optimum().filter(|&optimum| optimum <= limit);
            prop_assert_eq!(found.map(|plan| plan.len() as u16), expected);
        }
    }

    #[test]
    fn exact_tests_keep_the_narrowest_beam_on_a_shortest_plan(
        graph in graph(),
        more in 0..9_u16,
        seed: u64,
    ) {
        prop_assume!(graph.optimum().is_some());
        let graph = Graph { known: Some(1), ..graph };
        let optimum = graph.optimum().expect("it was asked for");
        let mut work = Work::default();
        let problem = graph.problem();
        let (limit, testing) = (Depth(optimum + more), LazyTesting::On);
        let beam = Beam { width: 1, limit, testing, seed };
        let found = unlimited(|m| beam.plan(&problem, m, &mut work)).expect("nothing stops it");
        let plan = found.expect("a state on a plan is kept");
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
    fn a_narrow_beam_finds_plans_or_nothing(graph in graph(), width in 1..4_usize, seed: u64) {
        let mut work = Work::default();
        let problem = graph.problem();
        for testing in [LazyTesting::On, LazyTesting::Off] {
            let beam = Beam { width, limit: Depth(40), testing, seed };
            let found = unlimited(|m| beam.plan(&problem, m, &mut work));
            let found = found.expect("nothing stops it");
            prop_assert!(found.is_none_or(|plan| graph.accepts(&plan)));
        }
    }

    #[test]
    fn good_plans_become_shortest_ones_in_time(graph in graph(), asked in 0..12_u16) {
        let search = |limits| run(&graph, Engine::Anytime, limits);
        graph.is_proved(&search(Limits::default()), "anytime");
        let limits = Limits { upper_bound: Some(Depth(asked)), ..Limits::default() };
        asked_bound_holds("anytime", &graph, asked, &search(limits));
        let limits = Limits { nodes: Some(asked.into()), ..Limits::default() };
        let outcome = search(limits);
        is_right(&graph, &outcome, Engine::Anytime);
        prop_assert!(outcome.statistics().expanded <= u64::from(asked));
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
            perimeter_ida_star(&problem, Some(&towards), Switch::On, monitor)
        };
        graph.is_proved(&unlimited(search), "perimeter");
        let outcome = limited(Limits { nodes: Some(nodes), ..Limits::default() }, search);
        is_right(&graph, &outcome, Engine::PerimeterIdaStar);
    }

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

    /// States beyond the asked bound are left out, so what is left says nothing of longer plans.
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

/// What comes of a search, and what it says meanwhile.
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

/// An engine that needs more than a problem in one direction says what.
#[test]
fn what_a_problem_lacks_is_said() {
    let problem = path_of(3).problem();
    let run = |engine: Engine| unlimited(|m| engine.run(&problem, Settings::default(), None, m));
    for (engine, expected) in [
        (Engine::Frontier, MissingPart::Undirected),
        (Engine::Nbs, MissingPart::ReversedProblem),
        (Engine::Anytime, MissingPart::ReversedProblem),
        (Engine::BaeStar, MissingPart::ConsistentHeuristics),
    ] {
        assert!(matches!(run(engine), Err(RunError::Missing(part)) if part == expected));
    }
    assert!(run(Engine::Astar).is_ok());
}

/// Two of the engines keep their states on disk, and the others say so.
#[test]
fn engines_that_use_a_disk_use_it() {
    let graph = path_of(30);
    let problem = graph.problem();
    let folder = tempfile::tempdir().unwrap();
    for engine in Engine::ALL {
        let search = ["a path", engine.name()].map(str::to_owned);
        let disk = Disk::open(folder.path(), search, None).unwrap();
        let storage = Some(Storage::Disk(&disk));
        let ran = unlimited(|m| engine.run(&problem, Settings::default(), storage, m));
        match ran {
            Ok(outcome) => {
                assert!(Engine::ON_DISK.contains(&engine));
                graph.is_proved(&outcome, engine.name());
            }
            Err(RunError::Unsupported(error)) => {
                assert!(!Engine::ON_DISK.contains(&engine));
                assert!(
                    error
                        .to_string()
                        .ends_with("has no disk; breadth-first and breadth-first-heuristic have")
                );
            }
            Err(error) => panic!("{engine}: {error}"),
        }
        drop(disk);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{engine}");
    }
}

/// Three of the engines can be run by several ranks, and the others say so.
#[test]
fn engines_that_ranks_run_are_run_by_them() {
    let graph = path_of(30);
    let problem = graph.problem();
    for engine in Engine::ALL {
        let storage = Some(Storage::Threads(NonZeroUsize::new(3).unwrap(), None));
        let ran = unlimited(|m| engine.run(&problem, Settings::default(), storage, m));
        match ran {
            Ok(outcome) => {
                assert!(Engine::BY_RANKS.contains(&engine));
                graph.is_proved(&outcome, engine.name());
            }
            Err(RunError::Unsupported(error)) => {
                assert!(!Engine::BY_RANKS.contains(&engine));
                let having = "has no ranks; astar, breadth-first and breadth-first-heuristic have";
                assert!(error.to_string().ends_with(having));
            }
            Err(error) => panic!("{engine}: {error}"),
        }
    }
}

/// The same two engines do by ranks what they do alone on a disk, and the others say so.
#[test]
fn engines_that_use_a_disk_use_it_by_ranks() {
    let graph = path_of(30);
    let problem = graph.problem();
    let folder = tempfile::tempdir().unwrap();
    for engine in Engine::ALL {
        let search = ["a path", engine.name()].map(str::to_owned);
        let disk = RankDisk::new(folder.path(), search, None, &|_| {});
        let storage = Some(Storage::ThreadsOnDisk(NonZeroUsize::new(2).unwrap(), &disk));
        match unlimited(|m| engine.run(&problem, Settings::default(), storage, m)) {
            Ok(outcome) => {
                assert!(Engine::ON_DISK.contains(&engine));
                graph.is_proved(&outcome, engine.name());
            }
            Err(RunError::Unsupported(_)) => assert!(!Engine::ON_DISK.contains(&engine)),
            Err(error) => panic!("{engine}: {error}"),
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{engine}");
    }
}

fn asked_bound_holds(name: &str, graph: &Graph, asked: u16, outcome: &Outcome<(u16, u16)>) {
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

fn limited<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = Interrupt::new();
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
    let now = Interrupt::new();
    now.interrupt();
    let mut silent = |_: &Progress| {};
    for engine in general_engines() {
        let mut monitor = Monitor::new(Limits::default(), &now, &mut silent);
        let outcome = run_with(&path, engine, &mut monitor);
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
        graph.is_proved(&run(&graph, engine, Limits::default()), engine.name());
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
