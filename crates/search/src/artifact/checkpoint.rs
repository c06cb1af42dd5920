//! Checkpoints: a folder in which a long search is saved from time to time.
//!
//! ```text
//! gen-7/state       where the search was
//! gen-7/MANIFEST    which search it is, how far it was, the length and the digest of the state
//! gen-8/…           the same, some minutes later
//! gen-9.partial/    what is being written, or removed
//! ```
//!
//! A generation is written under a temporary name, made durable and renamed; only then is the
//! oldest one removed, which begins with renaming it. So whenever the process or the machine stops,
//! there is a complete generation, and no incomplete one has the name of a complete one. If several
//! ranks save a search, each has such a folder of its own: see [`parts`].
//!
//! # Sound because
//! an engine saves what it has proved, and continues with what was saved. The digests show that the
//! files are unaltered, not that their claims are true: anyone who can write the files can make
//! them claim any bound.

mod generations;
#[cfg(not(target_arch = "wasm32"))]
mod parts;

use crate::artifact::file::open_regular;
use crate::artifact::{FileError, Format, folder};
use crate::snapshot::{Reader, Unreadable, Writer};
use crate::{Depth, Statistics};
use blake3::{Hash, Hasher};
use generations::{MANIFEST, STATE};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

#[cfg(not(target_arch = "wasm32"))]
pub(crate) use parts::Candidates;

/// The format of manifests.
const FORMAT: Format = Format {
    name: "fewest checkpoint",
    version: 3,
    fields: &["instance", "method", "lower", "expanded", "length", "state", "built-by"],
};
/// Bytes read or written at a time.
const BUFFER: usize = 1 << 20;

/// The folder in which a search is saved.
pub struct Checkpoint<'a> {
    folder: PathBuf,
    /// Identifies the search: the instance and the method.
    search: [String; 2],
    interval: Duration,
    /// When the search is to be saved again.
    due: Instant,
    /// The last generation, complete or not.
    last: u64,
    /// The last complete generation.
    saved: Option<Generation>,
    refused: Vec<FileError>,
    failed: &'a mut dyn FnMut(FileError),
    /// Whether the folder was made for this search.
    is_made: bool,
    /// Held while the folder is in use.
    _lock: Option<File>,
}

/// A search that was never saved leaves no folder.
impl Drop for Checkpoint<'_> {
    fn drop(&mut self) {
        if self.is_made && self.saved.is_none() {
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

/// Writes the state of a search.
pub(crate) type Save<'a> = dyn Fn(&mut Writer<'_>) -> io::Result<()> + 'a;

/// A complete generation.
#[derive(Debug)]
struct Generation {
    number: u64,
    resumed: Resumed,
    length: u64,
}

/// The state of a search when it was saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resumed {
    /// The lower bound that the checkpoint claims.
    pub lower: Depth,
    /// The number of states expanded so far.
    pub expanded: u64,
}

impl<'a> Checkpoint<'a> {
    /// The default interval between two saves.
    pub const INTERVAL: Duration = Duration::from_secs(600);
    /// Saving a search takes at most one part in this many of the time.
    const SHARE: u32 = 33;

    /// Opens the checkpoint of an instance, searched by some method, in a folder that need not
    /// exist yet. Instance and method are given as texts that identify them. Later failures to
    /// write are reported to `failed`, and the search goes on.
    ///
    /// The last intact generation is used; later ones that were altered are
    /// [refused](Checkpoint::refused).
    ///
    /// # Errors
    /// If there are generations but none is intact, if they belong to another instance or method,
    /// if another process uses the folder, or if nothing can be written there.
    pub fn open(
        folder: impl Into<PathBuf>,
        [instance, method]: [String; 2],
        interval: Duration,
        failed: &'a mut dyn FnMut(FileError),
    ) -> Result<Self, FileError> {
        let (mut checkpoint, generations) =
            Self::begin(folder.into(), [instance, method], interval, failed)?;
        for number in generations.into_iter().rev() {
            match checkpoint.whole(number) {
                Ok(whole) => {
                    checkpoint.saved = Some(whole);
                    break;
                }
                // That is not damage.
                Err(error @ FileError::Mismatch { .. }) => return Err(error),
                Err(error) => checkpoint.refused.push(error),
            }
        }
        if checkpoint.saved.is_none() && !checkpoint.refused.is_empty() {
            return Err(checkpoint.refused.swap_remove(0));
        }
        checkpoint.try_folder()?;
        Ok(checkpoint)
    }

