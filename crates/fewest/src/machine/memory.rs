//! How much memory a search may take by default.

use std::fs;
use std::path::{Path, PathBuf};

/// The share of the available memory that a search may take, in percent: the rest is for the
/// tables, the program itself and the page cache.
const SHARE: u64 = 85;

/// Returns the default budget: 85 % of the smallest of three values: the control group's limit,
/// what is left of the limit on the address space, and the available memory (or, if the system does
/// not say that, the total memory).
///
/// `None` if the system does not say.
///
/// # Units
/// Bytes.
pub fn budget() -> Option<u64> {
    let limits = [available(Path::new("/")), control_group(Path::new("/")), address_space()];
    limits.into_iter().flatten().min().map(|bytes| bytes / 100 * SHARE)
}

/// Returns the resident memory of the process; `None` if the system does not say.
///
/// # Units
/// Bytes.
pub fn resident() -> Option<u64> {
    kilobytes(Path::new("/proc/self/status"), "VmRSS:")
}

/// Returns what is left of the limit on the address space of the process; `None` if there is no
/// limit.
///
/// # Units
/// Bytes.
#[cfg(unix)]
pub fn address_space() -> Option<u64> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    let (soft, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    let used = || kilobytes(Path::new("/proc/self/status"), "VmSize:").unwrap_or(0);
    (soft != RLIM_INFINITY).then(|| soft.saturating_sub(used()))
}

/// Returns what is left of the limit on the address space of the process; `None` if there is no
/// limit.
///
/// # Units
/// Bytes.
#[cfg(not(unix))]
pub fn address_space() -> Option<u64> {
    None
}

/// `MemAvailable` of `/proc/meminfo`, or `MemTotal` on kernels that do not have it.
fn available(root: &Path) -> Option<u64> {
    let field = |name| kilobytes(&root.join("proc/meminfo"), name);
    field("MemAvailable:").or_else(|| field("MemTotal:"))
}

/// The field of this name in a file of Linux's process file system with lines `NAME 123 kB`.
///
/// # Units
/// Bytes.
pub(crate) fn kilobytes(file: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The smallest limit of the process's control group and the groups above it.
///
/// In a container the path in `/proc/self/cgroup` may be the host's, while the mounted tree
/// begins at the container's own group: so the root is always checked too.
fn control_group(root: &Path) -> Option<u64> {
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let files = groups.lines().filter_map(|line| {
        let mut fields = line.splitn(3, ':');
        let (_, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
        let (mount, file) = match controllers {
            "" => ("sys/fs/cgroup", "memory.max"),
            _ if controllers.split(',').any(|name| name == "memory") => {
                ("sys/fs/cgroup/memory", "memory.limit_in_bytes")
            }
            _ => return None,
        };
        let below: PathBuf = path.trim_start_matches('/').into();
        Some((root.join(mount), below, file))
    });
    let limits = files.flat_map(|(mount, below, file)| {
        let paths: Vec<_> = below.ancestors().map(|path| mount.join(path).join(file)).collect();
        paths.into_iter().filter_map(|path| fs::read_to_string(path).ok()?.trim().parse().ok())
    });
    limits.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    #[test]
    fn the_smallest_limit_of_nested_groups_counts() {
        let root = system(&[
            ("proc/self/cgroup", "0::/user.slice/job.scope\n"),
            ("sys/fs/cgroup/user.slice/memory.max", "5000\n"),
            ("sys/fs/cgroup/user.slice/job.scope/memory.max", "max\n"),
        ]);
        assert_eq!(control_group(root.path()), Some(5000));
    }

    #[test]
    fn a_container_sees_its_limit_at_the_root_of_version_1() {
        let root = system(&[
            ("proc/self/cgroup", "9:cpu:/x\n4:hugetlb,memory:/host/path\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n"),
        ]);
        assert_eq!(control_group(root.path()), Some(7000));
    }

    #[test]
    fn available_memory_is_preferred_to_all_memory() {
        let old = system(&[("proc/meminfo", "MemTotal:  8 kB\nMemFree: 1 kB\n")]);
        assert_eq!(available(old.path()), Some(8192));
        let new = system(&[("proc/meminfo", "MemTotal: 8 kB\nMemAvailable:   4 kB\n")]);
        assert_eq!(available(new.path()), Some(4096));
    }

    #[test]
    fn a_system_that_does_not_say_has_no_limit() {
        let root = system(&[]);
        assert_eq!((available(root.path()), control_group(root.path())), (None, None));
    }
}
