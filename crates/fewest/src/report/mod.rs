//! The report of a solved instance: the `result` record.

mod progress;
pub(super) mod solutions;
mod stop_name;

pub use progress::ProgressRecord;
pub(crate) use stop_name::stop_name;

use crate::{AnyPuzzle, Instance, MoveCount, Plan, ResourceUsage, Solutions};
use fewest_rules::{Notation, tiles};
use fewest_search::{LikelyBound, Outcome, Statistics, Stop, Try, Verdict, artifact};
use serde::{Serialize, Serializer};

/// What was proved about an instance, in the words of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(pub Verdict);

impl Status {
    /// Returns the word used in JSON and in text.
    pub fn name(self) -> &'static str {
        match self.0 {
            Verdict::Optimal => "OPTIMAL",
            Verdict::Solved(_) => "SOLVED",
            Verdict::Unsolvable => "UNSOLVABLE",
            Verdict::Bounded(_) => "BOUNDED",
        }
    }

    /// Returns the exit code of a command with this status.
    pub fn exit_code(self) -> u8 {
        match self.0 {
            Verdict::Optimal => 0,
            Verdict::Solved(_) => 3,
            Verdict::Unsolvable => 10,
            Verdict::Bounded(Stop::Bound) => 11,
            Verdict::Bounded(Stop::Incomplete) => 12,
            Verdict::Bounded(Stop::Memory | Stop::Disk) => 20,
            Verdict::Bounded(Stop::Time | Stop::Nodes) => 21,
            Verdict::Bounded(Stop::Interrupted) => 22,
        }
    }

    /// Returns the reason, in one word, why the search was stopped before it proved more.
    pub fn stop(self) -> Option<&'static str> {
        match self.0 {
            Verdict::Bounded(stop) | Verdict::Solved(Some(stop)) => Some(stop_name(stop)),
            _ => None,
        }
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The result of solving one instance; it serialises to the data of a `result` record.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The puzzle: `atomix`, `tiles` or `panex`.
    pub puzzle: &'static str,
    /// The name of the instance.
    pub instance: String,
    /// What was proved.
    pub status: Status,
    /// The reason why the search was stopped before it proved more: `bound`, `memory`, `disk`,
    /// `time`, `nodes`, `incomplete` or `interrupted`.
    pub stop: Option<&'static str>,
    /// The lower bound: no plan is shorter. `None` if there is no plan at all.
    pub lower: Option<MoveCount>,
    /// What the lower bound rests on although it is not proved; `None` if it rests on no such
    /// thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assumes: Option<&'static str>,
    /// What is only likely, found by engines that may overlook plans.
    #[serde(flatten)]
    pub likely: Option<Likely>,
    /// The length of the best known plan.
    pub upper: Option<MoveCount>,
    /// The plan, replayed by the rules. An empty plan solves a start that is a goal; `None` means
    /// that no plan was found. In a record it is also null if it has more than 100,000 moves.
    #[serde(rename = "moves", serialize_with = "listed")]
    pub plan: Option<Plan>,
    /// All solutions as short as the plan, if they were asked for.
    #[serde(flatten)]
    pub solutions: Option<Solutions>,
    /// What only a tile puzzle has.
    #[serde(flatten)]
    pub tiles: Option<TilesReport>,
    /// The engine that ran.
    pub engine: &'static str,
    /// The heuristic that guided it.
    pub heuristic: &'static str,
    /// The direction it ran in.
    pub direction: &'static str,
    /// The counts of the search.
    #[serde(flatten)]
    pub counts: Counts,
    /// The tries that found nothing, if the engine reports each of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<FailedTry>,
    /// What was known when the search was resumed, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Resumed>,
    /// The time and memory used in all, from reading to replay.
    #[serde(flatten)]
    pub usage: ResourceUsage,
    /// The number of threads that searched.
    pub threads: usize,
    /// The seed of random choices; no engine makes any yet.
    pub seed: u64,
    /// The version of this program.
    pub version: &'static str,
}

/// What earlier runs of a search proved and counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Resumed {
    /// The lower bound, as the checkpoint says.
    pub lower: u16,
    /// The number of states that they expanded; it is part of the counts.
    pub expanded: u64,
}

impl From<artifact::Resumed> for Resumed {
    fn from(artifact::Resumed { lower, expanded }: artifact::Resumed) -> Self {
        Self { lower: lower.0, expanded }
    }
}

