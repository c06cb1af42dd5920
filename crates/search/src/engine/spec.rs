//! What each engine can do: one table, which refusals are made from.

use crate::engine::{Engine, Guarantee};
use std::fmt;

/// Something that some engines can do, or that they have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    /// It asks the [lazy test](crate::problem::LazyTest) of a problem.
    LazyTest,
    /// It searches from both ends at once, and so has no direction.
    BothEnds,
    /// It goes back from states to their predecessors.
    MovesBack,
    /// It uses all threads of the pool that it is called from.
    AllThreads,
    /// It is a program of the literature for one puzzle.
    Historical,
    /// It can be saved in a checkpoint, by name or, frontier search, by type. IDA* over subtrees
    /// has checkpoints of its own: see
    /// [`depth_first::iterative_deepening`](crate::depth_first::iterative_deepening).
    Checkpoint,
    /// It can keep its states on disk: see [`external`](crate::external).
    Disk,
    /// Several ranks can run it together: see [`distributed`](crate::distributed).
    Ranks,
    /// Each rank saves its part.
    RankCheckpoint,
    /// The setting of this name; so are all that follow.
    Weight,
    /// The data structure of its open list.
    OpenList,
    /// Which state is replaced in its table.
    Replacement,
    /// What its table holds when an iteration begins.
    TableStart,
    /// The probability that a state is stored.
    CachingProbability,
    /// The heuristic outside its perimeter.
    Perimeter,
    /// Whether redundant moves are skipped.
    MovePruning,
    /// Whether children are searched in order of f.
    MoveOrdering,
    /// How the plan is found once two searches have met.
    PlanRecovery,
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LazyTest => "lazy tests",
            Self::BothEnds => "search from both ends",
            Self::MovesBack => "moves back",
            Self::AllThreads => "several threads",
            Self::Historical => "other puzzles",
            Self::Checkpoint => "checkpoints",
            Self::Disk => "search on disk",
            Self::Ranks => "ranks",
            Self::RankCheckpoint => "checkpoints of ranks",
            Self::Weight => "weight",
            Self::OpenList => "open-list",
            Self::Replacement => "replacement",
            Self::TableStart => "table-start",
            Self::CachingProbability => "caching-probability",
            Self::Perimeter => "perimeter",
            Self::MovePruning => "move-pruning",
            Self::MoveOrdering => "move-ordering",
            Self::PlanRecovery => "plan-recovery",
        })
    }
}

/// An engine, and what it can do.
pub(super) struct EngineSpec {
    pub engine: Engine,
    /// The name that users type.
    pub name: &'static str,
    pub guarantee: Guarantee,
    pub features: &'static [Feature],
}

use Feature::*;
use Guarantee::{Lossy, Shortest, Weighted};

const fn spec(
    engine: Engine,
    name: &'static str,
    guarantee: Guarantee,
    features: &'static [Feature],
) -> EngineSpec {
    EngineSpec { engine, name, guarantee, features }
}

/// All engines, in the order of [`Engine`].
#[rustfmt::skip]
pub(super) const SPECS: [EngineSpec; 20] = [
    spec(Engine::Astar, "astar", Shortest, &[Ranks, OpenList]),
    spec(Engine::WeightedAstar, "weighted-astar", Weighted, &[Weight, OpenList]),
    spec(Engine::StateTableAstar, "state-table-astar", Shortest, &[]),
    spec(Engine::PartialExpansionAstar, "partial-expansion-astar", Shortest,
        &[LazyTest, AllThreads, Checkpoint, OpenList]),
    spec(Engine::IdaStar, "ida-star", Shortest, &[LazyTest, MovePruning, MoveOrdering]),
    spec(Engine::WeightedIdaStar, "weighted-ida-star", Weighted,
        &[LazyTest, Weight, MovePruning, MoveOrdering]),
    spec(Engine::TranspositionIdaStar, "transposition-ida-star", Shortest,
        &[LazyTest, Replacement, TableStart, MoveOrdering]),
    spec(Engine::StochasticIdaStar, "stochastic-ida-star", Shortest,
        &[LazyTest, Replacement, TableStart, CachingProbability, MoveOrdering]),
    spec(Engine::PerimeterIdaStar, "perimeter-ida-star", Shortest,
        &[LazyTest, MovesBack, Perimeter, MoveOrdering]),
    spec(Engine::BitstateIdaStar, "bitstate-ida-star", Lossy, &[LazyTest, MoveOrdering]),
    spec(Engine::DoubleBitstateIdaStar, "double-bitstate-ida-star", Lossy,
        &[LazyTest, MoveOrdering]),
    spec(Engine::CompactionIdaStar, "compaction-ida-star", Lossy, &[LazyTest, MoveOrdering]),
    spec(Engine::BreadthFirst, "breadth-first", Shortest,
        &[LazyTest, MovesBack, AllThreads, Disk, Ranks, RankCheckpoint]),
    spec(Engine::BreadthFirstHeuristic, "breadth-first-heuristic", Shortest,
        &[LazyTest, MovesBack, AllThreads, Checkpoint, Disk, Ranks, RankCheckpoint]),
    spec(Engine::Frontier, "frontier", Shortest,
        &[BothEnds, AllThreads, Checkpoint, PlanRecovery]),
    spec(Engine::Nbs, "nbs", Shortest, &[BothEnds]),
    spec(Engine::BaeStar, "bae-star", Shortest, &[BothEnds]),
    spec(Engine::Anytime, "anytime", Shortest, &[LazyTest, BothEnds, AllThreads]),
    spec(Engine::Knuth, "knuth", Shortest, &[Historical]),
    spec(Engine::KorfFelner, "korf-felner", Shortest, &[Historical]),
];

impl Engine {
    pub(super) fn spec(self) -> &'static EngineSpec {
        const { assert!(is_in_order(), "an engine stands at its own place") }
        &SPECS[self as usize]
    }
}

const fn is_in_order() -> bool {
    let mut at = 0;
    while at < SPECS.len() {
        if SPECS[at].engine as usize != at {
            return false;
        }
        at += 1;
    }
    true
}
