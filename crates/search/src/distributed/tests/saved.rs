//! Searches by ranks that are stopped and resumed from what each rank has saved.

use super::{GraphOutcome, RANKS, on_ranks};
use crate::artifact::FileError;
use crate::distributed::{
    LayerCount, Notice, RankCheckpoint, RankError, distributed_breadth_first_heuristic_search,
    distributed_breadth_first_search,
};
use crate::graph::{Graph, graph};
use crate::problem::Parts;
use crate::{Depth, Interrupt, Limits, Monitor, Problem, Progress, Stop, Verdict};
use proptest::prelude::*;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A layer without what depends on the number of ranks.
pub(super) type Bare = (Depth, Depth, u64, u64, [u64; 2]);

/// One run with its layers and its reports.
pub(super) struct Run {
    pub(super) ended: Result<GraphOutcome, RankError>,
    pub(super) layers: Vec<Bare>,
    pub(super) told: Vec<Notice>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Search {
    Heuristic,
    Blind,
}

/// One run by this many ranks, saved at every check.
pub(super) fn run<P>(
    search: Search,
    problem: &P,
    folder: &Path,
    ranks: NonZeroUsize,
    limits: Limits,
    interrupt: &Interrupt,
) -> Run
where
    P: Parts<Space = Graph>,
{
    let told = Mutex::new(vec![]);
    let tell = |notice| told.lock().unwrap().push(notice);
    let names = ["some graph", "some method"].map(str::to_owned);
    let checkpoint = RankCheckpoint::new(folder, names, Duration::ZERO, &tell);
    let mut silent = |_: &Progress| {};
    let monitor = &mut Monitor::new(limits, interrupt, &mut silent);
    let (ended, layers) = on_ranks(ranks, monitor, |transport, monitor| {
        let mut layers = vec![];
        let mut visit = |count: &LayerCount| {
            let LayerCount { bound, depth, states, generated, digest, .. } = *count;
            layers.push((bound, depth, states, generated, digest));
        };
        let visit = &mut visit;
        let saved = Some(&checkpoint);
        let ended = match search {
            Search::Heuristic => distributed_breadth_first_heuristic_search(
                problem, transport, saved, visit, monitor,
            ),
            Search::Blind => {
                distributed_breadth_first_search(problem, transport, saved, visit, monitor)
            }
        };
        (ended, layers)
    });
    Run { ended, layers, told: told.into_inner().unwrap() }
}

/// One run of this many states.
pub(super) fn run_of(
    search: Search,
    graph: &Graph,
    folder: &Path,
    ranks: NonZeroUsize,
    nodes: u64,
) -> Run {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    run(search, &graph.problem(), folder, ranks, limits, &Interrupt::new())
}

/// The generations of a rank, ascending.
pub(super) fn generations(folder: &Path, rank: usize) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder.join(format!("rank-{rank}"))).into_iter().flatten();
    let mut all: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    let number = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.strip_prefix("gen-").unwrap().parse::<u64>().unwrap()
    };
    all.sort_by_key(number);
    all
}

/// What happens to the last generation of one rank between two runs.
#[derive(Debug, Clone, Copy)]
enum Mishap {
    Nothing,
    /// As if the rank had been killed before the others.
    Missing(usize),
    Damaged(usize),
}

impl Mishap {
    fn strike(self, folder: &Path, ranks: usize) {
        match self {
            Self::Nothing => {}
            Self::Missing(rank) | Self::Damaged(rank) => {
                let all = generations(folder, rank % ranks);
                // A search has to make progress.
                let [_, last] = all.as_slice() else { return };
                if let Self::Missing(_) = self {
                    fs::remove_dir_all(last).unwrap();
                } else {
                    let state = last.join("state");
                    let mut bytes = fs::read(&state).unwrap();
                    *bytes.last_mut().unwrap() ^= 1;
                    fs::write(state, bytes).unwrap();
                }
            }
        }
    }
}

fn mishap() -> impl Strategy<Value = Mishap> {
    prop_oneof![
        3 => Just(Mishap::Nothing),
        1 => (0..4_usize).prop_map(Mishap::Missing),
        1 => (0..4_usize).prop_map(Mishap::Damaged),
    ]
}

