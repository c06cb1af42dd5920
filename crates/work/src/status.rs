//! The progress of the work.

use crate::lease::{age, now};
use crate::name::Name;
use crate::{Folder, WorkError};
use serde::Serialize;
use std::collections::BTreeSet;

/// The most missing units to name, however many a file claims to exist.
const MISSING: usize = 100;

/// The progress of the work, and the workers that have leases.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Status {
    /// All units.
    pub units: u32,
    /// Units that nobody has.
    pub todo: usize,
    /// Units that a worker has, or had when it died.
    pub leased: Vec<Leased>,
    /// Units that have a result.
    pub done: usize,
    /// Units that have results that disagree.
    pub disagreeing: Vec<u32>,
    /// Units without a file: at most a hundred.
    pub missing: Vec<u32>,
}

/// A lease, as others see it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Leased {
    /// The unit.
    pub unit: u32,
    /// Who has it.
    pub worker: String,
    /// The time since the worker last reported that it is alive.
    ///
    /// # Units
    /// Seconds.
    pub silent_seconds: f64,
}

impl<T> Folder<T> {
    /// Reads the files. Workers may continue meanwhile.
    ///
    /// # Errors
    /// If the folder cannot be read, or a result is damaged or of another job.
    ///
    /// # Complexity
    /// Reads all results.
    pub fn status(&self) -> Result<Status, WorkError> {
        let mut status = self.look()?;
        if !status.missing.is_empty() {
            // A unit may have been put back while the folders were read one after the other.
            status = self.look()?;
        }
        Ok(status)
    }

    fn look(&self) -> Result<Status, WorkError> {
        // In the order in which files move, so that none is missed on its way.
        let todo = self.list(&self.todo())?;
        let leases = self.list(&self.leased())?;
        let done = self.list(&self.done())?;
        let now = now(self.path()).map_err(WorkError::io(self.path()))?;
        let units = |names: &[Name]| names.iter().map(|name| name.unit).collect::<BTreeSet<_>>();
        let is_done = units(&done);
        let mut leased = Vec::new();
        for name in leases.iter().filter(|name| !is_done.contains(&name.unit)) {
            let path = self.leased().join(name.file());
            let age = age(&path, now).map_err(WorkError::io(&path))?.unwrap_or_default();
            let Name { unit, rest: worker } = name.clone();
            leased.push(Leased { unit, worker, silent_seconds: age.as_secs_f64() });
        }
        let is_leased = units(&leases);
        let mut todo = units(&todo);
        todo.retain(|unit| !is_done.contains(unit) && !is_leased.contains(unit));
        let is_there =
            |unit: &u32| is_done.contains(unit) || is_leased.contains(unit) || todo.contains(unit);
        let missing = (0..self.units()).filter(|unit| !is_there(unit)).take(MISSING).collect();
        let mut disagreeing = Vec::new();
        for names in done.chunk_by(|a, b| a.unit == b.unit) {
            match self.agreeing(names) {
                Err(WorkError::Disagreeing { .. }) => disagreeing.push(names[0].unit),
                read => drop(read?),
            }
        }
        let (units, todo, done) = (self.units(), todo.len(), is_done.len());
        Ok(Status { units, todo, leased, done, disagreeing, missing })
    }
}
