//! Which inputs, and how they are read.

use super::completions;
use super::given::Given;
use super::moves::Moves;
use super::names::names;
use super::plan_text::PlanText;
use crate::output::exit::Usage;
use crate::output::tell;
use clap::Args;
#[cfg(feature = "lab")]
use fewest::input::Entry;
use fewest::input::{self, Format};
use fewest::rules::atomix::OpenEdge;
use fewest::rules::pddl::Kind;
use fewest::rules::tiles;
use fewest::{AnyPuzzle, InputOptions, Instance};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

/// How inputs are read.
#[derive(Debug, Args)]
pub(crate) struct Reading {
    /// Format of files and standard input, instead of detecting it
    #[arg(long, value_parser = names(Format::all(), Format::name))]
    format: Option<Format>,
    /// Solved board of tile puzzles: blank-last as in the toy, blank-first as in Korf's papers,
    /// blank-centre, snail, or a position like "1 2 3 / 8 0 4 / 7 6 5" [default: blank-last]
    #[arg(long)]
    goal: Option<tiles::Goal>,
    /// Size of tile puzzles, WIDTHxHEIGHT, where the input does not say
    #[arg(long, value_name = "SIZE")]
    size: Option<tiles::Size>,
    /// What happens at the edge of an Atomix field where there is no wall: refuse makes it an error
    /// if an atom can leave the board, stop lets the edge stop atoms
    #[arg(
        long,
        default_value = OpenEdge::default().name(),
        value_parser = names(OpenEdge::ALL, OpenEdge::name),
    )]
    open_edge: OpenEdge,
}

impl Reading {
    pub(crate) fn options(&self) -> InputOptions {
        let Self { format, goal, size, open_edge } = *self;
        let tiles = tiles::Options { size, goal: goal.unwrap_or_default() };
        InputOptions { format, open_edge, tiles }
    }

    /// Reads an input.
    ///
    /// # Errors
    /// If it cannot be read, or if an option for tile puzzles is given and it is not one.
    pub(crate) fn read(&self, input: &OsStr) -> anyhow::Result<Given> {
        let given = Given::default().with(fewest::entries(input, self.options())?);
        let is_tiles = |instance: &Instance| matches!(instance.puzzle, AnyPuzzle::Tiles(_));
        if !given.instances.is_empty() && given.instances.iter().all(is_tiles) {
            // A board that cannot be read may change what the lines before it mean.
            given.check_whole()?;
        }
        let is_other = |instance: &&Instance| !matches!(instance.puzzle, AnyPuzzle::Tiles(_));
        let option = self.goal.map(|_| "--goal").or(self.size.map(|_| "--size"));
        if let Some((option, other)) = option.zip(given.instances.iter().find(is_other)) {
            let (name, puzzle) = (&other.name, other.puzzle.name());
            let message = format!("{option} is only for tile puzzles; {name} belongs to {puzzle}");
            return Err(Usage(message).into());
        }
        Ok(given)
    }
}

/// One or more inputs.
#[derive(Debug, Args)]
pub(crate) struct Inputs {
    /// What to work on: FILE, FILE:5, FILE:1-10, water, katomic:5, gnome:Water, a tile puzzle,
    /// panex:7, DOMAIN.pddl TASK.pddl, or - for standard input
    #[arg(value_name = "INPUT", required = true, add = completions::inputs())]
    inputs: Vec<OsString>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    pub(crate) moves: Moves,
    /// Start from the position after these moves: written out, or in a file as for verify
    #[arg(long, value_name = "MOVES|FILE")]
    after: Option<OsString>,
}

impl Inputs {
    /// Whether one of them is standard input.
    pub(crate) fn are_typed(&self) -> bool {
        self.inputs.iter().any(|input| input == "-")
    }

    /// Whether reading them may block: one is standard input, a named pipe or a device.
    pub(crate) fn may_wait(&self) -> bool {
        let is_stream = |input| fs::metadata(input).is_ok_and(|it| !it.is_file() && !it.is_dir());
        self.are_typed() || self.inputs.iter().any(is_stream)
    }

