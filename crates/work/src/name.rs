//! The names of files: a number, followed for leases and results by a second part.

use crate::WorkError;
use std::fs;
use std::path::Path;

/// A file of a unit in one of the folders.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    /// The number of the unit.
    pub(crate) unit: u32,
    /// The worker or the digest; empty for units that are to be done.
    pub(crate) rest: String,
}

impl Name {
    /// The name of a unit that is to be done.
    pub(crate) fn todo(unit: u32) -> Self {
        Self { unit, rest: String::new() }
    }

    /// The name of the file, without a folder.
    pub(crate) fn file(&self) -> String {
        let Self { unit, rest } = self;
        if rest.is_empty() { format!("{unit}.json") } else { format!("{unit}.{rest}.json") }
    }

    fn parse(file: &str) -> Option<Self> {
        let name = file.strip_suffix(".json")?;
        let (unit, rest) = name.split_once('.').unwrap_or((name, ""));
        let name = Self { unit: unit.parse().ok()?, rest: rest.to_owned() };
        // A number can be written in one way only, so each unit has one file.
        (is_word(rest) && name.file() == file).then_some(name)
    }

    /// The files in a folder, by number. Those whose names begin with a dot are not ours: files
    /// that are being written, or kept by network file systems.
    ///
    /// # Errors
    /// If the folder cannot be read, or another file is in it.
    pub(crate) fn list(folder: &Path) -> Result<Vec<Self>, WorkError> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(WorkError::io(folder))? {
            let file = entry.map_err(WorkError::io(folder))?.file_name();
            if file.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let name = file.to_str().and_then(Self::parse);
            names.push(name.ok_or_else(|| WorkError::Foreign(folder.join(&file)))?);
        }
        names.sort_unstable();
        Ok(names)
    }
}

/// Whether a text has only letters, digits, hyphens and underscores.
pub(crate) fn is_word(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_one_file_in_the_folder() {
        for file in ["0.json", "17.json", "17.host-3-a1b2.json"] {
            assert_eq!(Name::parse(file).map(|name| name.file()), Some(file.to_owned()));
        }
        for file in [
            "",
            "x.json",
            "017.json",
            "+1.json",
            "-1.json",
            "1",
            "1.a/b.json",
            "1...json",
            "1.a.b.json",
        ] {
            assert_eq!(Name::parse(file), None, "{file}");
        }
        assert_eq!(Name::parse("4294967296.json"), None);
    }
}
