//! Random graphs, for the engines themselves: the heuristic is admissible, but need not be
//! consistent.

#[allow(dead_code, reason = "the tests of the engines use more of it")]
#[path = "../../../search/tests/all/graph/mod.rs"]
mod graph;

use crate::Small;
use crate::claims::Claims;
use crate::request::Asked;
use crate::search;
use fewest::search::best_first::{bae_star, nbs};
use fewest::search::breadth_first::frontier_search;
use fewest::search::portfolio::anytime;
use fewest::search::problem::Backward;
use fewest::search::{Engine, Monitor, PlanRecovery, Settings};
use graph::{BothWays, Graph, between};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

pub struct Random {
    graph: Graph,
    is_undirected: bool,
}

impl Random {
    pub fn directed(random: &mut fastrand::Rng) -> Self {
        let seed: Vec<u8> = (0..32).map(|_| random.u8(..)).collect();
        let chosen = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), chosen);
        let graph = graph::graph().new_tree(&mut runner).expect("there are graphs").current();
        Self { graph, is_undirected: false }
    }

    pub fn undirected(random: &mut fastrand::Rng) -> Self {
        let Self { graph, .. } = Self::directed(random);
        Self { graph: BothWays::of(&graph).0, is_undirected: true }
    }
}

impl Small for Random {
    fn optimum(&self) -> Option<u64> {
        self.graph.optimum().map(u64::from)
    }

    /// An engine is always named: a graph has no default.
    fn ask(&self, random: &mut fastrand::Rng) -> Asked {
        Asked { engine: random.choice(Engine::ALL), direction: None, ..Asked::random(random) }
    }

    fn answer(&self, asked: &Asked) -> Option<Claims> {
        let engine = asked.engine?;
        let (forward, backward) = (&self.graph, &self.graph.reversed());
        let off = self.graph.optimism[0];
        let search = |monitor: &mut Monitor<'_>| match engine {
            Engine::Frontier => {
                let both_ways = BothWays(forward.clone());
                frontier_search(&both_ways, PlanRecovery::Layers, None, monitor)
                    .expect("there is no checkpoint to refuse")
            }
            Engine::Nbs => nbs(&forward.problem(), &backward.problem(), monitor),
            Engine::BaeStar => {
                bae_star(&forward.consistent(off), &backward.consistent(off), monitor)
            }
            Engine::Anytime => {
                anytime([&forward.problem(), &backward.problem()], &between, monitor)
            }
            _ => {
                let outcome = engine.run(&forward.problem(), Settings::default(), None, monitor);
                outcome.expect("the problem has all parts")
            }
        };
        let is_supported =
            !engine.is_historical() && (engine != Engine::Frontier || self.is_undirected);
        is_supported.then(|| search::run(asked, search, |plan| self.graph.accepts(plan)))
    }

    fn describe(&self) -> String {
        format!("{:?}", self.graph)
    }
}
