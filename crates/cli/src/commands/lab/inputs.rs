//! Gives the laboratory instances and plans, read and solved as by the other verbs.

use crate::arguments::{Moves, PlanText};
use crate::work_units::Search;
use anyhow::Context;
use fewest::search::{Engine, Guarantee};
use fewest::{Instance, installed};
use fewest_lab::{Puzzles, Refusal};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The search that `fewest solve` makes with these arguments and an input, which may write no
/// file; or what is wrong with them, in one line.
fn parse(arguments: &[String], input: &OsStr) -> Result<Search, String> {
    Search::of(arguments.iter().map(OsString::from).chain(["--".into(), input.into()]))
}

/// The only instance of a search.
fn only(search: &Search) -> anyhow::Result<Instance> {
    let mut instances = search.inputs.read()?.whole()?;
    let count = instances.len();
    let one = instances.pop().filter(|_| count == 1);
    one.with_context(|| format!("{count} instances, not one"))
}

/// Instances and plans as the other verbs read them.
pub(super) struct Inputs;

impl Puzzles for Inputs {
    fn input(&self, folder: Option<&str>, name: &str) -> Option<OsString> {
        let Some(folder) = folder else { return Some(name.into()) };
        let set = env::var_os("FEWEST_DATA").map(PathBuf::from);
        let data = set.unwrap_or_else(|| Path::new("../shared/data").to_owned());
        let data = data.join(folder);
        // A list of instances is a file as well: FILE:5 is one of them.
        let file = name.rsplit_once(':').map_or(name, |(file, _)| file);
        if data.join(name).is_file() || data.join(file).is_file() {
            return Some(data.join(name).into());
        }
        // KAtomic's levels have the same numbers.
        let number: u32 = name.strip_prefix("katomic_")?.parse().ok()?;
        let entries = installed::find("katomic")?.entries().ok()?;
        let entry = entries.iter().find(|entry| entry.number == number)?;
        entry.puzzle.is_ok().then(|| format!("katomic:{number}").into())
    }

    fn instances(
        &self,
        folder: Option<&str>,
        name: &str,
        arguments: &[String],
    ) -> Result<Vec<String>, String> {
        let Some(input) = self.input(folder, name) else { return Ok(vec![name.to_owned()]) };
        let search = parse(arguments, &input)?;
        if search.inputs.are_typed() {
            return Ok(vec![name.to_owned()]);
        }
        let entries = search.inputs.entries().map_err(|error| error.to_string())?;
        if entries.len() == 1 {
            return Ok(vec![name.to_owned()]);
        }
        // The part after the colon selects levels of a source, unless a file has this name.
        let source = name.rsplit_once(':').filter(|_| !Path::new(&input).exists());
        let source = source.map_or(name, |(source, _)| source);
        Ok(entries.iter().map(|entry| format!("{source}:{}", entry.number)).collect())
    }

    fn check(&self, arguments: &[String], input: &OsStr) -> Result<(), Refusal> {
        let search = parse(arguments, input).map_err(Refusal::Arguments)?;
        if search.inputs.are_typed() {
            return Err(Refusal::Input("a run cannot read standard input".to_owned()));
        }
        let instance = only(&search).map_err(|error| Refusal::Input(error.to_string()))?;
        search.check(&instance).map_err(|error| Refusal::Arguments(error.to_string()))
    }

    fn identity(&self, arguments: &[String], input: &OsStr) -> Option<String> {
        let search = parse(arguments, input).ok().filter(|search| !search.inputs.may_wait())?;
        Some(fewest::identity(&only(&search).ok()?.puzzle))
    }

    fn replay(&self, arguments: &[String], input: &OsStr, moves: &[String]) -> Result<(), String> {
        let any = Moves { notation: None };
        let read = || -> anyhow::Result<()> {
            let instance = only(&parse(arguments, input).map_err(anyhow::Error::msg)?)?;
            PlanText::of_moves(moves).replayed(&instance, any)??;
            Ok(())
        };
        read().map_err(|error| format!("{error:#}"))
    }

    fn is_lossy(&self, engine: &str) -> bool {
        engine.parse().is_ok_and(|engine: Engine| engine.guarantee() == Guarantee::Lossy)
    }
}
