//! Random graphs, for the engines themselves: the heuristic is admissible, but need not be
//! consistent.

#[allow(dead_code, reason = "the tests of the engines use more of it")]
#[path = "../../../search/tests/graph/mod.rs"]
mod graph;

use crate::Small;
use crate::claims::Claims;
use crate::request::Asked;
use crate::search;
use fewest::search::Engine;
use graph::Graph;
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
        Self { graph: graph::undirected(&graph), is_undirected: true }
    }

    /// The same with a heuristic that is consistent in both directions.
    fn consistent(&self) -> Graph {
        let off = self.graph.optimism[0];
        Graph { optimism: vec![off; self.graph.optimism.len()], ..self.graph.clone() }
    }
}

impl Small for Random {
    fn optimum(&self) -> Option<u64> {
        self.graph.optimum().map(u64::from)
    }

    /// An engine is always asked for: a graph has no default.
    fn ask(&self, random: &mut fastrand::Rng) -> Asked {
        Asked { engine: random.choice(Engine::ALL), direction: None, ..Asked::random(random) }
    }

    fn answer(&self, asked: &Asked) -> Option<Claims> {
        let engine = asked.engine?;
        let run = |graph| Some(search::run(engine, graph, asked, |plan| self.graph.accepts(plan)));
        match engine {
            Engine::Frontier if !self.is_undirected => None,
            Engine::BaeStar => run(&self.consistent()),
            _ => run(&self.graph),
        }
    }

    fn describe(&self) -> String {
        format!("{:?}", self.graph)
    }
}
