//! The states that ranks list are those of one process, in order.

use crate::breadth_first::{VisitLayer, closed_states};
use crate::distributed::closed_states::list;
use crate::distributed::simulated::Simulated;
use crate::distributed::tests::{limited, on_ranks};
use crate::distributed::{RankError, Transport};
use crate::graph::{Graph, graph};
use crate::outcome::unlimited;
use crate::problem::{Parts, forgetful, key_format};
use crate::snapshot::KeyFormat;
use crate::{Depth, Interrupt, Limits, Monitor, Progress, Stop};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// The bytes of the states of each layer, in the order they were visited.
type Listed = BTreeMap<u16, Vec<Vec<u8>>>;

/// States per block: small layers have several.
const BLOCK: usize = 3;

fn ranks() -> impl Iterator<Item = NonZeroUsize> {
    (1..=4).filter_map(NonZeroUsize::new)
}

fn bytes(format: &dyn KeyFormat<u16>, keys: &[u16]) -> Vec<Vec<u8>> {
    let bytes = |&key: &u16| {
        let mut bytes = vec![0; format.bytes()];
        format.write(key, &mut bytes);
        bytes
    };
    keys.iter().map(bytes).collect()
}

/// The states listed by one process, sorted.
fn by_one<P>(problem: &P, bound: Option<Depth>) -> (bool, Listed)
where
    P: Parts<Space = Graph>,
{
    let (format, mut all) = (key_format(problem.space()), Listed::new());
    let mut visit = |depth: Depth, states: &[_]| {
        let mut states = bytes(&*format, states);
        states.sort_unstable();
        all.insert(depth.0, states);
        Ok(())
    };
    let is_closed = unlimited(|monitor| closed_states(problem, bound, &mut visit, monitor));
    (is_closed.unwrap(), all)
}

fn list_by<P: Parts<Space = Graph>>(
    problem: &P,
    bound: Option<Depth>,
    transport: &mut dyn Transport,
    visit: &mut VisitLayer<'_, [u16]>,
    monitor: &mut Monitor<'_>,
) -> Result<Result<bool, Stop>, RankError> {
    let format = key_format(problem.space());
    list(problem, (&*format, BLOCK), bound, transport, visit, monitor)
}

/// The states listed by a rank: the first lists all, the others none.
fn by_rank<P>(
    problem: &P,
    bound: Option<Depth>,
    transport: &mut dyn Transport,
    monitor: &mut Monitor<'_>,
) -> (bool, Listed)
where
    P: Parts<Space = Graph>,
{
    let (format, mut all) = (key_format(problem.space()), Listed::new());
    let most = transport.ranks() * BLOCK;
    let mut visit = |depth: Depth, states: &[u16]| {
        assert!((1..=most).contains(&states.len()));
        assert!(all.keys().all(|&before| before <= depth.0));
        all.entry(depth.0).or_default().extend(bytes(&*format, states));
        Ok(())
    };
    let is_closed = list_by(problem, bound, transport, &mut visit, monitor);
    (is_closed.unwrap().unwrap(), all)
}

fn by_ranks<P: Parts<Space = Graph>>(
    problem: &P,
    bound: Option<Depth>,
    ranks: NonZeroUsize,
) -> (bool, Listed) {
    unlimited(|monitor| {
        on_ranks(ranks, monitor, |transport, monitor| by_rank(problem, bound, transport, monitor))
    })
}

/// The bounds below every plan; some bounds if there is no plan.
fn closed_bounds(graph: &Graph) -> impl Iterator<Item = Depth> + use<> {
    (0..graph.optimum().unwrap_or(9)).map(Depth)
}

