//! The instances in the files of the corpus.

use fewest::{InputOptions, Instance};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// A row of a corpus file; the files explain the keys.
#[derive(Deserialize)]
struct Row {
    name: String,
    input: Option<String>,
    level: Option<String>,
    data: Option<String>,
    goal: Option<String>,
    optimum: Option<u16>,
}

#[derive(Deserialize)]
struct File {
    instance: Vec<Row>,
}

/// An instance and what is known about it.
pub struct Entry {
    pub name: String,
    pub instance: Instance,
    /// The length of a shortest plan; `None` if there is none.
    pub optimum: Option<u16>,
}

/// The folder of the corpus.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

fn data() -> PathBuf {
    std::env::var_os("FEWEST_DATA")
        .map_or_else(|| folder().join("../../shared/data"), PathBuf::from)
}

/// All instances that are on this machine.
pub fn read() -> Vec<Entry> {
    let rows = ["atomix.toml", "tiles.toml", "panex.toml"].into_iter().flat_map(|file| {
        let text = fs::read_to_string(folder().join(file)).expect("a corpus file");
        toml::from_str::<File>(&text).expect("a corpus").instance
    });
    rows.filter_map(Row::entry).collect()
}

impl Row {
    /// The instance, or `None` if it is in a data folder that does not exist.
    fn entry(self) -> Option<Entry> {
        let mut options = InputOptions::default();
        if let Some(goal) = &self.goal {
            options.tiles.goal = goal.parse().expect("the name of a goal");
        }
        let input = match (&self.input, &self.level, &self.data) {
            (Some(input), None, None) => PathBuf::from(input),
            (None, Some(level), None) => folder().join("levels").join(level),
            (None, None, Some(file)) => {
                if !data().is_dir() {
                    println!("skipped: {}: there is no data folder", self.name);
                    return None;
                }
                data().join(file)
            }
            _ => panic!("{}: exactly one of input, level and data", self.name),
        };
        let instances = fewest::read(input.as_os_str(), options);
        let instances = instances.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let [instance] = instances.try_into().expect("one instance");
        Some(Entry { name: self.name, instance, optimum: self.optimum })
    }
}
