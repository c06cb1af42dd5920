//! Arguments that several verbs share.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fewest::atomix::{self, TieBreaking};
#[cfg(feature = "lab")]
use fewest::input::Entry;
use fewest::input::Format;
use fewest::rules::tiles;
use fewest::search::{
    Direction, Engine, MultiGoal, Replacement, Request, Settings, TableStart, Weight,
};
use fewest::{InputError, InputOptions, Instance};
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::str::FromStr;

/// How inputs are read.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Format of files and standard input, if it is not to be detected
    #[arg(long, value_parser = names::<Format>(Format::names()))]
    format: Option<Format>,
    /// Solved board of tile puzzles: the blank last as in the toy, or first as in Korf's papers
    #[arg(
        long,
        default_value = tiles::Goal::default().name(),
        value_parser = names::<tiles::Goal>(tiles::Goal::ALL.map(tiles::Goal::name)),
    )]
    goal: tiles::Goal,
    /// Size of tile puzzles that are not square, WIDTHxHEIGHT, where the input does not tell
    #[arg(long, value_name = "SIZE")]
    size: Option<tiles::Size>,
}

impl Reading {
    pub(crate) fn options(&self) -> InputOptions {
        let Self { format, goal, size } = *self;
        InputOptions { format, tiles: tiles::Options { size, goal } }
    }

    /// All instances of an input.
    pub(crate) fn read(&self, input: &OsStr) -> Result<Vec<Instance>, InputError> {
        fewest::read(input, self.options())
    }
}

/// One or more inputs.
#[derive(Debug, Args)]
pub(crate) struct Inputs {
    /// What to work on: FILE, FILE:5, FILE:1-10, water, katomic:5, gnome:Water, a tile string,
    /// panex:7, or - for standard input
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<OsString>,
    #[command(flatten)]
    reading: Reading,
}

impl Inputs {
    /// Whether one of them is standard input.
    pub(crate) fn are_typed(&self) -> bool {
        self.inputs.iter().any(|input| input == "-")
    }

    /// All levels of all inputs with their numbers, broken ones beside good ones.
    #[cfg(feature = "lab")]
    pub(crate) fn entries(&self) -> Result<Vec<Entry>, InputError> {
        let mut entries = Vec::new();
        for input in &self.inputs {
            entries.extend(fewest::input::entries(input, self.reading.options())?);
        }
        Ok(entries)
    }

    /// All instances of all inputs: an error in one of them shows before work begins on any.
    pub(crate) fn read(&self) -> Result<Vec<Instance>, InputError> {
        let mut instances = Vec::new();
        for input in &self.inputs {
            instances.extend(self.reading.read(input)?);
        }
        Ok(instances)
    }
}

/// How to search.
#[derive(Debug, Args)]
pub(crate) struct Method {
    /// Engine; without it the one that suits the puzzle
    #[arg(long, value_parser = names::<Engine>(Engine::ALL.map(Engine::name)))]
    pub(crate) engine: Option<Engine>,
    /// Direction; auto takes the one that suits the puzzle
    #[arg(long, default_value = "auto", value_parser = directions())]
    pub(crate) direction: Asked,
    /// Heuristic for Atomix or tiles, each with its own; without it the one that suits the engine
    #[arg(long, value_parser = listed(heuristics()))]
    heuristic: Option<&'static str>,
    /// Rule that breaks ties in the open lists of A* for Atomix; without it the least h first
    #[arg(long, value_parser = listed(TieBreaking::ALL.map(TieBreaking::name).to_vec()))]
    tie_breaking: Option<&'static str>,
    /// Whether A* for Atomix looks for the nearest goal position in one search, or for each in a
    /// search of its own, bound by bound
    #[arg(long, default_value_t, value_parser = names::<MultiGoal>(MultiGoal::ALL.map(MultiGoal::name)))]
    multi_goal: MultiGoal,
    /// How many times the heuristic counts in the weighted engines, from 1 to 100: plans are at most
    /// so many times as long as a shortest one [default: 1.5]
    #[arg(long, value_name = "NUMBER")]
    weight: Option<Weight>,
    /// Replacement scheme of the transposition tables of transposition-ida-star and
    /// stochastic-ida-star [default: fifo]
    #[arg(long, value_parser = names::<Replacement>(Replacement::ALL.map(Replacement::name)))]
    replacement: Option<Replacement>,
    /// Whether these tables are emptied for each bound, or keep the states of the one before
    /// [default: empty]
    #[arg(long, value_parser = names::<TableStart>(TableStart::ALL.map(TableStart::name)))]
    table_start: Option<TableStart>,
    /// Threads for engines that use several; without it as many as there are processors
    #[arg(long, value_name = "COUNT")]
    pub(crate) threads: Option<NonZeroUsize>,
}

impl Method {
    /// The request that these arguments make.
    pub(crate) fn request(&self) -> Request {
        let Self { engine, direction, heuristic, tie_breaking, multi_goal, .. } = *self;
        let Self { weight, replacement, table_start, .. } = *self;
        let settings = Settings { weight, replacement, table_start };
        Request { engine, direction: direction.0, heuristic, tie_breaking, multi_goal, settings }
    }
}

/// A direction, or none in particular.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked(pub(crate) Option<Direction>);

fn directions() -> impl TypedValueParser<Value = Asked> {
    let names = Direction::ALL.map(Direction::name).into_iter().chain(["auto"]);
    PossibleValuesParser::new(names).map(|name| Asked(name.parse().ok()))
}

/// The heuristics of all puzzles.
fn heuristics() -> Vec<&'static str> {
    let atomix = atomix::HeuristicName::ALL.map(atomix::HeuristicName::name);
    let tiles = fewest::tiles::HeuristicName::ALL.map(fewest::tiles::HeuristicName::name);
    atomix.into_iter().chain(tiles).collect()
}

/// Reads one of `names` and keeps it.
fn listed(names: Vec<&'static str>) -> impl TypedValueParser<Value = &'static str> {
    let possible = PossibleValuesParser::new(names.clone());
    let known = move |name: String| names.iter().copied().find(|&known| known == name);
    possible.try_map(move |name| known(name).ok_or("unknown name"))
}

/// Reads one of `names`, which `T` reads as well.
pub(crate) fn names<T>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}
