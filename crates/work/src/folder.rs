//! A folder of work units.

use crate::name::Name;
use crate::{Done, WorkError, files};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fs;
use std::hash::{BuildHasher as _, RandomState};
use std::path::{Path, PathBuf};

/// The version of the files; a change that breaks readers raises it.
const SCHEMA: u32 = 2;
/// The file that describes the folder. It is written last.
const FILE: &str = "work.json";

/// A part of a job: a command without its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// The job.
    pub job: String,
    /// Its number in the job, from 0.
    pub unit: u32,
    /// The arguments.
    pub arguments: Vec<String>,
}

impl Unit {
    /// The result of the unit, for which a command with these arguments has written this record.
    pub fn done(&self, arguments: Vec<String>, record: Box<RawValue>) -> Done {
        Done { job: self.job.clone(), unit: self.unit, arguments, record }
    }
}

/// The job of a file: all that the file of a unit holds.
#[derive(Deserialize)]
struct Ticket {
    job: String,
}

/// The version of `work.json`.
#[derive(Deserialize)]
struct Version {
    schema: u32,
}

/// A folder of work units, all of which are parts of one whole, which `T` describes; and the
/// contents of its `work.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Folder<T> {
    #[serde(skip)]
    path: PathBuf,
    schema: u32,
    /// A word that no other job has.
    job: String,
    /// The arguments of each unit.
    units: Vec<Vec<String>>,
    /// What the units are parts of.
    pub whole: T,
}

impl<T> Folder<T> {
    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of units, done or not.
    pub fn units(&self) -> u32 {
        u32::try_from(self.units.len()).unwrap_or(u32::MAX)
    }

    /// The unit with this number, if there is one.
    pub fn unit(&self, unit: u32) -> Option<Unit> {
        let arguments = self.units.get(unit as usize)?.clone();
        Some(Unit { job: self.job.clone(), unit, arguments })
    }

    pub(crate) fn todo(&self) -> PathBuf {
        self.path.join("todo")
    }

    /// The file of a unit that is to be done.
    pub(crate) fn todo_file(&self, unit: u32) -> PathBuf {
        self.todo().join(Name::todo(unit).file())
    }

    pub(crate) fn leased(&self) -> PathBuf {
        self.path.join("leased")
    }

    pub(crate) fn done(&self) -> PathBuf {
        self.path.join("done")
    }

    /// The files of one of the three folders.
    ///
    /// # Errors
    /// As [`Name::list`], and for a number that no unit has.
    pub(crate) fn list(&self, folder: &Path) -> Result<Vec<Name>, WorkError> {
        let names = Name::list(folder)?;
        match names.last().filter(|last| last.unit >= self.units()) {
            Some(last) => Err(WorkError::Foreign(folder.join(last.file()))),
            None => Ok(names),
        }
    }

