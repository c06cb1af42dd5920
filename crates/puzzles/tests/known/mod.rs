//! The known optima of `corpus/puzzles.toml`, for the tests of the examples.

use fewest_proof::closed_list::Graph;
use fewest_proof::unwatched;
use fewest_puzzles::{Puzzle, certificate, compare};
use fewest_search::outcome::unlimited;
use fewest_search::problem::Heuristic;
use fewest_search::{Depth, Problem};
use serde::Deserialize;
use std::io::Write as _;
use std::process::Command;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Corpus {
    instance: Vec<Instance>,
}

/// An instance and what is known about it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instance {
    pub name: String,
    pub rules: String,
    instance: String,
    optimum: Option<u16>,
    states: Option<usize>,
    by_distance: Option<Vec<usize>>,
    /// Who says so.
    pub source: String,
}

pub fn instances() -> Vec<Instance> {
    let text = include_str!("../../../../corpus/puzzles.toml");
    toml::from_str::<Corpus>(text).expect("the corpus is valid").instance
}

/// Compares the implementations that `make` gives for every instance of some rules, in every state;
/// compares the results with what is known, and certifies them.
pub fn compare_all<S: Puzzle, H: Heuristic<S>, G: Graph + 'static>(
    rules: &str,
    make: impl Fn(&str) -> Result<(Problem<S, H>, G), String>,
) {
    let of_these = instances().into_iter().filter(|instance| instance.rules == rules);
    let mut count = 0;
    for Instance { name, instance, optimum, states, by_distance, source, .. } in of_these {
        println!("{name}: {source}");
        let (problem, graph) = make(&instance).expect(&name);
        let world = compare(&problem, &graph).expect(&name);
        assert_eq!(world.optimum, optimum, "{name}");
        assert!(world.is_consistent, "{name}");
        assert_eq!(states.unwrap_or(world.states), world.states, "{name}");
        assert_eq!(by_distance.unwrap_or(world.by_distance.clone()), world.by_distance, "{name}");
        is_certified(&problem.space, &graph, optimum, |text| Ok(make(text)?.1));
        count += 1;
    }
    assert!(count > 0, "no instance of {rules}");
}

/// Asserts that what is known can be certified, and that one move more cannot.
fn is_certified<S: Puzzle, G: Graph + 'static>(
    space: &S,
    graph: &G,
    optimum: Option<u16>,
    read: impl Fn(&str) -> Result<G, String>,
) {
    let written = |lower: Option<u16>| {
        let claim = certificate::Claim { lower: lower.map(Depth), plan: None };
        let mut bytes = vec![];
        unlimited(|monitor| certificate::write(space, graph, &claim, monitor, &mut bytes))
            .map(|written| (written.states, bytes))
    };
    let (states, bytes) = written(optimum).expect("it holds");
    let checked = certificate::check(S::RULES, read, || Ok(&bytes[..]), None, &mut unwatched);
    assert_eq!(checked.expect("it is a proof").states, states);
    second_checker_accepts(&bytes);
    if let Some(optimum) = optimum {
        assert!(matches!(
            written(Some(optimum + 1)),
            Err(certificate::NoCertificate::Contradiction)
        ));
    }
}

/// The Python checker has its own rules for these puzzles.
fn second_checker_accepts(certificate: &[u8]) {
    let has = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if !has("python3") || !has("zstd") {
        println!("skipped: the second checker needs python3 and zstd");
        return;
    }
    let mut file = tempfile::NamedTempFile::new().expect("there is a folder for it");
    file.write_all(certificate).expect("there is room");
    let checker = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checker/certificate.py");
    // Without byte-code files next to the sources.
    let ran = Command::new("python3").args(["-B", checker]).arg(file.path()).output();
    let ran = ran.expect("it was there");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout));
}
