//! Several ranks, compared with a textbook search and with the engines of one process.

mod closed_states;
mod damaged;
mod saved;
mod stops;
mod termination;
mod threads;

use crate::best_first::OpenList;
use crate::breadth_first::{Bounded, Step};
use crate::breadth_first::{closed_states, to_the_end};
use crate::distributed::owner::hash_of;
use crate::distributed::simulated::Simulated;
use crate::distributed::{
    LayerCount, Transport, distributed_breadth_first_heuristic_search,
    distributed_breadth_first_search, hash_distributed_astar, on_threads,
};
use crate::graph::{Graph, STATES, graph};
use crate::outcome::unlimited;
use crate::problem::LazyTesting;
use crate::{Depth, Interrupt, Limits, Monitor, Outcome, Progress, Stop, Verdict};
use proptest::prelude::*;
use std::num::NonZeroUsize;

type GraphOutcome = Outcome<(u16, u16)>;

const RANKS: [NonZeroUsize; 3] =
    [NonZeroUsize::MIN, NonZeroUsize::new(2).unwrap(), NonZeroUsize::new(4).unwrap()];

fn on_ranks<T>(
    ranks: NonZeroUsize,
    monitor: &mut Monitor<'_>,
    run: impl Fn(&mut dyn Transport, &mut Monitor<'_>) -> T + Sync,
) -> T {
    on_threads(ranks, monitor, run).expect("there are threads")
}

/// Breadth-first heuristic search by this many ranks, with its counts.
fn searched(graph: &Graph, ranks: NonZeroUsize, limits: Limits) -> (GraphOutcome, Vec<LayerCount>) {
    let problem = graph.problem();
    limited(limits, |monitor| {
        on_ranks(ranks, monitor, |transport, monitor| {
            let mut counts = vec![];
            let mut visit = |count: &LayerCount| counts.push(*count);
            let outcome = distributed_breadth_first_heuristic_search(
                &problem, transport, None, &mut visit, monitor,
            );
            (outcome.expect("there is a format"), counts)
        })
    })
}

fn limited<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = Interrupt::new();
    search(&mut Monitor::new(limits, &never, &mut |_: &Progress| {}))
}

/// A layer: bound, depth, states, digest.
type Layer = (Depth, Depth, u64, [u64; 2]);

/// The layers within a bound, by one thread.
fn layers_of(graph: &Graph, bound: Depth) -> Option<Vec<Layer>> {
    let mut layers = vec![];
    let mut visit = |depth, states: &[u16]| {
        let hashes = states.iter().map(hash_of);
        let (sum, xor) =
            hashes.fold((0_u64, 0), |(sum, xor), hash| (sum.wrapping_add(hash), xor ^ hash));
        layers.push((bound, depth, states.len() as u64, [sum, xor]));
        Ok(())
    };
    let no_goal = unlimited(|m| closed_states(&graph.problem(), Some(bound), &mut visit, m));
    no_goal.expect("there is no limit").then_some(layers)
}

