//! Settings of engines.

use crate::Weight;
use crate::breadth_first::PlanRecovery;
use crate::depth_first::{Replacement, TableOptions, TableStart};
use crate::engine::{Engine, Unsupported};

/// Settings of engines. `None` is the default of those that have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Settings {
    /// How much the heuristic counts in the weighted engines.
    pub weight: Option<Weight>,
    /// Which state gives way in the transposition tables of [`Engine::TranspositionIdaStar`] and
    /// [`Engine::StochasticIdaStar`].
    pub replacement: Option<Replacement>,
    /// What these tables hold when an iteration begins.
    pub table_start: Option<TableStart>,
    /// How [`Engine::Frontier`] finds the plan once its two searches have met.
    pub plan_recovery: Option<PlanRecovery>,
}

impl Settings {
    /// Whether an engine has what is set.
    ///
    /// # Errors
    /// [`Unsupported::Setting`] for the first setting that it does not have.
    pub fn suit(self, engine: Engine) -> Result<(), Unsupported> {
        const WEIGHTED: &[Engine] = &[Engine::WeightedAstar, Engine::WeightedIdaStar];
        const WITH_TABLE: &[Engine] = &[Engine::TranspositionIdaStar, Engine::StochasticIdaStar];
        let Self { weight, replacement, table_start, plan_recovery } = self;
        let set = [
            ("weight", weight.is_some(), WEIGHTED),
            ("replacement", replacement.is_some(), WITH_TABLE),
            ("table-start", table_start.is_some(), WITH_TABLE),
            ("plan-recovery", plan_recovery.is_some(), &[Engine::Frontier]),
        ];
        let refused =
            set.into_iter().find(|(_, is_set, having)| *is_set && !having.contains(&engine));
        refused.map_or(Ok(()), |(setting, _, having)| {
            Err(Unsupported::Setting { setting, engine, having })
        })
    }

    pub(crate) fn table_options(self) -> TableOptions {
        let Self { replacement, table_start, .. } = self;
        TableOptions {
            replacement: replacement.unwrap_or_default(),
            start: table_start.unwrap_or_default(),
        }
    }
}
