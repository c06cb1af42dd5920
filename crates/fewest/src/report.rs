//! What is reported of a solved instance: the `result` record.

use crate::{MoveCount, Plan, ResourceUsage, Solutions};
use fewest_rules::{Notation, tiles};
use fewest_search::{LikelyBound, Statistics, Stop, Try, Verdict, artifact};
use serde::{Serialize, Serializer};

/// What was shown of an instance, in the words of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Status(pub Verdict);

impl Status {
    /// The word in JSON and in text.
    pub fn name(self) -> &'static str {
        match self.0 {
            Verdict::Optimal => "OPTIMAL",
            Verdict::Solved(_) => "SOLVED",
            Verdict::Unsolvable => "UNSOLVABLE",
            Verdict::Bounded(_) => "BOUNDED",
        }
    }

    /// The exit code of a command that shows this.
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

    /// Why the search was stopped before it had shown more, in one word.
    pub fn stop(self) -> Option<&'static str> {
        match self.0 {
            Verdict::Bounded(stop) | Verdict::Solved(Some(stop)) => Some(stop_name(stop)),
            _ => None,
        }
    }
}

/// Why a search was stopped, in one word.
pub(crate) fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Bound => "bound",
        Stop::Memory => "memory",
        Stop::Disk => "disk",
        Stop::Time => "time",
        Stop::Nodes => "nodes",
        Stop::Incomplete => "incomplete",
        Stop::Interrupted => "interrupted",
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The result of solving one instance; serialises to the data of a `result` record.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// The puzzle: `atomix`, `tiles` or `panex`.
    pub puzzle: &'static str,
    /// The name of the instance.
    pub instance: String,
    /// What was shown.
    pub status: Status,
    /// Why the search was stopped before it had shown more: `bound`, `memory`, `disk`, `time`,
    /// `nodes`, `incomplete` or `interrupted`.
    pub stop: Option<&'static str>,
    /// No plan is shorter; `None` if there is no plan at all.
    pub lower: Option<MoveCount>,
    /// What is only likely, from engines that may overlook plans.
    #[serde(flatten)]
    pub likely: Option<Likely>,
    /// A plan of this length is known.
    pub upper: Option<MoveCount>,
    /// The plan, replayed by the rules. An empty plan solves a start that is a goal; `None` is
    /// no plan. In a record it is null, too, if it has more than 100,000 moves.
    #[serde(rename = "moves", serialize_with = "listed")]
    pub plan: Option<Plan>,
    /// All solutions as short as the plan, if they were asked for.
    #[serde(flatten)]
    pub solutions: Option<Solutions>,
    /// What belongs to a tile puzzle alone.
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
    /// The tries that found nothing, of an engine that reports each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tries: Vec<FailedTry>,
    /// Where the search has gone on from a checkpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<Resumed>,
    /// What everything took, from reading to replay.
    #[serde(flatten)]
    pub usage: ResourceUsage,
    /// How many threads searched.
    pub threads: usize,
    /// The seed of random choices. No engine makes any yet.
    pub seed: u64,
    /// The version of this program.
    pub version: &'static str,
}

/// What earlier runs of a search have shown and done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Resumed {
    /// No plan is shorter than this, as the checkpoint says.
    pub lower: u16,
    /// The states that they expanded: part of the counts.
    pub expanded: u64,
}

impl From<artifact::Resumed> for Resumed {
    fn from(artifact::Resumed { lower, expanded }: artifact::Resumed) -> Self {
        Self { lower: lower.0, expanded }
    }
}

impl Report {
    /// The same with all moves written in a notation of the puzzle.
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

/// What an engine has made likely that may overlook plans; see [`LikelyBound`].
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

/// A try that found nothing, as it is reported; see [`Try`].
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

/// What a report says of a tile puzzle alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TilesReport {
    /// The name of the goal, or the position.
    pub goal: String,
    /// The optimum that the source states, for what it is worth: perhaps for another goal.
    pub stated_optimum: Option<u16>,
    /// The goals with a name that can be reached from the start.
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

/// The counts of a search as they are reported; see [`Statistics`].
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
