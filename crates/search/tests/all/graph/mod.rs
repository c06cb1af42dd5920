//! Random graphs as problems, with an oracle. Unit tests and integration tests share it.

use fewest_search::artifact::KeyFormat;
use fewest_search::problem::{
    Backward, BoundedEstimate, Consistent, Heuristic, LazyTest, Ranking, Undirected,
};
use fewest_search::{Depth, Outcome, Problem, StateSpace, Verdict};
use proptest::prelude::*;

#[derive(Debug, Clone)]
pub struct Graph {
    pub successors: Vec<Vec<u16>>,
    pub starts: Vec<u16>,
    pub goals: Vec<u16>,
    /// The amount subtracted from the exact distance, by state.
    pub optimism: Vec<u16>,
    pub exact: Vec<Option<u16>>,
    /// Tests know everything about states whose numbers are multiples of this, and nothing about
    /// others (any, if `None`).
    pub known: Option<u16>,
    /// Bits of the numbers of the states; if `None`, they are not numbered.
    pub bits: Option<u32>,
}

/// States as numbers that differ in their highest bits.
struct Highest(u32);

impl Ranking<u16> for Highest {
    fn bits(&self) -> u32 {
        self.0
    }

    fn rank(&self, key: u16) -> u128 {
        u128::from(key) << (self.0 - 16)
    }

    fn unrank(&self, number: u128) -> u16 {
        (number >> (self.0 - 16)) as u16
    }

    fn is_rank(&self, number: u128) -> bool {
        number >> (self.0 - 16) <= u16::MAX.into() && self.rank(self.unrank(number)) == number
    }
}

/// This many states, as two bytes each.
struct States(usize);

impl KeyFormat<u16> for States {
    fn bytes(&self) -> usize {
        2
    }

    fn write(&self, key: u16, to: &mut [u8]) {
        to.copy_from_slice(&key.to_le_bytes());
    }

    fn read(&self, from: &[u8]) -> Option<u16> {
        let key = u16::from_le_bytes(from.try_into().ok()?);
        (usize::from(key) < self.0).then_some(key)
    }
}

impl Graph {
    pub fn new(states: u16, edges: &[(u16, u16)], starts: Vec<u16>, goals: Vec<u16>) -> Self {
        let mut successors = vec![Vec::new(); usize::from(states)];
        for &(from, to) in edges {
            successors[usize::from(from)].push(to);
        }
        let (optimism, exact) = (Vec::new(), Vec::new());
        let (known, bits) = (None, None);
        let mut graph = Self { successors, starts, goals, optimism, exact, known, bits };
        graph.exact = graph.distances_to_goals();
        graph
    }

    pub fn edges(&self) -> impl Iterator<Item = (u16, u16)> {
        let from = self.successors.iter().enumerate();
        from.flat_map(|(from, all)| all.iter().map(move |&to| (from as u16, to)))
    }

    /// The oracle: relaxes all edges until nothing changes.
    fn distances_to_goals(&self) -> Vec<Option<u16>> {
        let mut distance = vec![None; self.successors.len()];
        for &goal in &self.goals {
            distance[usize::from(goal)] = Some(0);
        }
        let mut edges: Vec<_> = self.edges().collect();
        loop {
            let mut changed = false;
            edges.reverse(); // a long path is done in two rounds, whichever way it goes
            for &(from, to) in &edges {
                let Some(beyond) = distance[usize::from(to)] else { continue };
                let through: u16 = beyond + 1;
                if distance[usize::from(from)].is_none_or(|known| through < known) {
                    distance[usize::from(from)] = Some(through);
                    changed = true;
                }
            }
            if !changed {
                return distance;
            }
        }
    }

    pub fn optimum(&self) -> Option<u16> {
        self.starts.iter().filter_map(|&start| self.exact[usize::from(start)]).min()
    }

