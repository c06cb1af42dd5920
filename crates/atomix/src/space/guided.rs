//! A model with a chosen heuristic and tie-breaking rule.

use super::database::Database;
use super::tie_breaking::TieBreaker;
use super::{Graph, Model, TieBreaking};
use crate::board::{Packed, Slide};
use crate::heuristic::{Heuristic, HeuristicName};
use crate::pdb::BuildError;
use fewest_search::{Asking, Depth, Fit, Monitor, Numbering, Refused, Reversible, StateSpace};
use std::sync::Arc;

/// A level of at most `N` atoms, searched in one direction with a chosen heuristic.
///
/// Where a pattern database was chosen, the value is the maximum of its own and the sum of distances.
#[derive(Debug)]
pub struct Guided<const N: usize> {
    model: Model<N>,
    database: Arc<Database>,
    tie_breaker: TieBreaker<N>,
    opposite: Opposite<N>,
}

/// What guides a search in the other direction.
#[derive(Debug)]
struct Opposite<const N: usize> {
    heuristic: Arc<Heuristic<N>>,
    database: Arc<Database>,
}

/// Which directions need a heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// That of the graph. The other one has the sum of distances alone.
    One,
    /// Both: the engine searches from both ends.
    Both,
}

impl<const N: usize> Guided<N> {
    /// A graph with a heuristic and a tie-breaking rule.
    ///
    /// # Errors
    /// [`BuildError`] if a pattern database is too large, or at a limit.
    pub fn new(
        graph: Graph<N>,
        heuristic: HeuristicName,
        ties: TieBreaking,
        ends: Ends,
        monitor: &Monitor<'_>,
    ) -> Result<Self, BuildError> {
        let (level, halt) = (heuristic.level(), monitor.halt());
        let reversed = graph.reversed();
        let targets = reversed.targets().clone();
        let opposite = match ends {
            Ends::One => Opposite {
                heuristic: Arc::new(Heuristic::of_distances(targets)),
                database: Arc::new(Database::None),
            },
            Ends::Both => Opposite {
                heuristic: Arc::new(Heuristic::new(targets, level, halt)?),
                database: Arc::new(Database::new(&reversed, heuristic, monitor)?),
            },
        };
        let database = Arc::new(Database::new(&graph, heuristic, monitor)?);
        let model = Model::of_graph(graph, level, halt)?;
        let tie_breaker = TieBreaker::new(ties, model.graph.targets());
        Ok(Self { model, database, tie_breaker, opposite })
    }
}

impl<const N: usize> StateSpace for Guided<N> {
    type State = Packed<N>;
    type Action = Slide;
    type Key = Packed<N>;

    fn initial_states(&self) -> Vec<Packed<N>> {
        self.model.initial_states()
    }

    fn is_goal(&self, state: &Packed<N>) -> bool {
        self.model.is_goal(state)
    }

    fn heuristic(&self, state: &Packed<N>) -> Option<Depth> {
        let Model { graph, heuristic, .. } = &self.model;
        let h = heuristic.value(state)?;
        self.database.improve(graph, heuristic, state, h)
    }

    fn rank(&self, state: &Packed<N>, h: Depth) -> u16 {
        self.tie_breaker.rank(state, h)
    }

    fn fit(&self, state: &Packed<N>, budget: Depth) -> Fit {
        match (&*self.database, self.model.fit(state, budget)) {
            (Database::None, fit) => fit,
            (_, Fit::Within) => match self.heuristic(state) {
                None => Fit::Never,
                Some(h) if h <= budget => Fit::Within,
                Some(h) => Fit::Beyond(h),
            },
            (_, fit) => fit,
        }
    }

    fn fit_when_new(&self, state: &Packed<N>, budget: Depth) -> Fit {
        self.model.fit_when_new(state, budget)
    }

    fn learn(&self, asking: Asking) {
        self.model.learn(asking);
    }

    fn expand(&self, state: &Packed<N>, visit: impl FnMut(Slide, Packed<N>)) {
        self.model.expand(state, visit);
    }

    fn expand_within(
        &self,
        state: &Packed<N>,
        budget: Depth,
        mut visit: impl FnMut(Slide, Packed<N>),
    ) -> Refused {
        if matches!(*self.database, Database::None) {
            return self.model.expand_within(state, budget, visit);
        }
        let mut beyond = Refused::default();
        let mut pruned = self.model.expand_within(state, budget, |slide, child| {
            match self.fit(&child, budget) {
                Fit::Within => visit(slide, child),
                Fit::Beyond(least) => beyond.add(Some(least)),
                Fit::Never => beyond.add(None),
            }
        });
        pruned.merge(&beyond);
        pruned
    }

    fn predecessors(&self, state: &Packed<N>, visit: impl FnMut(Packed<N>)) {
        self.model.predecessors(state, visit);
    }

    fn pack(&self, state: &Packed<N>) -> Packed<N> {
        *state
    }

    fn unpack(&self, key: Packed<N>) -> Packed<N> {
        key
    }

    fn numbering(&self) -> Option<Box<dyn Numbering<Packed<N>>>> {
        self.model.numbering()
    }

    fn prunes(&self, previous: Slide, next: Slide) -> bool {
        self.model.prunes(previous, next)
    }
}

impl<const N: usize> Reversible for Guided<N> {
    type Backward = Self;

    fn backward(&self) -> Self {
        let Opposite { heuristic, database } = &self.opposite;
        let model = Model::with_heuristic(self.model.graph.reversed(), Arc::clone(heuristic));
        let tie_breaker = TieBreaker::new(self.tie_breaker.rule(), model.graph.targets());
        let opposite = Opposite {
            heuristic: Arc::clone(&self.model.heuristic),
            database: Arc::clone(&self.database),
        };
        Self { model, database: Arc::clone(database), tie_breaker, opposite }
    }

    fn taken_back(&self, action: Slide) -> Slide {
        action.inverse()
    }
}
