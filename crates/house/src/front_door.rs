//! The number of modules that a library shows at its root.

use crate::rooms::declared;
use crate::source::tokens;
use std::io;
use std::path::Path;

/// The most public modules at the root of a library that has rooms.
pub const MOST: usize = 12;

/// Checks that the root of each library with a declared order of rooms shows at most a dozen public
/// modules.
///
/// # Errors
///
/// If a file cannot be read.
pub fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut findings = Vec::new();
    for name in declared(root)?.into_keys() {
        let library = root.join("crates").join(&name).join("src/lib.rs");
        if !library.is_file() {
            continue;
        }
        let text = std::fs::read_to_string(library)?;
        let words: Vec<_> = tokens(&text).into_iter().map(|token| token.text).collect();
        let modules = words.windows(2).filter(|pair| *pair == ["pub", "mod"]).count();
        if modules > MOST {
            findings.push(format!(
                "{name}/src/lib.rs has {modules} public modules; {MOST} is the limit"
            ));
        }
    }
    Ok(findings)
}