    /// Checks that an outcome without limits has the optimum and a plan.
    pub fn is_proved(&self, outcome: &Outcome<(u16, u16)>, engine: &str) {
        match self.optimum() {
            None => assert_eq!(outcome.verdict(), Verdict::Unsolvable, "{engine}"),
            Some(optimum) => {
                assert_eq!(outcome.verdict(), Verdict::Optimal, "{engine}");
                let plan = outcome.plan().expect("an optimal outcome has a plan");
                assert_eq!(plan.len(), usize::from(optimum), "{engine}");
                assert!(self.accepts(plan), "{engine}: {plan:?}");
                assert_eq!(outcome.bounds().lower, Depth(optimum), "{engine}");
            }
        }
    }

    pub fn accepts(&self, plan: &[(u16, u16)]) -> bool {
        let chained = plan.windows(2).all(|pair| pair[0].1 == pair[1].0);
        let legal = plan.iter().all(|&(from, to)| self.successors[usize::from(from)].contains(&to));
        let ends = match (plan.first(), plan.last()) {
            (Some((from, _)), Some((_, to))) => {
                self.starts.contains(from) && self.goals.contains(to)
            }
            _ => self.starts.iter().any(|start| self.goals.contains(start)),
        };
        chained && legal && ends
    }
}

impl StateSpace for Graph {
    type State = u16;
    type Action = (u16, u16);
    type Key = u16;

    fn roots(&self) -> Vec<u16> {
        self.starts.clone()
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.goals.contains(state)
    }

    fn successors(&self, &state: &u16, mut visit: impl FnMut((u16, u16), u16)) {
        for &to in &self.successors[usize::from(state)] {
            visit((state, to), to);
        }
    }

    fn pack(&self, &state: &u16) -> u16 {
        state
    }

    fn unpack(&self, key: u16) -> u16 {
        key
    }

    fn ranking(&self) -> Option<Box<dyn Ranking<u16>>> {
        self.bits.map(|bits| Box::new(Highest(bits)) as _)
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<u16>>> {
        Some(Box::new(States(self.successors.len())))
    }
}

impl Backward for Graph {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        let edges: Vec<_> = self.edges().map(|(from, to)| (to, from)).collect();
        let states = self.successors.len() as u16;
        let mut graph = Self::new(states, &edges, self.goals.clone(), self.starts.clone());
        graph.optimism.clone_from(&self.optimism);
        (graph.known, graph.bits) = (self.known, self.bits);
        graph
    }
}

/// The exact distance minus an optimism per state: admissible, mostly inconsistent.
#[derive(Debug, Clone)]
pub struct Optimistic {
    exact: Vec<Option<u16>>,
    optimism: Vec<u16>,
}

impl Heuristic<Graph> for Optimistic {
    type Value = ();

    fn value(&self, _: &u16) {}

    fn estimate(&self, &state: &u16, (): &()) -> Option<Depth> {
        let optimism = self.optimism.get(usize::from(state)).copied().unwrap_or(0);
        self.exact[usize::from(state)].map(|exact| Depth(exact.saturating_sub(optimism)))
    }
}

/// The exact distance minus the same number in every state: consistent.
#[derive(Debug, Clone)]
pub struct AsOptimistic {
    exact: Vec<Option<u16>>,
    optimism: u16,
}

impl Consistent for AsOptimistic {}

impl Heuristic<Graph> for AsOptimistic {
    type Value = ();

    fn value(&self, _: &u16) {}

    fn estimate(&self, &state: &u16, (): &()) -> Option<Depth> {
        self.exact[usize::from(state)].map(|exact| Depth(exact.saturating_sub(self.optimism)))
    }
}

/// Knows everything about the states whose numbers are multiples of `known`.
#[derive(Debug, Clone)]
pub struct Knowing {
    exact: Vec<Option<u16>>,
    known: Option<u16>,
}