proptest! {
    #[test]
    fn ranks_find_what_one_thread_finds_and_count_alike(graph in graph()) {
        let (_, first) = searched(&graph, RANKS[0], Limits::default());
        for ranks in RANKS {
            let (outcome, counts) = searched(&graph, ranks, Limits::default());
            graph.is_proved(&outcome, "breadth-first-heuristic");
            let bare = |counts: &[LayerCount]| -> Vec<_> {
                counts.iter().map(|count| LayerCount { traffic: <_>::default(), ..*count }).collect()
            };
            prop_assert_eq!(bare(&first), bare(&counts));
            let mut bounds: Vec<_> = counts.iter().map(|count| count.bound).collect();
            bounds.dedup();
            for bound in bounds {
                let Some(expected) = layers_of(&graph, bound) else { continue };
                let counts = counts.iter().filter(|count| count.bound == bound && count.states > 0);
                let found: Vec<Layer> = counts
                    .map(|count| (bound, count.depth, count.states, count.digest))
                    .collect();
                prop_assert_eq!(found, expected);
            }
        }
    }

    #[test]
    fn bounds_that_are_proved_cost_what_they_cost_one_thread(graph in graph(), below in 0..3_u16) {
        let optimum = graph.optimum().unwrap_or(STATES);
        let asked = Depth(optimum.saturating_sub(1 + below));
        let limits = Limits { upper_bound: Some(asked), ..Limits::default() };
        let problem = graph.problem();
        let one = limited(limits, |monitor| {
            let mut search = Bounded::new(&problem, LazyTesting::On, monitor);
            let mut bound = search.least();
            loop {
                match search.prove(bound, monitor, &mut to_the_end) {
                    Ok(Step::Next(next)) => bound = next,
                    Ok(Step::Ended(outcome)) => break outcome,
                    Err(_) => unreachable!("there is no limit"),
                }
            }
        });
        for ranks in RANKS {
            let (outcome, _) = searched(&graph, ranks, limits);
            prop_assert_eq!(outcome.verdict(), one.verdict());
            prop_assert_eq!(outcome.bounds(), one.bounds());
            if outcome.verdict() == Verdict::Bounded(Stop::Bound) {
                prop_assert_eq!(outcome.statistics().expanded, one.statistics().expanded);
                prop_assert_eq!(outcome.statistics().generated, one.statistics().generated);
            }
        }
    }

    #[test]
    fn blind_search_and_astar_by_ranks_agree_with_the_oracle(graph in graph(), ranks in 1..5_usize) {
        let ranks = NonZeroUsize::new(ranks).unwrap();
        let problem = graph.problem();
        let blind = unlimited(|monitor| on_ranks(ranks, monitor, |transport, monitor| {
            distributed_breadth_first_search(&problem, transport, None, &mut |_| {}, monitor)
        }));
        graph.is_proved(&blind.unwrap(), "breadth-first");
        let astar = unlimited(|monitor| on_ranks(ranks, monitor, |transport, monitor| {
            hash_distributed_astar(&problem, OpenList::default(), transport, monitor)
        }));
        graph.is_proved(&astar.unwrap().0, "astar");
    }

    #[test]
    fn a_network_that_delays_and_reorders_changes_nothing(graph in graph(), seed: u64) {
        let problem = graph.problem();
        let (expected, layers) = searched(&graph, RANKS[0], Limits::default());
        let outcomes = std::thread::scope(|scope| {
            let search = |mut transport: Simulated| {
                let problem = &problem;
                scope.spawn(move || unlimited(|monitor| {
                    let mut counts = vec![];
                    let mut visit = |count: &LayerCount| counts.push(count.digest);
                    let found = distributed_breadth_first_heuristic_search(
                        problem, &mut transport, None, &mut visit, monitor,
                    ).unwrap();
                    let open = OpenList::default();
                    let (astar, _) =
                        hash_distributed_astar(problem, open, &mut transport, monitor).unwrap();
                    (found, counts, astar)
                }))
            };
            let ranks: Vec<_> = Simulated::connected(RANKS[2], seed).into_iter().map(search).collect();
            ranks.into_iter().map(|rank| rank.join().unwrap()).collect::<Vec<_>>()
        });
        for (found, counts, astar) in outcomes {
            prop_assert_eq!(&found, &expected);
            let layers = layers.iter().map(|layer| layer.digest).collect::<Vec<_>>();
            prop_assert_eq!(counts, layers);
            graph.is_proved(&astar, "astar");
        }
    }

    #[test]
    fn limits_stop_all_ranks_and_the_bound_holds(graph in graph(), nodes in 0..60_u64) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let optimum = Depth(graph.optimum().unwrap_or(u16::MAX));
        let (one, _) = searched(&graph, RANKS[0], limits);
        for ranks in RANKS {
            let (outcome, _) = searched(&graph, ranks, limits);
            // Which states of the last layer are within the limit, and so whether a goal is met,
            // depends on the number of ranks.
            let verdicts = [outcome.verdict(), one.verdict()];
            let stopped = Verdict::Bounded(Stop::Nodes);
            prop_assert!(
                verdicts[0] == verdicts[1]
                    || verdicts.contains(&stopped) && verdicts.contains(&Verdict::Optimal),
                "{verdicts:?}"
            );
            prop_assert_eq!(outcome.bounds().lower, one.bounds().lower);
            prop_assert!(outcome.bounds().lower <= optimum);
            prop_assert!(outcome.statistics().expanded <= nodes);
            if outcome.verdict() == stopped {
                prop_assert_eq!(outcome.statistics().expanded, nodes);
            }
            let problem = graph.problem();
            let (astar, _) = limited(limits, |monitor| on_ranks(ranks, monitor, |transport, monitor| {
                hash_distributed_astar(&problem, OpenList::default(), transport, monitor)
            })).unwrap();
            prop_assert!(astar.statistics().expanded <= nodes);
            prop_assert!(astar.bounds().lower <= optimum);
            if let Some(plan) = astar.plan() {
                prop_assert!(graph.accepts(plan));
            }
        }
    }
}
