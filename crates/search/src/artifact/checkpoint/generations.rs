//! The folders of a checkpoint: how they are named, found and removed.

use crate::artifact::is_partial;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub(super) const MANIFEST: &str = "MANIFEST";
pub(super) const STATE: &str = "state";
/// How the name of a whole generation ends.
pub(super) const WHOLE: &str = "";
/// How the name ends of what is no generation yet, or no more.
pub(super) const PARTIAL: &str = ".partial";

/// A whole generation.
pub(super) fn generation(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("gen-{number}"))
}

/// What is to become a generation, or is one no more.
pub(super) fn partial(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("gen-{number}{PARTIAL}"))
}

/// The numbers of the generations in a folder whose names end so, ascending.
pub(super) fn numbers(folder: &Path, end: &str) -> io::Result<Vec<u64>> {
    let mut numbers = vec![];
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let number = || name.to_str()?.strip_prefix("gen-")?.strip_suffix(end)?.parse::<u64>().ok();
        // Neither gen-007 nor a link.
        if let Some(number) = number().filter(|number| name == *format!("gen-{number}{end}"))
            && number >> 60 == 0
            && entry.file_type()?.is_dir()
        {
            numbers.push(number);
        }
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// Removes a generation that is of no use. Its name goes first: what a kill leaves of it is none.
pub(super) fn discard(folder: &Path, number: u64) {
    let (generation, partial) = (generation(folder, number), partial(folder, number));
    let renamed = fs::rename(&generation, &partial);
    clear(if renamed.is_ok() { &partial } else { &generation });
}

/// Removes the files of a generation, and its folder if nothing else is in it: also a manifest that a
/// process was writing when it was killed, since whoever holds the lock is the only one who writes.
/// Where that fails, it does no harm either.
pub(super) fn clear(generation: &Path) {
    for entry in fs::read_dir(generation).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name == MANIFEST || name == STATE || name.to_str().is_some_and(is_partial) {
            let _ = fs::remove_file(entry.path());
        }
    }
    let _ = fs::remove_dir(generation);
}
