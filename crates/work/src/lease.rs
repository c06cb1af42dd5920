//! Leases: which worker has a unit.

use crate::files::{check_is_regular, is_there};
use crate::name::{Name, is_word};
use crate::{Done, Folder, Unit, WorkError, files};
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// A unit that a worker has: no other worker takes it as long as it is [kept](Lease::keep).
#[derive(Debug)]
pub struct Lease<'a, T> {
    folder: &'a Folder<T>,
    path: PathBuf,
    /// The work to do.
    pub unit: Unit,
}

/// What a worker gets when it asks for a unit.
#[derive(Debug)]
pub enum Claim<'a, T> {
    /// A unit.
    Taken(Lease<'a, T>),
    /// Nothing now. Others have the units that are not done, and may die.
    Wait {
        /// Whether other processes have some of them.
        for_others: bool,
    },
    /// Nothing: all is done.
    Finished,
}

/// Takes units of a folder.
#[derive(Debug)]
pub struct Worker<'a, T> {
    folder: &'a Folder<T>,
    process: String,
    name: String,
    lease: Duration,
    only: Option<u32>,
    /// Units that were to be done when the folder was last read.
    seen: VecDeque<u32>,
}

impl<'a, T> Worker<'a, T> {
    /// One of the workers of a process, whose name must be unique. Only letters, digits, hyphens
    /// and underscores of the name count. The worker takes over leases that were not kept for
    /// longer than `lease`; with `only`, it works on this unit alone.
    ///
    /// # Errors
    /// If there is no such unit.
    pub fn new(
        folder: &'a Folder<T>,
        process: &str,
        job: usize,
        lease: Duration,
        only: Option<u32>,
    ) -> Result<Self, WorkError> {
        if let Some(unit) = only.filter(|&unit| unit >= folder.units()) {
            return Err(WorkError::NoUnit { unit, units: folder.units() });
        }
        let letters = process.chars().filter(|c| is_word(c.encode_utf8(&mut [0; 4])));
        let process: String = letters.take(100).chain(['-']).collect();
        let name = format!("{process}{job}");
        Ok(Self { folder, process, name, lease, only, seen: VecDeque::new() })
    }

    /// Takes the next unit, if there is one.
    ///
    /// # Errors
    /// If the folder cannot be read or written, or the unit is of another job; it is left to do.
    pub fn claim(&mut self) -> Result<Claim<'a, T>, WorkError> {
        loop {
            while let Some(unit) = self.seen.pop_front() {
                let from = self.folder.todo_file(unit);
                if let Some(lease) = self.take(unit, &from)? {
                    return Ok(Claim::Taken(lease));
                }
            }
            let claim = self.take_over()?;
            if let Claim::Taken(_) = claim {
                return Ok(claim);
            }
            // Read after the leases, so that a unit put back meanwhile is seen.
            self.seen = self.listed(&self.folder.todo())?.map(|name| name.unit).collect();
            if self.seen.is_empty() {
                return Ok(claim);
            }
        }
    }

    /// Takes a unit whose lease has expired.
    fn take_over(&self) -> Result<Claim<'a, T>, WorkError> {
        let folder = self.folder.path();
        let leases: Vec<_> = self.listed(&self.folder.leased())?.collect();
        if leases.is_empty() {
            return Ok(Claim::Finished);
        }
        let now = now(folder).map_err(WorkError::io(folder))?;
        let (mut is_awaited, mut for_others) = (false, false);
        for name in leases {
            let from = self.folder.leased().join(name.file());
            let Some(age) = age(&from, now).map_err(WorkError::io(&from))? else {
                // It was finished or put back.
                continue;
            };
            if age > self.lease {
                if self.is_done(name.unit)? {
                    // Its worker died after the result was written.
                    is_there(fs::remove_file(&from)).map_err(WorkError::io(&from))?;
                    continue;
                }
                if let Some(lease) = self.take(name.unit, &from)? {
                    return Ok(Claim::Taken(lease));
                }
            }
            is_awaited = true;
            for_others |= !name.rest.starts_with(&self.process);
        }
        Ok(if is_awaited { Claim::Wait { for_others } } else { Claim::Finished })
    }

    /// The files in a folder that this worker may take.
    fn listed(&self, folder: &Path) -> Result<impl Iterator<Item = Name> + use<T>, WorkError> {
        let only = self.only;
        let names = self.folder.list(folder)?.into_iter();
        Ok(names.filter(move |name| only.is_none_or(|only| only == name.unit)))
    }

    /// Renames a unit that is to be done, or whose lease has expired; `None` if another was faster.
    fn take(&self, unit: u32, from: &Path) -> Result<Option<Lease<'a, T>>, WorkError> {
        let folder = self.folder;
        let back = folder.todo_file(unit);
        let found = folder.unit(unit).ok_or_else(|| WorkError::Foreign(from.to_owned()))?;
        let path = folder.leased().join(Name { unit, rest: self.name.clone() }.file());
        // Before the rename, so that nobody sees a new lease with an old time.
        if !touch(from)? {
            return Ok(None);
        }
        // If a server's answer is lost, the rename is retried and finds nothing, but it was done.
        let renamed = is_there(fs::rename(from, &path)).map_err(WorkError::io(from))?;
        if !renamed && !path.exists() {
            return Ok(None);
        }
        match folder.check_unit(&path) {
            Ok(()) => Ok(Some(Lease { folder, path, unit: found })),
            Err(error) => {
                is_there(fs::rename(&path, &back)).map_err(WorkError::io(&path))?;
                // The error names the place where the file stays.
                Err(match error {
                    WorkError::Invalid { error, .. } => WorkError::Invalid { path: back, error },
                    error => error,
                })
            }
        }
    }

    /// Whether there is a result that counts.
    fn is_done(&self, unit: u32) -> Result<bool, WorkError> {
        let names = self.folder.list(&self.folder.done())?;
        let mut results = names.iter().filter(|name| name.unit == unit);
        Ok(results.any(|name| self.folder.read(name).is_ok()))
    }
}

