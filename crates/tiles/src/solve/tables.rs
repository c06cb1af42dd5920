//! The source of tables and rules.

use crate::automaton::{Automaton, Described, RuleStore, find};
use crate::heuristics::{HeuristicName, TooLarge};
use crate::pattern::{Pattern, Store, Table};
use crate::space::AnyHeuristic;
use fewest_rules::tiles::{Board, Size};
use fewest_search::artifact::FileError;
use fewest_search::{Monitor, SolveError, Stop};
use std::sync::Arc;

/// Why an engine did not run.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotRun {
    /// A limit was reached while tables were built.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The heuristic does not fit the board, the engine needs more than the puzzle has, or the
    /// checkpoint is another one.
    #[error(transparent)]
    NotSearched(#[from] SolveError),
}

impl From<TooLarge> for NotRun {
    fn from(error: TooLarge) -> Self {
        Self::NotSearched(error.into())
    }
}

/// A source of tables and rules: they are read from files if there are any, and otherwise built.
pub struct Tables<'a> {
    store: Option<(&'a Store, &'a RuleStore)>,
    refused: &'a mut dyn FnMut(FileError),
}

impl<'a> Tables<'a> {
    /// Creates a source with tables from one folder and rules from another. Files that were altered
    /// are not used, and reported to `refused`.
    pub fn from_files(
        store: &'a Store,
        rules: &'a RuleStore,
        refused: &'a mut dyn FnMut(FileError),
    ) -> Self {
        Self { store: Some((store, rules)), refused }
    }

    /// Calls `search` without any files.
    pub fn none<T>(search: impl FnOnce(&mut Tables<'_>) -> T) -> T {
        search(&mut Tables { store: None, refused: &mut |_| {} })
    }

    /// The folder of tables.
    pub(super) fn store(&self) -> Option<&'a Store> {
        self.store.map(|(store, _)| store)
    }

    /// The heuristic of a name towards any target.
    ///
    /// # Errors
    /// If its tables would be too large, or a limit is reached while they are built.
    pub(super) fn heuristic(
        &mut self,
        target: &Board,
        name: HeuristicName,
        monitor: &mut Monitor<'_>,
    ) -> Result<AnyHeuristic, NotRun> {
        AnyHeuristic::towards(target, name, |pattern| Ok(self.table(pattern, monitor)?))
    }

    /// The table of a pattern.
    ///
    /// # Errors
    /// If a limit is reached while it is built.
    pub(super) fn table(
        &mut self,
        pattern: &Pattern,
        monitor: &mut Monitor<'_>,
    ) -> Result<Arc<Table>, Stop> {
        let stored = self.store.filter(|(store, _)| store.has(pattern));
        match stored.map(|(store, _)| store.load(pattern)) {
            Some(Ok(table)) => return Ok(Arc::new(table)),
            Some(Err(error)) => (self.refused)(error),
            None => {}
        }
        Table::build(pattern.clone(), monitor).map(Arc::new)
    }

    /// The rules that are stored for boards of a size.
    pub(super) fn rules(&self, size: Size) -> Option<Described> {
        self.store.and_then(|(_, rules)| rules.described(size).ok())
    }

    /// The automaton for boards of a size: with the rules of up to `asked` moves if a length was
    /// asked for, else with those of up to `most` moves that are stored.
    ///
    /// # Errors
    /// If a limit is reached while its rules are read or sought.
    pub(super) fn automaton(
        &mut self,
        size: Size,
        asked: Option<u8>,
        most: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Automaton, Stop> {
        let asked = asked.map(usize::from);
        let mut stored = None;
        if let Some((_, rules)) = self.store.filter(|(_, rules)| rules.has(size)) {
            let loaded = rules.load_up_to(size, asked.unwrap_or(most), monitor)?;
            stored = loaded.map_err(|error| (self.refused)(error)).ok();
        }
        let rules = match stored {
            Some(rules) if asked.is_none_or(|asked| asked <= rules.longest) => rules,
            _ => find(size, asked.unwrap_or(RULES), monitor)?,
        };
        let forbidden = rules.rules.iter().map(|rule| rule.forbidden);
        Automaton::watched(forbidden, &monitor.halt())
    }
}

/// The longest rules to find if none are stored and no length is given: takes some ten
/// milliseconds.
const RULES: usize = 10;
