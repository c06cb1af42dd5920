//! The machine that experiments run on.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// Facts about the machine that a reader of a report needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor, or its architecture if the system does not report the model.
    pub processor: String,
    /// Hardware threads that this process may use.
    pub threads: usize,
    /// Memory; `None` if the system does not report it.
    ///
    /// # Units
    /// Mebibytes.
    pub mebibytes: Option<u64>,
    /// The operating system.
    pub system: String,
}

impl Machine {
    /// This machine.
    pub fn this() -> Self {
        Self {
            processor: field("/proc/cpuinfo", "model name")
                .unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            mebibytes: bytes("/proc/meminfo", "MemTotal").map(|bytes| bytes >> 20),
            system: std::env::consts::OS.to_owned(),
        }
    }
}

/// A field of a file in which Linux reports something.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim_start_matches(['\t', ' ', ':']).trim().to_owned())
}

/// The bytes of memory in a field of such a file.
pub(crate) fn bytes(file: &str, name: &str) -> Option<u64> {
    field(file, name)?.strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processor, threads, mebibytes, system } = self;
        write!(f, "{processor}, {threads} hardware threads")?;
        if let Some(mebibytes) = mebibytes {
            write!(f, ", {:.1} GiB", *mebibytes as f64 / 1024.0)?;
        }
        write!(f, ", {system}")
    }
}

/// The first sixteen hexadecimal digits of the BLAKE3 digest of a file.
///
/// # Errors
/// If it cannot be read.
pub fn digest(file: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(fs::File::open(file)?)?;
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}