impl<T> Lease<'_, T> {
    /// Reports that the worker is alive. It does not matter if another has taken the unit over.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self) -> Result<(), WorkError> {
        touch(&self.path).map(drop)
    }

    /// Leaves the unit to others.
    ///
    /// # Errors
    /// If the file cannot be renamed.
    pub fn put_back(self) -> Result<(), WorkError> {
        let todo = self.folder.todo_file(self.unit.unit);
        is_there(fs::rename(&self.path, &todo)).map(drop).map_err(WorkError::io(&self.path))
    }

    /// Leaves a result in place of the unit.
    ///
    /// # Errors
    /// If it cannot be written: the unit stays leased. If the folder now has another job: nothing
    /// is changed.
    pub fn finish(self, done: &Done) -> Result<(), WorkError> {
        self.folder.check_job()?;
        files::write(&self.folder.done().join(done.name().file()), done)?;
        // A worker that took it over may have put it back.
        let todo = self.folder.todo_file(self.unit.unit);
        for path in [&self.path, &todo] {
            is_there(fs::remove_file(path)).map_err(WorkError::io(path))?;
        }
        Ok(())
    }
}

/// Rewrites the first byte of a file, so that the file system gives it its own time. Returns
/// whether the file exists; it is not created.
fn touch(path: &Path) -> Result<bool, WorkError> {
    check_is_regular(path)?;
    let write = || {
        let mut file = File::options().read(true).write(true).open(path)?;
        let mut first = [0];
        if file.read(&mut first)? == 0 {
            return file.set_modified(SystemTime::now());
        }
        file.rewind()?;
        file.write_all(&first)
    };
    is_there(write()).map_err(WorkError::io(path))
}

/// The time of the file system that holds a folder: that of a new file.
pub(crate) fn now(folder: &Path) -> io::Result<SystemTime> {
    let mut file = tempfile::tempfile_in(folder)?;
    file.write_all(b"now")?;
    file.metadata()?.modified()
}

/// How long before `now` a file was written to; `None` if it is not there.
pub(crate) fn age(path: &Path, now: SystemTime) -> io::Result<Option<Duration>> {
    match fs::metadata(path).and_then(|found| found.modified()) {
        Ok(written) => Ok(Some(now.duration_since(written).unwrap_or_default())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
