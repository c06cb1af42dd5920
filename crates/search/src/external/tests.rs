//! Searches on disk agree with those in memory, however little memory they have and however often
//! they are ended.

mod asked_bounds;
mod by_ranks;
mod closed_states;
mod numbers;
mod stops;

use crate::artifact::FileError;
use crate::breadth_first::{Bounded, Step, closed_states, survey};
use crate::distributed::Threads;
use crate::external::disk::Disk;
use crate::external::layers::{Layers, Purpose};
use crate::external::numbers::Numbers;
use crate::external::problem::Numbered;
use crate::external::run::RunReader;
use crate::external::search::{Search, alone};
use crate::external::sizes::Sizes;
use crate::external::{ExternalError, layer_counts};
use crate::graph::{BothWays, Graph, STATES, graph};
use crate::outcome::unlimited;
use crate::problem::{
    Action, Backward, BoundedEstimate, DuplicateScope, Heuristic, LazyTest, LazyTesting, Parts,
};
use crate::{
    Depth, Interrupt, Limits, Monitor, Outcome, Problem, Progress, StateSpace, Statistics, Stop,
    Verdict,
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// A folder in memory, if the system has one: files are made durable again and again.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn try_disk(folder: &Path, limit: Option<u64>) -> Result<Disk, FileError> {
    let search = ["some graph", "some method"].map(str::to_owned);
    let mut disk = Disk::open(folder, search, limit)?;
    disk.interval = Duration::ZERO;
    Ok(disk)
}

fn disk(folder: &Path) -> Disk {
    try_disk(folder, None).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

fn copy(from: &Path, to: &Path) {
    for name in names(from) {
        fs::copy(from.join(&name), to.join(&name)).unwrap();
    }
}

type Found<P> = Result<Outcome<Action<P>>, ExternalError>;

/// The ways to search on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Heuristic,
    BreadthFirst,
}

impl Method {
    fn of<P: Parts>(self, problem: &P) -> Search {
        match self {
            Self::Heuristic => Search::from_least(problem),
            Self::BreadthFirst => Search::Blind,
        }
    }
}

