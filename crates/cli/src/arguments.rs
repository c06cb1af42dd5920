//! Arguments that several verbs share.

use crate::exit::{self, Usage};
use crate::plan_text::PlanText;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fewest::atomix::{self, TieBreaking};
use fewest::for_any_puzzle;
use fewest::input::{Entry, Format, InputWarning};
use fewest::rules::{Notation, Puzzle, atomix as atomix_rules, check_notation, tiles};
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
    /// What the edge of an Atomix field does where no wall is: a board that atoms can leave is an
    /// error, or the edge stops them
    #[arg(
        long,
        default_value = atomix_rules::OpenEdge::default().name(),
        value_parser = names::<atomix_rules::OpenEdge>(
            atomix_rules::OpenEdge::ALL.map(atomix_rules::OpenEdge::name)
        ),
    )]
    open_edge: atomix_rules::OpenEdge,
}

impl Reading {
    pub(crate) fn options(&self) -> InputOptions {
        let Self { format, goal, size, open_edge } = *self;
        InputOptions { format, open_edge, tiles: tiles::Options { size, goal } }
    }

    /// What there is in an input.
    pub(crate) fn read(&self, input: &OsStr) -> Result<Given, InputError> {
        Ok(Given::default().with(fewest::entries(input, self.options())?))
    }
}

/// How moves are written.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Moves {
    /// How moves are written and read: directions or letters for Atomix; blank, blank-words, tile or
    /// tile-words for tiles (where the blank or the tile goes); numbers or lower for Panex. Without
    /// it moves are written the standard way and read in any that fits
    #[arg(long, value_parser = names::<Notation>(Notation::ALL.map(Notation::name)))]
    pub(crate) notation: Option<Notation>,
}

impl Moves {
    /// That all instances have such a notation.
    pub(crate) fn check(self, instances: &[Instance]) -> Result<(), Usage> {
        let Some(notation) = self.notation else { return Ok(()) };
        instances.iter().try_for_each(|Instance { name, puzzle, .. }| {
            let checked = for_any_puzzle!(puzzle, puzzle => check_notation(puzzle, notation));
            checked.map_err(|error| Usage(format!("{name}: {error}")))
        })
    }

    /// A move as it is to be written.
    pub(crate) fn write<P: Puzzle>(
        self,
        puzzle: &P,
        position: &P::Position,
        step: &P::Move,
    ) -> String {
        puzzle.write_move(position, step, self.notation.unwrap_or_default())
    }
}

/// What was read: instances, and what is wrong with the levels that could not be.
#[derive(Debug, Default)]
pub(crate) struct Given {
    pub(crate) instances: Vec<Instance>,
    pub(crate) broken: Vec<InputError>,
    pub(crate) warnings: Vec<InputWarning>,
}

impl Given {
    /// The same and more.
    fn with(mut self, entries: Vec<Entry>) -> Self {
        for entry in entries {
            self.warnings.extend(entry.warnings.iter().cloned());
            match entry.into_instance() {
                Ok(instance) => self.instances.push(instance),
                Err(error) => self.broken.push(error),
            }
        }
        self
    }

    /// The instances, and the exit code for the broken levels beside them, after everything that
    /// is remarkable was said on standard error.
    ///
    /// # Errors
    /// If there are only broken ones.
    pub(crate) fn told(self) -> Result<(Vec<Instance>, u8), InputError> {
        let Self { instances, broken, warnings } = self;
        warnings.iter().for_each(|warning| eprintln!("{warning}"));
        if instances.is_empty() {
            return Err(InputError::Several(broken));
        }
        broken.iter().for_each(|error| eprintln!("{error}"));
        Ok((instances, if broken.is_empty() { exit::OK } else { exit::INPUT }))
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
    #[command(flatten)]
    pub(crate) moves: Moves,
    /// Begin at the position after these moves: written out, or a file of them as for verify
    #[arg(long, value_name = "MOVES|FILE")]
    after: Option<OsString>,
}

impl Inputs {
    /// Whether one of them is standard input.
    pub(crate) fn are_typed(&self) -> bool {
        self.inputs.iter().any(|input| input == "-")
    }

    /// All instances of all inputs: an error in one of them shows before work begins on any.
    ///
    /// # Errors
    /// An input that is not there or is no puzzle, or moves that cannot be made.
    pub(crate) fn read(&self) -> anyhow::Result<Given> {
        let mut given = Given::default();
        for input in &self.inputs {
            given = given.with(fewest::entries(input, self.reading.options())?);
        }
        self.moves.check(&given.instances)?;
        if let Some(after) = &self.after {
            let text = PlanText::read(after)?;
            text.check_is_for(&given.instances)?;
            for instance in &mut given.instances {
                *instance = text.instance_after(instance, self.moves)?;
            }
        }
        Ok(given)
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