proptest! {
    #[test]
    fn ranks_list_in_order_what_one_process_lists(graph in graph()) {
        let problem = graph.problem();
        for bound in closed_bounds(&graph) {
            let expected = by_one(&problem, Some(bound));
            prop_assert!(expected.0);
            for ranks in ranks() {
                let found = by_ranks(&problem, Some(bound), ranks);
                prop_assert_eq!(&found, &expected, "{} ranks within {}", ranks, bound);
            }
        }
    }

    #[test]
    fn a_test_learns_nothing_meanwhile(graph in graph(), known in 1..4_u16) {
        let graph = Graph { known: Some(known), ..graph };
        let forgetful = || forgetful(graph.problem());
        for bound in closed_bounds(&graph) {
            let expected = by_one(&graph.problem(), Some(bound));
            prop_assert_eq!(&by_one(&forgetful(), Some(bound)), &expected);
            for ranks in ranks() {
                prop_assert_eq!(&by_ranks(&forgetful(), Some(bound), ranks), &expected);
            }
        }
    }

    #[test]
    fn a_goal_within_the_bound_is_told_and_no_bound_lists_what_is_no_dead_end(graph in graph()) {
        let problem = graph.problem();
        let expected = by_one(&problem, None);
        for ranks in ranks() {
            if let Some(optimum) = graph.optimum() {
                prop_assert!(!by_ranks(&problem, Some(Depth(optimum)), ranks).0);
            }
            let found = by_ranks(&problem, None, ranks);
            prop_assert_eq!(found.0, expected.0);
            if expected.0 {
                prop_assert_eq!(&found, &expected);
            }
        }
    }

    #[test]
    fn a_network_that_delays_and_reorders_changes_no_list(graph in graph(), seed: u64) {
        let problem = graph.problem();
        let Some(bound) = closed_bounds(&graph).last() else { return Ok(()) };
        let expected = by_one(&problem, Some(bound));
        let ranks = NonZeroUsize::new(3).unwrap();
        let found = std::thread::scope(|scope| {
            let search = |mut transport: Simulated| {
                let problem = &problem;
                scope.spawn(move || unlimited(|monitor| {
                    by_rank(problem, Some(bound), &mut transport, monitor)
                }))
            };
            let ranks: Vec<_> = Simulated::connected(ranks, seed).into_iter().map(search).collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect::<Vec<_>>()
        });
        prop_assert_eq!(&found[0], &expected);
        prop_assert!(found[1..].iter().all(|(is_closed, all)| *is_closed && all.is_empty()));
    }

    #[test]
    fn a_visitor_that_ends_it_ends_all_ranks(graph in graph(), seed: u64, parts in 0..6_usize) {
        let problem = graph.problem();
        let Some(bound) = closed_bounds(&graph).last() else { return Ok(()) };
        let expected = by_one(&problem, Some(bound));
        let ranks = NonZeroUsize::new(3).unwrap();
        let ended = std::thread::scope(|scope| {
            let search = |mut transport: Simulated| {
                let problem = &problem;
                scope.spawn(move || {
                    let mut visited = 0;
                    let mut visit = |_, _: &[u16]| {
                        visited += 1;
                        if visited > parts { Err(Stop::Time) } else { Ok(()) }
                    };
                    let ended = unlimited(|monitor| {
                        list_by(problem, Some(bound), &mut transport, &mut visit, monitor)
                    });
                    (ended.unwrap(), visited)
                })
            };
            let ranks: Vec<_> = Simulated::connected(ranks, seed).into_iter().map(search).collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect::<Vec<_>>()
        });
        let is_ended = ended[0].1 > parts;
        prop_assert!(is_ended || parts > 0 || expected.1.is_empty());
        for (ended, _) in ended {
            prop_assert_eq!(ended, if is_ended { Err(Stop::Time) } else { Ok(true) });
        }
    }
}

/// A path of states with a few next to it, without a heuristic.
fn long(states: u16) -> Graph {
    let edges = (0..states).map(|from| (from, (from * 7 + 1) % states));
    let edges: Vec<_> = edges.chain((1..states).map(|state| (state - 1, state))).collect();
    let last = states - 1;
    Graph {
        optimism: vec![u16::MAX; states.into()],
        ..Graph::new(states, &edges, vec![0], vec![last])
    }
}

#[test]
fn limits_end_all_ranks() {
    let graph = long(5_000);
    let problem = graph.problem();
    let bound = Some(Depth(graph.optimum().unwrap() - 1));
    let interrupt = Interrupt::new();
    interrupt.interrupt();
    for ranks in ranks() {
        let list = |monitor: &mut Monitor<'_>| {
            on_ranks(ranks, monitor, |transport, monitor| {
                list_by(&problem, bound, transport, &mut |_, _| Ok(()), monitor)
            })
        };
        let memory = Limits { memory: Some(40_000), ..Limits::default() };
        assert_eq!(limited(memory, list).unwrap(), Err(Stop::Memory));
        let nodes = Limits { nodes: Some(100), ..Limits::default() };
        assert_eq!(limited(nodes, list).unwrap(), Err(Stop::Nodes));
        let mut silent = |_: &Progress| {};
        let monitor = &mut Monitor::new(Limits::default(), &interrupt, &mut silent);
        assert_eq!(list(monitor).unwrap(), Err(Stop::Interrupted));
    }
}

#[test]
fn ranks_with_different_bounds_list_nothing() {
    let problem = long(50).problem();
    let refused = unlimited(|monitor| {
        on_ranks(NonZeroUsize::new(2).unwrap(), monitor, |transport, monitor| {
            let bound = Some(Depth(transport.rank() as u16));
            let mut visit = |_, _: &[u16]| panic!("they do not search");
            list_by(&problem, bound, transport, &mut visit, monitor).map(drop)
        })
    });
    assert!(matches!(refused, Err(RankError::Different)));
}
