//! Gives the laboratory instances and plans, read and solved as by the other verbs.

use crate::arguments::{Moves, PlanText};
use crate::work_units::Search;
use clap::Parser;
use fewest::search::{Engine, Guarantee, Limits};
use fewest::{Solver, installed};
use fewest_lab::{Puzzles, Refusal};
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The search that `fewest solve` makes with these arguments and an input, which may write no
/// file; or what is wrong with them, in one line.
fn parse(arguments: &[String], input: &OsStr) -> Result<Search, String> {
    #[derive(Parser)]
    struct Solve {
        #[command(flatten)]
        search: Search,
    }
    let words = arguments.iter().map(OsString::from);
    let words = ["solve".into()].into_iter().chain(words).chain(["--".into(), input.into()]);
    Solve::try_parse_from(words).map(|solve| solve.search).map_err(|error| {
        let text = error.to_string();
        let line = text.lines().next().unwrap_or_default();
        line.strip_prefix("error: ").unwrap_or(line).to_owned()
    })
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
        let read = || anyhow::Ok(search.inputs.read()?.whole()?);
        let instances = read().map_err(|error| Refusal::Input(error.to_string()))?;
        let [instance] = &instances[..] else {
            return Err(Refusal::Input(format!("{} instances, not one", instances.len())));
        };
        // A search without time chooses its engine, and searches nothing.
        let now = Instant::now();
        let limits = Limits { deadline: Some(now), nodes: Some(0), ..search.budget.limits(now) };
        let solver = Solver::new().request(search.method.request()).limits(limits);
        match solver.solve(instance) {
            Ok(_) => Ok(()),
            Err(error) => Err(Refusal::Arguments(error.to_string())),
        }
    }

    fn identity(&self, arguments: &[String], input: &OsStr) -> Option<String> {
        let search = parse(arguments, input).ok().filter(|search| !search.inputs.may_wait())?;
        match &search.inputs.read().ok()?.whole().ok()?[..] {
            [instance] => Some(fewest::identity(&instance.puzzle)),
            _ => None,
        }
    }

    fn replay(&self, arguments: &[String], input: &OsStr, moves: &[String]) -> Result<(), String> {
        let any = Moves { notation: None };
        let read = || -> anyhow::Result<()> {
            let instances =
                parse(arguments, input).map_err(anyhow::Error::msg)?.inputs.read()?.whole()?;
            let [instance] = &instances[..] else {
                anyhow::bail!("{} instances, not one", instances.len());
            };
            PlanText::of_moves(moves).replayed(instance, any)??;
            Ok(())
        };
        read().map_err(|error| format!("{error:#}"))
    }

    fn is_lossy(&self, engine: &str) -> bool {
        engine.parse().is_ok_and(|engine: Engine| engine.guarantee() == Guarantee::Lossy)
    }
}
