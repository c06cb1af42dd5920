//! Table escalation: IDA* in stages, each with larger pattern databases than the previous one.

use super::choice::Choice;
use super::solver::Solver;
use super::stages::{Stage, stages};
use super::tables::{NotRun, Tables};
use crate::automaton::Automaton;
use crate::heuristics::HeuristicName;
use crate::ida_star::{MEMORY_SHARE, WarmStart};
use crate::pattern::{Collection, Pattern, Table};
use fewest_rules::tiles::{Instance, Move};
use fewest_search::depth_first::iterative_deepening::SearchCheckpoint;
use fewest_search::{Limits, Monitor, Outcome, SolveError, Statistics, Stop, Storage, Verdict};
use std::num::NonZero;
use std::sync::Arc;

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
    asked: Option<Choice>,
    rule_length: Option<u8>,
    tables: &mut Tables<'_>,
    storage: Option<Storage<'_, '_>>,
    monitor: &mut Monitor<'_>,
) -> Result<(HeuristicName, Outcome<Move>), SolveError> {
    let target = &instance.solved();
    let asked = asked.map(|asked| Stage::asked_for(asked, target)).transpose()?;
    let mut checkpoint = match storage {
        Some(Storage::Checkpoint(checkpoint)) => Some(SearchCheckpoint::of(checkpoint)?),
        _ => None,
    };
    let saved = checkpoint.as_ref();
    let resumed = saved.and_then(|saved| saved.heuristic().map(str::to_owned));
    let spent = saved.map(SearchCheckpoint::earlier).unwrap_or_default();
    let before = saved.map_or(0, SearchCheckpoint::expanded);
    // The limit applies to this run only.
    let nodes = monitor.limits().nodes.map(|nodes| nodes.saturating_add(before));
    let limits = Limits { nodes, ..*monitor.limits() };
    let rules = rule_length.map_or_else(|| tables.rules(target.size()), |_| None);
    let stages = stages(target, asked, resumed, rules, tables.store(), limits);
    let mut monitor = monitor.with(limits);
    let mut escalation = Escalation {
        instance,
        tables,
        rule_length,
        automaton: None,
        made: vec![],
        known: WarmStart::default(),
        spent,
    };
    for stage in stages {
        // Only the last stage is saved.
        let checkpoint = checkpoint.as_mut().filter(|_| stage.budget.is_none());
        if let Some(outcome) = escalation.run(&stage, checkpoint, &mut monitor)? {
            return Ok((stage.heuristic, outcome));
        }
    }
    unreachable!("the last stage has no budget to use up")
}

/// What one stage leaves to the next.
struct Escalation<'a, 'b> {
    instance: &'a Instance,
    tables: &'a mut Tables<'b>,
    rule_length: Option<u8>,
    /// The automaton of the last stage that had one, and the length of its longest stored rules.
    automaton: Option<(usize, Arc<Automaton>)>,
    /// The tables of the last stage.
    made: Vec<Arc<Table>>,
    known: WarmStart,
    /// The counts of the stages given up so far.
    spent: Statistics,
}

impl Escalation<'_, '_> {
    /// Runs a stage. Returns the outcome of all stages so far, or `None` if this one has used up
    /// its budget.
    fn run(
        &mut self,
        stage: &Stage,
        mut checkpoint: Option<&mut SearchCheckpoint<'_, '_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Outcome<Move>>, SolveError> {
        let (lower, spent) = (self.known.lower, self.spent);
        let solver = match monitor.aside(lower, &spent, |monitor| self.solver(stage, monitor)) {
            Ok(solver) => solver,
            Err(NotRun::Stopped(stop)) => {
                return Ok(Some(monitor.stopped(stop, self.known.known.take(), lower, spent)));
            }
            Err(NotRun::NotSearched(error)) => return Err(error),
        };
        if let Some(checkpoint) = &mut checkpoint {
            let digest = solver.automaton().digest();
            self.spent = checkpoint.enter(&stage.name(), digest, &self.spent)?;
        }
        let mut monitor = monitor.after(&self.spent);
        let left = monitor.limits().nodes.unwrap_or(u64::MAX);
        let budget = stage.budget.unwrap_or(u64::MAX);
        let mut monitor = monitor.with_fewer_nodes(budget);
        let outcome = solver.solve_from(self.instance, &mut self.known, checkpoint, &mut monitor);
        let outcome = outcome.plus(&self.spent);
        let is_used_up = matches!(
            outcome.verdict(),
            Verdict::Bounded(Stop::Nodes) | Verdict::Solved(Some(Stop::Nodes))
        );
        if !is_used_up || left <= budget {
            return Ok(Some(outcome));
        }
        self.known.lower = outcome.bounds().lower;
        self.known.effort = budget;
        self.known.known = outcome.plan().map(<[_]>::to_vec);
        self.spent = *outcome.statistics();
        Ok(None)
    }

    /// Gets the tables and the automaton of a stage.
    fn solver(&mut self, stage: &Stage, monitor: &mut Monitor<'_>) -> Result<Solver, NotRun> {
        let Instance { start, goal, .. } = *self.instance;
        let threads = NonZero::new(rayon::current_num_threads()).unwrap_or(NonZero::<usize>::MIN);
        let longest = self.automaton.as_ref().map(|&(longest, _)| longest);
        if let Some(most) = stage.rules.filter(|&most| longest != Some(most)) {
            let automaton = self.tables.automaton(start.size(), self.rule_length, most, monitor)?;
            self.automaton = Some((most, Arc::new(automaton)));
        }
        let solver = match &stage.collection {
            None => Solver::new(start.size(), goal, stage.heuristic, threads)?,
            Some(collection) => self.with_tables(collection, stage.bytes, threads, monitor)?,
        };
        Ok(match &self.automaton {
            Some((_, automaton)) if stage.rules.is_some() => solver.pruned(automaton.clone()),
            _ => solver,
        })
    }

    /// A solver with the tables of a collection, some of which the last stage may have made.
    fn with_tables(
        &mut self,
        collection: &Collection,
        bytes: u64,
        threads: NonZero<usize>,
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
        Solver::with_tables(collection, source, spare, threads)
    }
}
