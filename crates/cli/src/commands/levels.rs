//! `fewest levels`: the built-in and installed level sets, or the levels of one.

use crate::arguments::{Reading, completions};
use crate::output::{exit, json, printable, shown, tell};
use clap::Args;
use fewest::input::Entry;
use fewest::rules::atomix::{BUILTIN_SETS, BuiltinSet, Proved};
use fewest::{AnyPuzzle, installed};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

/// List the level sets that are built in and those of installed games, or the levels of a set or file
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file, or the name of a set like first-steps, katomic or gnome
    #[arg(add = completions::inputs())]
    input: Option<OsString>,
    /// Write JSON Lines: a record for each set, or for each level
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

/// A set of levels.
#[derive(Serialize)]
struct SetData {
    set: String,
    /// None for a built-in set.
    path: Option<String>,
    levels: Option<usize>,
    error: Option<String>,
}

/// A level of a set.
#[derive(Serialize)]
struct LevelData {
    number: u32,
    instance: String,
    title: Option<String>,
    puzzle: Option<&'static str>,
    /// Moves of a shortest solution, for levels of built-in sets.
    optimum: Option<u16>,
    error: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let is_json = arguments.json;
    match &arguments.input {
        None => {
            let all = SetData::all();
            match is_json {
                true => all.iter().try_for_each(|set| json::write(out, "set", set))?,
                false => sets(out, &all)?,
            }
        }
        Some(input) => {
            let entries = fewest::entries(input, arguments.reading.options())?;
            // Broken levels of an installed game are not for the user to fix.
            if !is_installed(input) {
                for warning in entries.iter().flat_map(|entry| &entry.warnings) {
                    tell(&warning.to_string());
                }
            }
            let proved = proved(input);
            if is_json {
                level_records(out, entries, &proved)?;
            } else {
                listed(out, entries, &proved)?;
            }
        }
    }
    Ok(exit::OK)
}

/// Whether an input names a set of an installed game, and not a file.
fn is_installed(input: &OsStr) -> bool {
    name_of_set(input).is_some_and(|name| installed::find(name).is_some())
}

/// The name of the set, if an input is not a file.
fn name_of_set(input: &OsStr) -> Option<&str> {
    let name = input.to_str()?.split(':').next()?;
    (!Path::new(name).exists()).then_some(name)
}

/// The proved results for the levels of an input, if it is a built-in set.
fn proved(input: &OsStr) -> Vec<Proved> {
    name_of_set(input).and_then(BuiltinSet::find).map(|set| set.proved()).unwrap_or_default()
}

/// The optimum of a level.
fn optimum(proved: &[Proved], number: u32) -> Option<u16> {
    proved.iter().find(|level| level.number == number).map(|level| level.optimum)
}

impl SetData {
    /// The built-in sets, and those of installed games.
    fn all() -> Vec<Self> {
        let built_in = BUILTIN_SETS.into_iter().map(|set| {
            let levels = Some(set.proved().len());
            Self { set: set.name.to_owned(), path: None, levels, error: None }
        });
        let installed = installed::installed().into_iter().map(|set| {
            let entries = set.entries();
            Self {
                path: Some(set.path.display().to_string()),
                levels: entries.as_ref().ok().map(Vec::len),
                error: entries.err().map(|error| error.to_string()),
                set: set.name,
            }
        });
        built_in.chain(installed).collect()
    }
}

fn level_records(out: &mut impl Write, entries: Vec<Entry>, proved: &[Proved]) -> io::Result<()> {
    for Entry { number, name, title, puzzle, .. } in entries {
        let data = LevelData {
            number,
            instance: name,
            title,
            puzzle: puzzle.as_ref().ok().map(AnyPuzzle::name),
            optimum: optimum(proved, number),
            error: puzzle.err().map(|error| error.to_string()),
        };
        json::write(out, "level", &data)?;
    }
    Ok(())
}

fn sets(out: &mut impl Write, sets: &[SetData]) -> io::Result<()> {
    for SetData { set, path, levels, error } in sets {
        let set = printable(set);
        match levels {
            Some(levels) => {
                let path = path.as_deref().map_or("built in".into(), printable);
                writeln!(out, "{set:12} {levels:3} levels  {path}")?;
            }
            None => {
                let error = error.as_deref().unwrap_or_default();
                writeln!(out, "{set:12} broken      {}", printable(error))?;
            }
        }
    }
    if sets.iter().all(|set| set.path.is_none()) {
        writeln!(out, "no installed level sets found; looked in")?;
        for folder in installed::folders() {
            writeln!(out, "  {}", shown(&folder))?;
        }
    }
    Ok(())
}

fn listed(out: &mut impl Write, entries: Vec<Entry>, proved: &[Proved]) -> io::Result<()> {
    let title = |entry: &Entry| match &entry.title {
        Some(title) => printable(title).into_owned(),
        None => "-".to_owned(),
    };
    let width = entries.iter().map(|entry| title(entry).chars().count()).max().unwrap_or(0);
    for entry in entries {
        let size = match &entry.puzzle {
            Ok(AnyPuzzle::Atomix(level)) => {
                let (width, height) = (level.width(), level.height());
                let (atoms, placements) = (level.atoms().len(), level.placements().len());
                format!("{atoms:2} atoms  {width:2}x{height:<2}  {placements:3} placements")
            }
            Ok(AnyPuzzle::Tiles(tiles)) => {
                let solvable = if tiles.is_solvable() { "solvable" } else { "unsolvable" };
                format!("{}  {solvable}", tiles.start.size())
            }
            Ok(AnyPuzzle::Panex(panex)) => panex.piece_set().to_string(),
            Ok(AnyPuzzle::Pddl(task)) => {
                printable(&format!("a task of {}", task.domain().name())).into_owned()
            }
            Err(error) => {
                let errors = error.to_string();
                let (first, more) =
                    (errors.lines().next().unwrap_or_default(), errors.lines().count());
                let more =
                    if more > 1 { format!(" (and {} more)", more - 1) } else { String::new() };
                printable(&format!("broken: {first}{more}")).into_owned()
            }
        };
        let moves = optimum(proved, entry.number).map(|moves| format!("  {moves:2} moves"));
        let moves = moves.unwrap_or_default();
        writeln!(out, "{:4}  {:width$}  {size}{moves}", entry.number, title(&entry))?;
    }
    Ok(())
}
