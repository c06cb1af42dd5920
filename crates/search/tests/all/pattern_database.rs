//! Pattern databases, compared with brute-force distances on random graphs and random abstractions.

use crate::graph::{Graph, STATES, graph};
use fewest_search::best_first::{OpenList, astar, bae_star};
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Heuristic};
use fewest_search::{Interrupt, Limits, Monitor, Problem, StateSpace, Stop};
use fewest_search::{PatternDatabase, PatternDatabases};
use proptest::prelude::*;

/// The graph that remains when states differ only by their remainder, and the remainder function.
fn abstraction(graph: &Graph, classes: u16) -> (Graph, impl Fn(&u16) -> u16 + Sync + use<>) {
    let of = move |state: &u16| state % classes;
    let edges: Vec<_> = graph.edges().map(|(from, to)| (of(&from), of(&to))).collect();
    let [starts, goals] = [&graph.starts, &graph.goals].map(|all| all.iter().map(of).collect());
    (Graph::new(classes, &edges, starts, goals), of)
}

fn database(
    graph: &Graph,
    classes: u16,
) -> PatternDatabase<Graph, impl Fn(&u16) -> u16 + Sync + use<>> {
    let (space, of) = abstraction(graph, classes);
    unlimited(|monitor| PatternDatabase::new(space, of, monitor)).expect("there is no limit")
}

/// The heuristic of each state.
fn estimates<S: StateSpace, H: Heuristic<S>>(h: &H, states: &[S::State]) -> Vec<Option<u16>> {
    let estimate = |state| h.estimate(state, &h.value(state)).map(|depth| depth.0);
    states.iter().map(estimate).collect()
}

/// It never exceeds the distance, and along an edge it falls by at most one.
fn is_consistent(graph: &Graph, said: &[Option<u16>]) {
    let of = |state: u16| said[usize::from(state)];
    for (state, &exact) in graph.exact.iter().enumerate() {
        assert!(said[state].is_some_and(|h| h <= exact.unwrap_or(u16::MAX)) || exact.is_none());
    }
    for (from, to) in graph.edges() {
        assert!(of(to).is_none_or(|beyond| of(from).is_some_and(|h| h <= beyond + 1)));
    }
}

proptest! {
    #[test]
    fn a_database_has_the_distances_of_its_abstraction(graph in graph(), classes in 1..STATES) {
        let states: Vec<u16> = (0..STATES).collect();
        let (space, of) = abstraction(&graph, classes);
        let one = database(&graph, classes);
        let said = estimates::<Graph, _>(&one, &states);
        let exact: Vec<_> = states.iter().map(|state| space.exact[usize::from(of(state))]).collect();
        assert_eq!(said, exact);
        assert_eq!(one.states(), space.exact.iter().flatten().count());
        is_consistent(&graph, &said);

        let other = database(&graph, 7);
        let others = estimates::<Graph, _>(&other, &states);
        let both = PatternDatabases::maximum(vec![database(&graph, classes), database(&graph, 7)]);
        let greatest: Vec<_> =
            said.iter().zip(&others).map(|(h, other)| Some((*h)?.max((*other)?))).collect();
        assert_eq!(estimates::<Graph, _>(&both, &states), greatest);
        is_consistent(&graph, &greatest);

        let problem = Problem::new(graph.clone(), both);
        let outcome = unlimited(|monitor| astar(&problem, OpenList::default(), monitor));
        graph.is_proved(&outcome, "A* with databases");
        let reversed = Problem::new(graph.reversed(), database(&graph.reversed(), classes));
        let outcome = unlimited(|monitor| bae_star(&problem, &reversed, monitor));
        graph.is_proved(&outcome, "BAE* with databases");
    }

    #[test]
    fn disjoint_parts_add_up_to_the_distance(one in graph(), other in graph()) {
        let pair = Pair(one, other);
        let parts = || [pair.0.clone(), pair.1.clone()].into_iter().zip(PARTS);
        let databases = || parts().map(|(graph, part)| {
            unlimited(|monitor| PatternDatabase::new(graph, part, monitor)).expect("there is no limit")
        }).collect();
        let states: Vec<_> =
            (0..STATES).flat_map(|one| (0..STATES).map(move |other| (one, other))).collect();
        let exact = |&(one, other): &(u16, u16)| -> Option<[u16; 2]> {
            Some([pair.0.exact[usize::from(one)]?, pair.1.exact[usize::from(other)]?])
        };
        let exact: Vec<_> = states.iter().map(exact).collect();
        let sum: Vec<_> = exact.iter().map(|parts| parts.map(|parts| parts.iter().sum())).collect();
        let most: Vec<_> = exact.iter().map(|parts| parts.map(|[one, other]| one.max(other))).collect();
        assert_eq!(estimates::<Pair, _>(&PatternDatabases::additive(databases()), &states), sum);
        assert_eq!(estimates::<Pair, _>(&PatternDatabases::maximum(databases()), &states), most);
    }
}

/// Two graphs side by side: a move is a move in either of them.
struct Pair(Graph, Graph);

type Part = fn(&(u16, u16)) -> u16;

/// Each ignores the other graph.
const PARTS: [Part; 2] = [|pair| pair.0, |pair| pair.1];

impl StateSpace for Pair {
    type State = (u16, u16);
    type Action = (u16, u16);
    type Key = (u16, u16);

    fn roots(&self) -> Vec<(u16, u16)> {
        let of = |&one: &u16| self.1.starts.iter().map(move |&other| (one, other));
        self.0.starts.iter().flat_map(of).collect()
    }

    fn is_goal(&self, (one, other): &(u16, u16)) -> bool {
        self.0.is_goal(one) && self.1.is_goal(other)
    }

    fn successors(
        &self,
        &(one, other): &(u16, u16),
        mut visit: impl FnMut((u16, u16), (u16, u16)),
    ) {
        self.0.successors(&one, |action, to| visit(action, (to, other)));
        self.1.successors(&other, |action, to| visit(action, (one, to)));
    }

    fn pack(&self, &state: &(u16, u16)) -> (u16, u16) {
        state
    }

    fn unpack(&self, key: (u16, u16)) -> (u16, u16) {
        key
    }
}

#[test]
fn half_a_table_is_none() {
    let line: Vec<_> = (0..STATES - 1).map(|state| (state, state + 1)).collect();
    let graph = Graph::new(STATES, &line, vec![0], vec![STATES - 1]);
    let (interrupt, mut silent) = (Interrupt::new(), |_: &_| {});
    let limits = Limits { memory: Some(64), ..Limits::default() };
    let mut monitor = Monitor::new(limits, &interrupt, &mut silent);
    let short = PatternDatabase::new(graph.clone(), |state: &u16| *state, &mut monitor);
    assert_eq!(short.err(), Some(Stop::Memory));
    interrupt.interrupt();
    let mut monitor = Monitor::new(Limits::default(), &interrupt, &mut silent);
    let stopped = PatternDatabase::new(graph, |state: &u16| *state, &mut monitor);
    assert_eq!(stopped.err(), Some(Stop::Interrupted));
}