fn search<P: Parts<Space: Backward>>(
    method: Method,
    problem: &P,
    scope: DuplicateScope,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Found<P> {
    let which = method.of(problem);
    let problem = Numbered::new(problem)?.within(scope);
    Ok(problem.with_actions(alone(&problem, which, (disk, Sizes::TINY), monitor)?))
}

fn limited<T>(limits: Limits, work: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
    work(&mut Monitor::new(limits, &never, &mut silent))
}

fn of_nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The counts that do not depend on where in the last layer a goal is met.
fn before_last<A>(outcome: &Outcome<A>) -> (Verdict, crate::Bounds, u64) {
    (outcome.verdict(), outcome.bounds(), outcome.statistics().expanded_until_last_layer)
}

/// One bound after another in memory, without dives: the bounds, and the work for each.
fn in_memory<P: Parts<Space: Backward>>(problem: &P) -> (Outcome<Action<P>>, Vec<Proved>) {
    unlimited(|monitor| {
        let mut search = Bounded::new(problem, LazyTesting::On, monitor);
        let (mut bound, mut proved) = (search.least(), vec![]);
        loop {
            let step = search.prove(bound, monitor, &mut |_, _| Ok(()));
            match step.map_err(|_| "it has no limits").unwrap() {
                Step::Ended(outcome) => return (outcome, proved),
                Step::Next(next) => {
                    let work = search.layers.work;
                    proved.push(Proved {
                        bound,
                        next,
                        tested: work.tested,
                        counts: work.statistics,
                    });
                    bound = next;
                }
            }
        }
    })
}

#[derive(Debug, PartialEq, Eq)]
struct Proved {
    bound: Depth,
    next: Depth,
    tested: u64,
    counts: Statistics,
}

/// The numbers of the states of each layer within a bound.
fn layers_of(layers: &Layers<'_, '_>) -> BTreeMap<u16, Vec<u128>> {
    let mut all = BTreeMap::new();
    for (depth, layer) in layers.layers().iter().enumerate() {
        let mut numbers = vec![];
        let mut reader = RunReader::open(layers.disk, layer.open, layers.problem.bytes()).unwrap();
        while reader.next(&mut numbers).unwrap() {}
        assert_eq!(numbers.len() as u64, layer.open.states);
        if !numbers.is_empty() {
            all.insert(depth as u16, numbers);
        }
    }
    all
}

/// The same in memory.
fn closed<P: Parts>(problem: &P, bound: Depth) -> BTreeMap<u16, Vec<u128>> {
    let (mut all, numbered) = (BTreeMap::new(), Numbers::of(problem.space()).unwrap());
    let mut visit = |depth: Depth, states: &[_]| {
        let mut numbers: Vec<u128> = states.iter().map(|&state| numbered.number(state)).collect();
        numbers.sort_unstable();
        all.insert(depth.0, numbers);
        Ok(())
    };
    let is_closed = unlimited(|monitor| closed_states(problem, Some(bound), &mut visit, monitor));
    assert_eq!(is_closed, Ok(true));
    all
}

/// At every bound below all plans: the same layers, counts and tests.
fn bounds_agree<P: Parts<Space: Backward>>(problem: &P, scope: DuplicateScope, tests: bool) {
    let (outcome, proved) = in_memory(problem);
    let folder = folder();
    let disk = disk(folder.path());
    unlimited(|monitor| {
        let numbered = Numbered::new(problem).unwrap().within(scope);
        let (mut alone, parts) = (Threads::alone(), (&disk, Sizes::TINY));
        let mut layers = Layers::new(&numbered, parts, Purpose::Plan, &mut alone, None);
        layers.resume(monitor).unwrap();
        for Proved { bound, next, tested, counts } in proved {
            let searched = layers.search(bound, bound, monitor).unwrap();
            let expected = super::layers::Searched::Exhausted { next: Some(next) };
            assert_eq!(searched, expected, "within {bound}");
            assert_eq!(layers.work.statistics, counts, "within {bound}");
            assert_eq!(layers_of(&layers), closed(problem, bound), "within {bound}");
            closed_states::agree(problem, scope, bound);
            if tests {
                assert_eq!(layers.work.tested, tested, "within {bound}");
            }
        }
    });
    drop(disk);
    let again = self::folder();
    let disk = self::disk(again.path());
    let found =
        unlimited(|monitor| search(Method::Heuristic, problem, scope, &disk, monitor)).unwrap();
    assert_eq!(before_last(&found), before_last(&outcome));
    assert_eq!(names(again.path()), Vec::<String>::new(), "nothing stays");
}

/// Estimates of another problem, with a side effect each time.
struct Watched<'a, F> {
    exact: &'a [Option<u16>],
    optimism: &'a [u16],
    watch: F,
}

impl<S: StateSpace<State = u16>, F: Fn() + Sync> Heuristic<S> for Watched<'_, F> {
    type Value = ();

    fn value(&self, _: &u16) {}

    fn estimate(&self, &state: &u16, (): &()) -> Option<Depth> {
        (self.watch)();
        let optimism = self.optimism.get(usize::from(state)).copied().unwrap_or(0);
        self.exact[usize::from(state)].map(|exact| Depth(exact.saturating_sub(optimism)))
    }
}

/// Knows the exact value of every third state.
struct Third<'a>(&'a [Option<u16>]);

impl<S: StateSpace<State = u16>> LazyTest<S> for Third<'_> {
    fn test(&self, &state: &u16, budget: Depth) -> BoundedEstimate {
        match self.0[usize::from(state)].map(Depth) {
            exact if state.is_multiple_of(3) => BoundedEstimate::of(exact, budget),
            _ => BoundedEstimate::WithinBudget,
        }
    }
}

fn watched<S: StateSpace<State = u16>, F: Fn() + Sync>(
    space: S,
    graph: &Graph,
    watch: F,
) -> Problem<S, Watched<'_, F>, Third<'_>> {
    let Graph { exact, optimism, .. } = graph;
    Problem::new(space, Watched { exact, optimism, watch }).with_test(Third(exact))
}

fn unwatched() {}

