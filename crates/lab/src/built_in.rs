//! The experiments that come with the program.

use crate::Experiment;
use crate::experiment::ExperimentError;
use fewest_rules::Located;
use std::io;

/// An experiment that comes with the program.
#[derive(Debug, Clone, Copy)]
pub struct BuiltIn {
    /// The name to type.
    pub name: &'static str,
    text: &'static str,
    /// The text of the published figures; empty if there are none.
    published: &'static str,
}

macro_rules! built_in {
    ($($name:literal $($published:literal)?),* $(,)?) => {
        &[$(BuiltIn {
            name: $name,
            text: include_str!(concat!("../../../experiments/", $name, ".toml")),
            published: concat!($(include_str!(concat!("../../../experiments/", $published)))?),
        }),*]
    };
}

/// All of them.
pub const BUILT_IN: &[BuiltIn] = built_in! {
    "agreement" "atomix-testbed.csv",
    "atomix-solved" "atomix-testbed.csv",
    "atomix-testbed" "atomix-testbed.csv",
    "figure-11" "hueffner-figure-11.csv",
    "fsm-pruning" "fsm-pruning.csv",
    "gliesch-table-4.3" "gliesch-appendix-c.csv",
    "gliesch-table-4.4" "gliesch-appendix-d.csv",
    "gliesch-table-4.5" "gliesch-appendix-b.csv",
    "gliesch-table-4.6" "gliesch-appendix-e.csv",
    "gliesch-table-4.8" "gliesch-appendix-g.csv",
    "gliesch-table-f" "gliesch-appendix-f.csv",
    "hueffner-table" "hueffner-appendix-b.csv",
    "korf-100" "korf-100.csv",
    "korf-felner" "korf-felner-table-4.csv",
    "misses" "atomix-testbed.csv",
    "replacement" "atomix-testbed.csv",
    "small",
};

impl BuiltIn {
    /// The experiment.
    ///
    /// # Errors
    /// None with the files as they are: a test reads them all.
    pub fn experiment(&self) -> Result<Experiment, Located<ExperimentError>> {
        Experiment::parse(self.name, self.text, |_| Ok(self.published.to_owned()))
    }

    /// The experiment with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        BUILT_IN.iter().find(|built_in| built_in.name == name)
    }
}

/// Reads an experiment in a file; figures it refers to are in files beside it.
///
/// # Errors
/// If the file cannot be read, or is not an experiment.
pub fn from_file(
    path: &std::path::Path,
) -> io::Result<Result<Experiment, Located<ExperimentError>>> {
    let text = std::fs::read_to_string(path)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let beside = |file: &str| std::fs::read_to_string(path.with_file_name(file));
    Ok(Experiment::parse(&name, &text, beside))
}
