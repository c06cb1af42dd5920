//! Naming, finding and removing the folders of a checkpoint.

use crate::artifact::is_partial;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub(super) const MANIFEST: &str = "MANIFEST";
pub(super) const STATE: &str = "state";
/// The end of the name of a complete generation.
pub(super) const WHOLE: &str = "";
/// The end of the name of a generation that is being written or removed.
pub(super) const PARTIAL: &str = ".partial";

/// A complete generation.
pub(super) fn generation(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("gen-{number}"))
}

/// The folder of a generation that is being written or removed.
pub(super) fn partial(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("gen-{number}{PARTIAL}"))
}

/// The numbers of the generations in a folder whose names have this end, ascending.
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

/// Removes a useless generation. Its name goes first: what a kill leaves of it does not count as
/// one.
pub(super) fn discard(folder: &Path, number: u64) {
    let (generation, partial) = (generation(folder, number), partial(folder, number));
    let renamed = fs::rename(&generation, &partial);
    clear(if renamed.is_ok() { &partial } else { &generation });
}

/// Removes the files of a generation, and its folder if nothing else is in it; also a manifest that
/// a process was writing when it was killed, since only the holder of the lock writes. A failure
/// does no harm.
pub(super) fn clear(generation: &Path) {
    for entry in fs::read_dir(generation).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name == MANIFEST || name == STATE || name.to_str().is_some_and(is_partial) {
            let _ = fs::remove_file(entry.path());
        }
    }
    let _ = fs::remove_dir(generation);
}