/// The layers of the runs are those of the search in one run, as far as they were completed.
fn are_layers_of(whole: &[Bare], parts: &[Bare]) {
    for layer in parts {
        assert!(whole.contains(layer), "{layer:?} in {whole:?}");
    }
    // A limit may end the last layer after a goal was met.
    for layer in &whole[..whole.len() - 1] {
        assert!(parts.contains(layer), "{layer:?} in {parts:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn a_search_in_many_runs_is_the_search_in_one(
        graph in graph(),
        nodes in 1..30_u64,
        mishaps in prop::collection::vec(mishap(), 20),
        is_blind: bool,
        bits in prop_oneof![Just(None), Just(Some(76)), Just(Some(108))],
    ) {
        let graph = Graph { bits, ..graph };
        let search = if is_blind { Search::Blind } else { Search::Heuristic };
        let folder = tempfile::tempdir().unwrap();
        let whole = run_of(search, &graph, &folder.path().join("whole"), RANKS[0], u64::MAX);
        let expected = whole.ended.unwrap();
        for ranks in RANKS {
            let folder = folder.path().join(ranks.to_string());
            let mut mishaps = mishaps.iter();
            let (mut layers, mut known) = (vec![], Depth::ZERO);
            let outcome = loop {
                let is_struck = layers.len() % 3 == 1;
                if let Some(mishap) = mishaps.next().filter(|_| is_struck) {
                    mishap.strike(&folder, ranks.get());
                    known = Depth::ZERO;
                }
                let run = run_of(search, &graph, &folder, ranks, nodes);
                let outcome = run.ended.unwrap();
                layers.extend(run.layers);
                prop_assert!(outcome.bounds().lower >= known, "what was shown stays shown");
                known = outcome.bounds().lower;
                if outcome.verdict() != Verdict::Bounded(Stop::Nodes) {
                    break outcome;
                }
            };
            prop_assert_eq!(outcome.verdict(), expected.verdict());
            prop_assert_eq!(outcome.bounds(), expected.bounds());
            are_layers_of(&whole.layers, &layers);
            match outcome.plan() {
                Some(plan) => prop_assert!(graph.accepts(plan)),
                None => prop_assert_eq!(outcome.statistics(), expected.statistics()),
            }
        }
    }

    /// All ranks are stopped at once: states in transit are kept.
    #[test]
    fn an_interrupt_at_any_state_loses_nothing(graph in graph(), at in 1..120_u32) {
        let folder = tempfile::tempdir().unwrap();
        let whole = run_of(Search::Heuristic, &graph, &folder.path().join("whole"), RANKS[0], u64::MAX);
        for ranks in RANKS {
            let folder = folder.path().join(ranks.to_string());
            let (interrupt, estimates) = (Interrupt::new(), AtomicU32::new(0));
            let (exact, optimism) = (graph.exact.clone(), graph.optimism.clone());
            let estimate = |state: &u16| {
                if estimates.fetch_add(1, Ordering::Relaxed) == at {
                    interrupt.interrupt();
                }
                let optimism = optimism.get(usize::from(*state)).copied().unwrap_or(0);
                exact[usize::from(*state)].map(|exact| Depth(exact.saturating_sub(optimism)))
            };
            let problem = Problem::new(graph.clone(), estimate);
            let stopped = run(
                Search::Heuristic, &problem, &folder, ranks, Limits::default(), &interrupt,
            );
            let stopped_at = stopped.ended.unwrap();
            if stopped_at.verdict() != Verdict::Bounded(Stop::Interrupted) {
                continue;
            }
            let never = Interrupt::new();
            let rest = run(Search::Heuristic, &problem, &folder, ranks, Limits::default(), &never);
            let outcome = rest.ended.unwrap();
            graph.is_proved(&outcome, "breadth-first-heuristic");
            prop_assert!(outcome.bounds().lower >= stopped_at.bounds().lower);
            if graph.known.is_none() {
                let layers = [stopped.layers, rest.layers].concat();
                prop_assert_eq!(layers, whole.layers.clone());
                prop_assert_eq!(outcome.statistics(), whole.ended.as_ref().unwrap().statistics());
            }
        }
    }
}

/// A graph of wide layers, in which every state leads to three states of the next layer.
pub(super) fn wide() -> Graph {
    const WIDTH: u16 = 3_000;
    let state = |layer: u16, place: u16| 1 + layer * WIDTH + place % WIDTH;
    let mut edges: Vec<_> = (0..WIDTH).map(|place| (0, state(0, place))).collect();
    for layer in 0..5 {
        for place in 0..WIDTH {
            let next = [place, place * 7 % WIDTH, place / 2];
            edges.extend(next.map(|next| (state(layer, place), state(layer + 1, next))));
        }
    }
    let goal = 1 + 6 * WIDTH;
    edges.extend((0..WIDTH).map(|place| (state(5, place), goal)));
    let optimism = vec![9; usize::from(goal) + 1];
    Graph { optimism, ..Graph::new(goal + 1, &edges, vec![0], vec![goal]) }
}

#[test]
fn a_layer_is_resumed_where_it_stopped() {
    let graph = wide();
    let folder = tempfile::tempdir().unwrap();
    let whole = run_of(Search::Blind, &graph, &folder.path().join("whole"), RANKS[0], u64::MAX);
    for ranks in RANKS {
        let folder = folder.path().join(ranks.to_string());
        let mut layers = vec![];
        let outcome = loop {
            let run = run_of(Search::Blind, &graph, &folder, ranks, 1_100);
            layers.extend(run.layers);
            let outcome = run.ended.unwrap();
            if outcome.verdict() != Verdict::Bounded(Stop::Nodes) {
                break outcome;
            }
        };
        // The limit ends the last layer once the goal is met.
        let last = whole.layers.len() - 1;
        assert_eq!(layers[..last], whole.layers[..last]);
        graph.is_proved(&outcome, "breadth-first");
    }
}

/// States without room are kept for a run with more memory.
#[test]
fn a_search_that_has_spent_its_memory_goes_on_with_more() {
    let graph = Graph { bits: Some(76), ..wide() };
    let (problem, never) = (graph.problem(), Interrupt::new());
    let folder = tempfile::tempdir().unwrap();
    let whole = run_of(Search::Blind, &graph, &folder.path().join("whole"), RANKS[0], u64::MAX);
    for ranks in RANKS {
        let folder = folder.path().join(ranks.to_string());
        let memory = |bytes| Limits { memory: Some(bytes), ..Limits::default() };
        let stopped = run(Search::Blind, &problem, &folder, ranks, memory(1 << 20), &never);
        assert_eq!(stopped.ended.unwrap().verdict(), Verdict::Bounded(Stop::Memory));
        let ended = run(Search::Blind, &problem, &folder, ranks, memory(1 << 32), &never);
        assert_eq!([stopped.layers, ended.layers].concat(), whole.layers);
        graph.is_proved(&ended.ended.unwrap(), "breadth-first");
    }
}

#[test]
fn a_rank_that_cannot_be_saved_leaves_what_all_have_saved() {
    let graph = wide();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let first = run_of(Search::Blind, &graph, folder, RANKS[1], 3_500);
    assert!(first.told.is_empty());
    let last = |rank| generations(folder, rank).pop().unwrap();
    let before = [last(0), last(1)];
    // A non-empty folder in place of a generation keeps it from being written.
    for number in 1..1_000 {
        fs::create_dir_all(folder.join(format!("rank-1/gen-{number}.partial/precious"))).unwrap();
    }
    let second = run_of(Search::Blind, &graph, folder, RANKS[1], 3_000);
    assert!(matches!(second.ended, Err(RankError::Checkpoint(FileError::Rank { rank: 1, .. }))));
    fs::read_dir(folder.join("rank-1")).unwrap().for_each(|entry| {
        let path = entry.unwrap().path();
        if path.to_str().unwrap().ends_with("partial") {
            fs::remove_dir_all(path).unwrap();
        }
    });
    assert_eq!([last(0), last(1)], before);
    // There is room for the test write, but not for the generation after it.
    let number: u64 = before[1].to_str().unwrap().rsplit('-').next().unwrap().parse().unwrap();
    for number in number + 2..number + 1_000 {
        fs::create_dir_all(folder.join(format!("rank-1/gen-{number}.partial/precious"))).unwrap();
    }
    let third = run_of(Search::Blind, &graph, folder, RANKS[1], 3_000);
    assert_eq!(third.ended.unwrap().verdict(), Verdict::Bounded(Stop::Nodes));
    assert!(third.told.iter().any(|notice| matches!(notice, Notice::Failed(_))));
    let kept = |rank: usize| -> Vec<_> {
        let entries = fs::read_dir(folder.join(format!("rank-{rank}"))).unwrap();
        let mut names: Vec<_> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !name.ends_with("partial"))
            .collect();
        names.sort_unstable();
        names
    };
    assert_eq!(kept(0), kept(1), "all ranks keep the same generations");
}
