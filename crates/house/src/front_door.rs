//! The number of modules that a library shows at its root.

use crate::Finding;
use crate::rooms::CRATES;
use crate::source::tokens;
use std::io;
use std::path::Path;

/// The most public modules at the root of a library that has rooms.
pub const MOST: usize = 12;

/// Checks that the root of each crate with rooms shows at most a dozen public modules.
///
/// # Errors
///
/// If a file cannot be read.
pub fn check(root: &Path) -> io::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for name in CRATES {
        let text = std::fs::read_to_string(root.join("crates").join(name).join("src/lib.rs"))?;
        let words: Vec<_> = tokens(&text).into_iter().map(|token| token.text).collect();
        let modules = words.windows(2).filter(|pair| *pair == ["pub", "mod"]).count();
        if modules > MOST {
            findings.push(Finding(format!(
                "{name}/src/lib.rs has {modules} public modules; {MOST} is the limit"
            )));
        }
    }
    Ok(findings)
}
