//! Whether an engine still counts what it counted when a run was recorded.
//!
//! A version or the digest of a program changes with every commit, whether or not a search does.
//! So the counts of the engine on the corpus are compared instead: its lines of
//! `corpus/expanded.tsv`.

use crate::Task;

/// The counts of all engines on the corpus: a line for each instance, engine and direction.
const COUNTS: &str = include_str!("../../../corpus/expanded.tsv");
/// The engine's name in that file, and in a revision, if none is asked for.
const DEFAULT: &str = "default";

/// The revision of the engine that a task asks for, in the program that this library is part of:
/// its name, and the beginning of the BLAKE3 digest of its counts.
pub fn of_task(task: &Task) -> String {
    let mut words = task.arguments.iter().map(String::as_str);
    let engine = words.find_map(|word| match word.strip_prefix("--engine") {
        Some("") => Some(None),
        Some(rest) => rest.strip_prefix('=').map(Some),
        None => None,
    });
    let next = words.next();
    let engine = engine.map_or(Some(DEFAULT), |after_sign| after_sign.or(next));
    of_engine(engine.unwrap_or(DEFAULT))
}

/// Whether the engine of a revision still has the same counts.
pub fn is_current(revision: &str) -> bool {
    engine(revision).is_some_and(|engine| of_engine(engine) == revision)
}

/// The engine of a revision.
pub fn engine(revision: &str) -> Option<&str> {
    revision.split_once(' ').map(|(engine, _)| engine)
}

fn of_engine(engine: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for line in COUNTS.lines().filter(|line| line.split('\t').nth(1) == Some(engine)) {
        hasher.update(line.as_bytes());
        hasher.update(b"\n");
    }
    format!("{engine} {}", &hasher.finalize().to_hex()[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(arguments: &[&str]) -> Task {
        let arguments = arguments.iter().map(|&word| word.to_owned()).collect();
        Task { instance: String::new(), configuration: String::new(), arguments, puzzle: None }
    }

    #[test]
    fn a_revision_names_the_engine_that_is_asked_for() {
        for (arguments, engine) in [
            (&["--direction", "forward", "--engine", "astar", "--nodes", "0"][..], "astar"),
            (&["--engine=ida-star"], "ida-star"),
            (&["--direction", "forward"], "default"),
        ] {
            let revision = of_task(&task(arguments));
            assert_eq!(super::engine(&revision), Some(engine));
            assert!(is_current(&revision), "{revision}");
        }
    }

    #[test]
    fn engines_count_differently_and_none_counts_as_before() {
        let [astar, default] = ["astar", "default"].map(of_engine);
        let digest = |revision: &str| revision.split_once(' ').unwrap().1.to_owned();
        assert_ne!(digest(&astar), digest(&default));
        assert!(!is_current("astar 00000000"));
        assert!(!is_current(""));
    }
}
