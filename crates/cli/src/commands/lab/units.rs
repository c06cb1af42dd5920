//! Runs of experiments as work units: `fewest lab split`, and what each unit is.

use super::display::absent;
use super::inputs::Inputs;
use super::{LimitArguments, Verb, conditions, experiment, invalid, limits};
use crate::arguments::completions;
use crate::output::exit::{self, Usage};
use crate::output::{json, printable, shown};
use crate::process::signals;
use crate::work_units::{self, Division};
use clap::{Args, Parser};
use fewest::search::Stop;
use fewest_lab::machine::digest;
use fewest_lab::results::Results;
use fewest_lab::{Left, Puzzles, Record, Runner, Task, process};
use fewest_work::{Folder, record};
use std::env;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// Write the runs of an experiment as work units, for "work run" on machines that are alike
///
/// "work merge" appends what was run to RESULTS/NAME/runs.jsonl, where "lab report" finds it. Only
/// runs that are not recorded there yet become units.
#[derive(Debug, Args)]
pub(super) struct SplitArguments {
    /// Name of an experiment of lab list, or a TOML file
    #[arg(add = completions::experiments())]
    name: String,
    /// Folder for the units: a new or an empty one
    folder: PathBuf,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Make one run of an experiment and print its record: a work unit runs this
#[derive(Debug, Args)]
pub(super) struct UnitArguments {
    name: String,
    instance: String,
    configuration: String,
    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn split(
    arguments: &SplitArguments,
    results: &Path,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let SplitArguments { name, folder, limits: asked } = arguments;
    let experiment = experiment(name)?;
    let limits = limits(asked, experiment.limits);
    experiment.check(None, &limits, &Inputs).map_err(|error| invalid(name, error))?;
    let recorded = Results::read(&results.join(&experiment.name))?;
    let conditions = conditions(&digest(&env::current_exe()?)?, limits);
    let Left { tasks, absent: missing, .. } =
        Left::of(&experiment, &recorded, &conditions, &Inputs);
    let unit = |(task, _): &(Task, _)| {
        let words = ["lab", "unit", name, &task.instance, &task.configuration];
        [&words.map(String::from)[..], &process::arguments(&[], &limits)].concat()
    };
    let units = tasks.iter().map(unit).collect();
    if !missing.is_empty() {
        absent(&experiment, &missing)?;
    }
    let created = Folder::create(folder, Division::Experiment { name: name.clone() }, units)?;
    writeln!(out, "{}", work_units::created(&created))?;
    Ok(exit::OK)
}

/// Makes the run and prints its record; prints nothing if it is interrupted.
pub(super) fn run(arguments: &UnitArguments, out: &mut impl Write) -> anyhow::Result<u8> {
    let UnitArguments { name, instance, configuration, limits: asked } = arguments;
    let experiment = experiment(name)?;
    let limits = limits(asked, experiment.limits);
    let unknown = || Usage(format!("{name}: no run of {instance} with {configuration}"));
    let is_it = |known: &&String| *known == instance;
    let instance = experiment.instances.iter().find(is_it).ok_or_else(unknown)?;
    let task = experiment.tasks(instance).find(|task| task.configuration == *configuration);
    let task = task.ok_or_else(unknown)?;
    experiment.check(Some(&task), &limits, &Inputs).map_err(|error| invalid(name, error))?;
    let absent = || Usage(format!("{instance}: it is not on this machine"));
    let input = Inputs.input(experiment.folder.as_deref(), instance).ok_or_else(absent)?;
    let task = task.of(Some(&input), &Inputs);
    let program = env::current_exe()?;
    let conditions = conditions(&digest(&program)?, limits);
    let interrupt = signals::watch();
    let is_interrupted = || interrupt.reason() == Some(Stop::Interrupted);
    let (jobs, is_interrupted) = (NonZeroUsize::MIN, &is_interrupted);
    let runner = Runner { program, conditions, jobs, is_interrupted };
    let ran = runner.run_one(&task, &input, &Inputs)?;
    let Some(record) = ran else { return Ok(exit::INTERRUPTED) };
    json::write(out, "run", &record)?;
    Ok(exit::OK)
}

/// Checks that these are the arguments of a unit.
///
/// # Errors
/// If they are not.
pub(crate) fn check(arguments: &[String]) -> Result<(), Usage> {
    parse(arguments).map(drop)
}

fn parse(arguments: &[String]) -> Result<UnitArguments, Usage> {
    #[derive(Parser)]
    struct Lab {
        #[command(flatten)]
        arguments: super::Arguments,
    }
    let parsed = arguments.split_first().filter(|(first, _)| *first == "lab");
    let parsed = parsed.and_then(|_| Lab::try_parse_from(arguments).ok());
    match parsed.map(|lab| lab.arguments.verb) {
        Some(Verb::Unit(unit)) => Ok(unit),
        _ => Err(Usage(format!(
            "a unit of an experiment begins with lab unit, not with {arguments:?}"
        ))),
    }
}

/// Summarises the record of a unit in a few words.
///
/// # Errors
/// If it is not a record.
pub(crate) fn described(record: &str) -> Result<String, String> {
    let record = read(record)?;
    let status = record.result.map_or("no result".to_owned(), |result| result.status);
    let Task { instance, configuration, .. } = &record.task;
    Ok(printable(&format!("{instance}, {configuration}: {status}")).into_owned())
}

fn read(record: &str) -> Result<Record, String> {
    record::read(record, "run")
}

/// Appends to the records of the experiment those of all units that it does not have yet.
///
/// # Errors
/// If a unit is not done, a record is invalid, or the file cannot be written.
pub(crate) fn merge(
    folder: &Folder<Division>,
    name: &str,
    results: &Path,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let results = results.join(experiment(name)?.name);
    let (recorded, mut appender) = Results::to_append(&results)?;
    let mut appended = 0;
    for done in work_units::results(folder)? {
        let done = done?;
        let Some(done) = work_units::chosen(&done) else { continue };
        let unit = parse(&done.arguments)?;
        let of_it = |record: Record| {
            let Task { instance, configuration, .. } = &record.task;
            let is_of_it = *instance == unit.instance && *configuration == unit.configuration;
            is_of_it.then_some(record).ok_or_else(|| "the record is of another run".to_owned())
        };
        let invalid = |error: String| work_units::invalid(&folder.path_of(done), error);
        let record = read(done.record.get()).and_then(of_it).map_err(invalid)?;
        if recorded.find(&record.task, &record.conditions).is_none() {
            appender.append(&record)?;
            appended += 1;
        }
    }
    let noun = if appended == 1 { "run" } else { "runs" };
    writeln!(out, "{}: {appended} {noun} recorded", shown(&results))?;
    Ok(exit::OK)
}
