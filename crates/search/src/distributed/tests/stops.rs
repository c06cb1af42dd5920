//! What ends all ranks.

use crate::best_first::OpenList;
use crate::distributed::tests::{RANKS, limited, on_ranks, searched};
use crate::distributed::{
    RankError, Transport, distributed_breadth_first_heuristic_search, hash_distributed_astar,
};
use crate::graph::Graph;
use crate::outcome::unlimited;
use crate::{Depth, Interrupt, Limits, Monitor, Progress, Stop, Verdict};

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
        let (astar, _) = on_ranks(ranks, monitor, |transport, monitor| {
            hash_distributed_astar(&problem, OpenList::default(), transport, monitor)
        })
        .unwrap();
        assert_eq!(astar.verdict(), Verdict::Bounded(Stop::Interrupted));
        let outcome = on_ranks(ranks, monitor, |transport, monitor| {
            distributed_breadth_first_heuristic_search(
                &problem,
                transport,
                None,
                &mut |_| {},
                monitor,
            )
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
            on_ranks(ranks, monitor, |transport, monitor| {
                hash_distributed_astar(&problem, OpenList::default(), transport, monitor)
            })
        })
        .unwrap();
        assert_eq!(astar.verdict(), Verdict::Bounded(Stop::Time));
        assert!(astar.bounds().lower <= Depth(40_000));
    }
}

/// From the first state of a path to the last.
fn line(edges: &[(u16, u16)]) -> Graph {
    let last = edges.len() as u16;
    Graph::new(last + 1, edges, vec![0], vec![last])
}

#[test]
fn ranks_of_different_problems_do_not_search() {
    let [one, two] = [[(0, 1), (1, 2)], [(0, 2), (2, 1)]]
        .map(|edges| Graph::new(3, &edges, vec![0], vec![2]).problem());
    let refused = unlimited(|monitor| {
        on_ranks(RANKS[1], monitor, |transport: &mut dyn Transport, monitor| {
            let problem = if transport.rank() == 0 { &one } else { &two };
            hash_distributed_astar(problem, OpenList::default(), transport, monitor).map(drop)
        })
    });
    assert!(matches!(refused, Err(RankError::Different)));
}
