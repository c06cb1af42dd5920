//! One corpus, every engine, both directions.
//!
//! What fewest does by itself must prove every known optimum, in each direction that the puzzle
//! has. Every other engine gets a number of nodes: if it ends within them it must prove the same,
//! else its bounds must hold. Lossy engines must not prove a plan to be shortest, nor find one that is
//! too short.

use fewest::search::{Direction, Engine, Guarantee, Stop, Verdict};
use fewest::{InputOptions, Instance, MoveCount, Plan, Report, SolveError, Solver, read};
use serde::Deserialize;
use std::path::PathBuf;

/// Nodes for engines that were not chosen by default: they end within them on half the corpus.
const NODES: u64 = 20_000;

#[derive(Deserialize)]
struct Corpus {
    instance: Vec<Entry>,
}

/// A row of a corpus file; the files say what the keys mean.
#[derive(Deserialize)]
struct Entry {
    name: String,
    input: Option<String>,
    level: Option<String>,
    data: Option<String>,
    goal: Option<String>,
    optimum: Option<u16>,
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn data() -> PathBuf {
    std::env::var_os("FEWEST_DATA").map_or_else(|| root().join("../shared/data"), PathBuf::from)
}

impl Entry {
    /// The instance, or `None` if it is in a data folder that is not there.
    fn instance(&self) -> Option<Instance> {
        let mut options = InputOptions::default();
        if let Some(goal) = &self.goal {
            options.tiles.goal = goal.parse().expect("the name of a goal");
        }
        let input = match (&self.input, &self.level, &self.data) {
            (Some(input), None, None) => PathBuf::from(input),
            (None, Some(level), None) => root().join("corpus/levels").join(level),
            (None, None, Some(file)) => {
                if !data().is_dir() {
                    println!("skipped: {}: there is no data folder", self.name);
                    return None;
                }
                data().join(file)
            }
            _ => panic!("{}: exactly one of input, level and data", self.name),
        };
        let instances = read(input.as_os_str(), options);
        let mut instances = instances.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        assert_eq!(instances.len(), 1, "{}", self.name);
        instances.pop()
    }

    fn check(&self, report: &Report, is_default: bool) {
        let name = format!("{} by {} {}", self.name, report.engine, report.direction);
        match report.status.0 {
            Verdict::Optimal => {
                let optimum = self.optimum.map(|optimum| MoveCount::from(u64::from(optimum)));
                assert_eq!(report.upper, optimum, "{name}");
                assert_eq!(report.lower, optimum, "{name}");
                assert_eq!(report.plan.as_ref().map(Plan::len), optimum, "{name}");
            }
            Verdict::Unsolvable => assert_eq!(self.optimum, None, "{name}"),
            Verdict::Solved(_) | Verdict::Bounded(Stop::Nodes | Stop::Incomplete)
                if !is_default =>
            {
                let optimum = MoveCount::from(self.optimum.map_or(u64::MAX, u64::from));
                assert!(report.lower.as_ref().is_some_and(|lower| *lower <= optimum), "{name}");
                assert!(report.upper.as_ref().is_none_or(|upper| *upper >= optimum), "{name}");
            }
            verdict => panic!("{name}: {verdict:?}"),
        }
    }
}

fn run(instance: &Instance, solver: Solver<'_>) -> Option<Report> {
    match solver.solve(instance) {
        Ok(report) => Some(report),
        Err(SolveError::Unsupported(_)) => None,
        Err(error) => panic!("{}: {error}", instance.name),
    }
}

fn every_engine_agrees_on(file: &str) {
    let text = std::fs::read_to_string(root().join("corpus").join(file)).expect("a corpus file");
    let corpus: Corpus = toml::from_str(&text).expect("a corpus");
    for entry in corpus.instance {
        let Some(instance) = entry.instance() else { continue };
        let default = run(&instance, Solver::new()).expect("there is a default");
        entry.check(&default, true);
        for engine in Engine::ALL {
            let is_default = engine.name() == default.engine;
            for direction in Direction::ALL {
                let solver = Solver::new().engine(engine).direction(direction);
                let solver = if is_default { solver } else { solver.nodes(NODES) };
                if let Some(report) = run(&instance, solver) {
                    entry.check(&report, is_default);
                    if engine.guarantee() == Guarantee::Lossy {
                        assert_ne!(report.status.0, Verdict::Optimal, "{}", entry.name);
                    }
                }
            }
        }
    }
}

#[test]
fn every_engine_agrees_on_atomix() {
    every_engine_agrees_on("atomix.toml");
}

#[test]
fn every_engine_agrees_on_tiles() {
    every_engine_agrees_on("tiles.toml");
}

#[test]
fn every_engine_agrees_on_panex() {
    every_engine_agrees_on("panex.toml");
}
