//! The names and guarantees of engines.

/// The engines of this crate by the names users type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// [`astar`](crate::best_first::astar).
    Astar,
    /// [`weighted_astar`](crate::best_first::weighted_astar).
    WeightedAstar,
    /// [`state_table_astar`](crate::best_first::state_table_astar), bound by bound.
    StateTableAstar,
    /// [`partial_expansion_astar`](crate::best_first::partial_expansion_astar).
    PartialExpansionAstar,
    /// [`ida_star`](crate::depth_first::ida_star).
    IdaStar,
    /// [`weighted_ida_star`](crate::depth_first::weighted_ida_star).
    WeightedIdaStar,
    /// [`transposition_ida_star`](crate::depth_first::transposition_ida_star).
    TranspositionIdaStar,
    /// [`stochastic_ida_star`](crate::depth_first::stochastic_ida_star).
    StochasticIdaStar,
    /// [`perimeter_ida_star`](crate::depth_first::perimeter_ida_star).
    PerimeterIdaStar,
    /// [`bitstate_ida_star`](crate::depth_first::bitstate_ida_star), one bit per state.
    BitstateIdaStar,
    /// [`bitstate_ida_star`](crate::depth_first::bitstate_ida_star), two bits per state.
    DoubleBitstateIdaStar,
    /// [`compaction_ida_star`](crate::depth_first::compaction_ida_star).
    CompactionIdaStar,
    /// [`breadth_first_search`](crate::breadth_first::breadth_first_search).
    BreadthFirst,
    /// [`breadth_first_heuristic_search`](crate::breadth_first::breadth_first_heuristic_search).
    BreadthFirstHeuristic,
    /// [`frontier_search`](crate::breadth_first::frontier_search).
    Frontier,
    /// [`nbs`](crate::best_first::nbs).
    Nbs,
    /// [`bae_star`](crate::best_first::bae_star).
    BaeStar,
    /// [`anytime`](crate::portfolio::anytime).
    Anytime,
    /// Knuth's 15PUZZLE-KORF0, a [historical](Engine::is_historical) program.
    Knuth,
    /// Korf and Felner's program of 2002, a [historical](Engine::is_historical) program.
    KorfFelner,
}

/// What an engine guarantees about its plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Guarantee {
    /// A plan is shortest, unless a limit stops the engine.
    Shortest,
    /// A plan is at most as many times longer as a weight says.
    Weighted,
    /// Nothing: states may be mistaken for others.
    Lossy,
}

impl Engine {
    /// All of them.
    pub const ALL: [Self; 20] = [
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
        Self::Anytime,
        Self::Knuth,
        Self::KorfFelner,
    ];

    /// Returns the name that users type.
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
            Self::Anytime => "anytime",
            Self::Knuth => "knuth",
            Self::KorfFelner => "korf-felner",
        }
    }

    /// Returns what the engine guarantees about its plans.
    pub fn guarantee(self) -> Guarantee {
        match self {
            Self::WeightedAstar | Self::WeightedIdaStar => Guarantee::Weighted,
            Self::BitstateIdaStar | Self::DoubleBitstateIdaStar | Self::CompactionIdaStar => {
                Guarantee::Lossy
            }
            _ => Guarantee::Shortest,
        }
    }

    /// Whether it asks the [lazy test](crate::problem::LazyTest) of a problem.
    pub fn asks_lazy_test(self) -> bool {
        match self {
            Self::PartialExpansionAstar
            | Self::IdaStar
            | Self::WeightedIdaStar
            | Self::TranspositionIdaStar
            | Self::StochasticIdaStar
            | Self::PerimeterIdaStar
            | Self::BitstateIdaStar
            | Self::DoubleBitstateIdaStar
            | Self::CompactionIdaStar
            | Self::BreadthFirst
            | Self::BreadthFirstHeuristic
            | Self::Anytime => true,
            Self::Astar
            | Self::WeightedAstar
            | Self::StateTableAstar
            | Self::Frontier
            | Self::Nbs
            | Self::BaeStar
            | Self::Knuth
            | Self::KorfFelner => false,
        }
    }

    /// Whether it is a program of the literature for one puzzle. The crate of that puzzle
    /// implements it; [`Engine::run`] does not have it.
    pub fn is_historical(self) -> bool {
        matches!(self, Self::Knuth | Self::KorfFelner)
    }

    /// Whether it searches from both ends at once, and so has no direction.
    pub fn is_bidirectional(self) -> bool {
        matches!(self, Self::Frontier | Self::Nbs | Self::BaeStar | Self::Anytime)
    }

    /// Whether it goes back from states to their predecessors, in one direction of search.
    pub(crate) fn goes_back(self) -> bool {
        matches!(self, Self::PerimeterIdaStar | Self::BreadthFirst | Self::BreadthFirstHeuristic)
    }

    /// The engines of this crate that can be saved in a checkpoint, [by name](Engine::run) or, frontier
    /// search, by type. IDA* over subtrees has checkpoints of its own: see
    /// [`depth_first::iterative_deepening`](crate::depth_first::iterative_deepening).
    pub const WITH_CHECKPOINT: &'static [Self] =
        &[Self::PartialExpansionAstar, Self::BreadthFirstHeuristic, Self::Frontier];

    /// The engines that can keep their states on disk: see [`external`](crate::external).
    pub const ON_DISK: &'static [Self] = &[Self::BreadthFirst, Self::BreadthFirstHeuristic];

    /// The engines that several ranks can run together: see [`distributed`](crate::distributed).
    pub const BY_RANKS: &'static [Self] =
        &[Self::Astar, Self::BreadthFirst, Self::BreadthFirstHeuristic];

    /// The engines among them that can be saved, each rank saving its part.
    pub const SAVED_BY_RANKS: &'static [Self] = &[Self::BreadthFirst, Self::BreadthFirstHeuristic];

    /// Returns the number of threads that the engine of this crate uses in the thread pool that it
    /// is called from.
    pub fn threads(self) -> usize {
        match self {
            Self::PartialExpansionAstar
            | Self::BreadthFirst
            | Self::BreadthFirstHeuristic
            | Self::Frontier
            | Self::Anytime => rayon::current_num_threads(),
            _ => 1,
        }
    }
}
