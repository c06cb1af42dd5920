//! The request of a user to a puzzle family, and the family's answer.

use crate::best_first::OpenList;
use crate::breadth_first::PlanRecovery;
use crate::depth_first::{PerimeterHeuristic, Replacement, Switch, TableStart};
use crate::engine::{Engine, Feature, MissingPart, Settings};
use crate::{Direction, Outcome};
use std::fmt;
use std::str::FromStr;

/// How several goals are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum MultiGoal {
    /// One search looks for the nearest goal.
    #[default]
    Joint,
    /// Each goal has a search of its own, one after another for every bound in turn: see
    /// [`per_goal`](crate::best_first::per_goal).
    Separate,
}

impl MultiGoal {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Joint, Self::Separate];

    /// Returns the name that users type.
    pub fn name(self) -> &'static str {
        match self {
            Self::Joint => "joint",
            Self::Separate => "separate",
        }
    }
}

/// The error of a word that is not the name of an engine, a direction or another choice.
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
named!(
    Engine,
    Direction,
    MultiGoal,
    OpenList,
    PerimeterHeuristic,
    PlanRecovery,
    Replacement,
    Switch,
    TableStart
);

/// The request of a user; `None` leaves the choice to the family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Request {
    /// The engine.
    pub engine: Option<Engine>,
    /// The direction.
    pub direction: Option<Direction>,
    /// The heuristic, by the name that the family gives it.
    pub heuristic: Option<&'static str>,
    /// The rule that breaks ties in an open list, by the name that the family gives it, or several
    /// rules in order, separated by commas.
    pub tie_breaking: Option<&'static str>,
    /// How several goals are searched.
    pub multi_goal: MultiGoal,
    /// The length of the longest rules that prune moves, for families with such rules.
    pub rule_length: Option<u8>,
    /// The settings of the engines themselves.
    pub settings: Settings,
}

/// The reason why a family cannot do what was asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    /// This engine does not work on this puzzle.
    #[error("the engine {engine} does not work on {puzzle}: {reason}")]
    Engine {
        /// The engine asked for.
        engine: Engine,
        /// The puzzle family.
        puzzle: &'static str,
        /// The reason.
        reason: String,
    },
    /// This combination of engine and direction does not exist.
    #[error(
        "the engine {engine} takes no direction {direction}: it searches {puzzle} from both ends"
    )]
    Direction {
        /// The engine asked for, or the family's choice.
        engine: Engine,
        /// The direction asked for.
        direction: Direction,
        /// The puzzle family.
        puzzle: &'static str,
    },
    /// This engine does not have this setting.
    #[error(
        "the engine {engine} does not support {setting}; {} {}",
        names(having),
        if having.len() == 1 { "does" } else { "do" }
    )]
    Setting {
        /// The setting.
        setting: Feature,
        /// The engine asked for, or the family's choice.
        engine: Engine,
        /// The engines that have it.
        having: Vec<Engine>,
    },
    /// A heuristic, or another choice, does not fit the rest.
    #[error("{what} {name} cannot be used on {puzzle}: {reason}")]
    Choice {
        /// What was chosen.
        what: &'static str,
        /// Its name.
        name: String,
        /// The puzzle family.
        puzzle: &'static str,
        /// The reason.
        reason: String,
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

impl Unsupported {
    /// Checks that an engine has a feature.
    ///
    /// # Errors
    /// [`Unsupported::Setting`] if it does not.
    pub(crate) fn unless_has(engine: Engine, setting: Feature) -> Result<(), Self> {
        if engine.has(setting) {
            return Ok(());
        }
        Err(Self::Setting { setting, engine, having: Engine::having(setting) })
    }

    /// Returns the error for an engine that needs more than the problem of a puzzle has.
    pub fn part(engine: Engine, puzzle: &'static str, missing: MissingPart) -> Self {
        Self::Engine { engine, puzzle, reason: missing.to_string() }
    }
}

impl Request {
    /// Checks that the request has no choices of heuristics, tie-breaking rules, goals or rules
    /// that prune moves, for a family that offers none.
    ///
    /// # Errors
    /// [`Unsupported::Choice`] for the first such choice.
    pub fn without_choices(&self, puzzle: &'static str) -> Result<(), Unsupported> {
        let separate = MultiGoal::Separate;
        let multi_goal = (self.multi_goal == separate).then_some(separate.name());
        let rule_length = self.rule_length.map(|length| length.to_string());
        let asked = [
            ("heuristic", self.heuristic),
            ("tie-breaking", self.tie_breaking),
            ("multi-goal", multi_goal),
            ("rule-length", rule_length.as_deref()),
        ];
        match asked.into_iter().find_map(|(what, name)| Some((what, name?))) {
            None => Ok(()),
            Some((what, name)) => {
                let reason = "this puzzle is searched without it".to_owned();
                let name = name.to_owned();
                Err(Unsupported::Choice { what, name, puzzle, reason })
            }
        }
    }
}

/// A failed try of an engine that fixes in advance how many moves lower its heuristic and how many
/// raise it: no plan has exactly these numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Try {
    /// Moves that lower the heuristic by one; Knuth calls them happy.
    pub happy: u16,
    /// Moves that raise it by one; Knuth calls them sad.
    pub sad: u16,
    /// States expanded.
    pub expanded: u64,
}

/// An outcome, and how it was obtained.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer<M> {
    /// The outcome, its plan in moves of the rules.
    pub outcome: Outcome<M>,
    /// The engine that ran.
    pub engine: Engine,
    /// The direction it ran in.
    pub direction: Direction,
    /// The heuristic that guided it.
    pub heuristic: &'static str,
    /// The number of threads that searched.
    pub threads: usize,
    /// The tries that found nothing, if the engine reports each of them.
    pub tries: Vec<Try>,
}
