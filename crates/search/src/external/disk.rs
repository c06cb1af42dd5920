//! The folder of a search on disk.
//!
//! ```text
//! MANIFEST    which search it is, how far it was, and its runs
//! run-12      a sorted run of states
//! run-13      another one, which the manifest may not name yet
//! ```
//!
//! A run that the manifest names is never rewritten; it is removed once a later manifest no longer
//! names it. So whenever the process or the machine stops, the search can be resumed from the last
//! manifest.
//!
//! # Sound because
//! a search continues with what it has written. The digests show that the files are unaltered, not
//! that their claims are true: anyone who can write the files can make them claim any bound.

mod manifest;

use crate::artifact::{
    FileError, Resumed, folder, is_partial, remove_abandoned, remove_partials_of,
};
use crate::external::Unfinished;
use crate::external::run::Run;
use crate::{Direction, Stop};
use manifest::{Choice, MANIFEST, Saved};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A folder for the layers of one search, with the disk space that they may take.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    /// Identifies the search: the instance and the method.
    search: [String; 2],
    /// The direction that the search chose, if it had a choice, and what it knew then.
    chosen: OnceLock<(Direction, Vec<u8>)>,
    limit: Option<u64>,
    /// Bytes of all runs.
    used: AtomicU64,
    /// The name of the next run.
    next: AtomicU64,
    /// The progress of the search.
    saved: Option<Saved>,
    /// Whether there was a manifest of a search that is over or not started.
    was_over: bool,
    /// Whether the folder was made for this search.
    is_made: bool,
    /// Whether the manifest is of a search that has not started.
    is_unused: AtomicBool,
    /// Time between two manifests.
    pub(crate) interval: Duration,
    /// Held while the folder is in use.
    _lock: Option<File>,
}

impl Disk {
    /// How often a search is saved at the end of a layer. Each time takes some milliseconds.
    pub(super) const INTERVAL: Duration = Duration::from_secs(1);

    /// Opens the folder for an instance, searched by some method; it need not exist yet. Instance
    /// and method are given as texts that identify them. Runs may take `limit` bytes.
    ///
    /// # Errors
    /// If the folder has other files but no manifest, if its manifest is damaged or belongs to
    /// another search, if another process uses the folder, or if nothing can be written there.
    pub fn open(
        folder: impl Into<PathBuf>,
        search: [String; 2],
        limit: Option<u64>,
    ) -> Result<Self, FileError> {
        let folder = folder.into();
        let is_made = folder::make(&folder)?;
        let lock = folder::lock(&folder)?;
        let mut disk = Self {
            folder,
            search: search.map(folder::line),
            chosen: OnceLock::new(),
            limit,
            used: AtomicU64::new(0),
            next: AtomicU64::new(0),
            saved: None,
            was_over: false,
            is_made,
            is_unused: AtomicBool::new(false),
            interval: Self::INTERVAL,
            _lock: lock,
        };
        let entries = disk.entries().map_err(FileError::io(&disk.folder))?;
        if entries.contains(&Entry::Manifest) {
            let saved = disk.read_manifest()?;
            disk.was_over = saved.content.is_empty() && saved.known.is_none();
            disk.is_unused = AtomicBool::new(disk.was_over);
            if let (Choice::Chosen(direction), Some(known)) = (saved.choice, &saved.known) {
                disk.chosen = OnceLock::from((direction, known.clone()));
            }
            disk.saved = Some(saved).filter(|_| !disk.was_over);
        } else if !entries.iter().all(|entry| *entry == Entry::Partial) {
            return Err(FileError::NotEmpty { path: disk.folder.clone() });
        }
        // Only the holder of the lock writes manifests; others may be writing other files.
        remove_partials_of(&disk.manifest());
        remove_abandoned(&disk.folder);
        if disk.saved.is_none() {
            // Without it, the folder would not be known as a search's.
            disk.begin_anew()?;
            disk.is_unused = AtomicBool::new(true);
        }
        Ok(disk)
    }

    /// Returns the state of the search when it was saved; `None` if it starts afresh.
    pub fn resumed(&self) -> Option<Resumed> {
        self.saved.as_ref().map(|saved| saved.resumed)
    }

    /// The saved state of the search on disk.
    pub(crate) fn saved(&self) -> Option<&[u8]> {
        let saved = self.saved.as_ref().filter(|saved| saved.choice != Choice::NotYet)?;
        Some(&saved.content)
    }

    /// What a search with a choice of directions knew when it was saved.
    pub(crate) fn known(&self) -> Option<&[u8]> {
        self.saved.as_ref()?.known.as_deref()
    }

    /// The direction chosen by the search.
    pub(crate) fn direction(&self) -> Option<Direction> {
        self.chosen.get().map(|(direction, _)| *direction)
    }

    /// Chooses the direction of a new search; a search resumed in this folder keeps it, and what
    /// was known.
    pub(crate) fn choose(&self, direction: Direction, known: Vec<u8>) {
        self.chosen.set((direction, known)).expect("it chooses once");
    }

    /// Whether the folder had a manifest without the progress of a search.
    pub(super) fn was_over(&self) -> bool {
        self.was_over
    }

    /// Whether the folder was made for this search.
    pub(super) fn is_made(&self) -> bool {
        self.is_made
    }

    /// The file with the progress of the search.
    pub(crate) fn manifest(&self) -> PathBuf {
        self.folder.join(MANIFEST)
    }

