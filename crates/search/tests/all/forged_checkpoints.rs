//! Forged checkpoints with right digests: whatever they claim, the search that reads one ends, and
//! no plan that it returns is wrong.

use crate::graph::{BothWays, Graph, GraphProblem, between};
use fewest_search::artifact::{Checkpoint, FileError};
use fewest_search::best_first::partial_expansion_astar;
use fewest_search::breadth_first::{breadth_first_heuristic_search, frontier_search};
use fewest_search::portfolio::{Configuration, cheapest_configuration};
use fewest_search::problem::LazyTesting;
use fewest_search::{
    Depth, Direction, Interrupt, Limits, Monitor, OpenList, Outcome, PlanRecovery, Progress,
    Statistics,
};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Files per saved search.
const FORGED: usize = 15;

/// Calls `work` with the checkpoint in a folder.
fn with_checkpoint<T>(
    folder: &Path,
    work: impl FnOnce(&mut Checkpoint<'_>) -> Result<T, FileError>,
) -> Result<T, FileError> {
    let mut failed = |error: FileError| panic!("{error}");
    let names = ["some graph", "some method"].map(str::to_owned);
    work(&mut Checkpoint::open(folder, names, Duration::ZERO, &mut failed)?)
}

#[derive(Clone, Copy)]
enum Engine {
    Alone,
    Portfolio,
    PartialExpansion,
    Frontier(PlanRecovery),
}

/// Searches some states, using a folder's content.
fn search(
    engine: Engine,
    problem: &GraphProblem,
    folder: &Path,
    nodes: u64,
) -> Result<Outcome<(u16, u16)>, FileError> {
    let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
    let limits = Limits { nodes: Some(nodes), memory: Some(16 << 20), ..Limits::default() };
    let monitor = &mut Monitor::new(limits, &never, &mut silent);
    with_checkpoint(folder, |checkpoint| match engine {
        Engine::Alone => breadth_first_heuristic_search(problem, Some(checkpoint), monitor),
        Engine::Portfolio => {
            let configuration =
                |testing| Configuration { direction: Direction::Forward, problem, testing };
            let both = [LazyTesting::On, LazyTesting::Off].map(configuration);
            cheapest_configuration(&both, &between, Some(checkpoint), monitor).map(|(_, end)| end)
        }
        Engine::PartialExpansion => {
            partial_expansion_astar(problem, OpenList::Buckets, Some(checkpoint), monitor)
        }
        Engine::Frontier(recovery) => {
            let both_ways = BothWays::of(&problem.space);
            frontier_search(&both_ways, recovery, Some(checkpoint), monitor)
        }
    })
}

/// A grid with a hole, in which most moves go right and down. The heuristic is weak.
fn grid() -> Graph {
    const SIDE: u16 = 6;
    let cell = |row: u16, column: u16| row * SIDE + column;
    let mut edges = vec![];
    for row in 0..SIDE {
        for column in 0..SIDE - 1 {
            edges.extend([
                (cell(row, column), cell(row, column + 1)),
                (cell(column, row), cell(column + 1, row)),
                (cell(row, column + 1), cell(row, column)),
            ]);
        }
    }
    edges.retain(|&(from, to)| ![from, to].iter().any(|cell| [14, 15, 20].contains(cell)));
    let mut graph = Graph::new(SIDE * SIDE, &edges, vec![0], vec![SIDE * SIDE - 1]);
    graph.optimism = vec![8; usize::from(SIDE * SIDE)];
    graph
}

/// A file that differs in some places, or is cut short.
fn forged(state: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut forged = state.to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..forged.len());
        match random.u8(..8) {
            0..3 => forged[at] ^= 1 << random.u8(..8),
            3..5 => forged[at] = random.u8(..),
            5..7 => forged[at] = forged[random.usize(..forged.len())],
            _ => forged.truncate(at.max(1)),
        }
    }
    forged
}

#[test]
fn no_forged_state_does_harm() {
    let mut random = fastrand::Rng::with_seed(42);
    let (mut read, mut refused, mut plans) = (0, 0, 0);
    for (engine, bits) in [
        (Engine::Alone, None),
        (Engine::Alone, Some(76)),
        (Engine::Portfolio, None),
        (Engine::Portfolio, Some(76)),
        (Engine::PartialExpansion, None),
        (Engine::Frontier(PlanRecovery::Layers), None),
        (Engine::Frontier(PlanRecovery::Midpoint), None),
    ] {
        let graph = Graph { bits, ..grid() };
        let both_ways = BothWays::of(&graph).0;
        let problem = graph.problem();
        for nodes in [5, 20, 40, 60, 90] {
            let folder = tempfile::tempdir().unwrap();
            search(engine, &problem, folder.path(), nodes).unwrap();
            let Some(state) = saved(folder.path()) else { continue };
            let state = fs::read(state).unwrap();
            for _ in 0..FORGED {
                let forged = forged(&state, &mut random);
                let folder = tempfile::tempdir().unwrap();
                let written = with_checkpoint(folder.path(), |checkpoint| {
                    checkpoint.write(Depth(0), &Statistics::default(), |to| to.bytes(&forged));
                    Ok(())
                });
                written.unwrap();
                match search(engine, &problem, folder.path(), 2_000) {
                    Err(FileError::Content { .. }) => refused += 1,
                    Err(error) => panic!("{error}"),
                    Ok(outcome) => {
                        read += 1;
                        if let Some(plan) = outcome.plan() {
                            plans += 1;
                            let is_frontier = matches!(engine, Engine::Frontier(_));
                            let graph = if is_frontier { &both_ways } else { &graph };
                            assert!(graph.accepts(plan), "{plan:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(read > 20 && refused > 20 && plans > 20, "{read} {refused} {plans}");
}

/// The newest state saved in a folder.
fn saved(folder: &Path) -> Option<PathBuf> {
    let generations = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    generations.map(|generation| generation.join("state")).filter(|state| state.exists()).max()
}
