//! The work that units are parts of, and the searches that they may be.

use crate::arguments::{Budget, Inputs, Method};
use crate::output::exit::Usage;
use clap::{Args, Parser};
use fewest::rules::TextPosition;
use fewest::search::Limits;
use fewest::{InputError, Instance, SolveError, Solver};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::time::Instant;

/// The description of the units in `work.json`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Division {
    /// Each unit is an instance whose puzzle has this [identity](fewest::identity).
    Instances(Vec<String>),
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

impl Division {
    /// Whether a run stands for a unit: it has the unit's arguments or, for a part of a search,
    /// those limited to shorter plans.
    pub(crate) fn is_of(&self, unit: &[String], run: &[String]) -> bool {
        let bound = |arguments| Search::parse(arguments).ok().and_then(|it| it.upper_bound);
        let is_narrower = || {
            bound(run).is_some_and(|most| {
                bound(unit).is_none_or(|asked| most <= asked) && within(unit, most) == run
            })
        };
        unit == run || (matches!(self, Self::Tree(_)) && is_narrower())
    }
}

/// The search of one instance, divided by the positions at some distance from its start.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tree {
    /// The arguments of `fewest solve` without the division.
    pub(crate) arguments: Vec<String>,
    /// The [identity](fewest::identity) of the puzzle.
    pub(crate) puzzle: String,
    /// The distance of the positions.
    pub(crate) depth: u16,
    /// For each unit the moves to its position, which is a goal only if no goal is nearer.
    pub(crate) moves: Vec<Vec<String>>,
}

impl Tree {
    /// The instance that was split.
    ///
    /// # Errors
    /// As [`Search::instance`].
    pub(crate) fn instance(&self) -> anyhow::Result<Instance> {
        Search::parse(&self.arguments)?.instance(&self.arguments, &self.puzzle)
    }
}

/// A search that a unit may be: one that writes no file.
#[derive(Debug, Args)]
pub(crate) struct Search {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    #[command(flatten)]
    pub(crate) method: Method,
    #[command(flatten)]
    pub(crate) budget: Budget,
    /// Look only for solutions of at most this many moves
    #[arg(long, value_name = "MOVES")]
    pub(crate) upper_bound: Option<u16>,
}

/// The words before those of a search.
pub(crate) const SOLVE: [&str; 2] = ["solve", "--json"];
/// The beginning of the option that limits the length of plans.
const UPPER_BOUND: &str = "--upper-bound=";

impl Search {
    /// The search of `fewest solve` with these words; or what is wrong with them, in one line.
    pub(crate) fn of(words: impl Iterator<Item = OsString>) -> Result<Self, String> {
        #[derive(Parser)]
        struct Solve {
            #[command(flatten)]
            search: Search,
        }
        let parsed = Solve::try_parse_from(["solve".into()].into_iter().chain(words));
        parsed.map(|solve| solve.search).map_err(|error| {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        })
    }

    /// The search that some arguments stand for: those after `fewest` in a unit.
    ///
    /// # Errors
    /// If they are not a search, or not one that a unit may be.
    pub(crate) fn parse(arguments: &[String]) -> Result<Self, Usage> {
        let words = arguments.strip_prefix(&SOLVE.map(String::from)).ok_or_else(|| {
            Usage(format!("a work unit begins with {}, not with {arguments:?}", SOLVE.join(" ")))
        })?;
        let search = Self::of(words.iter().map(OsString::from));
        search.map_err(|error| Usage(format!("not allowed in a work unit: {error}")))
    }

    /// Checks that the engine and its options work with a puzzle, as far as that is known without
    /// a search.
    ///
    /// # Errors
    /// If they do not.
    pub(crate) fn check(&self, instance: &Instance) -> Result<(), SolveError> {
        let now = Instant::now();
        // A search without time chooses its engine, and searches nothing.
        let limits = Limits { deadline: Some(now), nodes: Some(0), ..self.budget.limits(now) };
        Solver::new().request(self.method.request()).limits(limits).solve(instance).map(drop)
    }

    /// The one instance of a search with these arguments, whose puzzle has this identity.
    ///
    /// # Errors
    /// If it cannot be read, or has changed.
    pub(crate) fn instance(&self, arguments: &[String], puzzle: &str) -> anyhow::Result<Instance> {
        let input = arguments.last().map_or("", String::as_str);
        let invalid = |error| InputError::invalid(input, TextPosition::START, error);
        if self.inputs.may_wait() {
            return Err(invalid("a work unit cannot read from a pipe or a device").into());
        }
        let mut instances = self.inputs.read()?.whole()?;
        let instance = instances.pop().filter(|_| instances.is_empty());
        let instance = instance.ok_or_else(|| invalid("it is not a single instance"))?;
        let is_it = fewest::identity(&instance.puzzle) == puzzle;
        let other = || invalid("it is not the puzzle that was split");
        Ok(is_it.then_some(instance).ok_or_else(other)?)
    }
}

/// The same search for solutions of at most `most` moves.
pub(crate) fn within(arguments: &[String], most: u16) -> Vec<String> {
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

    #[test]
    fn a_part_of_a_search_is_done_by_one_for_shorter_plans() {
        let words = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let unit = words("solve --json --upper-bound=9 -- water");
        let whole =
            |units| Tree { arguments: units, puzzle: String::new(), depth: 0, moves: vec![] };
        let (tree, instances) = (Division::Tree(whole(unit.clone())), Division::Instances(vec![]));
        for (run, of_tree, of_instances) in [
            ("solve --json --upper-bound=9 -- water", true, true),
            ("solve --json --upper-bound=7 -- water", true, false),
            ("solve --json --upper-bound=10 -- water", false, false),
            ("solve --json --upper-bound=7 -- panex:2", false, false),
            ("solve --json --upper-bound=7 --engine=astar -- water", false, false),
            ("solve --json -- water", false, false),
            ("pdb build", false, false),
        ] {
            let run = words(run);
            assert_eq!(
                (tree.is_of(&unit, &run), instances.is_of(&unit, &run)),
                (of_tree, of_instances)
            );
        }
    }
}
