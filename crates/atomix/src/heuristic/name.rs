//! The heuristics by the names users type.

use crate::Strength;
use std::fmt;

/// A lower bound that users can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeuristicName {
    /// Sum of distances, with excesses and tests on top of it.
    Strength(Strength),
    /// Static disjoint pattern databases of so many atoms, for several partitions, or the sum of
    /// distances if that is more (Gliesch 2015, section 3.4.2).
    StaticDatabase(u8),
    /// A dynamically partitioned database of two atoms for each target, or the sum of distances
    /// (section 3.4.3).
    DynamicDatabase,
    /// One database of two atoms for all targets, or the sum of distances (section 3.4.4).
    MultiGoalDatabase,
    /// The least number of generalized moves of all atoms together (section 4.6).
    GeneralizedOptimum,
}

impl HeuristicName {
    /// All of them. A database of single atoms is never more than the sum of distances.
    pub const ALL: [Self; 11] = [
        Self::Strength(Strength::Distances),
        Self::Strength(Strength::Pairs),
        Self::Strength(Strength::Triples),
        Self::Strength(Strength::SupportedStops),
        Self::Strength(Strength::SupportedPairs),
        Self::StaticDatabase(2),
        Self::StaticDatabase(3),
        Self::StaticDatabase(4),
        Self::DynamicDatabase,
        Self::MultiGoalDatabase,
        Self::GeneralizedOptimum,
    ];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strength(strength) => strength.name(),
            Self::StaticDatabase(2) => "static-pdb-2",
            Self::StaticDatabase(3) => "static-pdb-3",
            Self::StaticDatabase(_) => "static-pdb-4",
            Self::DynamicDatabase => "dynamic-pdb",
            Self::MultiGoalDatabase => "multi-goal-pdb",
            Self::GeneralizedOptimum => "generalized-optimum",
        }
    }

    /// The heuristic of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heuristic| heuristic.name() == name)
    }

    /// What the model beside a database looks at, or all of it.
    pub fn strength(self) -> Strength {
        match self {
            Self::Strength(strength) => strength,
            Self::GeneralizedOptimum => Strength::Pairs,
            _ => Strength::Distances,
        }
    }

    /// Whether it is consistent in both directions, on every level.
    pub fn is_consistent(self) -> bool {
        self == Self::Strength(Strength::Distances)
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
