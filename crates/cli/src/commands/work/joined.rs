//! The parts of one search, put together.

use super::found::ResultData;
use crate::arguments::PlanText;
use crate::output::exit::Usage;
use crate::work_units::{Division, Search, Tree, invalid};
use fewest::certificate::{self, Part};
use fewest::rules::read_plan;
use fewest::search::{Statistics, Stop, Verdict};
use fewest::{Counts, InputError, Instance, Plan, Report, ResourceUsage, Status};
use fewest_work::{Done, Folder};
use std::ffi::OsStr;
use std::path::PathBuf;

/// A lower bound, and what stopped the search that proved it.
type Lower = (u64, Option<Stop>);

/// What the units prove of their positions so far.
///
/// # Sound because
/// The positions are all those at some distance from the start, and no goal is nearer. A shortest
/// plan takes that many moves to reach one of them, and then at least the least lower bound.
pub(super) struct MergedTree<'a> {
    whole: &'a Tree,
    instance: Instance,
    search: Search,
    /// Of each unit so far: the lower bound, unless it has no plan, and the states expanded.
    units: Vec<(Option<u64>, u64)>,
    /// The least lower bound, unless all positions so far have no plan.
    lower: Option<Lower>,
    /// What some of the bounds rest on.
    assumes: Option<&'static str>,
    /// The shortest plan: its length from its position on, all moves from the start, and its file.
    plan: Option<(u64, Vec<String>, PathBuf)>,
    /// The method of the first unit.
    method: Option<[&'static str; 3]>,
    counts: Counts,
    usage: ResourceUsage,
    threads: usize,
}

impl<'a> MergedTree<'a> {
    /// The search before any unit is added.
    ///
    /// # Errors
    /// If its instance cannot be read, or has changed.
    pub(super) fn new(whole: &'a Tree) -> anyhow::Result<Self> {
        let search = Search::parse(&whole.arguments)?;
        let instance = whole.instance()?;
        let (lower, assumes, plan, method) = (None, None, None, None);
        Ok(Self {
            whole,
            instance,
            search,
            units: vec![],
            lower,
            assumes,
            plan,
            method,
            counts: Statistics::default().into(),
            usage: ResourceUsage::default(),
            threads: 1,
        })
    }

    /// Adds the next unit. All of its results hold.
    ///
    /// # Errors
    /// If one of them cannot be read, or they contradict each other.
    pub(super) fn add(
        &mut self,
        folder: &Folder<Division>,
        results: &[Done],
    ) -> Result<(), InputError> {
        let mut lower: Option<Lower> = None;
        let (mut upper, mut is_unsolvable, mut expanded) = (None, false, 0);
        for done in results {
            let path = folder.path_of(done);
            let (data, Status(verdict)) = ResultData::read(folder, done)?;
            self.count(&data);
            let found = data.solved;
            let stop = match verdict {
                Verdict::Solved(stop) => stop,
                Verdict::Bounded(stop) => Some(stop),
                Verdict::Optimal | Verdict::Unsolvable => None,
            };
            is_unsolvable |= verdict == Verdict::Unsolvable;
            let higher = found.lower.filter(|&bound| lower.is_none_or(|(known, _)| bound > known));
            lower = higher.map(|bound| (bound, stop)).or(lower);
            upper = upper.into_iter().chain(found.upper).min();
            let contradicts =
                |upper| is_unsolvable || lower.is_some_and(|(bound, _)| bound > upper);
            if upper.is_some_and(contradicts) {
                return Err(invalid(&path, "it contradicts another result of the unit"));
            }
            expanded = u64::saturating_add(expanded, found.expanded);
            if let Some(length) = found.upper
                && self.plan.as_ref().is_none_or(|(known, ..)| length < *known)
            {
                let prefix = self.whole.moves.get(self.units.len()).cloned().unwrap_or_default();
                let moves = found.moves.ok_or_else(|| invalid(&path, "its plan is missing"))?;
                self.plan = Some((length, [prefix, moves].concat(), path));
            }
        }
        lower = lower.filter(|_| !is_unsolvable);
        if let Some((bound, stop)) = lower
            && self.lower.is_none_or(|(known, _)| bound < known)
        {
            self.lower = Some((bound, stop));
        }
        self.units.push((lower.map(|(bound, _)| bound), expanded));
        Ok(())
    }

