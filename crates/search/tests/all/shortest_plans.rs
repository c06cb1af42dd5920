//! All shortest plans of random graphs, compared with a walk along every edge.

use crate::graph::{Graph, graph};
use dashu_int::UBig;
use fewest_search::breadth_first::{ShortestPlans, shortest_plans};
use fewest_search::{Depth, Interrupt, Limits, Monitor, Progress, Stop};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Plan = Vec<(u16, u16)>;

fn counted(
    graph: &Graph,
    listed: usize,
    limits: Limits,
) -> Result<ShortestPlans<(u16, u16)>, Stop> {
    let length = Depth(graph.optimum().expect("there is a plan"));
    let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
    let monitor = &mut Monitor::new(limits, &never, &mut silent);
    shortest_plans(&graph.problem(), length, listed, monitor)
}

/// Every path of `left` moves from a state to a goal.
fn walk(graph: &Graph, state: u16, left: u16, way: &mut Plan, found: &mut Vec<Plan>) {
    if left == 0 {
        found.extend(graph.goals.contains(&state).then(|| way.clone()));
        return;
    }
    for &to in &graph.successors[usize::from(state)] {
        way.push((state, to));
        walk(graph, to, left - 1, way, found);
        way.pop();
    }
}

fn walked(graph: &Graph) -> Vec<Plan> {
    let length = graph.optimum().expect("there is a plan");
    let mut found = Vec::new();
    for start in graph.starts.iter().collect::<BTreeSet<_>>() {
        walk(graph, *start, length, &mut Vec::new(), &mut found);
    }
    found
}

proptest! {
    #[test]
    fn every_shortest_plan_is_counted_and_listed_once(graph in graph()) {
        prop_assume!(graph.optimum().is_some_and(|optimum| optimum < 8));
        let mut expected = walked(&graph);
        let all = counted(&graph, usize::MAX, Limits::default()).unwrap();
        prop_assert_eq!(&all.count, &UBig::from(expected.len()));
        let first = counted(&graph, 2, Limits::default()).unwrap();
        prop_assert_eq!(&first.count, &all.count);
        prop_assert_eq!(&first.listed[..], &all.listed[..expected.len().min(2)]);
        let mut listed = all.listed;
        listed.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(listed, expected);
    }
}

/// A chain of `length` links in which two paths lead from each state to the next.
fn chain(length: u16) -> Graph {
    let end = |link: u16| 3 * link;
    let links = 0..length;
    let edges = links.flat_map(|link| {
        let [from, to] = [end(link), end(link + 1)];
        [(from, from + 1), (from + 1, to), (from, from + 2), (from + 2, to)]
    });
    let edges: Vec<_> = edges.collect();
    Graph::new(end(length) + 1, &edges, vec![0], vec![end(length)])
}

#[test]
fn numbers_have_as_many_digits_as_they_need() {
    let all = counted(&chain(200), 3, Limits::default()).unwrap();
    assert_eq!((all.count, all.listed.len()), (UBig::ONE << 200, 3));
}

#[test]
fn limits_are_kept() {
    let [memory, nodes] = [Some(1000), Some(100)];
    let stopped = |limits| counted(&chain(200), 3, limits).unwrap_err();
    assert_eq!(stopped(Limits { memory, ..Limits::default() }), Stop::Memory);
    assert_eq!(stopped(Limits { nodes, ..Limits::default() }), Stop::Nodes);
}