    /// All levels of all inputs with their numbers, broken ones included.
    #[cfg(feature = "lab")]
    pub(crate) fn entries(&self) -> Result<Vec<Entry>, fewest::InputError> {
        let mut entries = Vec::new();
        for input in &self.inputs {
            entries.extend(fewest::input::entries(input, self.reading.options())?);
        }
        Ok(entries)
    }

    /// All instances of all inputs: an error in one of them is reported before work begins on any.
    ///
    /// # Errors
    /// Those of [`fewest::InputError`]; [`Usage`] if the inputs are the numbers of one board;
    /// moves that cannot be made.
    pub(crate) fn read(&self) -> anyhow::Result<Given> {
        if let Some(board) = self.unquoted_board() {
            let message = format!("these numbers are one board; quote them: \"{board}\"");
            return Err(Usage(message).into());
        }
        let mut all = Given::default();
        let (domain, inputs) = self.with_domain()?;
        for input in inputs {
            let given = match domain {
                Some(domain) => Given::default().with(input::task(domain, input)?),
                None => self.reading.read(input)?,
            };
            if let Some(missing) = input::missing(input, given.len()) {
                tell(&format!("fewest: {missing}"));
            }
            all = all.and(given);
        }
        self.moves.check(&all.instances)?;
        if let Some(after) = &self.after {
            let text = PlanText::read_for(after, &all.instances)?;
            for instance in &mut all.instances {
                *instance = text.instance_after(instance, self.moves)?;
            }
        }
        Ok(all)
    }

    /// The domain that all inputs are tasks of, if one is given, and the inputs.
    fn with_domain(&self) -> Result<(Option<&OsString>, Vec<&OsString>), Usage> {
        let are_several = self.inputs.len() > 1;
        let is_domain =
            |input: &&OsString| are_several && input::kind_of_pddl(input) == Some(Kind::Domain);
        let (domains, inputs): (Vec<_>, Vec<_>) = self.inputs.iter().partition(is_domain);
        match (&domains[..], &inputs[..]) {
            ([domain], [_, ..]) => Ok((Some(*domain), inputs)),
            ([_, second, ..], [_, ..]) => {
                let message = format!("{}: only one domain can be given", second.display());
                Err(Usage(message))
            }
            _ => Ok((None, self.inputs.iter().collect())),
        }
    }

    /// For each instance of [`Inputs::read`], in order, the inputs that stand for it alone.
    pub(crate) fn one_by_one(&self) -> anyhow::Result<Vec<Vec<OsString>>> {
        let (domain, inputs) = self.with_domain()?;
        let mut all = Vec::new();
        for input in inputs {
            if let Some(domain) = domain {
                all.push(vec![domain.clone(), input.clone()]);
                continue;
            }
            let entries = fewest::entries(input, self.reading.options())?;
            if entries.len() == 1 {
                all.push(vec![input.clone()]);
                continue;
            }
            // The part after the colon selects levels of a source, unless a file has this name.
            let name = input.to_string_lossy();
            let source = name.rsplit_once(':').filter(|_| !Path::new(input).exists());
            for entry in entries {
                let mut one = source.map_or(input.clone(), |(source, _)| source.into());
                one.push(format!(":{}", entry.number));
                all.push(vec![one]);
            }
        }
        Ok(all)
    }

    /// The board that several numbers form, if they are not files.
    fn unquoted_board(&self) -> Option<String> {
        let words: Option<Vec<_>> = self.inputs.iter().map(|input| input.to_str()).collect();
        let words = words.filter(|words| words.len() >= 4)?;
        let is_cell = |word: &str| word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit());
        let is_part = |word: &&str| is_cell(word) || ["_", "/", ".", ","].contains(word);
        let is_board =
            words.iter().all(is_part) && !words.iter().any(|word| Path::new(word).exists());
        is_board.then(|| words.join(" "))
    }
}
