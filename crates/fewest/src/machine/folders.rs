//! The user's folders according to the XDG base directory specification.

use std::env;
use std::path::PathBuf;

fn absolute(name: &str) -> Option<PathBuf> {
    env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The user's folder.
pub(crate) fn home() -> Option<PathBuf> {
    absolute("HOME")
}

/// The folder of the user's data.
pub(crate) fn data_home() -> Option<PathBuf> {
    absolute("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local/share")))
}
