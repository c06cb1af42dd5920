//! Running the command.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// An empty folder to run the command in. No game is installed for commands that run in it.
pub struct Folder(TempDir);

/// The outcome of a run of the command.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file, with its folders.
    pub fn write(&self, name: impl AsRef<Path>, contents: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, contents).unwrap();
    }

    pub fn command(&self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fewest"));
        command
            .args(arguments)
            .current_dir(self.path())
            .env("HOME", self.path())
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_DATA_DIRS", self.path().join("system"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Ran {
        Ran::of(self.command(arguments).output().unwrap())
    }

    /// Runs with a text on standard input.
    pub fn feed(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Ran {
        self.write("standard input", input);
        let file = std::fs::File::open(self.path().join("standard input")).unwrap();
        Ran::of(self.command(arguments).stdin(file).output().unwrap())
    }
}

impl Ran {
    pub fn of(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The same, after checking the exit code and that nothing is on standard error.
    #[track_caller]
    pub fn quietly(self, code: i32) -> Self {
        assert_eq!((self.code, self.stderr.as_str()), (Some(code), ""), "{}", self.stdout);
        self
    }

    /// The records of JSON Lines.
    pub fn records(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The data of the last record, which must be a result.
    #[track_caller]
    pub fn result(&self) -> serde_json::Value {
        let last = self.records().pop().expect("there are records");
        assert_eq!(last["type"], "result");
        last["data"].clone()
    }
}

/// Runs in a new folder.
pub fn fewest(arguments: &[&str]) -> Ran {
    Folder::new().run(arguments)
}

/// A file or folder of the big data sets; prints a remark if it is absent.
pub fn data(name: &str) -> Option<PathBuf> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data");
    let root = std::env::var_os("FEWEST_DATA").map_or_else(|| beside.into(), PathBuf::from);
    let path = root.join(name);
    if path.exists() {
        return Some(path.canonicalize().unwrap());
    }
    println!("skipped: {} is not there", path.display());
    None
}
