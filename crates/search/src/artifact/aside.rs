//! Files that are written under a temporary name and renamed when they are complete.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;

/// Start and end of the names of incomplete files. Between them are the final name, unless that is
/// long, and a random part.
const NAME: (&str, &str) = (".fewest-", ".partial");
/// Longer names are left out: the whole must be a valid name.
const LONGEST: usize = 32;
/// An incomplete file that was not written to for this long belongs to a process that was ended.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A file that gets its name once it is complete. A file that had the name stays until then, and
/// stays for good if this is dropped earlier.
///
/// If the name is that of something other than a regular file, such as a pipe or a device, it is
/// written to directly.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    file: Target,
}

#[derive(Debug)]
enum Target {
    Partial(NamedTempFile),
    Direct(File),
}

impl AtomicFile {
    /// Begins a file. If this succeeds, files can be written there.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn new(path: &Path) -> io::Result<Self> {
        // The target of a link is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let found = fs::metadata(&path).ok();
        if found.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
        }
        if found.as_ref().is_some_and(|found| !found.is_file()) {
            let file = Target::Direct(File::options().write(true).open(&path)?);
            return Ok(Self { path, file });
        }
        let partial = partial(&path)?;
        if let Some(found) = found {
            partial.as_file().set_permissions(found.permissions())?;
        }
        Ok(Self { path, file: Target::Partial(partial) })
    }

    /// Completes the file: makes it durable and gives it its name.
    ///
    /// # Errors
    /// If that fails; an earlier file is still there then.
    pub fn finish(self) -> io::Result<()> {
        match self.file {
            Target::Direct(mut file) => file.flush(),
            Target::Partial(partial) => {
                partial.as_file().sync_all()?;
                partial.persist(&self.path).map(drop).map_err(|error| error.error)
            }
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Target::Partial(file) => file.write(bytes),
            Target::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.file {
            Target::Partial(file) => file.flush(),
            Target::Direct(file) => file.flush(),
        }
    }
}

/// Whether a file with this name is incomplete.
pub(crate) fn is_partial(name: &str) -> bool {
    name.strip_prefix(NAME.0).is_some_and(|rest| rest.ends_with(NAME.1))
}

/// Removes files from a folder that processes left when they were ended while writing. A file that
/// cannot be removed does no harm.
pub(crate) fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(is_partial);
        let written = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if is_ours && written().is_some_and(|since| since >= ABANDONED) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Removes incomplete versions of a file with a short name, which no other process writes now, that
/// ended processes left. A file that cannot be removed does no harm.
pub(crate) fn remove_partials_of(path: &Path) {
    let beginning = beginning(path);
    for entry in fs::read_dir(folder(path)).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name =
            name.to_str().and_then(|name| name.strip_prefix(&beginning)?.strip_suffix(NAME.1));
        if name.is_some_and(|random| random.chars().all(char::is_alphanumeric)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The start of the name of an incomplete file.
fn beginning(path: &Path) -> String {
    let name = path.file_name().and_then(OsStr::to_str).filter(|name| name.len() <= LONGEST);
    name.map_or(NAME.0.to_owned(), |name| format!("{}{name}-", NAME.0))
}

/// The folder that a file is in.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."))
}

/// A file that others may read like any new file.
fn partial(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let beginning = beginning(path);
    builder.prefix(&beginning).suffix(NAME.1).tempfile_in(folder(path)).map_err(without_name)
}

/// The error without the name of the hidden file, which means nothing to the user.
fn without_name(error: io::Error) -> io::Error {
    match error.to_string().split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn an_error_names_no_hidden_file() {
        let folder = tempfile::tempdir().unwrap();
        let error = AtomicFile::new(&folder.path().join("missing/file")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(NAME.0), "{error}");
        assert!(error.to_string().contains("No such file") || !cfg!(unix), "{error}");
    }

    #[test]
    fn what_was_there_stays_until_the_new_file_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let mut given_up = AtomicFile::new(&path).unwrap();
        given_up.write_all(b"ne").unwrap();
        drop(given_up);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut whole = AtomicFile::new(&path).unwrap();
        whole.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        whole.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["file"]);
        assert!(AtomicFile::new(folder.path()).is_err());
        assert!(AtomicFile::new(&folder.path().join("no/such/folder")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_permissions_too() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        let mut file = AtomicFile::new(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    /// Only our own files are removed, and only those that nobody writes to any more.
    #[test]
    fn what_was_left_half_written_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let long_ago = SystemTime::now() - 2 * ABANDONED;
        for (name, is_old) in [
            (".fewest-AbC123.partial", true),
            (".fewest-dEf456.partial", false),
            ("table.partial", true),
        ] {
            let file = File::create(folder.path().join(name)).unwrap();
            if is_old {
                file.set_modified(long_ago).unwrap();
            }
        }
        remove_abandoned(folder.path());
        let mut left = names(folder.path());
        left.sort();
        assert_eq!(left, [".fewest-dEf456.partial", "table.partial"]);
    }

    #[test]
    fn what_was_left_of_one_file_is_removed_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let list = folder.path().join("list");
        let left = AtomicFile::new(&list).unwrap();
        let others = ["list-of-two", "lis", &"l".repeat(LONGEST + 1)];
        let others = others.map(|name| AtomicFile::new(&folder.path().join(name)).unwrap());
        assert_eq!(names(folder.path()).len(), 4);
        remove_partials_of(&list);
        assert_eq!(names(folder.path()).len(), 3);
        assert!(left.finish().is_err());
        others.into_iter().for_each(|other| other.finish().unwrap());
    }
}
