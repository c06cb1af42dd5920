//! Searches that are saved in folders and resumed.

use crate::graph::{Graph, GraphProblem, between, graph};
use fewest_search::artifact::{Checkpoint, FileError};
use fewest_search::breadth_first::breadth_first_heuristic_search;
use fewest_search::portfolio::{Configuration, cheapest_configuration};
use fewest_search::problem::{Backward, LazyTesting};
use fewest_search::{
    Depth, Direction, Interrupt, Limits, Monitor, Outcome, Progress, Stop, Verdict,
};
use proptest::prelude::*;
use std::path::Path;
use std::time::Duration;

type Search<'a> =
    &'a dyn Fn(&mut Checkpoint<'_>, &mut Monitor<'_>) -> Result<Outcome<(u16, u16)>, FileError>;

/// One run of a search that expands this many states.
fn run(folder: &Path, nodes: u64, search: Search<'_>) -> Result<Outcome<(u16, u16)>, FileError> {
    let mut failed = |error: FileError| panic!("{error}");
    let names = ["some graph", "some method"].map(str::to_owned);
    // It is saved at every check.
    let mut checkpoint = Checkpoint::open(folder, names, Duration::ZERO, &mut failed)?;
    let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    search(&mut checkpoint, &mut Monitor::new(limits, &never, &mut silent))
}

/// Runs a search until it has ended.
fn run_to_the_end(nodes: u64, search: Search<'_>) -> Outcome<(u16, u16)> {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("search");
    let mut known = Depth::ZERO;
    for _ in 0..10_000 {
        let outcome = run(&folder, nodes, search).unwrap();
        let lower = outcome.bounds().lower;
        assert!(lower >= known, "what was shown stays shown");
        known = lower;
        match outcome.verdict() {
            Verdict::Bounded(Stop::Nodes) | Verdict::Solved(Some(Stop::Nodes)) => {}
            _ => return outcome,
        }
    }
    panic!("each run does something");
}

fn configurations<'a>(
    problems: [&'a GraphProblem; 2],
) -> impl Iterator<Item = Configuration<'a, GraphProblem>> {
    [LazyTesting::On, LazyTesting::Off].into_iter().flat_map(move |testing| {
        let both = Direction::ALL.into_iter().zip(problems);
        both.map(move |(direction, problem)| Configuration { direction, problem, testing })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn searches_in_runs_of_some_states_come_to_their_end(graph in graph(), nodes in 3..40_u64) {
        let problem = graph.problem();
        let outcome = run_to_the_end(nodes, &|checkpoint, monitor| {
            breadth_first_heuristic_search(&problem, Some(checkpoint), monitor)
        });
        graph.is_proved(&outcome, "breadth-first-heuristic");
        // Both have the same states, and plans of the same length.
        let reversed = graph.reversed().problem();
        let all: Vec<_> = configurations([&problem, &reversed]).collect();
        let outcome = run_to_the_end(nodes, &|checkpoint, monitor| {
            let (direction, outcome) =
                cheapest_configuration(&all, &between, Some(checkpoint), monitor)?;
            Ok(match direction {
                Direction::Forward => outcome,
                Direction::Backward => outcome.map_plan(|plan| {
                    plan.into_iter().rev().map(|(from, to)| (to, from)).collect()
                }),
            })
        });
        graph.is_proved(&outcome, "portfolio");
    }
}

/// A line of twenty moves with a blind heuristic.
fn line() -> Graph {
    let edges: Vec<_> = (0..20).map(|state| (state, state + 1)).collect();
    let mut graph = Graph::new(21, &edges, vec![0], vec![20]);
    graph.optimism = vec![40; 21];
    graph
}

#[test]
fn a_state_of_another_search_is_refused_and_kept() {
    let graph = line();
    let problem = graph.problem();
    // States missing from the other graph, and a closed list of another kind.
    let mut smaller = Graph::new(5, &[(0, 1)], vec![0], vec![1]);
    smaller.optimism = vec![40; 5];
    let numbered = Graph { bits: Some(76), ..graph.clone() };
    let mut refused = 0;
    for nodes in 100..140 {
        let folder = tempfile::tempdir().unwrap();
        let search = |problem: &GraphProblem, nodes| {
            run(folder.path(), nodes, &|checkpoint, monitor| {
                breadth_first_heuristic_search(problem, Some(checkpoint), monitor)
            })
        };
        let stopped = search(&problem, nodes).unwrap();
        assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Nodes));
        // Between two bounds no states are saved: then nothing distinguishes it from another
        // search.
        let of_another = search(&smaller.problem(), nodes);
        if !matches!(of_another, Err(FileError::Content { .. })) {
            continue;
        }
        refused += 1;
        let of_another = search(&numbered.problem(), nodes);
        assert!(matches!(of_another, Err(FileError::Content { .. })), "{of_another:?}");
        let ended = search(&problem, 1_000).unwrap();
        graph.is_proved(&ended, "breadth-first-heuristic");
        assert!(ended.statistics().expanded > nodes);
    }
    assert!(refused > 0, "some searches stop within a bound");
}

#[test]
fn more_than_the_memory_that_there_is_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let graph = Graph { bits: Some(76), ..line() };
    let problem = graph.problem();
    let search = |memory, nodes| {
        run(folder.path(), nodes, &|checkpoint, monitor| {
            let limits = Limits { memory, ..*monitor.limits() };
            let monitor = &mut monitor.with(limits);
            breadth_first_heuristic_search(&problem, Some(checkpoint), monitor)
        })
    };
    assert!(search(None, 150).is_ok());
    let refused = search(Some(1 << 20), 150);
    assert!(refused.is_err_and(|error| error.to_string().contains("bytes of memory")));
    graph.is_proved(&search(None, 1_000).unwrap(), "breadth-first-heuristic");
}
