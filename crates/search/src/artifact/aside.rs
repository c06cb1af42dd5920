//! Files that are written aside and take their place when they are whole.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::NamedTempFile;

/// How the names of files begin and end that are not whole yet. Between are the name that the file will have,
/// unless that is long, and something random.
const NAME: (&str, &str) = (".fewest-", ".partial");
/// Longer names are left out: the whole must be a name, too.
const LONGEST: usize = 32;
/// A file that is not whole and was not written to for so long belongs to a process that was ended.
const ABANDONED: Duration = Duration::from_secs(3600);

/// A file that becomes visible under its name once it is whole: whatever was there stays until
/// then, and for good if this is dropped before.
///
/// What is there and is no regular file, such as a pipe or a device, is written to at once.
#[derive(Debug)]
pub struct Aside {
    path: PathBuf,
    file: Target,
}

#[derive(Debug)]
enum Target {
    Partial(NamedTempFile),
    Direct(File),
}

impl Aside {
    /// Begins a file. That it can be written there is known from here on.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn new(path: &Path) -> io::Result<Self> {
        // What a link names is replaced, not the link.
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

    /// The file is whole: it is made durable and takes its place.
    ///
    /// # Errors
    /// If it cannot; what was there before is there still.
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

impl Write for Aside {
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

/// Whether a file of this name is not whole.
pub(crate) fn is_partial(name: &str) -> bool {
    name.strip_prefix(NAME.0).is_some_and(|rest| rest.ends_with(NAME.1))
}

/// Removes what processes have left in a folder that were ended while they wrote. What cannot be
/// removed does no harm.
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

/// Removes what processes have left that were ended while they wrote a file with a short name, which no other
/// process writes now. What cannot be removed does no harm.
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

/// How the name of a file begins until it is whole.
fn beginning(path: &Path) -> String {
    let name = path.file_name().and_then(OsStr::to_str).filter(|name| name.len() <= LONGEST);
    name.map_or(NAME.0.to_owned(), |name| format!("{}{name}-", NAME.0))
}

/// The folder that a file is in.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."))
}

/// A file that others may read as any new file.
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

/// The error without the name of the hidden file, which nobody has asked for.
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
        let error = Aside::new(&folder.path().join("missing/file")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains(NAME.0), "{error}");
        assert!(error.to_string().contains("No such file") || !cfg!(unix), "{error}");
    }

    #[test]
    fn what_was_there_stays_until_the_new_file_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let mut given_up = Aside::new(&path).unwrap();
        given_up.write_all(b"ne").unwrap();
        drop(given_up);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        let mut whole = Aside::new(&path).unwrap();
        whole.write_all(b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        whole.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["file"]);
        assert!(Aside::new(folder.path()).is_err());
        assert!(Aside::new(&folder.path().join("no/such/folder")).is_err());
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
        let mut file = Aside::new(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    /// Only files of ours, and only those that nobody writes to any more.
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
        let left = Aside::new(&list).unwrap();
        let others = ["list-of-two", "lis", &"l".repeat(LONGEST + 1)];
        let others = others.map(|name| Aside::new(&folder.path().join(name)).unwrap());
        assert_eq!(names(folder.path()).len(), 4);
        remove_partials_of(&list);
        assert_eq!(names(folder.path()).len(), 3);
        assert!(left.finish().is_err());
        others.into_iter().for_each(|other| other.finish().unwrap());
    }
}
