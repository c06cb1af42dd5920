//! Ranks on disk find and count the same as ranks in memory, whatever ends them.

mod folders;

use super::{Method, folder, limited, of_nodes};
use crate::distributed::{
    LayerCount, Notice, Simulated, Traffic, Transport, distributed_breadth_first_heuristic_search,
    distributed_breadth_first_search, on_threads,
};
use crate::external::problem::Numbered;
use crate::external::search::by_ranks;
use crate::external::sizes::Sizes;
use crate::external::{Disk, ExternalError, RankDisk, external_breadth_first_heuristic_search};
use crate::graph::{Graph, graph};
use crate::outcome::unlimited;
use crate::problem::DuplicateScope;
use crate::{Depth, Limits, Monitor, Outcome, Stop, Verdict};
use proptest::prelude::*;
use std::fs;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;

const RANKS: [NonZeroUsize; 3] =
    [NonZeroUsize::MIN, NonZeroUsize::new(2).unwrap(), NonZeroUsize::new(3).unwrap()];

type GraphOutcome = Outcome<(u16, u16)>;

fn on_ranks<T>(
    ranks: NonZeroUsize,
    monitor: &mut Monitor<'_>,
    run: impl Fn(&mut dyn Transport, &mut Monitor<'_>) -> T + Sync,
) -> T {
    on_threads(ranks, monitor, run).expect("there are threads")
}

fn disk<'a>(folder: &Path, limit: Option<u64>, told: &'a (dyn Fn(Notice) + Sync)) -> RankDisk<'a> {
    RankDisk::new(folder, ["some graph", "some method"].map(str::to_owned), limit, told)
}

type Ended = Result<GraphOutcome, ExternalError>;

/// One run of one rank with its layers.
fn one(
    which: Method,
    graph: &Graph,
    disk: &RankDisk<'_>,
    transport: &mut dyn Transport,
    monitor: &mut Monitor<'_>,
) -> (Ended, Vec<LayerCount>) {
    let mut layers = vec![];
    let mut visit =
        |count: &LayerCount| layers.push(LayerCount { traffic: Traffic::default(), ..*count });
    let problem = graph.problem();
    let numbered = Numbered::new(&problem).unwrap().within(DuplicateScope::ALL);
    let (which, disk) = (which.of(&problem), (disk, Sizes::TINY));
    let ended = by_ranks(&numbered, which, transport, disk, &mut visit, monitor);
    (ended.map(|outcome| numbered.with_actions(outcome)), layers)
}

/// One run by this many ranks, saved at the end of every layer.
fn run(
    which: Method,
    graph: &Graph,
    folder: &Path,
    ranks: NonZeroUsize,
    limits: Limits,
) -> (Ended, Vec<LayerCount>) {
    let disk = disk(folder, None, &|_| {}).saved_always();
    limited(limits, |monitor| {
        on_ranks(ranks, monitor, |transport, monitor| one(which, graph, &disk, transport, monitor))
    })
}

/// The same in memory.
fn in_memory(which: Method, graph: &Graph) -> (GraphOutcome, Vec<LayerCount>) {
    let problem = graph.problem();
    let (ended, layers) = unlimited(|monitor| {
        on_ranks(RANKS[1], monitor, |transport, monitor| {
            let mut layers = vec![];
            let mut visit = |count: &LayerCount| {
                layers.push(LayerCount { traffic: Traffic::default(), ..*count });
            };
            let visit = &mut visit;
            let ended = match which {
                Method::Heuristic => distributed_breadth_first_heuristic_search(
                    &problem, transport, None, visit, monitor,
                ),
                Method::BreadthFirst => {
                    distributed_breadth_first_search(&problem, transport, None, visit, monitor)
                }
            };
            (ended, layers)
        })
    });
    (ended.unwrap(), layers)
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

/// A rank that ends at some moment, when it has to gather.
struct Mortal<'t> {
    inner: &'t mut dyn Transport,
    moments: usize,
    /// Its manifest.
    manifest: &'t Path,
    before: &'t Mutex<Vec<Option<Vec<u8>>>>,
}

impl Transport for Mortal<'_> {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn ranks(&self) -> usize {
        self.inner.ranks()
    }

    fn is_first_of_process(&self) -> bool {
        self.inner.is_first_of_process()
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), Vec<u8>> {
        self.inner.send(to, message)
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.inner.receive()
    }

    fn all_gather(&mut self, part: &[u8]) -> Vec<u8> {
        self.before.lock().unwrap().push(fs::read(self.manifest).ok());
        if self.moments == 0 {
            std::panic::resume_unwind(Box::new("this rank is ended"));
        }
        self.moments -= 1;
        self.inner.all_gather(part)
    }
}

