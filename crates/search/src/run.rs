//! Every engine by its name.

use crate::astar::{astar, weighted_astar};
use crate::bae_star::bae_star;
use crate::bitstate::bitstate_ida_star;
use crate::bound_by_bound::bound_by_bound;
use crate::breadth_first::breadth_first;
use crate::breadth_first_heuristic::breadth_first_heuristic;
use crate::frontier::frontier;
use crate::hash_compaction::compaction_ida_star;
use crate::ida_star::{ida_star, weighted_ida_star};
use crate::nbs::nbs;
use crate::partial_expansion_astar::partial_expansion_astar;
use crate::perimeter::perimeter_ida_star;
use crate::state_table_astar::state_table_astar;
use crate::stochastic_caching::stochastic_ida_star;
use crate::transposition_table::transposition_ida_star;
use crate::{Engine, Monitor, Outcome, Reversible, Settings};

impl Engine {
    /// Runs it on a space.
    ///
    /// [`Engine::Frontier`] is right only where every move can be taken back by a move,
    /// [`Engine::BaeStar`] only where the heuristics of both directions are consistent.
    pub fn run<S: Reversible>(
        self,
        space: &S,
        settings: Settings,
        monitor: &mut Monitor<'_>,
    ) -> Outcome<S::Action> {
        let weight = settings.weight.unwrap_or_default();
        match self {
            Self::Astar => astar(space, monitor),
            Self::WeightedAstar => weighted_astar(space, weight, monitor),
            Self::StateTableAstar => {
                bound_by_bound(std::slice::from_ref(space), state_table_astar, monitor)
            }
            Self::PartialExpansionAstar => partial_expansion_astar(space, monitor),
            Self::IdaStar => ida_star(space, monitor),
            Self::WeightedIdaStar => weighted_ida_star(space, weight, monitor),
            Self::TranspositionIdaStar => transposition_ida_star(space, settings, monitor),
            Self::StochasticIdaStar => stochastic_ida_star(space, settings, monitor),
            Self::PerimeterIdaStar => perimeter_ida_star(space, monitor),
            Self::BitstateIdaStar => bitstate_ida_star::<S, 1>(space, monitor),
            Self::DoubleBitstateIdaStar => bitstate_ida_star::<S, 2>(space, monitor),
            Self::CompactionIdaStar => compaction_ida_star(space, monitor),
            Self::BreadthFirst => breadth_first(space, monitor),
            Self::BreadthFirstHeuristic => breadth_first_heuristic(space, monitor),
            Self::Frontier => frontier(space, monitor),
            Self::Nbs => nbs(space, monitor),
            Self::BaeStar => bae_star(space, monitor),
        }
    }
}
