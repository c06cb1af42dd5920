//! What work units are parts of, and the searches that they may be.

use super::found::Found;
use crate::arguments::{Inputs, Method};
use crate::exit::Usage;
#[cfg(feature = "lab")]
use crate::lab;
use crate::output::printable;
use crate::pdb;
use crate::solve::Budget;
use clap::{Args, Parser};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;

/// What `work.json` says of the units.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Whole {
    /// Each unit is an instance.
    Instances,
    /// Each unit is a part of the search of one instance.
    Tree(Tree),
    /// Each unit is a table of a tile puzzle.
    Tables,
    /// Each unit is a run of an experiment.
    #[cfg(feature = "lab")]
    Experiment {
        /// Its name, or its file.
        name: String,
    },
}

impl Whole {
    /// That a unit with these arguments may be run.
    ///
    /// # Errors
    /// If it is something else.
    pub(super) fn check(&self, arguments: &[String]) -> Result<(), Usage> {
        match self {
            Self::Instances | Self::Tree(_) => Search::parse(arguments).map(drop),
            Self::Tables => pdb::units::check(arguments),
            #[cfg(feature = "lab")]
            Self::Experiment { .. } => lab::units::check(arguments),
        }
    }

    /// What the record of a unit says, in a few words.
    ///
    /// # Errors
    /// If it is no record of such a unit.
    pub(super) fn described(&self, record: &str) -> Result<String, String> {
        match self {
            Self::Instances | Self::Tree(_) => {
                let found = Found::parse(record)?;
                Ok(format!("{}: {}", printable(&found.instance), found.status()?.name()))
            }
            Self::Tables => pdb::units::described(record),
            #[cfg(feature = "lab")]
            Self::Experiment { .. } => lab::units::described(record),
        }
    }
}

/// The search of one instance, divided by the positions at some distance from its start.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tree {
    /// What follows `fewest solve` without the division.
    pub(super) arguments: Vec<String>,
    /// The distance of the positions.
    pub(super) depth: u16,
    /// For each unit the moves that lead to its position, which is a goal only if no nearer one is.
    pub(super) moves: Vec<Vec<String>>,
}

/// A search that a unit may be: one that writes no file.
#[derive(Debug, Args)]
pub(super) struct Search {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    #[command(flatten)]
    pub(super) method: Method,
    #[command(flatten)]
    pub(super) budget: Budget,
    /// Look only for solutions of at most so many moves
    #[arg(long, value_name = "MOVES")]
    pub(super) upper_bound: Option<u16>,
}

/// The words before those of a search.
pub(super) const SOLVE: [&str; 2] = ["solve", "--json"];
/// How the option begins that limits the length of plans.
const UPPER_BOUND: &str = "--upper-bound=";

impl Search {
    /// The search that some arguments stand for: what follows `fewest` in a unit.
    ///
    /// # Errors
    /// If they are none, or none that a unit may be.
    pub(super) fn parse(arguments: &[String]) -> Result<Self, Usage> {
        #[derive(Parser)]
        struct Solve {
            #[command(flatten)]
            search: Search,
        }
        let words = arguments.strip_prefix(&SOLVE.map(String::from)).ok_or_else(|| {
            Usage(format!("a work unit begins with {}, not with {arguments:?}", SOLVE.join(" ")))
        })?;
        let words = ["solve".into()].into_iter().chain(words.iter().map(OsString::from));
        Solve::try_parse_from(words).map(|solve| solve.search).map_err(|error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            Usage(format!("not for a work unit: {}", line.trim_start_matches("error: ")))
        })
    }
}

/// The same search for solutions of at most so many moves.
pub(super) fn within(arguments: &[String], most: u16) -> Vec<String> {
    let inputs = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
    let is_bound = |(i, word): &(usize, &String)| *i < inputs && word.starts_with(UPPER_BOUND);
    let rest = arguments.iter().enumerate().skip(SOLVE.len()).filter(|word| !is_bound(word));
    let bound = format!("{UPPER_BOUND}{most}");
    let all = SOLVE.map(String::from).into_iter().chain([bound]);
    all.chain(rest.map(|(_, word)| word.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_takes_the_place_of_another() {
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let arguments = words("solve --json --threads=1 --upper-bound=9 -- --upper-bound=3");
        let narrower = words("solve --json --upper-bound=7 --threads=1 -- --upper-bound=3");
        assert_eq!(within(&arguments, 7), narrower);
    }
}
