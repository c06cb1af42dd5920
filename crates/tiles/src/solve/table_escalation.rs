//! Table escalation: IDA* in stages, each with larger pattern databases than the previous one.

use super::method::NotRun;
use super::solver::Solver;
use super::stages::{Stage, later_stages, longer_rules};
use super::tables::Tables;
use crate::automaton::Automaton;
use crate::heuristics::HeuristicName;
use crate::ida_star::{MEMORY_SHARE, WarmStart};
use crate::pattern::{Collection, Pattern, Table};
use fewest_rules::tiles::{Cell, Instance, Move};
use fewest_search::depth_first::iterative_deepening::{SearchCheckpoint, SubtreeOrder};
use fewest_search::{Depth, Limits, Monitor, Outcome, SolveError, Statistics, Stop, Verdict};
use std::num::NonZero;
use std::sync::Arc;

/// Positions expanded before any tables are considered: it takes a few milliseconds.
const WITHOUT_TABLES: u64 = 50_000;

/// Searches with the Manhattan distance for a moment, then with the collections of
/// [`Collection::ladder`], one after the other. A stage is given up for the next one when it has
/// searched for as long as the tables of the next one take to build. Collections below the largest
/// one that is stored are skipped.
///
/// The last stage has no budget of its own; it is the one that a checkpoint saves and resumes. With
/// a heuristic that was asked for it is the only one. Moves are pruned by the rules that are
/// stored, or by those of the length that was asked for; stored rules that take long to read get a
/// stage of their own behind the last one.
///
/// # Errors
/// If the tables of that heuristic are too large, or if the checkpoint is of a search with other
/// tables or another automaton.
pub(super) fn table_escalation(
    instance: &Instance,
    asked: Option<Stage>,
    rule_length: Option<u8>,
    threads: usize,
    tables: &mut Tables<'_>,
    checkpoint: Option<&mut SearchCheckpoint<'_, '_>>,
    monitor: &mut Monitor<'_>,
) -> Result<(HeuristicName, Outcome<Move>), SolveError> {
    let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
    let target = &instance.solved();
    let saved = checkpoint.as_deref();
    let heuristic = saved.and_then(|saved| saved.heuristic().map(str::to_owned));
    let spent = saved.map(SearchCheckpoint::earlier).unwrap_or_default();
    let before = saved.map_or(0, SearchCheckpoint::expanded);
    // The limit applies to this run only.
    let nodes = monitor.limits().nodes.map(|nodes| nodes.saturating_add(before));
    let limits = Limits { nodes, ..*monitor.limits() };
    let is_first = heuristic.is_none() && asked.is_none();
    let first = is_first.then(|| Stage::without_tables(WITHOUT_TABLES));
    let store = tables.store();
    let rules = rule_length.map_or_else(|| tables.rules(target.size()), |_| None);
    // Even the size of tables takes time to compute: most searches end before it is needed.
    let later = std::iter::once_with(|| {
        let mut stages = match asked {
            Some(only) => vec![only],
            None => later_stages(target, heuristic.as_deref(), store, &limits),
        };
        let last = stages.pop().into_iter();
        let last = last.flat_map(|last| longer_rules(last, rules, heuristic.is_some(), &limits));
        stages.into_iter().chain(last).collect()
    });
    let mut monitor = monitor.with(limits);
    let mut escalation = Escalation {
        instance,
        threads,
        tables,
        checkpoint,
        rule_length,
        automaton: None,
        made: vec![],
        lower: Depth::ZERO,
        effort: 0,
        known: None,
        order: SubtreeOrder::default(),
        spent,
    };
    for stages in std::iter::once(Vec::from_iter(first)).chain(later) {
        for stage in stages {
            if let Some(outcome) = escalation.run(&stage, &mut monitor)? {
                return Ok((stage.heuristic, outcome));
            }
        }
    }
    unreachable!("the last stage has no budget to use up")
}

/// What one stage leaves to the next.
struct Escalation<'a, 'b, 'c, 'd> {
    instance: &'a Instance,
    threads: NonZero<usize>,
    tables: &'a mut Tables<'b>,
    checkpoint: Option<&'a mut SearchCheckpoint<'c, 'd>>,
    rule_length: Option<u8>,
    /// The automaton of the last stage that had one, and the length of its longest stored rules.
    automaton: Option<(usize, Arc<Automaton>)>,
    /// The tables of the last stage.
    made: Vec<Arc<Table>>,
    /// No plan is shorter.
    lower: Depth,
    /// Positions that the last stage was given to prove it.
    effort: u64,
    /// The shortest plan known.
    known: Option<Vec<Move>>,
    order: SubtreeOrder<Cell>,
    /// The counts of the stages given up so far.
    spent: Statistics,
}

