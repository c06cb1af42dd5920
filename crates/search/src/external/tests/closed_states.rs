//! The states listed on disk are those in memory.

use super::{Method, unwatched};
use super::{copy, disk, folder, limited, names, of_nodes, search, try_disk, watched, way};
use crate::breadth_first;
use crate::external::closed_states::{NotListed, close};
use crate::external::disk::Disk;
use crate::external::problem::Numbered;
use crate::external::sizes::Sizes;
use crate::graph::{BothWays, Graph, STATES, graph};
use crate::outcome::unlimited;
use crate::problem::{Backward, DuplicateScope, Parts, forgetful, key_format};
use crate::snapshot::KeyFormat;
use crate::{Depth, Limits, Problem, Stop, Verdict};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bytes of the states of each layer, in the order they were visited.
type Listed = BTreeMap<u16, Vec<Vec<u8>>>;

fn bytes<K>(format: &dyn KeyFormat<K>, key: K) -> Vec<u8> {
    let mut bytes = vec![0; format.bytes()];
    format.write(key, &mut bytes);
    bytes
}

fn listed<P: Parts<Space: Backward>>(
    problem: &P,
    scope: DuplicateScope,
    bound: Option<Depth>,
    disk: &Disk,
    limits: Limits,
) -> Result<(bool, Listed), NotListed> {
    let format = || key_format(problem.space());
    let (ordered, mut all) = (format(), Listed::new());
    let mut visit = |depth: Depth, states: &[_]| {
        assert!((1..=Sizes::TINY.chunk + Sizes::TINY.block).contains(&states.len()));
        assert!(
            all.last_key_value().is_none_or(|(&last, _)| depth.0 == last || depth.0 == last + 1)
        );
        let states = states.iter().map(|&key| bytes(&*ordered, key));
        all.entry(depth.0).or_default().extend(states);
        Ok(())
    };
    let numbered = Numbered::in_order_of(problem, format())?.within(scope);
    let closed = limited(limits, |monitor| {
        close(&numbered, bound, (disk, Sizes::TINY), &mut visit, monitor)
    });
    closed.map(|closed| (closed, all))
}

fn in_memory<P: Parts>(problem: &P, bound: Option<Depth>) -> (bool, Listed) {
    let (format, mut all) = (key_format(problem.space()), Listed::new());
    let mut visit = |depth: Depth, states: &[_]| {
        let mut states: Vec<_> = states.iter().map(|&key| bytes(&*format, key)).collect();
        states.sort_unstable();
        all.insert(depth.0, states);
        Ok(())
    };
    let closed =
        unlimited(|monitor| breadth_first::closed_states(problem, bound, &mut visit, monitor));
    (closed.unwrap(), all)
}

/// Within a bound below all plans: the same states in the same layers, in order.
pub(super) fn agree<P: Parts<Space: Backward>>(problem: &P, scope: DuplicateScope, bound: Depth) {
    let folder = folder();
    let disk = disk(folder.path());
    let found = listed(problem, scope, Some(bound), &disk, Limits::default()).unwrap();
    assert_eq!(found, in_memory(problem, Some(bound)), "within {bound}");
    assert!(found.0);
    drop(disk);
    assert_eq!(names(folder.path()), Vec::<String>::new(), "nothing stays");
}

