//! Levels of Atomix as files.

use super::exit::Usage;
use super::pictures;
use anyhow::Context;
use fewest::rules::atomix::{Format, Level};
use std::fs;
use std::path::{Path, PathBuf};

/// Writes levels with their names in a format: to standard output, to one file for all, or to a
/// folder with one file per level. A folder is one that exists or whose name ends in `/`.
///
/// Returns the files of a folder.
///
/// # Errors
/// If the format cannot express a level, or holds one level per file and there are several for
/// one; if a file cannot be written.
pub(crate) fn write(
    output: Option<&Path>,
    format: Format,
    set: &str,
    levels: &[(&str, &Level)],
) -> anyhow::Result<Vec<PathBuf>> {
    if let Some(folder) = output.filter(|path| is_folder(path)) {
        let mut files = Vec::new();
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        for (name, level) in levels {
            let text = format.write(level).map_err(|error| Usage(format!("{name}: {error}")))?;
            let file = folder.join(format!("{name}{}", format.extension()));
            pictures::written(Some(&file), false, |out| Ok(out.write_all(text.as_bytes())?))?;
            files.push(file);
        }
        return Ok(files);
    }
    let text = match levels {
        [(name, level)] => format.write(level).map_err(|error| format!("{name}: {error}")),
        _ => {
            let levels: Vec<_> = levels.iter().map(|(_, level)| *level).collect();
            format.write_set(set, &levels).map_err(|error| format!("{set}: {error}"))
        }
    };
    let text = text.map_err(Usage)?;
    pictures::written(output, false, |out| Ok(out.write_all(text.as_bytes())?))?;
    Ok(Vec::new())
}

fn is_folder(path: &Path) -> bool {
    let is_named_so = path.to_string_lossy().ends_with(std::path::is_separator);
    is_named_so || path.is_dir()
}