    /// The folder of a search, and the numbers of its generations, none of which has been read yet.
    fn begin(
        folder: PathBuf,
        search: [String; 2],
        interval: Duration,
        failed: &'a mut dyn FnMut(FileError),
    ) -> Result<(Self, Vec<u64>), FileError> {
        let is_made = folder::make(&folder)?;
        if !folder.is_dir() {
            return Err(FileError::Other { path: folder, expected: FORMAT.name });
        }
        let lock = folder::lock(&folder)?;
        for number in
            generations::numbers(&folder, generations::PARTIAL).map_err(FileError::io(&folder))?
        {
            generations::clear(&generations::partial(&folder, number));
        }
        let generations =
            generations::numbers(&folder, generations::WHOLE).map_err(FileError::io(&folder))?;
        let checkpoint = Self {
            due: Instant::now() + interval,
            last: generations.last().copied().unwrap_or(0),
            folder,
            search: search.map(folder::line),
            interval,
            saved: None,
            refused: vec![],
            failed,
            is_made,
            _lock: lock,
        };
        Ok((checkpoint, generations))
    }

    /// Whether the folder was made for this search.
    pub(crate) fn is_made(&self) -> bool {
        self.is_made
    }

    /// Returns the state of the search when it was saved; `None` if it starts afresh.
    pub fn resumed(&self) -> Option<Resumed> {
        self.saved.as_ref().map(|saved| saved.resumed)
    }

    /// Returns the reasons why generations after the last intact one are not used.
    pub fn refused(&self) -> &[FileError] {
        &self.refused
    }

    /// Returns the error for a search that is not the one that was saved.
    pub fn mismatch(&self, found: String, expected: String) -> FileError {
        FileError::Mismatch { path: self.folder.clone(), found, expected }
    }