/// Ends the search at some moment, given by the folder, and resumes it in a copy.
fn goes_on_from_any_moment<S: Backward<State = u16> + Clone>(
    space: &S,
    graph: &Graph,
    scope: DuplicateScope,
    method: Method,
    moment: usize,
) {
    let [from, to] = [folder(), folder()];
    let moments = AtomicUsize::new(0);
    let watch = || {
        if moments.fetch_add(1, Ordering::Relaxed) == moment {
            copy(from.path(), to.path());
        }
    };
    let problem = watched(space.clone(), graph, watch);
    let in_folder = |folder: &Path| {
        let disk = disk(folder);
        unlimited(|monitor| search(method, &problem, scope, &disk, monitor)).unwrap()
    };
    let whole = in_folder(from.path());
    assert_eq!(names(from.path()), Vec::<String>::new());
    if names(to.path()).is_empty() {
        return;
    }
    // A file being written is incomplete.
    fs::write(to.path().join("run-900"), "half a").unwrap();
    let partial = fs::File::create(to.path().join(".fewest-abc.partial")).unwrap();
    partial.set_modified(SystemTime::now() - Duration::from_secs(7200)).unwrap();
    let resumed = in_folder(to.path());
    assert_eq!(resumed, whole);
    assert_eq!(names(to.path()), Vec::<String>::new());
}

