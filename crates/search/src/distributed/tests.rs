//! Several ranks against a textbook search, and against the engines of one.

use crate::best_first::OpenList;
use crate::breadth_first::{Bounded, Step};
use crate::breadth_first::{closed_states, to_the_end};
use crate::distributed::hash_distributed_astar::Rank;
use crate::distributed::owner::hash_of;
use crate::distributed::simulated::Simulated;
use crate::distributed::{
    LayerCount, RankError, Transport, distributed_breadth_first_heuristic_search,
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

/// Breadth-first heuristic search by so many ranks, with what it counts.
fn searched(graph: &Graph, ranks: NonZeroUsize, limits: Limits) -> (GraphOutcome, Vec<LayerCount>) {
    let problem = graph.problem();
    limited(limits, |monitor| {
        on_threads(ranks, monitor, |transport, monitor| {
            let mut counts = vec![];
            let mut visit = |count: &LayerCount| counts.push(*count);
            let outcome = distributed_breadth_first_heuristic_search(
                &problem, transport, &mut visit, monitor,
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
        let blind = unlimited(|monitor| on_threads(ranks, monitor, |transport, monitor| {
            distributed_breadth_first_search(&problem, transport, &mut |_| {}, monitor)
        }));
        graph.is_proved(&blind.unwrap(), "breadth-first");
        let astar = unlimited(|monitor| on_threads(ranks, monitor, |transport, monitor| {
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
                        problem, &mut transport, &mut visit, monitor,
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
            prop_assert_eq!(outcome.verdict(), one.verdict());
            prop_assert_eq!(outcome.bounds(), one.bounds());
            prop_assert!(outcome.bounds().lower <= optimum);
            prop_assert!(outcome.statistics().expanded <= nodes);
            let problem = graph.problem();
            let (astar, _) = limited(limits, |monitor| on_threads(ranks, monitor, |transport, monitor| {
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

/// The ranks take turns by a seed on one thread: each run can be had again.
fn by_turns(graph: &Graph, seed: u64) {
    let problem = graph.problem();
    let mut random = fastrand::Rng::with_seed(seed);
    let ranks = NonZeroUsize::new(random.usize(1..6)).unwrap();
    let optimum = graph.optimum();
    unlimited(|monitor| {
        let mut network = Simulated::connected(ranks, seed);
        let limits = Limits::default();
        let mut ranks: Vec<_> = network
            .iter_mut()
            .map(|transport| Rank::new(&problem, OpenList::default(), transport, &limits).unwrap())
            .collect();
        let mut turns = 0;
        while !ranks.iter().all(Rank::has_ended) {
            let turn = random.usize(..ranks.len());
            match ranks[turn].has_ended() {
                true => drop(ranks[turn].mailbox.push()),
                false => drop(ranks[turn].step(monitor)),
            }
            let lower = ranks[0].lower;
            assert!(optimum.is_none_or(|optimum| lower <= Depth(optimum)), "{seed}");
            turns += 1;
            assert!(turns < 1_000_000, "it does not end: {seed}");
        }
        assert_eq!(ranks[0].upper, optimum.map(Depth), "{seed}");
        if let Some(optimum) = optimum {
            assert_eq!(ranks[0].lower, Depth(optimum), "{seed}");
        }
    });
}

#[test]
fn ten_thousand_runs_end_when_they_are_over() {
    let mut random = fastrand::Rng::with_seed(1);
    for seed in 0..10_000 {
        let count = random.usize(15..90);
        let edges: Vec<_> = (0..count).map(|_| (random.u16(..30), random.u16(..30))).collect();
        let mut graph = Graph::new(30, &edges, vec![0, 1], vec![28, 29]);
        graph.optimism = (0..30).map(|_| random.u16(..6)).collect();
        by_turns(&graph, seed);
    }
}

#[test]
fn an_interrupt_and_spent_memory_stop_all_ranks() {
    let edges: Vec<_> = (0..5_000_u16).map(|from| (from, (from * 7 + 1) % 5_000)).collect();
    let edges: Vec<_> = edges.into_iter().chain((0..4_999).map(|from| (from, from + 1))).collect();
    let graph =
        Graph { optimism: vec![9; 5_000], ..Graph::new(5_000, &edges, vec![0], vec![4_999]) };
    let optimum = Depth(graph.optimum().unwrap());
    let problem = graph.problem();
    for ranks in RANKS {
        let limits = Limits { memory: Some(40_000), ..Limits::default() };
        let (outcome, _) = searched(&graph, ranks, limits);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Memory));
        assert!(outcome.bounds().lower <= optimum);
        let interrupt = Interrupt::new();
        interrupt.interrupt();
        let mut silent = |_: &Progress| {};
        let monitor = &mut Monitor::new(Limits::default(), &interrupt, &mut silent);
        let (astar, _) = on_threads(ranks, monitor, |transport, monitor| {
            hash_distributed_astar(&problem, OpenList::default(), transport, monitor)
        })
        .unwrap();
        assert_eq!(astar.verdict(), Verdict::Bounded(Stop::Interrupted));
        let outcome = on_threads(ranks, monitor, |transport, monitor| {
            distributed_breadth_first_heuristic_search(&problem, transport, &mut |_| {}, monitor)
        });
        assert_eq!(outcome.unwrap().verdict(), Verdict::Bounded(Stop::Interrupted));
    }
}

#[test]
fn time_that_is_over_stops_all_ranks_and_the_bound_holds() {
    // A line of states: the blind bound rises state by state.
    let edges: Vec<_> = (0..40_000).map(|from| (from, from + 1)).collect();
    let graph = Graph { optimism: vec![u16::MAX; 40_001], ..line(&edges) };
    let problem = graph.problem();
    for ranks in RANKS {
        let deadline = Some(web_time::Instant::now() + std::time::Duration::from_millis(20));
        let limits = Limits { deadline, ..Limits::default() };
        let (outcome, _) = searched(&graph, ranks, limits);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Time));
        assert!(outcome.bounds().lower <= Depth(40_000));
        let (astar, _) = limited(limits, |monitor| {
            on_threads(ranks, monitor, |transport, monitor| {
                hash_distributed_astar(&problem, OpenList::default(), transport, monitor)
            })
        })
        .unwrap();
        assert_eq!(astar.verdict(), Verdict::Bounded(Stop::Time));
        assert!(astar.bounds().lower <= Depth(40_000));
    }
}

/// From the first state of a path to its last.
fn line(edges: &[(u16, u16)]) -> Graph {
    let last = edges.len() as u16;
    Graph::new(last + 1, edges, vec![0], vec![last])
}

#[test]
fn ranks_of_different_problems_do_not_search() {
    let [one, two] = [[(0, 1), (1, 2)], [(0, 2), (2, 1)]]
        .map(|edges| Graph::new(3, &edges, vec![0], vec![2]).problem());
    let refused = unlimited(|monitor| {
        on_threads(RANKS[1], monitor, |transport: &mut dyn Transport, monitor| {
            let problem = if transport.rank() == 0 { &one } else { &two };
            hash_distributed_astar(problem, OpenList::default(), transport, monitor).map(drop)
        })
    });
    assert_eq!(refused, Err(RankError::Different));
}
