//! Several searches as one: goals, configurations, beams, and anytime search.

use super::limits::asked_bound_holds;
use super::{complete_engines, is_right, limited, run};
use crate::graph::{Graph, GraphProblem, STATES, between, graph};
use fewest_search::outcome::{Work, unlimited};
use fewest_search::portfolio::{Beam, Configuration, cheapest_configuration};
use fewest_search::problem::{Backward, LazyTesting};
use fewest_search::{Depth, Direction, Engine, Limits, Monitor, Outcome, Settings};
use proptest::prelude::*;

/// The portfolio without a checkpoint.
pub(super) fn cheapest(
    configurations: &[Configuration<'_, GraphProblem>],
    monitor: &mut Monitor<'_>,
) -> (Direction, Outcome<(u16, u16)>) {
    let ended = cheapest_configuration(configurations, &between, None, monitor);
    ended.expect("there is no checkpoint to refuse")
}

/// All configurations for a graph.
pub(super) fn configurations(
    [forward, backward]: [&GraphProblem; 2],
) -> Vec<Configuration<'_, GraphProblem>> {
    let ends = [(Direction::Forward, forward), (Direction::Backward, backward)];
    let one =
        |testing| ends.map(|(direction, problem)| Configuration { direction, problem, testing });
    [LazyTesting::On, LazyTesting::Off].into_iter().flat_map(one).collect()
}

proptest! {
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
        for engine in complete_engines().filter(|&engine| engine != Engine::Nbs) {
            let run = |monitor: &mut Monitor<'_>| {
                engine.run_per_goal(&problems, Settings::default(), monitor)
            };
            graph.is_proved(&unlimited(run).expect("it has all parts"), engine.name());
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
                plan.into_iter().rev().map(|(from, to)| (to, from)).collect()
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
}
