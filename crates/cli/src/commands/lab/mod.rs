//! `fewest lab`: experiments and their reports.

mod display;
mod inputs;
pub(crate) mod units;

use crate::arguments::{completions, units as quantity};
use crate::output::{exit, shown, tell};
use crate::process::signals;
use anyhow::Context;
use clap::{Args, Subcommand};
use display::Display;
use fewest::InputError;
use fewest::rules::Located;
use fewest::search::Stop;
use fewest_lab::built_in::{BUILT_IN, BuiltIn, from_file};
use fewest_lab::machine::digest;
use fewest_lab::{
    Conditions, Experiment, ExperimentError, Limits, Machine, Puzzles, Report, Results, Runner,
    Tally, index,
};
use inputs::Inputs;
use std::env;
use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Repeat published experiments, or your own, and report them beside the published figures
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
    /// Folder of results, with a folder for each experiment
    #[arg(long, value_name = "DIR", default_value = "results", global = true)]
    results: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Run(RunArguments),
    Report(ReportArguments),
    Split(units::SplitArguments),
    #[command(hide = true)]
    Unit(units::UnitArguments),
    /// List the experiments that come with fewest, and what is recorded for them
    List,
}

/// Run what is left of an experiment, each run in a process of its own
///
/// A list of instances is run one by one. Before the first run all arguments and instances are
/// checked. Every run appends one line to RESULTS/NAME/runs.jsonl, even if it fails. After an
/// interrupt or a kill, the same command continues where it stopped. Runs with other limits, on
/// another machine or by another build of fewest are not mixed. Exit code: 0 if all is recorded, 1
/// if every run of an experiment failed, 22 if interrupted, 31 if the experiment cannot be read or
/// run, none of its instances is on this machine, or it is already being run in the same folder.
#[derive(Debug, Args)]
struct RunArguments {
    /// Name of an experiment of lab list, or a TOML file
    #[arg(required = true, add = completions::experiments())]
    names: Vec<String>,
    #[command(flatten)]
    limits: LimitArguments,
    /// Runs at a time
    #[arg(long, value_name = "COUNT", default_value = "1")]
    jobs: NonZeroUsize,
}

/// Limits of runs in place of the experiment's.
#[derive(Debug, Args)]
struct LimitArguments {
    /// Time for each run, like 20s or 1h, instead of the experiment's
    #[arg(long, value_parser = quantity::duration)]
    time: Option<Duration>,
    /// Memory for the search of each run, like 2GiB, instead of the experiment's
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<u64>,
    /// Threads of each run, instead of the experiment's
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZeroUsize>,
}

/// Write RESULTS/NAME/report.md, report.csv, report.html and plots of what was run last
///
/// Every plan is replayed again by the rules. The runs are also entered into RESULTS/index.sqlite.
/// If another build recorded them, standard error says so, and names the engines whose counts have
/// changed since.
#[derive(Debug, Args)]
struct ReportArguments {
    /// Name of an experiment of lab list, or a TOML file
    #[arg(required = true, add = completions::experiments())]
    names: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    match &arguments.verb {
        Verb::Run(run) => run_all(run, &arguments.results, out),
        Verb::Report(report) => report_all(report, &arguments.results, out),
        Verb::Split(split) => units::split(split, &arguments.results, out),
        Verb::Unit(unit) => units::run(unit, out),
        Verb::List => list(&arguments.results, out),
    }
}

/// The experiment with this name, or in this file.
fn experiment(name: &str) -> anyhow::Result<Experiment> {
    let path = Path::new(name);
    let parsed = match BuiltIn::find(name) {
        Some(built_in) => built_in.experiment(),
        None if path.exists() || path.extension().is_some() => {
            from_file(path).map_err(|error| InputError::unreadable(name, &error))?
        }
        None => {
            let names: Vec<_> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
            let names = names.join(", ");
            let message = format!("{name:?} is neither a TOML file nor an experiment: {names}");
            return Err(exit::Usage(message).into());
        }
    };
    let expanded = parsed.and_then(|experiment| experiment.expanded(&Inputs));
    Ok(expanded.map_err(|error| invalid(name, error))?)
}

fn invalid(name: &str, error: Located<ExperimentError>) -> InputError {
    InputError::invalid(name, error.at, error.error)
}

