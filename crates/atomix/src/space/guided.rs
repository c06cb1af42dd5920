//! A model with the heuristic and the rule for ties that a user has chosen.

use crate::generalized_optimum::value as generalized_optimum;
use crate::model::Model;
use crate::packed::{Packed, Slide};
use crate::pair_database::{PairDatabase, Targets};
use crate::refusal::Refusal;
use crate::static_database::StaticDatabase;
use crate::ties::{TieBreaker, Ties};
use crate::{Cell, HeuristicName};
use fewest_search::{
    Asking, Depth, Fit, Limits, Monitor, Numbering, Refused, Reversible, StateSpace,
};
use std::sync::Arc;

/// A level of at most `N` atoms, searched in one direction with a chosen heuristic.
///
/// A pattern database counts where it says more than the sum of distances.
#[derive(Debug)]
pub struct Guided<const N: usize> {
    model: Model<N>,
    database: Arc<Database>,
    /// That of the other direction.
    back: Arc<Database>,
    ties: Ties,
    tie_breaker: TieBreaker,
}

/// What is looked up beside the heuristic of the model.
#[derive(Debug)]
enum Database {
    None,
    Static(StaticDatabase),
    Pairs(PairDatabase),
    /// Nothing: every value is searched for within these limits.
    GeneralizedOptimum(Limits),
}

/// Which directions need a heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// That of the model.
    One,
    /// And the other one: an engine searches from both ends.
    Both,
}

impl<const N: usize> Guided<N> {
    /// Gives guidance to a model, which has the strength that [`HeuristicName::strength`] says.
    ///
    /// # Errors
    /// [`Refusal`] where the heuristic is a pattern database.
    pub fn new(
        model: Model<N>,
        heuristic: HeuristicName,
        ties: Ties,
        ends: Ends,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Refusal> {
        let roots = model.initial_states();
        let database = Database::new(&model, heuristic, [&roots, model.targets()], monitor)?;
        let back = match ends {
            Ends::One => Database::None,
            Ends::Both => Database::new(&model, heuristic, [model.targets(), &roots], monitor)?,
        };
        Ok(Self::of(model, Arc::new(database), Arc::new(back), ties))
    }

    fn of(model: Model<N>, database: Arc<Database>, back: Arc<Database>, ties: Ties) -> Self {
        let tie_breaker = TieBreaker::new(ties, model.board(), model.atoms(), model.targets());
        Self { model, database, back, ties, tie_breaker }
    }

    fn cells<'a>(&self, state: &'a Packed<N>) -> &'a [Cell] {
        &state.cells()[..self.model.atoms()]
    }
}

impl Database {
    /// The most bytes of all tables for one direction, or of the search for one value.
    const MOST: u64 = 2 << 30;

    fn new<const N: usize>(
        model: &Model<N>,
        heuristic: HeuristicName,
        [roots, targets]: [&[Packed<N>]; 2],
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Refusal> {
        let (board, groups) = (model.board(), model.groups());
        let most = monitor.limits().memory.map_or(Self::MOST, |memory| Self::MOST.min(memory / 2));
        let fits = |bytes| if bytes <= most { Ok(()) } else { Err(Refusal::TooLarge) };
        let made = match heuristic {
            HeuristicName::Strength(_) => Ok(Self::None),
            HeuristicName::StaticDatabase(size) => {
                let (ends, size) = ([roots, targets], usize::from(size));
                return StaticDatabase::new(board, groups, ends, size, most, monitor)
                    .map(Self::Static);
            }
            HeuristicName::DynamicDatabase => {
                fits(PairDatabase::bytes(board, groups.len(), targets.len()))?;
                PairDatabase::new(board, groups, targets, Targets::Apart, monitor).map(Self::Pairs)
            }
            HeuristicName::MultiGoalDatabase => {
                fits(PairDatabase::bytes(board, groups.len(), 1))?;
                PairDatabase::new(board, groups, targets, Targets::Together, monitor)
                    .map(Self::Pairs)
            }
            HeuristicName::GeneralizedOptimum => {
                let limits = Limits { memory: Some(most), ..*monitor.limits() };
                Ok(Self::GeneralizedOptimum(limits))
            }
        };
        made.map_err(Refusal::Stopped)
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
        let h = self.model.heuristic(state)?;
        let value = match &*self.database {
            Database::None => return Some(h),
            Database::Static(database) => database.value(self.cells(state)),
            Database::Pairs(database) => database.value(self.cells(state)),
            Database::GeneralizedOptimum(limits) => generalized_optimum(&self.model, state, limits),
        };
        value.map(|value| value.max(h))
    }

    fn rank(&self, state: &Packed<N>, h: Depth) -> u16 {
        let Self { model, tie_breaker, .. } = self;
        tie_breaker.rank(self.cells(state), h, model.groups(), model.targets())
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
        let mut refused = self.model.expand_within(state, budget, |slide, child| {
            match self.fit(&child, budget) {
                Fit::Within => visit(slide, child),
                Fit::Beyond(least) => beyond.add(Some(least)),
                Fit::Never => beyond.add(None),
            }
        });
        refused.merge(&beyond);
        refused
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
        let (database, back) = (Arc::clone(&self.back), Arc::clone(&self.database));
        Self::of(self.model.backward(), database, back, self.ties)
    }

    fn taken_back(&self, action: Slide) -> Slide {
        self.model.taken_back(action)
    }
}
