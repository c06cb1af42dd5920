//! Where tables and rules come from.

use crate::automaton::{Automaton, RuleStore, find};
use crate::pattern::{Pattern, Store, Table};
use fewest_rules::tiles::Size;
use fewest_search::artifact::FileError;
use fewest_search::{Monitor, Stop};
use std::sync::Arc;

/// The source of tables and rules: files where there are some, else built at once.
pub struct Tables<'a> {
    store: Option<(&'a Store, &'a RuleStore)>,
    refused: &'a mut dyn FnMut(FileError),
}

impl<'a> Tables<'a> {
    /// Tables from one folder and rules from another. Files that are not as they were written are
    /// not used, and `refused` is told.
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

    /// The automaton for boards of a size, with the rules that are stored, or those of up to
    /// `longest` moves.
    ///
    /// # Errors
    /// If a limit is reached while its rules are sought.
    pub(super) fn automaton(
        &mut self,
        size: Size,
        longest: Option<u8>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Automaton, Stop> {
        let longest = longest.map(usize::from);
        let stored = self.store.filter(|(_, rules)| rules.has(size));
        match stored.map(|(_, rules)| rules.load(size)) {
            Some(Ok(rules)) => match longest {
                None => return Ok(Automaton::new(&rules.rules)),
                Some(longest) if longest <= rules.longest => {
                    return Ok(Automaton::new(&rules.up_to(longest).rules));
                }
                Some(_) => {}
            },
            Some(Err(error)) => (self.refused)(error),
            None => {}
        }
        Ok(Automaton::new(&find(size, longest.unwrap_or(RULES), monitor)?.rules))
    }
}

/// The longest rules that are sought when none are stored and no length is asked for: it takes some ten milliseconds.
const RULES: usize = 10;
