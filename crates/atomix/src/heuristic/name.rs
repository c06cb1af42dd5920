//! The heuristics, by the names that users type.

use super::HeuristicLevel;
use std::fmt;

/// A lower bound that users can ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeuristicName {
    /// A level of the sum of distances, excesses and tests.
    Level(HeuristicLevel),
    /// The maximum of the sum of distances and static disjoint pattern databases of this many
    /// atoms, for several partitions (Gliesch 2015, section 3.4.2).
    StaticDatabase(u8),
    /// The same of three atoms for one partition, by label, as published.
    SinglePartition,
    /// The maximum of the sum of distances and a dynamically partitioned database of two atoms for
    /// each target (section 3.4.3).
    DynamicDatabase,
    /// The maximum of the sum of distances and one database of two atoms for all targets (section
    /// 3.4.4).
    MultiGoalDatabase,
    /// The maximum of the excess of pairs and the sum of distances plus the excess of atoms that
    /// are alone in caves (Hüffner 2003, section 5.1).
    Cave,
    /// The fewest generalized moves of all atoms together (section 4.6).
    GeneralizedOptimum,
}

impl HeuristicName {
    /// All heuristics. A database of single atoms is never larger than the sum of distances.
    pub const ALL: [Self; 13] = [
        Self::Level(HeuristicLevel::Distances),
        Self::Level(HeuristicLevel::Pairs),
        Self::Level(HeuristicLevel::Triples),
        Self::Level(HeuristicLevel::SupportedStops),
        Self::Level(HeuristicLevel::SupportedPairs),
        Self::StaticDatabase(2),
        Self::StaticDatabase(3),
        Self::StaticDatabase(4),
        Self::SinglePartition,
        Self::DynamicDatabase,
        Self::MultiGoalDatabase,
        Self::Cave,
        Self::GeneralizedOptimum,
    ];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Level(level) => level.name(),
            Self::StaticDatabase(2) => "static-pdb-2",
            Self::StaticDatabase(3) => "static-pdb-3",
            Self::StaticDatabase(_) => "static-pdb-4",
            Self::SinglePartition => "single-partition-pdb-3",
            Self::DynamicDatabase => "dynamic-pdb",
            Self::MultiGoalDatabase => "multi-goal-pdb",
            Self::Cave => "cave",
            Self::GeneralizedOptimum => "generalized-optimum",
        }
    }

    /// Returns the heuristic with a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|heuristic| heuristic.name() == name)
    }

    /// Returns the level of the heuristic to which a database is added.
    pub fn level(self) -> HeuristicLevel {
        match self {
            Self::Level(level) => level,
            Self::Cave | Self::GeneralizedOptimum => HeuristicLevel::Pairs,
            _ => HeuristicLevel::Distances,
        }
    }

    /// Whether it is consistent in both directions, on every level.
    pub fn is_consistent(self) -> bool {
        self == Self::Level(HeuristicLevel::Distances)
    }
}

impl fmt::Display for HeuristicName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