/// A listing whose process ends at some moment, given by the folder, leaves a saved search
/// unchanged.
fn leaves_a_saved_search<S: Backward<State = u16, Action = (u16, u16)> + Clone>(
    space: &S,
    graph: &Graph,
    scope: DuplicateScope,
    moment: usize,
    nodes: u64,
) {
    let [from, to] = [folder(), folder()];
    let problem = watched(space.clone(), graph, unwatched);
    let stopped = {
        let disk = disk(from.path());
        limited(of_nodes(nodes), |monitor| {
            search(Method::Heuristic, &problem, scope, &disk, monitor).unwrap()
        })
    };
    let mut before = names(from.path());
    before.sort();
    let moments = AtomicUsize::new(0);
    let watch = || {
        if moments.fetch_add(1, Ordering::Relaxed) == moment {
            copy(from.path(), to.path());
        }
    };
    let listing = watched(space.clone(), graph, watch);
    let bound = stopped.bounds().lower.0.checked_sub(1).map(Depth);
    if let Some(bound) = bound {
        let disk = disk(from.path());
        let (closed, found) =
            listed(&listing, scope, Some(bound), &disk, Limits::default()).unwrap();
        assert_eq!((closed, found), in_memory(&problem, Some(bound)));
    }
    let mut after = names(from.path());
    after.sort();
    assert_eq!(after, before, "it stays as it was, and nothing else does");
    for folder in [from, to] {
        let disk = disk(folder.path());
        let outcome =
            unlimited(|monitor| search(Method::Heuristic, &problem, scope, &disk, monitor));
        graph.is_proved(&outcome.unwrap(), "gone on with");
        assert_eq!(names(folder.path()), Vec::<String>::new());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn what_is_no_dead_end_is_listed_without_a_bound(graph in graph()) {
        let all = DuplicateScope::ALL;
        let both = BothWays::of(&Graph { bits: graph.bits.or(Some(20)), ..graph.clone() });
        let last = DuplicateScope::undirected(&both);
        let folder = folder();
        let disk = disk(folder.path());
        let problem = graph.problem();
        let (is_closed, found) = listed(&problem, all, None, &disk, Limits::default()).unwrap();
        let (expected, layers) = in_memory(&problem, None);
        prop_assert_eq!(is_closed, expected);
        if is_closed {
            prop_assert_eq!(found, layers);
        }
        // States near a goal are dead ends there, and so no goal is met.
        let exact = both.0.exact.clone();
        let far = |&state: &u16| exact[usize::from(state)].filter(|&exact| exact > 2).map(Depth);
        let problem = Problem::new(both, far);
        let expected = in_memory(&problem, None);
        for scope in [all, last] {
            let found = listed(&problem, scope, None, &disk, Limits::default()).unwrap();
            prop_assert_eq!(&found, &expected);
        }
    }

    #[test]
    fn a_test_learns_nothing_meanwhile(graph in graph(), known in 1..4_u16) {
        let graph = Graph { known: Some(known), ..graph };
        let Some(bound) = graph.optimum().and_then(|optimum| optimum.checked_sub(1)) else {
            return Ok(());
        };
        let (folder, bound) = (folder(), Some(Depth(bound)));
        let disk = disk(folder.path());
        let problem = forgetful(graph.problem());
        let found = listed(&problem, DuplicateScope::ALL, bound, &disk, Limits::default());
        prop_assert_eq!(found.unwrap(), in_memory(&graph.problem(), bound));
    }

    #[test]
    fn a_goal_within_the_bound_is_told(graph in graph()) {
        let Some(optimum) = graph.optimum() else { return Ok(()) };
        let folder = folder();
        let disk = disk(folder.path());
        let problem = graph.problem();
        let bound = Some(Depth(optimum));
        let found = listed(&problem, DuplicateScope::ALL, bound, &disk, Limits::default());
        prop_assert!(!found.unwrap().0);
        drop(disk);
        prop_assert_eq!(names(folder.path()), Vec::<String>::new());
    }

    #[test]
    fn a_saved_search_goes_on_after_a_list(
        graph in graph(),
        moment in 0..200_usize,
        nodes in 1..30_u64,
    ) {
        let both = BothWays::of(&Graph { bits: graph.bits.or(Some(20)), ..graph.clone() });
        let last = DuplicateScope::undirected(&both);
        leaves_a_saved_search(&graph, &graph, DuplicateScope::ALL, moment, nodes);
        leaves_a_saved_search(&both, &both.0, last, moment, nodes);
    }

    #[test]
    fn a_full_disk_ends_it(graph in graph(), limit in 0..3_000_u64) {
        let folder = folder();
        let disk = try_disk(folder.path(), Some(limit)).unwrap();
        let problem = graph.problem();
        let bound = graph.optimum().map_or(Some(Depth(9)), |optimum| optimum.checked_sub(1).map(Depth));
        let Some(bound) = bound else { return Ok(()) };
        match listed(&problem, DuplicateScope::ALL, Some(bound), &disk, Limits::default()) {
            Ok(found) => prop_assert_eq!(found, in_memory(&problem, Some(bound))),
            Err(NotListed::Stopped(stop)) => prop_assert_eq!(stop, Stop::Disk),
            Err(error) => panic!("{error}"),
        }
        drop(disk);
        prop_assert_eq!(names(folder.path()), Vec::<String>::new());
    }
}

/// Two lists in the folder of a search that has ended, and a visitor that ends one of them.
#[test]
fn one_folder_serves_again_and_again() {
    let graph = way(STATES);
    let problem = graph.problem();
    let scope = DuplicateScope::ALL;
    let folder = folder();
    let disk = disk(folder.path());
    let outcome =
        unlimited(|monitor| search(Method::Heuristic, &problem, scope, &disk, monitor)).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    let bound = Some(Depth(outcome.bounds().lower.0 - 1));
    for _ in 0..2 {
        let found = listed(&problem, scope, bound, &disk, Limits::default()).unwrap();
        assert_eq!(found, in_memory(&problem, bound));
    }
    let ended = unlimited(|monitor| {
        let mut visit = |Depth(depth), _: &[_]| match depth {
            5 => Err(Stop::Interrupted),
            _ => Ok(()),
        };
        let format = key_format(problem.space());
        let numbered = Numbered::in_order_of(&problem, format).unwrap().within(scope);
        close(&numbered, bound, (&disk, Sizes::TINY), &mut visit, monitor)
    });
    assert!(matches!(ended, Err(NotListed::Stopped(Stop::Interrupted))));
    assert_eq!(names(folder.path()), ["MANIFEST"], "its states are gone");
    drop(disk);
    assert_eq!(names(folder.path()), Vec::<String>::new());
}
