//! Reads planning tasks, whose domain is in another file.

use super::bytes::contents;
use super::entry::Entry;
use super::error::InputError;
use crate::AnyPuzzle;
use fewest_rules::Located;
use fewest_rules::pddl::{Domain, Instance, Kind, PddlError, kind};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Returns what the file of an input defines in PDDL, judged by its beginning; `None` if the input
/// is not a file, or not one in PDDL.
pub fn kind_of(input: &OsStr) -> Option<Kind> {
    // A source that can be read only once is not treated as a file.
    let path = Some(Path::new(input)).filter(|path| path.is_file())?;
    let mut begin = vec![];
    File::open(path).ok()?.take(BEGIN).read_to_end(&mut begin).ok()?;
    kind(&String::from_utf8_lossy(&begin))
}

/// The most bytes of comments before a definition.
const BEGIN: u64 = 1 << 16;

/// Reads a task whose domain is in another file.
///
/// # Errors
/// If one of the files cannot be read, or something is wrong or not supported in it.
pub fn task(domain: &OsStr, task: &OsStr) -> Result<Vec<Entry>, InputError> {
    let path = Path::new(task);
    of_texts(&text(path)?, path, Path::new(domain))
}

/// The task in a PDDL text from a file, with the domain from the same folder.
pub(super) fn beside(text: &str, file: &Path) -> Result<Vec<Entry>, InputError> {
    let input = file.display().to_string();
    if kind(text) == Some(Kind::Domain) {
        let reason = "this is a domain; give its task as well".to_owned();
        return Err(InputError::Unsuitable { input, reason });
    }
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    // The naming schemes of the collections of planning competitions.
    let first = stem.split('-').next().unwrap_or_default();
    let names = [
        "domain.pddl".to_owned(),
        format!("{stem}-domain.pddl"),
        format!("{first}-domain.pddl"),
        format!("domain_{stem}.pddl"),
        format!("domain-{stem}.pddl"),
    ];
    let domains: Vec<PathBuf> = names.iter().map(|name| file.with_file_name(name)).collect();
    match domains.iter().find(|domain| domain.is_file()) {
        Some(domain) => of_texts(text, file, domain),
        None => {
            let reason = format!(
                "this is a task, and its domain is not in the same folder: give both files, or \
                 name the domain {}",
                names[0]
            );
            Err(InputError::Unsuitable { input, reason })
        }
    }
}

/// The error for a text that is not a file.
pub(super) fn alone(name: &str) -> InputError {
    let reason = "PDDL is read from two files, a domain and a task".to_owned();
    InputError::Unsuitable { input: name.to_owned(), reason }
}

fn of_texts(task: &str, file: &Path, domain: &Path) -> Result<Vec<Entry>, InputError> {
    let invalid = |path: &Path, error: Located<PddlError>| {
        InputError::invalid(&path.display().to_string(), error.at, error.error)
    };
    let read = Domain::parse(&text(domain)?).map_err(|error| invalid(domain, error))?;
    let instance = Instance::parse(read, task).map_err(|error| invalid(file, error))?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(vec![Entry::only(name, AnyPuzzle::Pddl(instance))])
}

fn text(path: &Path) -> Result<String, InputError> {
    Ok(String::from_utf8_lossy(&contents(path)?).into_owned())
}
