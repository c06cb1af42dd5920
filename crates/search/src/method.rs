//! Which engine answers, and in which direction: what a user asks of a puzzle family.

use crate::{Outcome, Replacement, Settings, TableStart};
use std::fmt;
use std::str::FromStr;

/// The engines of this crate by the names users type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Engine {
    /// [`crate::astar`].
    Astar,
    /// [`crate::astar::weighted_astar`].
    WeightedAstar,
    /// [`crate::state_table_astar`].
    StateTableAstar,
    /// [`crate::partial_expansion_astar`].
    PartialExpansionAstar,
    /// [`crate::ida_star`].
    IdaStar,
    /// [`crate::ida_star::weighted_ida_star`].
    WeightedIdaStar,
    /// [`crate::transposition_table`].
    TranspositionIdaStar,
    /// [`crate::stochastic_caching`].
    StochasticIdaStar,
    /// [`crate::perimeter`].
    PerimeterIdaStar,
    /// [`crate::bitstate`], one bit a state.
    BitstateIdaStar,
    /// [`crate::bitstate`], two bits a state.
    DoubleBitstateIdaStar,
    /// [`crate::hash_compaction`].
    CompactionIdaStar,
    /// [`crate::breadth_first`].
    BreadthFirst,
    /// [`crate::breadth_first_heuristic`].
    BreadthFirstHeuristic,
    /// [`crate::frontier`].
    Frontier,
    /// [`crate::nbs`].
    Nbs,
    /// [`crate::bae_star`].
    BaeStar,
}

/// What the plans of an engine are worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Promise {
    /// A plan is shortest, unless a limit stops the engine.
    Shortest,
    /// A plan is at most so many times longer as a weight says.
    Weighted,
    /// Nothing is promised: states may be taken for others.
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

    /// What its plans are worth.
    pub fn promise(self) -> Promise {
        match self {
            Self::WeightedAstar | Self::WeightedIdaStar => Promise::Weighted,
            Self::BitstateIdaStar | Self::DoubleBitstateIdaStar | Self::CompactionIdaStar => {
                Promise::Lossy
            }
            _ => Promise::Shortest,
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
}

/// Which end a search starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// From the start to a goal.
    Forward,
    /// From all goals to the start.
    Backward,
}

impl Direction {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Forward, Self::Backward];

    /// The other one.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Forward => Self::Backward,
            Self::Backward => Self::Forward,
        }
    }

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Forward => "forward",
            Self::Backward => "backward",
        }
    }
}

/// What is done with several goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Goals {
    /// One search looks for the nearest.
    #[default]
    Together,
    /// One search after another looks for one goal alone, for every bound in turn: see
    /// [`crate::bound_by_bound::bound_by_bound`].
    Apart,
}

impl Goals {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Together, Self::Apart];

    /// The name users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Together => "joint",
            Self::Apart => "separate",
        }
    }
}

/// A word that names no engine or direction.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown name \"{0}\"")]
pub struct UnknownName(pub String);

macro_rules! named {
    ($($type:ty),*) => {$(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl FromStr for $type {
            type Err = UnknownName;
            fn from_str(text: &str) -> Result<Self, UnknownName> {
                let named = Self::ALL.into_iter().find(|value| value.name() == text);
                named.ok_or_else(|| UnknownName(text.to_owned()))
            }
        }
    )*};
}
named!(Engine, Direction, Goals, Replacement, TableStart);

/// What the user asks for; `None` leaves the choice to the family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Request {
    /// The engine.
    pub engine: Option<Engine>,
    /// The direction.
    pub direction: Option<Direction>,
    /// The heuristic, by the name that the family gives it.
    pub heuristic: Option<&'static str>,
    /// The rule that breaks ties in an open list, by the name that the family gives it.
    pub ties: Option<&'static str>,
    /// What is done with several goals.
    pub goals: Goals,
    /// What the engines themselves can be told.
    pub settings: Settings,
}

/// A family cannot do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// This engine does not work on this puzzle.
    #[error("the engine {engine} does not work on {puzzle}: {reason}")]
    Engine {
        /// The engine asked for.
        engine: Engine,
        /// The puzzle family.
        puzzle: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// This combination of engine and direction does not exist.
    #[error("the engine {engine} does not search {direction} on {puzzle}")]
    Direction {
        /// The engine asked for, or the family's choice.
        engine: Engine,
        /// The direction asked for.
        direction: Direction,
        /// The puzzle family.
        puzzle: &'static str,
    },
    /// This engine does not have what was set.
    #[error("the engine {engine} has no {setting}; {} have", names(having))]
    Setting {
        /// What was set.
        setting: &'static str,
        /// The engine asked for, or the family's choice.
        engine: Engine,
        /// The engines that have it.
        having: &'static [Engine],
    },
    /// A heuristic, a rule or a way with goals does not go with the rest.
    #[error("{what} {name} cannot be used on {puzzle}: {reason}")]
    Choice {
        /// What was chosen.
        what: &'static str,
        /// Its name.
        name: &'static str,
        /// The puzzle family.
        puzzle: &'static str,
        /// Why.
        reason: &'static str,
    },
}

/// `a, b and c`.
fn names(engines: &[Engine]) -> String {
    let names: Vec<_> = engines.iter().map(|engine| engine.name()).collect();
    match names.split_last() {
        Some((last, rest @ [_, ..])) => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

impl Request {
    /// Whether nothing is asked for that only a family with several heuristics, rules for ties
    /// and goals has.
    ///
    /// # Errors
    /// [`Unsupported::Choice`] for the first that is asked for.
    pub fn without_choices(&self, puzzle: &'static str) -> Result<(), Unsupported> {
        let apart = (self.goals == Goals::Apart).then_some(Goals::Apart.name());
        let asked =
            [("heuristic", self.heuristic), ("tie-breaking", self.ties), ("multi-goal", apart)];
        match asked.into_iter().find_map(|(what, name)| Some((what, name?))) {
            None => Ok(()),
            Some((what, name)) => {
                let reason = "there is no choice there";
                Err(Unsupported::Choice { what, name, puzzle, reason })
            }
        }
    }
}

/// An outcome and how it was obtained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<M> {
    /// The outcome, its plan in moves of the rules.
    pub outcome: Outcome<M>,
    /// The engine that ran.
    pub engine: Engine,
    /// The direction it ran in.
    pub direction: Direction,
    /// The heuristic that guided it.
    pub heuristic: &'static str,
    /// How many threads searched.
    pub threads: usize,
}
