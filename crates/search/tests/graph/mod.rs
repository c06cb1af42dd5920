//! Graphs as state spaces, with an oracle.

use fewest_search::{Depth, Fit, Numbering, Reversible, StateSpace};
use proptest::prelude::*;

#[derive(Debug, Clone)]
pub struct Graph {
    pub successors: Vec<Vec<u16>>,
    pub starts: Vec<u16>,
    pub goals: Vec<u16>,
    /// What is taken off the exact distance, by state.
    pub optimism: Vec<u16>,
    pub exact: Vec<Option<u16>>,
    /// Tests know everything of the states whose numbers this divides, and nothing of others;
    /// without it they know nothing.
    pub known: Option<u16>,
    /// Bits of the numbers of the states; without them they are not numbered.
    pub bits: Option<u32>,
}

/// States as numbers that differ in their highest bits.
struct Highest(u32);

impl Numbering<u16> for Highest {
    fn bits(&self) -> u32 {
        self.0
    }

    fn number(&self, key: u16) -> u128 {
        u128::from(key) << (self.0 - 16)
    }

    fn key(&self, number: u128) -> u16 {
        (number >> (self.0 - 16)) as u16
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

    pub fn reversed(&self) -> Self {
        let edges: Vec<_> = self.edges().map(|(from, to)| (to, from)).collect();
        let states = self.successors.len() as u16;
        let mut graph = Self::new(states, &edges, self.goals.clone(), self.starts.clone());
        graph.optimism.clone_from(&self.optimism);
        (graph.known, graph.bits) = (self.known, self.bits);
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

    fn initial_states(&self) -> Vec<u16> {
        self.starts.clone()
    }

    fn is_goal(&self, state: &u16) -> bool {
        self.goals.contains(state)
    }

    fn heuristic(&self, &state: &u16) -> Option<Depth> {
        let optimism = self.optimism.get(usize::from(state)).copied().unwrap_or(0);
        self.exact[usize::from(state)].map(|exact| Depth(exact.saturating_sub(optimism)))
    }

    fn fit_when_new(&self, &state: &u16, budget: Depth) -> Fit {
        match self.exact[usize::from(state)] {
            _ if !self.known.is_some_and(|known| state.is_multiple_of(known)) => Fit::Within,
            None => Fit::Never,
            Some(exact) if exact <= budget.0 => Fit::Within,
            Some(_) => Fit::Beyond(budget.next()),
        }
    }

    fn expand(&self, &state: &u16, mut visit: impl FnMut((u16, u16), u16)) {
        for &to in &self.successors[usize::from(state)] {
            visit((state, to), to);
        }
    }

    fn predecessors(&self, &state: &u16, mut visit: impl FnMut(u16)) {
        for (from, _) in self.edges().filter(|&(_, to)| to == state) {
            visit(from);
        }
    }

    fn pack(&self, &state: &u16) -> u16 {
        state
    }

    fn unpack(&self, key: u16) -> u16 {
        key
    }

    fn numbering(&self) -> Option<Box<dyn Numbering<u16>>> {
        self.bits.map(|bits| Box::new(Highest(bits)) as _)
    }
}

impl Reversible for Graph {
    type Backward = Graph;

    fn backward(&self) -> Graph {
        self.reversed()
    }

    fn taken_back(&self, (from, to): (u16, u16)) -> (u16, u16) {
        (to, from)
    }
}

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

/// The same graph with every edge in both directions.
pub fn undirected(graph: &Graph) -> Graph {
    let edges: Vec<_> = graph.edges().flat_map(|(from, to)| [(from, to), (to, from)]).collect();
    let mut both = Graph::new(STATES, &edges, graph.starts.clone(), graph.goals.clone());
    both.optimism.clone_from(&graph.optimism);
    both.known = graph.known;
    both
}
