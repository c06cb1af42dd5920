//! The engines by name, and what each guarantees.

use crate::best_first::{astar, partial_expansion_astar, state_table_astar, weighted_astar};
use crate::breadth_first::{breadth_first_heuristic_search, breadth_first_search};
use crate::depth_first::{
    bitstate_ida_star, compaction_ida_star, ida_star, perimeter_ida_star, stochastic_ida_star,
    transposition_ida_star, weighted_ida_star,
};
use crate::portfolio::per_goal;
use crate::problem::{Action, Backward, Parts};
use crate::request::Settings;
use crate::{Monitor, Outcome};

/// The engines of this crate by the names users type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// [`astar`].
    Astar,
    /// [`weighted_astar`].
    WeightedAstar,
    /// [`state_table_astar`], bound by bound.
    StateTableAstar,
    /// [`partial_expansion_astar`].
    PartialExpansionAstar,
    /// [`ida_star`].
    IdaStar,
    /// [`weighted_ida_star`].
    WeightedIdaStar,
    /// [`transposition_ida_star`].
    TranspositionIdaStar,
    /// [`stochastic_ida_star`].
    StochasticIdaStar,
    /// [`perimeter_ida_star`].
    PerimeterIdaStar,
    /// [`bitstate_ida_star`], one bit a state.
    BitstateIdaStar,
    /// [`bitstate_ida_star`], two bits a state.
    DoubleBitstateIdaStar,
    /// [`compaction_ida_star`].
    CompactionIdaStar,
    /// [`breadth_first_search`].
    BreadthFirst,
    /// [`breadth_first_heuristic_search`].
    BreadthFirstHeuristic,
    /// [`frontier_search`](crate::breadth_first::frontier_search).
    Frontier,
    /// [`nbs`](crate::best_first::nbs).
    Nbs,
    /// [`bae_star`](crate::best_first::bae_star).
    BaeStar,
}

/// What an engine guarantees of its plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Guarantee {
    /// A plan is shortest, unless a limit stops the engine.
    Shortest,
    /// A plan is at most so many times longer as a weight says.
    Weighted,
    /// Nothing: states may be taken for others.
    Lossy,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Astar,
        Self::WeightedAstar,
        Self::StateTableAstar,
        Self::PartialExpansionAstar,
        Self::IdaStar,
        Self::WeightedIdaStar,
        Self::TranspositionIdaStar,
        Self::StochasticIdaStar,
        Self::PerimeterIdaStar,
        Self::BitstateIdaStar,
        Self::DoubleBitstateIdaStar,
        Self::CompactionIdaStar,
        Self::BreadthFirst,
        Self::BreadthFirstHeuristic,
        Self::Frontier,
        Self::Nbs,
        Self::BaeStar,
    ];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Astar => "astar",
            Self::WeightedAstar => "weighted-astar",
            Self::StateTableAstar => "state-table-astar",
            Self::PartialExpansionAstar => "partial-expansion-astar",
            Self::IdaStar => "ida-star",
            Self::WeightedIdaStar => "weighted-ida-star",
            Self::TranspositionIdaStar => "transposition-ida-star",
            Self::StochasticIdaStar => "stochastic-ida-star",
            Self::PerimeterIdaStar => "perimeter-ida-star",
            Self::BitstateIdaStar => "bitstate-ida-star",
            Self::DoubleBitstateIdaStar => "double-bitstate-ida-star",
            Self::CompactionIdaStar => "compaction-ida-star",
            Self::BreadthFirst => "breadth-first",
            Self::BreadthFirstHeuristic => "breadth-first-heuristic",
            Self::Frontier => "frontier",
            Self::Nbs => "nbs",
            Self::BaeStar => "bae-star",
        }
    }

    /// What it guarantees of its plans.
    pub fn guarantee(self) -> Guarantee {
        match self {
            Self::WeightedAstar | Self::WeightedIdaStar => Guarantee::Weighted,
            Self::BitstateIdaStar | Self::DoubleBitstateIdaStar | Self::CompactionIdaStar => {
                Guarantee::Lossy
            }
            _ => Guarantee::Shortest,
        }
    }

    /// Whether it searches from both ends at once, so that it has no direction.
    pub fn is_bidirectional(self) -> bool {
        matches!(self, Self::Frontier | Self::Nbs | Self::BaeStar)
    }

    /// How many threads the engine of this crate uses in the thread pool it is called from.
    pub fn threads(self) -> usize {
        match self {
            Self::PartialExpansionAstar | Self::BreadthFirst | Self::BreadthFirstHeuristic => {
                rayon::current_num_threads()
            }
            _ => 1,
        }
    }

    /// Runs it on a problem.
    ///
    /// # Errors
    /// [`MissingPart`] for the engines that need more than the problem has:
    /// [`frontier_search`](crate::breadth_first::frontier_search),
    /// [`nbs`](crate::best_first::nbs) and [`bae_star`](crate::best_first::bae_star) take it by
    /// type.
    pub fn run<P: Parts<Space: Backward>>(
        self,
        problem: &P,
        settings: Settings,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, MissingPart> {
        let weight = settings.weight.unwrap_or_default();
        let table = settings.table_options();
        Ok(match self {
            Self::Astar => astar(problem, monitor),
            Self::WeightedAstar => weighted_astar(problem, weight, monitor),
            Self::StateTableAstar => {
                per_goal(std::slice::from_ref(problem), state_table_astar, monitor)
            }
            Self::PartialExpansionAstar => partial_expansion_astar(problem, monitor),
            Self::IdaStar => ida_star(problem, monitor),
            Self::WeightedIdaStar => weighted_ida_star(problem, weight, monitor),
            Self::TranspositionIdaStar => transposition_ida_star(problem, table, monitor),
            Self::StochasticIdaStar => stochastic_ida_star(problem, table, monitor),
            Self::PerimeterIdaStar => perimeter_ida_star(problem, monitor),
            Self::BitstateIdaStar => bitstate_ida_star::<P, 1>(problem, monitor),
            Self::DoubleBitstateIdaStar => bitstate_ida_star::<P, 2>(problem, monitor),
            Self::CompactionIdaStar => compaction_ida_star(problem, monitor),
            Self::BreadthFirst => breadth_first_search(problem, monitor),
            Self::BreadthFirstHeuristic => breadth_first_heuristic_search(problem, monitor),
            Self::Frontier => return Err(MissingPart::Undirected),
            Self::Nbs => return Err(MissingPart::ReversedProblem),
            Self::BaeStar => return Err(MissingPart::ConsistentHeuristics),
        })
    }
}

/// What an engine needs that a problem in one direction does not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MissingPart {
    /// Frontier search needs a graph whose moves can be taken back.
    #[error("it needs moves that can each be taken back by a move")]
    Undirected,
    /// Bidirectional search needs a problem from each end.
    #[error("it needs the reversed problem with a heuristic of its own")]
    ReversedProblem,
    /// BAE* needs, beside that, heuristics that are consistent.
    #[error("it needs the reversed problem, and consistent heuristics in both directions")]
    ConsistentHeuristics,
}