/// Ends rank `mortal`, and so all ranks, at some moment. Returns whether that came. If the rank
/// `is_late`, what it would have published before it gathered is undone.
fn end_at(
    (which, graph): (Method, &Graph),
    folder: &Path,
    ranks: NonZeroUsize,
    mortal: usize,
    moments: usize,
    is_late: bool,
) -> bool {
    let disk = disk(folder, None, &|_| {}).saved_always();
    let manifest = folder.join(format!("rank-{mortal}/MANIFEST"));
    let before = Mutex::new(vec![]);
    let ended = catch_unwind(AssertUnwindSafe(|| {
        unlimited(|monitor| {
            on_threads(ranks, monitor, |transport, monitor| {
                if transport.rank() != mortal {
                    return drop(one(which, graph, &disk, transport, monitor));
                }
                let (manifest, before) = (&manifest, &before);
                let mut rank = Mortal { inner: transport, moments, manifest, before };
                drop(one(which, graph, &disk, &mut rank, monitor));
            })
            .unwrap();
        });
    }));
    let before = before.into_inner().unwrap();
    // A rank that was never saved has left nothing.
    if let (true, [.., Some(before), Some(_)]) = (is_late && manifest.exists(), before.as_slice())
        && ended.is_err()
    {
        fs::write(manifest, before).unwrap();
    }
    ended.is_err()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn ranks_on_disk_find_and_count_what_they_do_in_memory(graph in graph(), is_blind: bool) {
        let which = if is_blind { Method::BreadthFirst } else { Method::Heuristic };
        let (expected, counts) = in_memory(which, &graph);
        for ranks in RANKS {
            let folder = folder();
            let (outcome, layers) = run(which, &graph, folder.path(), ranks, Limits::default());
            let outcome = outcome.unwrap();
            graph.is_proved(&outcome, "by ranks on disk");
            prop_assert_eq!(&layers, &counts);
            prop_assert_eq!(outcome.verdict(), expected.verdict());
            prop_assert_eq!(outcome.bounds(), expected.bounds());
            prop_assert_eq!(outcome.statistics(), expected.statistics());
            prop_assert!(is_empty(folder.path()));
        }
    }

    #[test]
    fn ranks_on_disk_prove_the_bounds_of_one_process(graph in graph(), below in 0..4_u16) {
        let asked = graph.optimum().unwrap_or(30).saturating_sub(below);
        let limits = Limits { upper_bound: Some(Depth(asked)), ..Limits::default() };
        let alone = folder();
        let names = ["some graph", "alone"].map(str::to_owned);
        let one = Disk::open(alone.path(), names, None).unwrap();
        let problem = graph.problem();
        let expected = limited(limits, |monitor| {
            external_breadth_first_heuristic_search(&problem, &one, monitor).unwrap()
        });
        for ranks in RANKS {
            let folder = folder();
            let (outcome, _) = run(Method::Heuristic, &graph, folder.path(), ranks, limits);
            let outcome = outcome.unwrap();
            prop_assert_eq!(outcome.verdict(), expected.verdict());
            prop_assert_eq!(outcome.bounds(), expected.bounds());
            let until_last = |outcome: &GraphOutcome| outcome.statistics().expanded_until_last_layer;
            prop_assert_eq!(until_last(&outcome), until_last(&expected));
            if outcome.plan().is_none() {
                prop_assert_eq!(outcome.statistics(), expected.statistics());
            }
        }
    }

    #[test]
    fn runs_of_some_states_come_to_the_same_end(
        graph in graph(),
        nodes in 1..30_u64,
        is_blind: bool,
    ) {
        let which = if is_blind { Method::BreadthFirst } else { Method::Heuristic };
        let (expected, counts) = in_memory(which, &graph);
        for ranks in RANKS {
            let folder = folder();
            let (mut nodes, mut lower, mut all) = (nodes, Depth::ZERO, vec![]);
            let outcome = loop {
                let (outcome, layers) = run(which, &graph, folder.path(), ranks, of_nodes(nodes));
                let outcome = outcome.unwrap();
                all.extend(layers);
                prop_assert!(outcome.bounds().lower >= lower, "what was shown stays shown");
                lower = outcome.bounds().lower;
                if outcome.verdict() != Verdict::Bounded(Stop::Nodes) {
                    break outcome;
                }
                // A layer may have more than the limit allows.
                nodes += 3;
            };
            graph.is_proved(&outcome, "in runs by ranks on disk");
            prop_assert_eq!(&all, &counts);
            prop_assert_eq!(outcome.statistics(), expected.statistics());
            prop_assert!(is_empty(folder.path()));
        }
    }

    /// A rank is ended at some moment, before or after publishing its position, and again.
    #[test]
    fn ranks_that_are_ended_at_any_moment_go_on(
        graph in graph(),
        deaths in prop::collection::vec((0..120_usize, any::<usize>(), any::<bool>()), 1..4),
        is_blind: bool,
    ) {
        let which = if is_blind { Method::BreadthFirst } else { Method::Heuristic };
        let (expected, counts) = in_memory(which, &graph);
        for ranks in RANKS {
            let folder = folder();
            for &(moments, mortal, is_late) in &deaths {
                let mortal = mortal % ranks;
                end_at((which, &graph), folder.path(), ranks, mortal, moments, is_late);
            }
            let (outcome, layers) = run(which, &graph, folder.path(), ranks, Limits::default());
            let outcome = outcome.unwrap();
            graph.is_proved(&outcome, "after ranks were ended");
            prop_assert_eq!(outcome.statistics(), expected.statistics());
            prop_assert!(counts.ends_with(&layers), "{layers:?} {counts:?}");
            prop_assert!(is_empty(folder.path()));
        }
    }

    #[test]
    fn a_full_disk_of_one_rank_ends_all(graph in graph(), limit in 0..3_000_u64) {
        for ranks in RANKS {
            let folder = folder();
            let told = |_| {};
            let disk = disk(folder.path(), Some(limit * ranks.get() as u64), &told);
            let which = Method::Heuristic;
            let (outcome, _) = unlimited(|monitor| on_ranks(ranks, monitor, |transport, monitor| {
                one(which, &graph, &disk, transport, monitor)
            }));
            let outcome = outcome.unwrap();
            match outcome.verdict() {
                Verdict::Bounded(Stop::Disk) => {
                    let lower = outcome.bounds().lower;
                    prop_assert!(graph.optimum().is_none_or(|optimum| lower <= Depth(optimum)));
                }
                _ => graph.is_proved(&outcome, "on small disks"),
            }
            prop_assert!(is_empty(folder.path()));
        }
    }

    #[test]
    fn a_network_that_delays_and_reorders_changes_nothing(
        graph in graph(),
        seed: u64,
        nodes in prop::option::of(1..30_u64),
        limit in prop::option::of(0..3_000_u64),
    ) {
        let (which, folder, ranks) = (Method::Heuristic, folder(), RANKS[2]);
        let (expected, counts) = in_memory(which, &graph);
        let told = |_| {};
        let disk = disk(folder.path(), limit, &told).saved_always();
        let limits = Limits { nodes, ..Limits::default() };
        let ended = std::thread::scope(|scope| {
            let search = |mut transport: Simulated| {
                let (graph, disk) = (&graph, &disk);
                scope.spawn(move || limited(limits, |monitor| {
                    one(which, graph, disk, &mut transport, monitor)
                }))
            };
            let ranks: Vec<_> = Simulated::connected(ranks, seed).into_iter().map(search).collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect::<Vec<_>>()
        });
        let ended: Vec<_> = ended.into_iter().map(|(ended, all)| (ended.unwrap(), all)).collect();
        prop_assert!(ended[1..].iter().all(|other| *other == ended[0]), "all return the same");
        let (outcome, layers) = &ended[0];
        prop_assert!(counts.starts_with(layers));
        match outcome.verdict() {
            Verdict::Bounded(Stop::Nodes) => prop_assert!(!is_empty(folder.path())),
            Verdict::Bounded(Stop::Disk) => prop_assert!(is_empty(folder.path())),
            _ => {
                graph.is_proved(outcome, "on a network that delays");
                prop_assert_eq!(outcome.statistics(), expected.statistics());
                prop_assert!(is_empty(folder.path()));
            }
        }
        let lower = outcome.bounds().lower;
        prop_assert!(graph.optimum().is_none_or(|optimum| lower <= Depth(optimum)));
    }
}
