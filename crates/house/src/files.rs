//! Rules on the text of files.

use regex_lite::Regex;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The most lines of a Rust file.
const MOST_LINES: usize = 800;
/// Files longer than this are listed.
const LONG: usize = 300;

/// Refused patterns: a name, where each is refused (all of the project's text, or Rust below these
/// crates), where not, and the pattern. Each pattern is written so as not to match itself.
const REFUSED: [(&str, &[&str], &[&str], &str); 3] = [
    ("unfinished", &[""], &[], "TO[D]O|FIX[M]E|XX[X]|todo[!]|unimplemented[!]"),
    ("a path of somebody's machine", &[""], &[], "(^|[^0-9A-Za-z_.])/(work|root|home|Users)/"),
    (
        "unsafe outside the stores of search",
        &[
            "crates/rules/",
            "crates/atomix/",
            "crates/tiles/",
            "crates/panex/",
            "crates/proof/",
            "crates/puzzles/",
            "crates/view/",
            "crates/fewest/",
            "crates/lab/",
            "crates/python/",
            "crates/cli/",
            "crates/house/",
        ],
        // The system calls this code, which says why it may be unsafe.
        &[
            "crates/cli/src/output/terminal.rs",
            "crates/cli/src/process/allocator.rs",
            "crates/cli/src/process/signals.rs",
        ],
        "[u]nsafe_code",
    ),
];

/// The files that git knows or would add, relative to the root.
///
/// # Errors
///
/// If git cannot be run.
pub fn sources(root: &Path) -> io::Result<Vec<PathBuf>> {
    let output = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let mut paths: Vec<_> = String::from_utf8_lossy(&output.stdout)
        .split_terminator('\0')
        .map(PathBuf::from)
        // A file that was removed and not yet committed is still listed.
        .filter(|path| root.join(path).is_file())
        .collect();
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// Whether a file holds text of the project: code, prose, manifests and what CI runs.
#[must_use]
pub fn is_text(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("rs" | "md" | "toml" | "yml"))
        || path.starts_with(".ci")
        || path.ends_with("justfile")
}

/// Checks that no file is too long or holds a refused pattern. Lists the long ones.
///
/// # Errors
///
/// If a file cannot be read.
pub fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut findings = Vec::new();
    let refused = REFUSED.map(|(what, places, excepted, pattern)| {
        (what, places, excepted, Regex::new(pattern).expect("the pattern is valid"))
    });
    for path in sources(root)?.into_iter().filter(|path| is_text(path)) {
        let text = std::fs::read_to_string(root.join(&path))?;
        let shown = path.display();
        let lines = text.lines().count();
        if path.extension().is_some_and(|extension| extension == "rs") {
            if lines > LONG {
                println!("house: files: {lines:4} lines in {shown}");
            }
            if lines > MOST_LINES {
                findings.push(format!("{shown} has {lines} lines; {MOST_LINES} is the limit"));
            }
        }
        for (what, places, excepted, pattern) in &refused {
            let is_in = |places: &&[&str]| places.iter().any(|place| path.starts_with(place));
            if !is_in(places) || is_in(excepted) {
                continue;
            }
            for (number, line) in
                text.lines().enumerate().filter(|(_, line)| pattern.is_match(line))
            {
                findings.push(format!("{what}: {shown}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    Ok(findings)
}