impl Escalation<'_, '_, '_, '_> {
    /// Runs a stage. Returns the outcome of all stages so far, or `None` if this one has used up
    /// its budget.
    fn run(
        &mut self,
        stage: &Stage,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Outcome<Move>>, SolveError> {
        let (lower, spent) = (self.lower, self.spent);
        let solver = match monitor.aside(lower, &spent, |monitor| self.solver(stage, monitor)) {
            Ok(solver) => solver,
            Err(NotRun::Stopped(stop)) => {
                return Ok(Some(monitor.stopped(stop, self.known.take(), lower, spent)));
            }
            Err(NotRun::TooLarge(error)) => return Err(error.into()),
            Err(NotRun::NotSearched(error)) => return Err(error),
        };
        let checkpoint = self.checkpoint.as_deref_mut().filter(|_| stage.budget.is_none());
        let checkpoint = match checkpoint {
            Some(checkpoint) => {
                self.spent =
                    checkpoint.enter(&stage.name(), solver.automaton().digest(), &self.spent)?;
                Some(checkpoint)
            }
            None => None,
        };
        let warm_start = WarmStart {
            lower,
            effort: self.effort,
            known: self.known.take(),
            stored: 0,
            order: Some(&mut self.order),
            checkpoint,
        };
        let mut monitor = monitor.after(&self.spent);
        let left = monitor.limits().nodes.unwrap_or(u64::MAX);
        let budget = stage.budget.unwrap_or(u64::MAX);
        let mut monitor = monitor.with_fewer_nodes(budget);
        let outcome = solver.solve_from(self.instance, warm_start, &mut monitor).plus(&self.spent);
        let is_used_up = matches!(
            outcome.verdict(),
            Verdict::Bounded(Stop::Nodes) | Verdict::Solved(Some(Stop::Nodes))
        );
        if !is_used_up || left <= budget {
            return Ok(Some(outcome));
        }
        self.lower = outcome.bounds().lower;
        self.effort = budget;
        self.known = outcome.plan().map(<[_]>::to_vec);
        self.spent = *outcome.statistics();
        Ok(None)
    }

    /// Gets the tables and the automaton of a stage.
    fn solver(&mut self, stage: &Stage, monitor: &mut Monitor<'_>) -> Result<Solver, NotRun> {
        let (size, goal) = (self.instance.start.size(), self.instance.goal);
        if let Some(most) = stage.rules.filter(|&most| self.longest() != Some(most)) {
            let automaton = self.tables.automaton(size, self.rule_length, most, monitor)?;
            self.automaton = Some((most, Arc::new(automaton)));
        }
        let solver = match &stage.collection {
            None => Solver::new(size, goal, stage.heuristic, self.threads)?,
            Some(collection) => self.with_tables(collection, stage.bytes, monitor)?,
        };
        Ok(match &self.automaton {
            Some((_, automaton)) if stage.rules.is_some() => solver.pruned(automaton.clone()),
            _ => solver,
        })
    }

    /// The length of the longest stored rules of the present automaton.
    fn longest(&self) -> Option<usize> {
        self.automaton.as_ref().map(|&(longest, _)| longest)
    }

    /// A solver with the tables of a collection, some of which the last stage may have made.
    fn with_tables(
        &mut self,
        collection: &Collection,
        bytes: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Solver, Stop> {
        let memory = monitor.limits().memory.map(|limit| limit - limit / MEMORY_SHARE);
        let automaton = self.automaton.as_ref().map_or(0, |(_, automaton)| automaton.bytes());
        let bytes = bytes + automaton as u64;
        let spare = memory.map_or(u64::MAX, |limit| limit.saturating_sub(bytes));
        let mut known = std::mem::take(&mut self.made);
        let source = |pattern: &Pattern| {
            let at = known.iter().position(|table| table.pattern() == pattern);
            let table = match at {
                Some(at) => known.swap_remove(at),
                None => self.tables.table(pattern, monitor)?,
            };
            self.made.push(table.clone());
            Ok(table)
        };
        Solver::with_tables(collection, source, spare, self.threads)
    }
}
