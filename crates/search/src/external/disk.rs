//! The folder of a search on disk.
//!
//! ```text
//! MANIFEST    which search it is, how far it was, and its runs
//! run-12      a sorted run of states
//! run-13      another one, which the manifest may not name yet
//! ```
//!
//! A run that the manifest names is never written again; it is removed once a later manifest does
//! without it. So whenever the process or the machine ends, the search goes on from the last one.
//!
//! # Sound because
//! a search goes on with what it has written. The digests show that the files are as they were
//! written, not that their claims are true: whoever can write them can make them claim any bound.

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

/// A folder for the layers of one search, and how much of the disk they may take.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    /// Which search it is: the instance and the method.
    search: [String; 2],
    /// The direction that the search has chosen, if it had a choice, and what it knew by then.
    chosen: OnceLock<(Direction, Vec<u8>)>,
    limit: Option<u64>,
    /// Bytes of all runs.
    used: AtomicU64,
    /// The name of the next run.
    next: AtomicU64,
    /// How far the search was, and where.
    saved: Option<Saved>,
    /// Whether there was a manifest of a search that is over, or had not begun.
    was_over: bool,
    /// Whether the folder was made for this search.
    is_made: bool,
    /// Whether the manifest is of a search that has not begun.
    is_unused: AtomicBool,
    /// Time between two manifests.
    pub(crate) interval: Duration,
    /// Held as long as the folder is in use.
    _lock: Option<File>,
}

impl Disk {
    /// How often a search is saved at the end of a layer. Each time takes some milliseconds.
    pub(crate) const INTERVAL: Duration = Duration::from_secs(1);

    /// The folder for an instance, searched by some method; it need not exist yet. Both are texts
    /// that tell them from others. Runs may take `limit` bytes.
    ///
    /// # Errors
    /// If the folder has other files and no manifest, a damaged one or that of another search, if
    /// another process uses it, or if nothing can be written there.
    pub fn open(
        folder: impl Into<PathBuf>,
        search: [String; 2],
        limit: Option<u64>,
    ) -> Result<Self, FileError> {
        let folder = folder.into();
        let is_made = match fs::create_dir(&folder) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(FileError::io(&folder)(error));
            }
            made => made.is_ok(),
        };
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
        // Whoever holds the lock is the only one who writes manifests; others may be writing other files.
        remove_partials_of(&disk.manifest());
        remove_abandoned(&disk.folder);
        if disk.saved.is_none() {
            // Without it the folder would not be known as one of a search.
            disk.begin_anew()?;
            disk.is_unused = AtomicBool::new(true);
        }
        Ok(disk)
    }

    /// How far the search was when it was saved; none if it begins.
    pub fn resumed(&self) -> Option<Resumed> {
        self.saved.as_ref().map(|saved| saved.resumed)
    }

    /// Where the search was on disk.
    pub(crate) fn saved(&self) -> Option<&[u8]> {
        let saved = self.saved.as_ref().filter(|saved| saved.choice != Choice::NotYet)?;
        Some(&saved.content)
    }

    /// What a search that has a choice of directions knew when it was saved.
    pub(crate) fn known(&self) -> Option<&[u8]> {
        self.saved.as_ref()?.known.as_deref()
    }

    /// The direction that the search has chosen.
    pub(crate) fn direction(&self) -> Option<Direction> {
        self.chosen.get().map(|(direction, _)| *direction)
    }

    /// Chooses the direction of a search that begins here: one in this folder goes on in it, and with what was
    /// known.
    pub(crate) fn choose(&self, direction: Direction, known: Vec<u8>) {
        self.chosen.set((direction, known)).expect("it chooses once");
    }

    /// Whether the folder had a manifest that says of no search where it was.
    pub(crate) fn was_over(&self) -> bool {
        self.was_over
    }

    /// Whether the folder was made for this search.
    pub(crate) fn is_made(&self) -> bool {
        self.is_made
    }

    /// The file that says where the search was.
    pub(crate) fn manifest(&self) -> PathBuf {
        self.folder.join(MANIFEST)
    }

    /// The file of a run.
    pub(crate) fn path(&self, run: u64) -> PathBuf {
        self.folder.join(format!("run-{run}"))
    }

    /// Makes sure that these runs are there.
    ///
    /// # Errors
    /// If one of them is not, or not as long as it was.
    pub(crate) fn check(&self, runs: &[Run]) -> Result<(), FileError> {
        for run in runs {
            let path = self.path(run.number);
            let found = fs::metadata(&path).map_err(FileError::io(&path))?.len();
            if found != run.bytes {
                return Err(FileError::Length { path, found, expected: run.bytes });
            }
        }
        Ok(())
    }

    /// Removes all runs but some, which must be there.
    ///
    /// # Errors
    /// Those of [`Disk::check`], before any is removed, and if others cannot be removed.
    pub(crate) fn keep(&self, runs: &[Run]) -> Result<(), FileError> {
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

    /// Makes room for runs that no manifest will name: they are there beside those of a search that
    /// was saved, and take what these leave of the disk. Whatever is left of them if the process ends
    /// goes when the folder is next opened and searched.
    ///
    /// # Errors
    /// If the folder cannot be read, or nothing can be written there.
    pub(crate) fn beside(&self) -> Result<(), FileError> {
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
    pub(crate) fn create(&self) -> Result<(u64, File), Unfinished> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let path = self.path(number);
        let file = OpenOptions::new().write(true).create_new(true).open(&path);
        file.map(|file| (number, file)).map_err(|error| full_or_failed(&path, error))
    }

    /// Takes so many bytes for a run.
    ///
    /// # Errors
    /// [`Stop::Disk`] if there are not so many.
    pub(crate) fn take(&self, bytes: u64) -> Result<(), Stop> {
        let used = self.used.fetch_add(bytes, Ordering::Relaxed) + bytes;
        if self.limit.is_some_and(|limit| used > limit) {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
            return Err(Stop::Disk);
        }
        Ok(())
    }

    /// Removes a run that has taken so many bytes. If that fails, it stays until the end.
    pub(crate) fn remove(&self, run: u64, bytes: u64) {
        let _ = fs::remove_file(self.path(run));
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Makes a run durable.
    pub(crate) fn sync(&self, run: u64) -> Result<(), Unfinished> {
        let path = self.path(run);
        let synced = OpenOptions::new().append(true).open(&path).and_then(|file| file.sync_all());
        synced.map_err(|error| full_or_failed(&path, error))
    }

    /// The search is over: removes its files. The folder stays, and whatever else is in it.
    ///
    /// # Errors
    /// If one of them cannot be removed.
    pub(crate) fn clear(&self) -> Result<(), FileError> {
        // Whatever is left if the process ends here belongs to a search that begins. If the disk is too
        // full for that, it is tried without.
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

/// A search that was never saved leaves nothing.
impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_unused.load(Ordering::Relaxed) {
            let _ = self.clear();
        }
    }
}

/// What is in the folder.
#[derive(Debug, PartialEq, Eq)]
enum Entry {
    Manifest,
    Run(u64),
    /// A manifest that is not whole.
    Partial,
    /// It is not ours.
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

/// A disk that is full is a limit; everything else is an error.
pub(crate) fn full_or_failed(path: &Path, error: io::Error) -> Unfinished {
    use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
    match error.kind() {
        StorageFull | QuotaExceeded | FileTooLarge => Stop::Disk.into(),
        _ => FileError::io(path)(error).into(),
    }
}