    /// Reads the saved search; returns `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, or is not a saved search.
    pub fn read<T>(
        &self,
        restore: impl FnOnce(&mut Reader<'_>) -> Result<T, Unreadable>,
    ) -> Result<Option<T>, FileError> {
        let (mut restore, mut restored) = (Some(restore), None);
        self.read_into(&mut |from| {
            restored = restore.take().map(|restore| restore(from)).transpose()?;
            Ok(())
        })?;
        Ok(restored)
    }

    /// The same; `restore` is called once, or not at all.
    fn read_into(
        &self,
        restore: &mut dyn FnMut(&mut Reader<'_>) -> Result<(), Unreadable>,
    ) -> Result<(), FileError> {
        let Some(Generation { number, length, .. }) = self.saved else { return Ok(()) };
        let path = self.generation(number).join(STATE);
        let file = open_regular(&path).map_err(FileError::io(&path))?;
        let mut file = BufReader::with_capacity(BUFFER, file);
        let mut reader = Reader::new(&mut file, length);
        let restored = restore(&mut reader).and_then(|()| reader.end());
        restored.map_err(|error| FileError::Content { path, error })
    }

    /// Whether it is time to save the search again.
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Saves a search that has proved `lower` and counted `statistics`.
    pub fn write(
        &mut self,
        lower: Depth,
        statistics: &Statistics,
        save: impl Fn(&mut Writer<'_>) -> io::Result<()>,
    ) {
        self.write_if(lower, statistics, &save, &mut |is_written| is_written);
    }

    /// The same, but `is_kept`, given whether the generation was written, decides whether it
    /// counts. Older ones are kept until then.
    pub(crate) fn write_if(
        &mut self,
        lower: Depth,
        statistics: &Statistics,
        save: &Save<'_>,
        is_kept: &mut dyn FnMut(bool) -> bool,
    ) {
        let began = Instant::now();
        let resumed = Resumed { lower, expanded: statistics.expanded };
        self.last += 1;
        let written = self.write_generation(self.last, resumed, save);
        let is_kept = is_kept(written.is_ok());
        match written {
            Ok(generation) if is_kept => self.keep(generation),
            Ok(_) => generations::discard(&self.folder, self.last),
            Err(error) => {
                generations::clear(&self.partial(self.last));
                (self.failed)(error);
            }
        }
        let now = Instant::now();
        self.due = now + self.interval.max((now - began) * (Self::SHARE - 1));
    }

    fn write_generation(
        &self,
        number: u64,
        resumed: Resumed,
        save: &Save<'_>,
    ) -> Result<Generation, FileError> {
        let partial = self.partial(number);
        let path = partial.join(STATE);
        fs::create_dir(&partial).map_err(FileError::io(&partial))?;
        let (length, digest) = write_state(&path, save).map_err(FileError::io(&path))?;
        let values = [
            self.search[0].clone(),
            self.search[1].clone(),
            resumed.lower.to_string(),
            resumed.expanded.to_string(),
            length.to_string(),
            digest.to_hex().to_string(),
            env!("CARGO_PKG_VERSION").to_owned(),
        ];
        FORMAT.write(&partial.join(MANIFEST), &values, std::iter::empty)?;
        let publish = || {
            folder::sync(&partial)?;
            fs::rename(&partial, self.generation(number))?;
            folder::sync(&self.folder)
        };
        publish().map_err(FileError::io(&partial))?;
        Ok(Generation { number, resumed, length })
    }

    /// Keeps a generation and the complete one before it, and removes all others.
    fn keep(&mut self, generation: Generation) {
        let number = generation.number;
        let before = self.saved.replace(generation);
        let kept = [Some(number), before.map(|before| before.number)];
        let all = generations::numbers(&self.folder, generations::WHOLE).unwrap_or_default();
        for old in all.into_iter().filter(|&old| !kept.contains(&Some(old))) {
            generations::discard(&self.folder, old);
        }
    }

    /// A generation whose files are unaltered.
    fn whole(&self, number: u64) -> Result<Generation, FileError> {
        let folder = self.generation(number);
        let manifest = folder.join(MANIFEST);
        let content = FORMAT.open(&manifest)?;
        let values = content.header.values.clone();
        content.expect(0)?;
        content.read(|_| Ok(()))?;
        if values[..2] != self.search {
            return Err(FileError::Mismatch {
                path: self.folder.clone(),
                found: values[..2].join(", "),
                expected: self.search.join(", "),
            });
        }
        let line = |at: usize, expected: &str| FileError::line(&manifest, at + 2, expected);
        let number_of = |at: usize| {
            let number = values[at].parse::<u64>().ok().filter(|&number| number < 1 << 60);
            number.ok_or_else(|| line(at, "a number"))
        };
        let lower = u16::try_from(number_of(2)?).map_err(|_| line(2, "a number of moves"))?;
        let (expanded, length) = (number_of(3)?, number_of(4)?);
        let digest = Hash::from_hex(&values[5]).map_err(|_| line(5, "64 hexadecimal digits"))?;
        let path = folder.join(STATE);
        let file = open_regular(&path).map_err(FileError::io(&path))?;
        let found = file.metadata().map_err(FileError::io(&path))?.len();
        if found != length {
            return Err(FileError::Length { path, found, expected: length });
        }
        let mut hasher = Hasher::new();
        hasher.update_reader(file).map_err(FileError::io(&path))?;
        if hasher.finalize() != digest {
            return Err(FileError::Altered { path });
        }
        Ok(Generation { number, resumed: Resumed { lower: Depth(lower), expanded }, length })
    }

    /// Writes a file, to find out at once whether that is possible.
    fn try_folder(&self) -> Result<(), FileError> {
        let partial = self.partial(self.last + 1);
        fs::create_dir(&partial).map_err(FileError::io(&partial))?;
        let path = partial.join(STATE);
        let tried = write_state(&path, &|to| to.bytes(b"fewest")).map_err(FileError::io(&path));
        generations::clear(&partial);
        tried.map(|_| ())
    }

    fn generation(&self, number: u64) -> PathBuf {
        generations::generation(&self.folder, number)
    }

    fn partial(&self, number: u64) -> PathBuf {
        generations::partial(&self.folder, number)
    }

    /// Removes the checkpoint of a finished search, and the folder if nothing else is in it. It
    /// does no harm if something stays. If another process uses the folder by now, it is left
    /// alone.
    pub fn remove(folder: &Path) {
        let Ok(_lock) = folder::lock(folder) else { return };
        for number in generations::numbers(folder, generations::WHOLE).unwrap_or_default() {
            generations::discard(folder, number);
        }
        let _ = fs::remove_dir(folder);
    }
}

/// The error for a checkpoint whose states cannot come from a search.
///
/// # Panics
/// If there is no checkpoint: a search has met each state that it says it has met.
pub(crate) fn untraceable(checkpoint: Option<&mut Checkpoint<'_>>) -> FileError {
    let checkpoint = checkpoint.expect("what a search has met can be traced");
    let read = checkpoint.saved.as_ref().map_or(checkpoint.last, |saved| saved.number);
    let path = checkpoint.generation(read).join(STATE);
    FileError::Content { path, error: Unreadable::Invalid("states that no moves lead to") }
}

/// Writes a state to a new file. Returns its length and digest.
fn write_state(path: &Path, save: &Save<'_>) -> io::Result<(u64, Hash)> {
    let file = OpenOptions::new().write(true).create_new(true).open(path)?;
    let hashing = Hashing { file, hasher: Hasher::new(), length: 0 };
    let mut to = BufWriter::with_capacity(BUFFER, hashing);
    save(&mut Writer::new(&mut to))?;
    let Hashing { file, hasher, length } = to.into_inner()?;
    file.sync_all()?;
    Ok((length, hasher.finalize()))
}

/// A file, and the digest of what is written to it.
struct Hashing {
    file: File,
    hasher: Hasher,
    length: u64,
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests;
