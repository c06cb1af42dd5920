//! One file a level: what is known of it, and the runs that show it.

use serde::Deserialize;
use std::path::Path;

/// The facts known about a level.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Name of the level: that of the file.
    #[serde(skip)]
    pub level: String,
    /// Day on which the last of the runs was recorded.
    pub date: String,
    /// Length of a shortest plan, if it is proved.
    pub optimum: Option<u32>,
    /// Earlier results published by others.
    pub published: Published,
    /// Runs that show the bound.
    #[serde(rename = "run")]
    pub runs: Vec<Run>,
    /// Plans that were found otherwise.
    #[serde(default, rename = "plan")]
    pub plans: Vec<Plan>,
    /// The certificate of the optimum, which was checked.
    pub certificate: Option<Certificate>,
    /// Paragraphs of Markdown.
    #[serde(default)]
    pub notes: String,
}

/// Results on a level published by others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Length of a shortest plan, with a proof.
    pub optimum: Option<u32>,
    /// Greatest lower bound.
    pub lower: Option<u32>,
    /// Shortest plan found by players.
    pub by_hand: Option<u32>,
}

/// A run of the command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// What was run. Its flags say engine, heuristic, direction and limits.
    pub command: String,
    /// Threads that searched.
    pub threads: u32,
    /// No plan has fewer moves.
    pub lower: u32,
    /// Length of the plan that the run found.
    pub upper: Option<u32>,
    /// States expanded.
    pub expanded: u64,
    /// States generated, to the precision known.
    pub generated: Option<u64>,
    /// Wall-clock time.
    pub seconds: Option<f64>,
    /// Processor time.
    pub cpu_seconds: Option<f64>,
    /// Peak memory with its unit.
    pub memory: String,
}

/// A plan that no run above found.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Its length.
    pub moves: u32,
    /// How it was found, after "found".
    pub found: String,
    /// The command that finds it again.
    pub command: Option<String>,
}

/// A certificate that `fewest verify` has accepted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The command that makes it.
    pub command: String,
    /// States that it lists.
    pub states: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Processor time of the check, in seconds.
    pub check_seconds: f64,
    /// Its digest.
    pub digest: String,
}

/// The status of a level, and who settled it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Proved here first.
    Closed { optimum: u32 },
    /// Not proved by anybody.
    Open { lower: u32 },
    /// Proved by others before.
    SolvedBefore { optimum: u32 },
}

impl Record {
    /// The status of the level.
    pub fn status(&self) -> Status {
        match (self.optimum, self.published.optimum) {
            (Some(optimum), None) => Status::Closed { optimum },
            (Some(optimum), Some(published)) => {
                assert_eq!(optimum, published, "{}", self.level);
                Status::SolvedBefore { optimum }
            }
            (None, _) => Status::Open { lower: self.runs[0].lower },
        }
    }

    /// Length of the shortest plan found here.
    pub fn shortest_plan(&self) -> Option<u32> {
        let found = self.runs.iter().filter_map(|run| run.upper);
        found.chain(self.plans.iter().map(|plan| plan.moves)).min()
    }
}

impl Run {
    /// A word of the command.
    pub fn word(&self, index: usize) -> &str {
        self.command.split(' ').nth(index).unwrap()
    }

    /// The value of a flag of the command.
    pub fn flag(&self, name: &str) -> Option<&str> {
        self.command.split(' ').skip_while(|word| *word != name).nth(1)
    }

    /// The engine that the command names, or the one that Atomix is searched with otherwise.
    pub fn engine(&self) -> &str {
        self.flag("--engine").unwrap_or("breadth-first-heuristic")
    }
}

/// All records of a folder, in order of names.
pub fn read(folder: &Path) -> Vec<Record> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    let record = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let record: Record =
            toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Record { level: path.file_stem().unwrap().to_str().unwrap().to_owned(), ..record }
    };
    files.iter().map(record).collect()
}