    /// The file of a run.
    pub(super) fn path(&self, run: u64) -> PathBuf {
        self.folder.join(format!("run-{run}"))
    }

    /// Makes sure that these runs exist.
    ///
    /// # Errors
    /// If one of them is missing or has another length.
    pub(super) fn check(&self, runs: &[Run]) -> Result<(), FileError> {
        for run in runs {
            let path = self.path(run.number);
            let found = fs::metadata(&path).map_err(FileError::io(&path))?.len();
            if found != run.bytes {
                return Err(FileError::Length { path, found, expected: run.bytes });
            }
        }
        Ok(())
    }

    /// Removes all runs except some, which must exist.
    ///
    /// # Errors
    /// Those of [`Disk::check`], before any is removed, and if others cannot be removed.
    pub(super) fn keep(&self, runs: &[Run]) -> Result<(), FileError> {
        self.check(runs)?;
        let mut found = HashSet::new();
        for entry in self.entries().map_err(FileError::io(&self.folder))? {
            if let Entry::Run(number) = entry {
                found.insert(number);
            }
        }
        let mut used = 0;
        for run in runs {
            found.remove(&run.number);
            self.next.fetch_max(run.number + 1, Ordering::Relaxed);
            used += run.bytes;
        }
        self.used.store(used, Ordering::Relaxed);
        for number in found {
            let path = self.path(number);
            fs::remove_file(&path).map_err(FileError::io(&path))?;
        }
        Ok(())
    }

    /// Prepares for runs that no manifest will name: they exist beside those of a saved search, in
    /// the disk space these leave. If the process ends, they are removed when the folder is next
    /// opened and searched.
    ///
    /// # Errors
    /// If the folder cannot be read, or nothing can be written there.
    pub(super) fn prepare_unnamed_runs(&self) -> Result<(), FileError> {
        let entries = self.entries().map_err(FileError::io(&self.folder))?;
        if !entries.contains(&Entry::Manifest) {
            self.begin_anew()?;
            self.is_unused.store(true, Ordering::Relaxed);
        }
        if self.is_unused.load(Ordering::Relaxed) {
            return self.keep(&[]);
        }
        let mut used = 0;
        for entry in entries {
            let Entry::Run(number) = entry else { continue };
            let path = self.path(number);
            used += fs::metadata(&path).map_err(FileError::io(&path))?.len();
            self.next.fetch_max(number.saturating_add(1), Ordering::Relaxed);
        }
        self.used.store(used, Ordering::Relaxed);
        Ok(())
    }

    /// A new file for a run, and its number.
    pub(super) fn create(&self) -> Result<(u64, File), Unfinished> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.path(number);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        file.map(|file| (number, file)).map_err(|error| full_or_failed(&path, error))
    }

    /// Reserves bytes for a run.
    ///
    /// # Errors
    /// [`Stop::Disk`] if there are too few.
    pub(super) fn take(&self, bytes: u64) -> Result<(), Stop> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if self.limit.is_some_and(|limit| used > limit) {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Stop::Disk);
        }
        Ok(())
    }

    /// Removes a run that has reserved this many bytes. If that fails, it stays until the end.
    pub(super) fn remove(&self, run: u64, bytes: u64) {
        let _ = fs::remove_file(self.path(run));
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Makes a run durable.
    pub(super) fn sync(&self, run: u64) -> Result<(), Unfinished> {
        let path = self.path(run);
        let synced = OpenOptions::new().append(true).open(&path).and_then(|file| file.sync_all());
        synced.map_err(|error| full_or_failed(&path, error))
    }

    /// Removes the files of a search that is over. The folder and any other files stay.
    ///
    /// # Errors
    /// If one of them cannot be removed.
    pub(super) fn clear(&self) -> Result<(), FileError> {
        // If the process ends here, the rest belongs to a search that has not started. If the disk
        // is too full to record that, it is tried without.
        let _ = self.begin_anew();
        self.keep(&[])?;
        let manifest = self.manifest();
        fs::remove_file(&manifest).map_err(FileError::io(&manifest))?;
        self.is_unused.store(false, Ordering::Relaxed);
        Ok(())
    }

    fn entries(&self) -> io::Result<Vec<Entry>> {
        fs::read_dir(&self.folder)?.map(|entry| Ok(Entry::of(&entry?))).collect()
    }
}

/// A search that was never saved leaves nothing behind.
impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_unused.load(Ordering::Relaxed) {
            let _ = self.clear();
        }
    }
}

/// An entry of the folder.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    Manifest,
    Run(u64),
    /// An incomplete manifest.
    Partial,
    /// Not our file.
    Foreign,
}

impl Entry {
    fn of(entry: &fs::DirEntry) -> Self {
        let name = entry.file_name();
        let is_file = entry.file_type().is_ok_and(|found| found.is_file());
        let Some(name) = name.to_str().filter(|_| is_file) else { return Self::Foreign };
        let number = || name.strip_prefix("run-")?.parse().ok();
        match number() {
            // Not run-007.
            Some(number) if name == format!("run-{number}") => Self::Run(number),
            _ if name == MANIFEST => Self::Manifest,
            _ if is_partial(name) => Self::Partial,
            _ => Self::Foreign,
        }
    }
}

/// A full disk is a limit; everything else is an error.
pub(super) fn full_or_failed(path: &Path, error: io::Error) -> Unfinished {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => Stop::Disk.into(),
        _ => FileError::io(path)(error).into(),
    }
}