impl Report {
    /// Returns a report without bounds, a plan, counts and what only some searches have. `method` is
    /// the engine, the heuristic and the direction.
    pub fn new(instance: &Instance, method: [&'static str; 3], verdict: Verdict) -> Self {
        let report = Self::of_puzzle(instance.puzzle.name(), &instance.name, method, verdict);
        match &instance.puzzle {
            AnyPuzzle::Tiles(tiles) => Self { tiles: Some(tiles.into()), ..report },
            _ => report,
        }
    }

    /// Returns the same for a puzzle of one's own.
    pub fn of_puzzle(
        puzzle: &'static str,
        instance: &str,
        method: [&'static str; 3],
        verdict: Verdict,
    ) -> Self {
        let [engine, heuristic, direction] = method;
        Self {
            puzzle,
            instance: instance.to_owned(),
            status: Status(verdict),
            stop: Status(verdict).stop(),
            lower: None,
            assumes: None,
            likely: None,
            upper: None,
            plan: None,
            solutions: None,
            tiles: None,
            engine,
            heuristic,
            direction,
            counts: Statistics::default().into(),
            tries: vec![],
            resumed: None,
            usage: ResourceUsage::default(),
            threads: 1,
            seed: 0,
            version: env!("CARGO_PKG_VERSION"),
        }
    }

    /// Returns the same report with the bounds and the counts of a search.
    #[must_use]
    pub fn with_outcome<M>(self, outcome: &Outcome<M>) -> Self {
        let bounds = outcome.bounds();
        // If there is no plan, there is no lower bound on its length.
        let is_solvable = outcome.verdict() != Verdict::Unsolvable;
        Self {
            lower: is_solvable.then_some(bounds.lower.into()),
            likely: outcome.likely_bound().map(Into::into),
            upper: bounds.upper.map(Into::into),
            counts: (*outcome.statistics()).into(),
            ..self
        }
    }

    /// Returns the same report with all moves written in a notation of the puzzle.
    #[must_use]
    pub fn in_notation(mut self, notation: Notation) -> Self {
        self.plan = self.plan.map(|plan| plan.in_notation(notation));
        if let Some(solutions) = &mut self.solutions {
            let listed = std::mem::take(&mut solutions.listed).into_iter();
            solutions.listed = listed.map(|plan| plan.in_notation(notation)).collect();
        }
        self
    }
}

/// What is only likely, found by an engine that may overlook plans; see [`LikelyBound`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "documented where they are estimated")]
pub struct Likely {
    pub likely_lower: MoveCount,
    pub miss_probability: f64,
}

impl From<LikelyBound> for Likely {
    fn from(LikelyBound { lower, miss_probability }: LikelyBound) -> Self {
        Self { likely_lower: lower.into(), miss_probability }
    }
}

/// A try that found nothing, in the form of the report; see [`Try`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "documented where they are counted")]
pub struct FailedTry {
    pub happy: u16,
    pub sad: u16,
    pub expanded: u64,
}

impl From<Try> for FailedTry {
    fn from(Try { happy, sad, expanded }: Try) -> Self {
        Self { happy, sad, expanded }
    }
}

/// The part of a report that only tile puzzles have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TilesReport {
    /// The name of the goal, or the position.
    pub goal: String,
    /// The optimum that the source states; it is not verified, and may be for another goal.
    pub stated_optimum: Option<u16>,
    /// The named goals that can be reached from the start.
    pub reachable_goals: Vec<String>,
}

impl From<&tiles::Instance> for TilesReport {
    fn from(instance: &tiles::Instance) -> Self {
        Self {
            goal: instance.goal.to_string(),
            stated_optimum: instance.stated_optimum,
            reachable_goals: instance.reachable_goals().map(|goal| goal.to_string()).collect(),
        }
    }
}

fn listed<S: Serializer>(plan: &Option<Plan>, serializer: S) -> Result<S::Ok, S::Error> {
    plan.as_ref().and_then(Plan::texts).serialize(serializer)
}

/// The counts of a search, in the form of the report; see [`Statistics`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "documented where they are counted")]
pub struct Counts {
    pub expanded: u64,
    pub expanded_until_last_layer: u64,
    pub generated: u64,
    pub stored: u64,
    pub reexpanded: u64,
}

impl From<Statistics> for Counts {
    fn from(statistics: Statistics) -> Self {
        // Taken apart so that a new count cannot be forgotten here.
        let Statistics { expanded, expanded_until_last_layer, generated, stored, reexpanded } =
            statistics;
        Self { expanded, expanded_until_last_layer, generated, stored, reexpanded }
    }
}
