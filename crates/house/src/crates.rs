//! Which crate of the workspace may depend on which.

use crate::Finding;
use regex_lite::Regex;
use std::io;
use std::path::Path;

/// The crates that a crate, by its folder, may use: in the library, and also in tests and benches.
struct Place {
    name: &'static str,
    may_use: &'static [&'static str],
    tests_may_use: &'static [&'static str],
}

const fn place(name: &'static str, may_use: &'static [&'static str]) -> Place {
    Place { name, may_use, tests_may_use: &[] }
}

/// The house, from the ground up: a crate may use only crates above its line.
const PLACES: [Place; 20] = [
    place("house", &[]),
    place("interface", &[]),
    place("rules", &[]),
    place("search", &[]),
    place("chart", &[]),
    place("proof", &["rules"]),
    place("view", &["rules"]),
    place("puzzles", &["search", "proof", "view"]),
    place("atomix", &["rules", "search"]),
    place("tiles", &["rules", "search"]),
    Place { name: "strips", may_use: &["rules", "search"], tests_may_use: &["proof"] },
    Place { name: "panex", may_use: &["rules", "search"], tests_may_use: &["proof"] },
    Place { name: "scale", may_use: &["search"], tests_may_use: &["rules", "panex"] },
    place("work", &["rules"]),
    place("lab", &["rules", "chart"]),
    place(
        "fewest",
        &["rules", "search", "scale", "proof", "view", "atomix", "tiles", "panex", "strips"],
    ),
    place("ranks", &["scale", "fewest"]),
    place("page", &["fewest", "view"]),
    place("python", &["fewest", "view"]),
    place(
        "cli",
        &[
            "rules", "search", "scale", "proof", "view", "atomix", "tiles", "panex", "strips",
            "chart", "work", "lab", "fewest", "page",
        ],
    ),
];

/// Checks that the table has every dependency between the crates.
///
/// # Errors
///
/// If a manifest cannot be read.
pub fn check(root: &Path) -> io::Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let mut folders: Vec<_> = root.join("crates").read_dir()?.collect::<Result<Vec<_>, _>>()?;
    folders.sort_by_key(|entry| entry.file_name());
    for folder in folders {
        let manifest = folder.path().join("Cargo.toml");
        if !manifest.is_file() {
            continue;
        }
        let name = folder.file_name().to_string_lossy().into_owned();
        let Some(place) = PLACES.iter().find(|place| place.name == name) else {
            findings.push(Finding(format!("the crate {name} has no place in the table")));
            continue;
        };
        for (known, dev) in dependencies(&std::fs::read_to_string(manifest)?) {
            let known = known.as_str();
            let allowed = place.may_use.contains(&known)
                || (dev && (known == name || place.tests_may_use.contains(&known)));
            if !allowed {
                findings.push(Finding(format!("{name} must not know {known}")));
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
