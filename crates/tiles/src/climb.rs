//! IDA* with larger and larger tables.

use crate::FileError;
use crate::automaton::{Automaton, RuleStore, find};
use crate::beam;
use crate::checkpoint::Checkpoint;
use crate::ida_star::{Beginning, stopped};
use crate::pattern::{Collection, Pattern, Store, Table};
use crate::promise::Promises;
use crate::{HeuristicName, Solver};
use fewest_rules::tiles::{Instance, Move, Size};
use fewest_search::{Depth, Limits, Monitor, Outcome, Statistics, Stop, Verdict};
use std::num::NonZero;
use std::sync::Arc;

/// Where tables come from that need not be made first.
pub struct Tables<'a> {
    store: Option<(&'a Store, &'a RuleStore)>,
    refused: &'a mut dyn FnMut(FileError),
}

impl<'a> Tables<'a> {
    /// Tables in a folder, and rules in another. Files that are not as they were written are not
    /// used, but told to `refused`.
    pub fn stored(
        store: &'a Store,
        rules: &'a RuleStore,
        refused: &'a mut dyn FnMut(FileError),
    ) -> Self {
        Self { store: Some((store, rules)), refused }
    }

    /// Calls `search` with no tables but those that it makes.
    pub fn none<T>(search: impl FnOnce(&mut Tables<'_>) -> T) -> T {
        search(&mut Tables { store: None, refused: &mut |_| {} })
    }

    fn has_all(&self, collection: &Collection) -> bool {
        let patterns = collection.tables();
        self.store.is_some_and(|(store, _)| patterns.iter().all(|pattern| store.has(pattern)))
    }

    fn table(&mut self, pattern: &Pattern, monitor: &mut Monitor<'_>) -> Result<Arc<Table>, Stop> {
        let stored = self.store.filter(|(store, _)| store.has(pattern));
        let stored = stored.map(|(store, _)| store.load(pattern));
        match stored {
            Some(Ok(table)) => return Ok(Arc::new(table)),
            Some(Err(error)) => (self.refused)(error),
            None => {}
        }
        Table::build(pattern.clone(), monitor).map(Arc::new)
    }

    fn automaton(&mut self, size: Size, monitor: &mut Monitor<'_>) -> Result<Automaton, Stop> {
        let stored = self.store.filter(|(_, rules)| rules.has(size));
        match stored.map(|(_, rules)| rules.load(size)) {
            Some(Ok(rules)) => return Ok(Automaton::new(&rules.rules)),
            Some(Err(error)) => (self.refused)(error),
            None => {}
        }
        Ok(Automaton::new(&find(size, RULES, monitor)?.rules))
    }
}

/// Moves of the longest rules that are found at the start: it takes some ten milliseconds.
const RULES: usize = 10;

/// Positions expanded before tables are looked for: a few milliseconds.
const MOMENT: u64 = 50_000;
/// States of a table that are made in the time that it takes to expand a position.
const STATES_A_POSITION: u64 = 16;

/// Searches with the Manhattan distance for a moment, then with the collections of
/// [`Collection::ladder`] one after the other: with each until the tables of the next have paid.
/// Stored tables are taken at once, the largest ones.
///
/// The last of these searches is the long one: it goes on from a checkpoint and writes it.
///
/// # Errors
/// If the checkpoint is of a search with other tables or another automaton.
pub(crate) fn climb(
    instance: &Instance,
    threads: usize,
    tables: &mut Tables<'_>,
    mut checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<(HeuristicName, Outcome<Move>), FileError> {
    let threads = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN);
    let (size, goal) = (instance.start.size(), instance.goal);
    let mut name = HeuristicName::Manhattan;
    let mut collection = None;
    let mut made: Vec<Arc<Table>> = vec![];
    let mut solver = Solver::new(size, goal, name, threads).expect("it has no tables");
    let mut ladder: Option<std::iter::Peekable<_>> = None;
    let mut automaton = None;
    let (mut at_least, mut effort, mut known) = (Depth::ZERO, 0, None);
    let mut promises = Promises::default();
    let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.resumed());
    let (wanted, mut spent, before) = match resumed {
        None => (None, Statistics::default(), 0),
        Some(resumed) => (Some(resumed.heuristic), resumed.earlier, resumed.expanded),
    };
    // The limit is one on this run.
    let nodes = monitor.limits().nodes.map(|nodes| nodes.saturating_add(before));
    let monitor = &mut monitor.with(Limits { nodes, ..*monitor.limits() });
    loop {
        let worth = match &mut ladder {
            None if wanted.is_some() => 0,
            None => MOMENT,
            Some(ladder) => {
                ladder.peek().map_or(u64::MAX, |next| states(next, &made) / STATES_A_POSITION)
            }
        };
        let left = monitor.limits().nodes.map_or(u64::MAX, |limit| limit - spent.expanded);
        let mut fewer = monitor.with_fewer_nodes(worth.min(left));
        let checkpoint = match checkpoint.as_deref_mut().filter(|_| worth == u64::MAX) {
            Some(checkpoint) => {
                let heuristic = collection.as_ref().map_or(name.to_string(), Collection::to_string);
                spent = checkpoint.enter(&heuristic, solver.automaton(), &spent)?;
                Some(checkpoint)
            }
            None => None,
        };
        let promises = Some(&mut promises);
        let beginning = Beginning { at_least, effort, known, promises, checkpoint, stored: 0 };
        let outcome = solver.solve_from(instance, beginning, &mut fewer);
        let outcome = outcome.plus(&spent);
        match outcome.verdict() {
            Verdict::Bounded(Stop::Nodes) | Verdict::Solved(Some(Stop::Nodes)) if left > worth => {}
            _ => return Ok((name, outcome)),
        }
        at_least = outcome.bounds().lower;
        known = outcome.plan().map(<[_]>::to_vec);
        spent = *outcome.statistics();
        effort = worth;
        let ladder = ladder.get_or_insert_with(|| {
            let mut ladder = Collection::ladder(size, goal);
            ladder.retain(|collection| monitor.check_memory(needed(collection)).is_ok());
            match &wanted {
                Some(wanted) => ladder.retain(|collection| collection.to_string() == *wanted),
                None => {
                    let stored = ladder.iter().rposition(|collection| tables.has_all(collection));
                    ladder = ladder.split_off(stored.unwrap_or(0));
                }
            }
            ladder.into_iter().peekable()
        });
        // Where memory is too small for any tables, the search goes on as it is.
        let Some(next) = ladder.next() else { continue };
        let automaton = match &mut automaton {
            Some(automaton) => automaton,
            none => match tables.automaton(size, monitor) {
                Ok(automaton) => none.insert(automaton),
                Err(stop) => return Ok((name, stopped(stop, known, at_least, spent))),
            },
        };
        let memory = monitor.limits().memory.map(|limit| limit - limit / beam::MEMORY_SHARE);
        let mut before = std::mem::take(&mut made);
        let source = |pattern: &Pattern| {
            let at = before.iter().position(|table| table.pattern() == pattern);
            let known = at.map(|at| Ok(before.swap_remove(at)));
            let table = known.unwrap_or_else(|| tables.table(pattern, monitor))?;
            made.push(table.clone());
            Ok(table)
        };
        name = HeuristicName::PatternDatabases;
        let room = memory.map_or(u64::MAX, |limit| limit.saturating_sub(needed(&next)));
        solver = match Solver::with_tables(&next, source, room, threads) {
            Ok(solver) => solver.pruned(automaton.clone()),
            Err(stop) => return Ok((name, stopped(stop, known, at_least, spent))),
        };
        collection = Some(next);
    }
}

/// The states of a collection's tables but for those that are made.
fn states(collection: &Collection, made: &[Arc<Table>]) -> u64 {
    let is_made = |pattern: &&Pattern| made.iter().any(|table| table.pattern() == *pattern);
    let patterns = collection.tables();
    let missing = patterns.iter().filter(|pattern| !is_made(pattern));
    missing.map(|pattern| Table::bytes(pattern).table * 8).sum()
}

/// The most bytes that the tables of a collection take, while they are made.
fn needed(collection: &Collection) -> u64 {
    let bytes: Vec<_> = collection.tables().iter().map(Table::bytes).collect();
    let building = bytes.iter().map(|bytes| bytes.building - bytes.table).max();
    bytes.iter().map(|bytes| bytes.table).sum::<u64>() + building.unwrap_or(0)
}
