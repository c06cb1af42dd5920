//! `fewest work split`: writes searches as files.

use super::layer::layer;
use crate::arguments::PlanText;
use crate::output::exit::{self, Usage};
use crate::process::threads;
use crate::work_units::{Division, SOLVE, Search, Tree, created, within};
use anyhow::Context as _;
use clap::parser::ValueSource;
use clap::{Args, Command};
use fewest::Instance;
use fewest::rules::Puzzle;
use fewest_work::Folder;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::PathBuf;

/// Write work units into a folder: one for each instance, or for each part of the search of one
///
/// The options are those of solve that work with any instance. Each unit is a command "fewest
/// solve", with one thread unless --threads is given. Files are looked for where "work run" is
/// started.
#[derive(Debug, Args)]
#[command(next_display_order = 100)]
pub(crate) struct Arguments {
    /// Folder for the units: a new or an empty one
    folder: PathBuf,
    #[command(flatten)]
    search: Search,
    /// Divide the search of one instance: one unit for each position this many moves from the start
    #[arg(display_order = 1, long, value_name = "MOVES", conflicts_with = "after")]
    depth: Option<u16>,
}

pub(super) fn run(arguments: &Arguments, command: Command) -> anyhow::Result<u8> {
    let Arguments { folder, search, depth } = arguments;
    if search.inputs.are_typed() {
        return Err(Usage("-: a work unit cannot read standard input".to_owned()).into());
    }
    threads::start(None)?;
    let options = options(command)?;
    let instances = search.inputs.read()?.whole()?;
    let mut puzzles = BTreeSet::new();
    for instance in instances.iter().filter(|one| puzzles.insert(one.puzzle.name())) {
        search.check(instance)?;
    }
    let mut units = Vec::new();
    for input in search.inputs.one_by_one()? {
        let input = input.iter().map(|word| text(word)).collect::<Result<Vec<_>, _>>()?;
        units.push([&SOLVE.map(String::from)[..], &options, &["--".to_owned()], &input].concat());
    }
    let (whole, units) = match (depth, &instances[..]) {
        (None, _) => {
            let puzzles = instances.iter().map(|instance| fewest::identity(&instance.puzzle));
            (Division::Instances(puzzles.collect()), units)
        }
        (Some(depth), [instance]) => divide(instance, *depth, search, units.remove(0))?,
        (Some(_), _) => {
            let message = format!("--depth divides one instance, not {}", instances.len());
            return Err(Usage(message).into());
        }
    };
    let folder = Folder::create(folder, whole, units)?;
    writeln!(io::stdout(), "{}", created(&folder))?;
    Ok(exit::OK)
}

/// The options on the command line that belong to the search.
fn options(mut command: Command) -> anyhow::Result<Vec<String>> {
    const VERBS: [&str; 2] = ["work", "split"];
    let mut matches = &command.clone().try_get_matches_from(env::args_os())?;
    for verb in VERBS {
        matches = matches.subcommand_matches(verb).context(verb)?;
        command = command.find_subcommand(verb).context(verb)?.clone();
    }
    let mut options = Vec::new();
    let mut has_threads = false;
    for argument in command.get_arguments() {
        let id = argument.get_id().as_str();
        let Some(name) =
            argument.get_long().filter(|name| !["depth", "help", "version"].contains(name))
        else {
            continue;
        };
        if matches.value_source(id) == Some(ValueSource::CommandLine) {
            has_threads |= name == "threads";
            for value in matches.get_raw(id).into_iter().flatten() {
                options.push(format!("--{name}={}", text(value)?));
            }
        }
    }
    if !has_threads {
        options.push("--threads=1".to_owned());
    }
    Ok(options)
}

/// A word as the files of units hold it.
fn text(word: &OsStr) -> Result<String, Usage> {
    let text = word.to_str().map(ToOwned::to_owned);
    text.ok_or_else(|| {
        Usage(format!("{}: not valid Unicode, which a work unit needs", word.display()))
    })
}

/// The parts of the search of one instance.
fn divide(
    instance: &Instance,
    depth: u16,
    search: &Search,
    arguments: Vec<String>,
) -> anyhow::Result<(Division, Vec<Vec<String>>)> {
    let moves = search.inputs.moves;
    let notation = moves.notation.unwrap_or_default();
    if let Some(most) = search.upper_bound.filter(|&most| most < depth) {
        let message =
            format!("--depth: positions {depth} moves away are beyond --upper-bound {most}");
        return Err(Usage(message).into());
    }
    let mut units = Vec::new();
    let tree = {
        let puzzle = &instance.puzzle;
        let layer = layer(puzzle, depth, notation).map_err(|error| Usage(error.to_string()))?;
        let mut all = Vec::new();
        for (position, prefix) in layer.positions {
            let mut unit = match search.upper_bound {
                Some(most) => within(&arguments, most - layer.depth),
                None => arguments.clone(),
            };
            if !prefix.is_empty() {
                // No file has a name like moves that end with a newline.
                let after = prefix.join("\n") + "\n";
                let read = PlanText::read(OsStr::new(&after))?.instance_after(instance, moves)?;
                anyhow::ensure!(
                    read.puzzle == puzzle.starting_at(position),
                    "{after:?} is read as other moves",
                );
                unit.insert(SOLVE.len(), format!("--after={after}"));
            }
            units.push(unit);
            all.push(prefix);
        }
        let identity = fewest::identity(&instance.puzzle);
        Tree { arguments, puzzle: identity, depth: layer.depth, moves: all }
    };
    Ok((Division::Tree(tree), units))
}
