//! Settings of engines.

use crate::Weight;
use crate::best_first::OpenList;
use crate::breadth_first::PlanRecovery;
use crate::depth_first::{
    CachingProbability, PathOptions, PerimeterHeuristic, Replacement, Switch, TableOptions,
    TableStart,
};
use crate::engine::{Engine, Feature, Unsupported};

/// Settings of engines. `None` stands for the default of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// The weight of the heuristic in the weighted engines.
    pub weight: Option<Weight>,
    /// The data structure of open lists by f.
    pub open_list: Option<OpenList>,
    /// Which state is replaced in the transposition tables of [`Engine::TranspositionIdaStar`] and
    /// [`Engine::StochasticIdaStar`].
    pub replacement: Option<Replacement>,
    /// What these tables hold when an iteration begins.
    pub table_start: Option<TableStart>,
    /// The probability that a state is stored in the table of [`Engine::StochasticIdaStar`].
    pub caching_probability: Option<CachingProbability>,
    /// The heuristic of [`Engine::PerimeterIdaStar`] for states outside the perimeter.
    pub perimeter: Option<PerimeterHeuristic>,
    /// Whether redundant moves are skipped by engines that remember no states.
    pub move_pruning: Option<Switch>,
    /// Whether depth-first engines search children in order of f.
    pub move_ordering: Option<Switch>,
    /// How [`Engine::Frontier`] finds the plan once its two searches have met.
    pub plan_recovery: Option<PlanRecovery>,
}

impl Settings {
    /// Checks that an engine has all settings that are set.
    ///
    /// # Errors
    /// [`Unsupported::Setting`] for the first setting that it does not have.
    pub fn suit(self, engine: Engine) -> Result<(), Unsupported> {
        let Self { weight, open_list, replacement, table_start, .. } = self;
        let Self {
            caching_probability, perimeter, move_pruning, move_ordering, plan_recovery, ..
        } = self;
        let set = [
            (Feature::Weight, weight.is_some()),
            (Feature::OpenList, open_list.is_some()),
            (Feature::Replacement, replacement.is_some()),
            (Feature::TableStart, table_start.is_some()),
            (Feature::CachingProbability, caching_probability.is_some()),
            (Feature::Perimeter, perimeter.is_some()),
            (Feature::MovePruning, move_pruning.is_some()),
            (Feature::MoveOrdering, move_ordering.is_some()),
            (Feature::PlanRecovery, plan_recovery.is_some()),
        ];
        set.into_iter()
            .filter(|(_, is_set)| *is_set)
            .try_for_each(|(setting, _)| Unsupported::unless_has(engine, setting))
    }

    pub(crate) fn table_options(self) -> TableOptions {
        TableOptions {
            replacement: self.replacement.unwrap_or_default(),
            start: self.table_start.unwrap_or_default(),
            move_ordering: self.move_ordering.unwrap_or_default(),
        }
    }

    pub(crate) fn path_options(self) -> PathOptions {
        PathOptions {
            move_pruning: self.move_pruning.unwrap_or_default(),
            move_ordering: self.move_ordering.unwrap_or_default(),
        }
    }
}
