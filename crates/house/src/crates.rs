//! Which crate of the workspace may depend on which.

use crate::rooms;
use regex_lite::Regex;
use std::io;
use std::path::Path;

/// The house, from the ground up: a crate, the crates above its line that it may use, and those
/// that also its tests and benches may use.
const PLACES: [(&str, &[&str], &[&str]); 20] = [
    ("house", &[], &[]),
    ("interface", &[], &[]),
    ("rules", &[], &[]),
    ("search", &[], &[]),
    ("chart", &[], &[]),
    ("proof", &["rules"], &[]),
    ("view", &["rules"], &[]),
    ("puzzles", &["search", "proof", "view"], &[]),
    ("atomix", &["rules", "search"], &[]),
    ("tiles", &["rules", "search"], &[]),
    ("strips", &["rules", "search"], &["proof"]),
    ("panex", &["rules", "search"], &["proof"]),
    ("scale", &["search"], &["rules", "panex"]),
    ("work", &["rules"], &[]),
    ("lab", &["rules", "chart", "work"], &[]),
    (
        "fewest",
        &["rules", "search", "scale", "proof", "view", "atomix", "tiles", "panex", "strips"],
        &[],
    ),
    ("ranks", &["scale", "fewest"], &[]),
    ("page", &["fewest", "view"], &[]),
    ("python", &["fewest", "view"], &[]),
    (
        "cli",
        &[
            "rules", "search", "scale", "proof", "view", "atomix", "tiles", "panex", "strips",
            "chart", "work", "lab", "fewest", "page",
        ],
        &[],
    ),
];

/// Checks that the table has every dependency between the crates.
///
/// # Errors
///
/// If a manifest cannot be read.
pub fn check(root: &Path) -> io::Result<Vec<String>> {
    let mut findings = Vec::new();
    for name in rooms::crates(root)? {
        let manifest = root.join("crates").join(&name).join("Cargo.toml");
        let Some((_, may_use, tests_may_use)) = PLACES.iter().find(|place| place.0 == name) else {
            findings.push(format!("the crate {name} has no place in the table"));
            continue;
        };
        for (known, dev) in dependencies(&std::fs::read_to_string(manifest)?) {
            let known = known.as_str();
            let is_allowed = may_use.contains(&known)
                || (dev && (known == name || tests_may_use.contains(&known)));
            if !is_allowed {
                findings.push(format!("{name} must not know {known}"));
            }
        }
    }
    Ok(findings)
}

/// The crates of this workspace that a manifest names, by folder, and whether for tests only.
fn dependencies(manifest: &str) -> Vec<(String, bool)> {
    let package = Regex::new(r#"\bfewest(?:-([a-z]+))?\b"#).expect("the pattern is valid");
    let mut found = Vec::new();
    let mut section = String::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('#') {
            continue;
        }
        if line.starts_with('[') {
            section = line.trim_matches(['[', ']']).to_owned();
        }
        if !section.contains("dependencies") {
            continue;
        }
        for name in package.captures_iter(line) {
            let folder = name.get(1).map_or("fewest", |name| name.as_str());
            found.push((folder.to_owned(), section.contains("dev-dependencies")));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_found_however_they_are_written() {
        let manifest = r#"
            [package]
            name = "fewest-atomix"
            [features]
            lab = ["dep:fewest-lab"]
            [dependencies]
            fewest-rules.workspace = true
            # fewest-view is not wanted
            engines = { package = "fewest-search", path = "../search" }
            [dependencies.fewest]
            path = "../fewest"
            [target.'cfg(unix)'.dev-dependencies]
            fewest-proof = { workspace = true }
        "#;
        let expected = [("rules", false), ("search", false), ("fewest", false), ("proof", true)];
        let found = dependencies(manifest);
        // If a crate is renamed, its path says nothing, but the section header has its name.
        let found: Vec<_> = found.iter().map(|(name, dev)| (name.as_str(), *dev)).collect();
        assert_eq!(found[..3], expected[..3]);
        assert_eq!(found.last(), expected.last());
    }
}
