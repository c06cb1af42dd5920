//! A folder of work units.

use crate::name::Name;
use crate::{Done, WorkError, files};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The version of the files; a change that breaks readers raises it.
const SCHEMA: u32 = 1;
/// The file that says what the folder holds. It is written last.
const FILE: &str = "work.json";

/// One job: a command without its program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its number in the folder, from 0.
    pub unit: u32,
    /// The arguments.
    pub arguments: Vec<String>,
}

/// What `work.json` says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest<T> {
    schema: u32,
    units: u32,
    whole: T,
}

/// A folder of work units, all of which are parts of one whole: what that is, `T` says.
#[derive(Debug)]
pub struct Folder<T> {
    path: PathBuf,
    units: u32,
    /// What the units are parts of.
    pub whole: T,
}

impl<T> Folder<T> {
    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many units there are, done or not.
    pub fn units(&self) -> u32 {
        self.units
    }

    pub(crate) fn todo(&self) -> PathBuf {
        self.path.join("todo")
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
        match names.last().filter(|last| last.unit >= self.units) {
            Some(last) => Err(WorkError::Foreign(folder.join(last.file()))),
            None => Ok(names),
        }
    }

    /// The results of all units, in their order: those of one unit agree. Most have one.
    ///
    /// # Errors
    /// If a unit has none, or two that disagree; if a file is damaged.
    ///
    /// # Complexity
    /// Reads one unit's results at a time.
    pub fn results(
        &self,
    ) -> Result<impl Iterator<Item = Result<Vec<Done>, WorkError>> + '_, WorkError> {
        let names = self.list(&self.done())?;
        let groups: Vec<_> = names.chunk_by(|a, b| a.unit == b.unit).map(<[_]>::to_vec).collect();
        let left = self.units as usize - groups.len();
        if left > 0 {
            let (path, units) = (self.path.clone(), self.units);
            return Err(WorkError::Unfinished { path, left, units });
        }
        Ok(groups.into_iter().map(|names| self.agreeing(&names)))
    }

    /// Where a result is.
    pub fn path_of(&self, done: &Done) -> PathBuf {
        self.done().join(done.name().file())
    }

    /// The results whose names are not in `seen`, which they are put into. Those that cannot be read are passed over.
    pub fn results_beyond(&self, seen: &mut HashSet<String>) -> Vec<Done> {
        let names = self.list(&self.done()).unwrap_or_default();
        let new = names.iter().filter(|name| seen.insert(name.file()));
        new.filter_map(|name| Done::read(&self.done(), name).ok()).collect()
    }

    /// The results of one unit, having seen that they agree.
    pub(crate) fn agreeing(&self, names: &[Name]) -> Result<Vec<Done>, WorkError> {
        let results = names.iter().map(|name| Done::read(&self.done(), name));
        let results = results.collect::<Result<Vec<_>, _>>()?;
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
    /// Makes a folder of units, each from its arguments. It must be empty or not there.
    ///
    /// # Errors
    /// If it is not empty, or cannot be written.
    pub fn create(path: &Path, whole: T, units: Vec<Vec<String>>) -> Result<Self, WorkError> {
        fs::create_dir_all(path).map_err(WorkError::io(path))?;
        if fs::read_dir(path).map_err(WorkError::io(path))?.next().is_some() {
            return Err(WorkError::NotEmpty(path.to_owned()));
        }
        let count = u32::try_from(units.len()).unwrap_or(u32::MAX);
        let folder = Self { path: path.to_owned(), units: count, whole };
        for folder in [folder.todo(), folder.leased(), folder.done()] {
            fs::create_dir(&folder).map_err(WorkError::io(&folder))?;
        }
        for (unit, arguments) in (0..count).zip(units) {
            let path = folder.todo().join(Name::todo(unit).file());
            let text = serde_json::to_vec(&Unit { unit, arguments });
            let write = || fs::write(&path, text?);
            write().map_err(WorkError::io(&path))?;
        }
        let Self { units, whole, .. } = folder;
        let manifest = Manifest { schema: SCHEMA, units, whole };
        files::write(&path.join(FILE), &manifest)?;
        Ok(Self { path: path.to_owned(), units, whole: manifest.whole })
    }

    /// Opens a folder that [`Folder::create`] made.
    ///
    /// # Errors
    /// If there is none, it is of another version or damaged.
    pub fn open(path: &Path) -> Result<Self, WorkError> {
        let file = path.join(FILE);
        if !file.exists() {
            return Err(WorkError::NoWork(path.to_owned()));
        }
        let Manifest { schema, units, whole } = files::read(&file)?;
        if schema != SCHEMA {
            let reason = format!("it is of version {schema}, and this program reads {SCHEMA}");
            return Err(files::invalid(&file, reason));
        }
        Ok(Self { path: path.to_owned(), units, whole })
    }
}
