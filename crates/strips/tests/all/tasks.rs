//! The tasks of the corpus.

use fewest_rules::pddl::{Domain, Instance};
use serde::Deserialize;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
struct Corpus {
    task: Vec<Task>,
}

/// A task with its known optimum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    pub task: String,
    pub optimum: u16,
    #[expect(dead_code, reason = "for readers")]
    pub source: String,
    #[serde(default)]
    pub ida: bool,
    #[serde(default)]
    pub large: bool,
}

impl Task {
    pub fn all() -> Vec<Self> {
        let text = fs::read_to_string(folder().join("../pddl.toml")).unwrap();
        toml::from_str::<Corpus>(&text).unwrap().task
    }

    pub fn instance(&self) -> Instance {
        let file = folder().join(&self.task);
        let read = |path: &Path| fs::read_to_string(path).unwrap();
        let domain = Domain::parse(&read(&file.with_file_name("domain.pddl"))).unwrap();
        Instance::parse(domain, &read(&file.with_extension("pddl"))).unwrap()
    }
}

pub fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/pddl"))
}

/// The task that a domain text and a task text describe.
pub fn instance(domain: &str, task: &str) -> Instance {
    Instance::parse(Domain::parse(domain).unwrap(), task).unwrap()
}