/// Runs of some states each, ended by the limit on nodes, until one finishes.
fn in_runs<P: Parts<Space: Backward>>(
    problem: &P,
    scope: DuplicateScope,
    method: Method,
    mut nodes: u64,
    optimum: Option<u16>,
) -> Outcome<Action<P>> {
    let folder = folder();
    let mut lower = Depth::ZERO;
    loop {
        let disk = disk(folder.path());
        let outcome =
            limited(of_nodes(nodes), |monitor| search(method, problem, scope, &disk, monitor));
        let outcome = outcome.unwrap();
        assert!(outcome.bounds().lower >= lower, "what was shown stays shown");
        lower = outcome.bounds().lower;
        if outcome.verdict() != Verdict::Bounded(Stop::Nodes) {
            return outcome;
        }
        assert!(optimum.is_none_or(|optimum| lower <= Depth(optimum)));
        // A layer may have more than the limit allows.
        nodes += 1;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn layers_and_counts_are_those_in_memory(graph in graph()) {
        bounds_agree(&graph.problem(), DuplicateScope::ALL, true);
        let both = BothWays::of(&Graph { bits: graph.bits.or(Some(20)), ..graph });
        let problem = watched(both.clone(), &both.0, unwatched);
        bounds_agree(&problem, DuplicateScope::ALL, true);
        bounds_agree(&problem, DuplicateScope::undirected(&both), false);
    }

    #[test]
    fn plans_are_shortest(graph in graph()) {
        for method in [Method::Heuristic, Method::BreadthFirst] {
            let folder = folder();
            let disk = disk(folder.path());
            let problem = graph.problem();
            let scope = DuplicateScope::ALL;
            let outcome = unlimited(|monitor| search(method, &problem, scope, &disk, monitor));
            graph.is_proved(&outcome.unwrap(), "on disk");
            prop_assert_eq!(names(folder.path()), Vec::<String>::new());
        }
    }

    #[test]
    fn a_search_that_was_ended_at_any_moment_goes_on(graph in graph(), moment in 0..400_usize) {
        let all = DuplicateScope::ALL;
        let both = BothWays::of(&Graph { bits: graph.bits.or(Some(20)), ..graph.clone() });
        let last = DuplicateScope::undirected(&both);
        for method in [Method::Heuristic, Method::BreadthFirst] {
            goes_on_from_any_moment(&graph, &graph, all, method, moment);
            goes_on_from_any_moment(&both, &both.0, last, method, moment);
        }
    }

    #[test]
    fn runs_of_some_states_come_to_the_same_end(graph in graph(), nodes in 1..30_u64) {
        let problem = graph.problem();
        for method in [Method::Heuristic, Method::BreadthFirst] {
            let outcome =
                in_runs(&problem, DuplicateScope::ALL, method, nodes, graph.optimum());
            graph.is_proved(&outcome, "in runs");
            let folder = folder();
            let disk = disk(folder.path());
            let scope = DuplicateScope::ALL;
            let whole = unlimited(|monitor| search(method, &problem, scope, &disk, monitor));
            // A limit may end a chunk early, and then the goal may be met sooner.
            prop_assert_eq!(before_last(&outcome), before_last(&whole.unwrap()));
        }
    }

    #[test]
    fn whole_spaces_are_counted(graph in graph(), nodes in 1..60_u64) {
        let both = BothWays::of(&Graph { bits: graph.bits.or(Some(20)), ..graph.clone() });
        let directed = Problem::new(graph, crate::problem::Blind);
        let undirected = Problem::new(both.clone(), crate::problem::Blind);
        let expected = unlimited(|monitor| survey(&directed, monitor)).layers;
        prop_assert_eq!(counted(&directed, DuplicateScope::ALL, nodes), expected);
        let expected = unlimited(|monitor| survey(&undirected, monitor)).layers;
        for scope in [DuplicateScope::ALL, DuplicateScope::undirected(&both)] {
            prop_assert_eq!(counted(&undirected, scope, nodes), expected.clone());
        }
    }

    /// A file that was altered or cut is refused, or was not needed.
    #[test]
    fn no_damage_is_believed(
        graph in graph(),
        nodes in 1..12_u64,
        file in any::<usize>(),
        place in any::<usize>(),
        is_cut in any::<bool>(),
    ) {
        let folder = folder();
        let problem = graph.problem();
        let scope = DuplicateScope::ALL;
        let run = |limits| {
            let disk = try_disk(folder.path(), None)?;
            limited(limits, |monitor| search(Method::Heuristic, &problem, scope, &disk, monitor))
        };
        run(of_nodes(nodes)).unwrap();
        let mut files = names(folder.path());
        if files.is_empty() {
            return Ok(());
        }
        files.sort();
        let path = folder.path().join(&files[file % files.len()]);
        let mut bytes = fs::read(&path).unwrap();
        let place = place % bytes.len();
        if is_cut {
            bytes.truncate(place);
        } else {
            bytes[place] ^= 1 << (place % 8);
        }
        fs::write(&path, bytes).unwrap();
        match run(Limits::default()) {
            Err(ExternalError::File(error)) => {
                prop_assert!(error.to_string().contains(folder.path().to_str().unwrap()));
                prop_assert!(!names(folder.path()).is_empty(), "nothing is removed");
            }
            Err(error) => panic!("{error}"),
            Ok(outcome) => graph.is_proved(&outcome, "with a damaged file that it does not need"),
        }
    }

    #[test]
    fn a_full_disk_is_a_limit(graph in graph(), limit in 0..3_000_u64) {
        let folder = folder();
        let disk = try_disk(folder.path(), Some(limit)).unwrap();
        fs::write(folder.path().join("run-07"), "of somebody").unwrap();
        let problem = graph.problem();
        let scope = DuplicateScope::ALL;
        let outcome =
            unlimited(|monitor| search(Method::Heuristic, &problem, scope, &disk, monitor)).unwrap();
        match outcome.verdict() {
            Verdict::Bounded(Stop::Disk) => {
                let lower = outcome.bounds().lower;
                prop_assert!(graph.optimum().is_none_or(|optimum| lower <= Depth(optimum)));
                prop_assert!(lower >= problem.least_estimate().unwrap_or(Depth::ZERO));
            }
            _ => graph.is_proved(&outcome, "on a small disk"),
        }
        prop_assert_eq!(names(folder.path()), ["run-07"]);
    }
}

/// The layers of a space, counted in runs of some states.
fn counted<P: Parts<Space: Backward>>(
    problem: &P,
    scope: DuplicateScope,
    mut nodes: u64,
) -> Vec<u64> {
    let (folder, numbered) = (folder(), Numbered::new(problem).unwrap().within(scope));
    loop {
        let disk = disk(folder.path());
        let counts = limited(of_nodes(nodes), |monitor| {
            layer_counts::count(&numbered, None, (&disk, Sizes::TINY), monitor)
        })
        .unwrap();
        if counts.stop.is_none() {
            assert_eq!(names(folder.path()), Vec::<String>::new());
            return counts.layers;
        }
        nodes += 1;
    }
}

/// A path of some states, with the goal at its end.
fn way(states: u16) -> Graph {
    let edges: Vec<_> = (1..states).map(|state| (state - 1, state)).collect();
    let mut graph = Graph::new(states, &edges, vec![0], vec![states - 1]);
    graph.optimism = vec![3; states.into()];
    graph
}