impl LazyTest<Graph> for Knowing {
    fn test(&self, &state: &u16, budget: Depth) -> BoundedEstimate {
        match self.exact[usize::from(state)] {
            _ if !self.known.is_some_and(|known| state.is_multiple_of(known)) => {
                BoundedEstimate::WithinBudget
            }
            None => BoundedEstimate::DeadEnd,
            Some(exact) if exact <= budget.0 => BoundedEstimate::WithinBudget,
            Some(_) => BoundedEstimate::AtLeast(budget.next()),
        }
    }
}

/// A graph with its heuristic and its test.
pub type GraphProblem = Problem<Graph, Optimistic, Knowing>;

impl Graph {
    pub fn problem(&self) -> GraphProblem {
        let (exact, optimism) = (self.exact.clone(), self.optimism.clone());
        let test = Knowing { exact: exact.clone(), known: self.known };
        Problem::new(self.clone(), Optimistic { exact, optimism }).with_test(test)
    }

    /// With a consistent heuristic.
    pub fn consistent(&self, optimism: u16) -> Problem<Graph, AsOptimistic> {
        Problem::new(self.clone(), AsOptimistic { exact: self.exact.clone(), optimism })
    }
}

/// A graph with every edge in both directions.
#[derive(Debug, Clone)]
pub struct BothWays(pub Graph);

impl BothWays {
    pub fn of(graph: &Graph) -> Self {
        let edges: Vec<_> = graph.edges().flat_map(|(from, to)| [(from, to), (to, from)]).collect();
        let mut both = Graph::new(STATES, &edges, graph.starts.clone(), graph.goals.clone());
        both.optimism.clone_from(&graph.optimism);
        both.known = graph.known;
        both.bits = graph.bits;
        Self(both)
    }
}

impl StateSpace for BothWays {
    type State = u16;
    type Action = (u16, u16);
    type Key = u16;

    fn roots(&self) -> Vec<u16> {
        self.0.roots()
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.0.is_goal(state)
    }

    fn successors(&self, state: &u16, visit: impl FnMut((u16, u16), u16)) {
        self.0.successors(state, visit);
    }

    fn pack(&self, &state: &u16) -> u16 {
        state
    }

    fn unpack(&self, key: u16) -> u16 {
        key
    }

    fn ranking(&self) -> Option<Box<dyn Ranking<u16>>> {
        self.0.ranking()
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<u16>>> {
        self.0.key_format()
    }
}

impl Backward for BothWays {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self(self.0.reversed())
    }
}

impl Undirected for BothWays {}

pub const STATES: u16 = 40;

prop_compose! {
    pub fn graph()(
        edges in prop::collection::vec((0..STATES, 0..STATES), 20..110),
        starts in prop::collection::vec(0..STATES, 1..3),
        goals in prop::collection::vec(0..STATES, 1..4),
        optimism in prop::collection::vec(0..6_u16, usize::from(STATES)),
        known in prop::sample::select(vec![None, Some(1), Some(2), Some(3)]),
        bits in prop::sample::select(vec![None, Some(16), Some(76), Some(77), Some(128)]),
    ) -> Graph {
        let mut graph = Graph::new(STATES, &edges, starts, goals);
        graph.optimism = optimism;
        (graph.known, graph.bits) = (known, bits);
        graph
    }
}

/// The problem with other goals.
pub fn towards(problem: &GraphProblem, goals: Vec<u16>) -> GraphProblem {
    let graph = &problem.space;
    let states = graph.successors.len() as u16;
    let edges: Vec<_> = graph.edges().collect();
    let other = Graph::new(states, &edges, graph.starts.clone(), goals);
    Graph { optimism: graph.optimism.clone(), known: graph.known, bits: graph.bits, ..other }
        .problem()
}

/// The problem of a path between two states, in the graph of another problem.
pub fn between(problem: &GraphProblem, from: u16, to: u16) -> GraphProblem {
    let edges: Vec<_> = problem.space.edges().collect();
    let states = problem.space.successors.len() as u16;
    Graph::new(states, &edges, vec![from], vec![to]).problem()
}