    fn count(&mut self, ResultData { threads, solved: found, .. }: &ResultData) {
        // Leaked: the few words are needed as long as the command runs.
        let kept = |words: &String| &*words.clone().leak();
        self.assumes = self.assumes.or_else(|| found.assumes.as_ref().map(kept));
        self.method
            .get_or_insert_with(|| [&found.engine, &found.heuristic, &found.direction].map(kept));
        // A file may hold any numbers.
        let add = |sum: &mut u64, count| *sum = sum.saturating_add(count);
        let counts = &mut self.counts;
        add(&mut counts.expanded, found.expanded);
        add(&mut counts.expanded_until_last_layer, found.expanded_until_last_layer);
        add(&mut counts.generated, found.generated);
        add(&mut counts.stored, found.stored);
        add(&mut counts.reexpanded, found.reexpanded);
        let usage = &mut self.usage;
        usage.seconds += found.seconds;
        usage.cpu_seconds =
            usage.cpu_seconds.into_iter().chain(found.cpu_seconds).reduce(|a, b| a + b);
        usage.peak_rss_bytes = usage.peak_rss_bytes.max(found.peak_rss_bytes);
        self.threads = self.threads.max(*threads);
    }

    /// The report of the instance. Times are those of all units together.
    ///
    /// # Errors
    /// If the rules reject the plan.
    pub(super) fn report(&self) -> Result<Report, InputError> {
        let depth = u64::from(self.whole.depth);
        let lower = self.lower.map(|(bound, _)| depth.saturating_add(bound));
        let upper = self.plan.as_ref().map(|(length, ..)| depth.saturating_add(*length));
        let stop = self.lower.and_then(|(_, stop)| stop);
        let verdict =
            lower.map_or(Verdict::Unsolvable, |lower| Verdict::of(&lower, upper.as_ref(), stop));
        let plan = match &self.plan {
            Some((_, moves, file)) => Some(self.replayed(moves).map_err(|e| invalid(file, e))?),
            None => None,
        };
        let method = self.method.unwrap_or(["breadth-first", "none", "forward"]);
        Ok(Report {
            lower: lower.map(Into::into),
            assumes: self.assumes,
            upper: upper.map(Into::into),
            plan,
            counts: self.counts,
            usage: self.usage,
            threads: self.threads,
            ..Report::new(&self.instance, method, verdict)
        })
    }

    /// The text of an audit of the report.
    ///
    /// # Errors
    /// If the moves to a unit cannot be read, or there is no audit.
    pub(super) fn audit(&self, report: &Report) -> anyhow::Result<String> {
        let part = |(moves, &(lower, expanded)): (&Vec<String>, _)| {
            let after = moves.join("\n") + "\n";
            let instance = match moves[..] {
                [] => self.instance.clone(),
                _ => PlanText::read(OsStr::new(&after))?
                    .instance_after(&self.instance, self.search.inputs.moves)?,
            };
            Ok(Part { instance, lower, expanded })
        };
        let parts = self.whole.moves.iter().zip(&self.units).map(part);
        let parts = parts.collect::<anyhow::Result<Vec<_>>>()?;
        let audit = certificate::audit(&self.instance, report, self.whole.depth, &parts);
        Ok(audit.map_err(|error| Usage(format!("--audit: {error}")))?)
    }

    /// The plan with these moves, replayed by the rules.
    fn replayed(&self, moves: &[String]) -> anyhow::Result<Plan> {
        let notation = self.search.inputs.moves.notation.unwrap_or_default();
        let puzzle = &self.instance.puzzle;
        let plan = read_plan(puzzle, &moves.join("\n"), Some(notation))?;
        Ok(Plan::new(puzzle.clone(), plan)?.in_notation(notation))
    }
}
