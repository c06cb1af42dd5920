//! The names and guarantees of engines.

use crate::engine::Feature;
use crate::engine::spec::SPECS;

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
    pub const ALL: [Self; SPECS.len()] = {
        let mut all = [Self::Astar; SPECS.len()];
        let mut at = 0;
        while at < SPECS.len() {
            all[at] = SPECS[at].engine;
            at += 1;
        }
        all
    };

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns what the engine guarantees about its plans.
    pub fn guarantee(self) -> Guarantee {
        self.spec().guarantee
    }

    /// Whether the engine has a feature.
    pub fn has(self, feature: Feature) -> bool {
        self.spec().features.contains(&feature)
    }

    /// Returns the engines that have a feature.
    pub fn having(feature: Feature) -> Vec<Self> {
        Self::ALL.into_iter().filter(|engine| engine.has(feature)).collect()
    }

    /// Whether it asks the [lazy test](crate::problem::LazyTest) of a problem.
    pub fn asks_lazy_test(self) -> bool {
        self.has(Feature::LazyTest)
    }

    /// Whether it is a program of the literature for one puzzle. The crate of that puzzle
    /// implements it; [`Engine::run`] does not have it.
    pub fn is_historical(self) -> bool {
        self.has(Feature::Historical)
    }

    /// Whether it searches from both ends at once, and so has no direction.
    pub fn is_bidirectional(self) -> bool {
        self.has(Feature::BothEnds)
    }

    /// Returns the number of threads that the engine of this crate uses in the thread pool that it
    /// is called from.
    pub fn threads(self) -> usize {
        if self.has(Feature::AllThreads) { rayon::current_num_threads() } else { 1 }
    }
}
