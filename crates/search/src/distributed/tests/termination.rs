//! A* by ranks that take turns by a seed, on a network that delays and reorders messages.

use crate::best_first::OpenList;
use crate::distributed::hash_distributed_astar::{Pace, Rank};
use crate::distributed::simulated::Simulated;
use crate::graph::Graph;
use crate::outcome::unlimited;
use crate::{Depth, Limits};
use std::num::NonZeroUsize;

/// The ranks take turns by a seed on one thread, so each run can be repeated.
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
        let pace = Pace { chunk: random.u64(1..4), between_waves: random.u64(1..20) };
        ranks.iter_mut().for_each(|rank| rank.pace = pace);
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