    /// The results of all units, in order: those of one unit agree. Most units have one.
    ///
    /// # Errors
    /// If a unit has none, or two that disagree; if a file is damaged or of another job.
    ///
    /// # Complexity
    /// Reads one unit's results at a time.
    pub fn results(
        &self,
    ) -> Result<impl Iterator<Item = Result<Vec<Done>, WorkError>> + '_, WorkError> {
        let names = self.list(&self.done())?;
        let groups: Vec<_> = names.chunk_by(|a, b| a.unit == b.unit).map(<[_]>::to_vec).collect();
        let left = self.units.len() - groups.len();
        if left > 0 {
            let (path, units) = (self.path.clone(), self.units());
            return Err(WorkError::Unfinished { path, left, units });
        }
        Ok(groups.into_iter().map(|names| self.agreeing(&names)))
    }

    /// The path of a result.
    pub fn path_of(&self, done: &Done) -> PathBuf {
        self.done().join(done.name().file())
    }

    /// The results whose names are not in `seen`, to which they are added. Those that cannot be
    /// read or are of another job are skipped.
    pub fn results_beyond(&self, seen: &mut HashSet<String>) -> Vec<Done> {
        let names = self.list(&self.done()).unwrap_or_default();
        let new = names.iter().filter(|name| seen.insert(name.file()));
        new.filter_map(|name| self.read(name).ok()).collect()
    }

    /// Reads a result of this job, and checks that its name matches its contents.
    pub(crate) fn read(&self, name: &Name) -> Result<Done, WorkError> {
        let path = self.done().join(name.file());
        let done: Done = files::read(&path)?;
        let wrong = if done.name() != *name {
            "its content does not match the digest in its name: it was altered"
        } else if done.job != self.job {
            "it is a result of another job"
        } else {
            return Ok(done);
        };
        Err(files::invalid(&path, wrong))
    }

    /// Checks that a file of a unit is of this job.
    pub(crate) fn check_unit(&self, path: &Path) -> Result<(), WorkError> {
        self.check_is_ours(path, "it is a unit of another job")
    }

    /// Checks that the folder still has this job: it may have been replaced by another.
    pub(crate) fn check_job(&self) -> Result<(), WorkError> {
        self.check_is_ours(&file(&self.path)?, "the folder now holds another job")
    }

    fn check_is_ours(&self, path: &Path, other: &str) -> Result<(), WorkError> {
        let Ticket { job } = files::read(path)?;
        if job == self.job { Ok(()) } else { Err(files::invalid(path, other)) }
    }

    /// The results of one unit, checked to agree.
    pub(crate) fn agreeing(&self, names: &[Name]) -> Result<Vec<Done>, WorkError> {
        let results: Vec<_> = names.iter().map(|name| self.read(name)).collect::<Result<_, _>>()?;
        for (i, second) in results.iter().enumerate() {
            if let Some(first) = results[..i].iter().find(|first| first.disagrees_with(second)) {
                let [first, second] = [first, second].map(|done| self.path_of(done));
                return Err(WorkError::Disagreeing { first, second });
            }
        }
        Ok(results)
    }
}

impl<T: Serialize + DeserializeOwned> Folder<T> {
    /// Creates a folder of units, each from its arguments. It must be empty or missing.
    ///
    /// # Errors
    /// If it is not empty, or cannot be written.
    pub fn create(path: &Path, whole: T, units: Vec<Vec<String>>) -> Result<Self, WorkError> {
        fs::create_dir_all(path).map_err(WorkError::io(path))?;
        if fs::read_dir(path).map_err(WorkError::io(path))?.next().is_some() {
            return Err(WorkError::NotEmpty(path.to_owned()));
        }
        let (path, job) = (path.to_owned(), new_word());
        let folder = Self { path, schema: SCHEMA, job, units, whole };
        for folder in [folder.todo(), folder.leased(), folder.done()] {
            fs::create_dir(&folder).map_err(WorkError::io(&folder))?;
        }
        let ticket = serde_json::json!({ "job": folder.job }).to_string();
        for unit in 0..folder.units() {
            let path = folder.todo_file(unit);
            fs::write(&path, &ticket).map_err(WorkError::io(&path))?;
        }
        files::write(&folder.path.join(FILE), &folder)?;
        Ok(folder)
    }

    /// Opens a folder that [`Folder::create`] made.
    ///
    /// # Errors
    /// If it is missing, of another version, or damaged.
    pub fn open(path: &Path) -> Result<Self, WorkError> {
        let file = file(path)?;
        let Version { schema } = files::read(&file)?;
        if schema != SCHEMA {
            let reason = format!("it is of version {schema}, and this program reads {SCHEMA}");
            return Err(files::invalid(&file, reason));
        }
        Ok(Self { path: path.to_owned(), ..files::read(&file)? })
    }
}

/// The file that describes a folder.
fn file(folder: &Path) -> Result<PathBuf, WorkError> {
    let file = folder.join(FILE);
    if file.exists() { Ok(file) } else { Err(WorkError::NoWork(folder.to_owned())) }
}

/// A random word of 128 bits.
fn new_word() -> String {
    // Its keys come from the system, and so differ on machines that started at the same time.
    let state = RandomState::new();
    format!("{:016x}{:016x}", state.hash_one(0), state.hash_one(1))
}