fn run_all(arguments: &RunArguments, results: &Path, out: &mut impl Write) -> anyhow::Result<u8> {
    let names = arguments.names.iter();
    let experiments = names.map(|name| {
        let experiment = experiment(name)?;
        let limits = limits(&arguments.limits, experiment.limits);
        experiment.check(None, &limits, &Inputs).map_err(|error| invalid(name, error))?;
        anyhow::Ok((experiment, limits))
    });
    let experiments: Vec<_> = experiments.collect::<Result<_, _>>()?;
    let program = env::current_exe()?;
    let build = digest(&program)?;
    let interrupt = signals::watch();
    let is_interrupted = || interrupt.reason() == Some(Stop::Interrupted);
    let mut exit_code = exit::OK;
    for (experiment, limits) in &experiments {
        let conditions = conditions(&build, *limits);
        let (program, jobs) = (program.clone(), arguments.jobs);
        let runner = Runner { program, conditions, jobs, is_interrupted: &is_interrupted };
        let mut display = Display::new(out, experiment);
        let folder = results.join(&experiment.name);
        let tally = runner.run(experiment, &Inputs, &folder, &mut |event| display.show(&event))?;
        display.end()?;
        if is_interrupted() {
            tell("fewest: interrupted; run the same command to continue");
            return Ok(exit::INTERRUPTED);
        }
        let Tally { recorded, failed } = tally;
        if recorded > 0 && failed == recorded {
            tell(&format!("fewest: {}: every run failed", experiment.name));
            exit_code = exit::NOTHING;
        }
    }
    Ok(exit_code)
}

/// The limits of an experiment, overridden by those on the command line.
fn limits(arguments: &LimitArguments, limits: Limits) -> Limits {
    let LimitArguments { time, memory, threads } = *arguments;
    let mebibytes = memory.map(|bytes| NonZeroU64::new(bytes >> 20).unwrap_or(NonZeroU64::MIN));
    Limits {
        seconds: time.map_or(limits.seconds, |time| time.as_secs_f64()),
        mebibytes: mebibytes.unwrap_or(limits.mebibytes),
        threads: threads.unwrap_or(limits.threads),
    }
}

fn conditions(build: &str, limits: Limits) -> Conditions {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Conditions { version, program: build.to_owned(), machine: Machine::this(), limits }
}

fn report_all(
    arguments: &ReportArguments,
    results: &Path,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let build = digest(&env::current_exe()?)?;
    for name in &arguments.names {
        let experiment = experiment(name)?;
        let folder = results.join(&experiment.name);
        let recorded = Results::read(&folder)?;
        let Some(report) = Report::new(&experiment, &recorded, &Inputs) else {
            let folder = folder.display();
            let message = format!("nothing is recorded in {folder}; run: fewest lab run {name}");
            return Err(exit::Usage(message).into());
        };
        report.write(&folder)?;
        if let Some(age) = age(&report, &build) {
            tell(&format!("fewest: {name}: {age}"));
        }
        let index = || results.join(index::FILE).display().to_string();
        index::update(results, &report).with_context(index)?;
        writeln!(out, "{}", shown(&folder.join("report.md")))?;
    }
    Ok(exit::OK)
}

/// A remark on runs that another build has recorded.
fn age(report: &Report<'_>, build: &str) -> Option<String> {
    let Conditions { version, program, .. } = report.conditions;
    if program == build {
        return None;
    }
    let older: Vec<_> = report.older_engines().into_iter().collect();
    let engines = match &older[..] {
        [] => "its engines have the same counts as today".to_owned(),
        older => format!("engines whose counts have changed since: {}", older.join(", ")),
    };
    Some(format!("recorded by another build, {program} of fewest {version}; {engines}"))
}

fn list(results: &Path, out: &mut impl Write) -> anyhow::Result<u8> {
    let build = digest(&env::current_exe()?)?;
    for built_in in BUILT_IN {
        let experiment = experiment(built_in.name)?;
        let folder = experiment.folder.as_deref();
        let names = experiment.instances.iter();
        let here = names.filter(|name| Inputs.input(folder, name).is_some()).count();
        let recorded = Results::read(&results.join(&experiment.name))?;
        let report = Report::new(&experiment, &recorded, &Inputs);
        let runs = report.as_ref().map_or(0, |report| report.cells().count());
        let (title, all) = (&experiment.title, experiment.instances.len());
        let tasks = all * experiment.configurations.len();
        writeln!(
            out,
            "{:18} {here:3} of {all:3} instances here, {runs:4} of {tasks:4} runs recorded  {title}",
            built_in.name
        )?;
        if let Some(age) = report.and_then(|report| age(&report, &build)) {
            writeln!(out, "{:18} {age}", "")?;
        }
    }
    Ok(exit::OK)
}
