//! `fewest lab`: experiments and their reports.

use crate::arguments::Moves;
use crate::plan_text::PlanText;
use crate::{exit, signals, solve, units};
use anyhow::Context;
use clap::{Args, Parser, Subcommand};
use fewest::search::{Engine, Guarantee, Stop};
use fewest::{InputError, Instance, for_any_puzzle, installed, rules};
use fewest_lab::built_in::{BUILT_IN, BuiltIn, from_file};
use fewest_lab::machine::digest;
use fewest_lab::{
    Conditions, Event, Experiment, Limits, Machine, Puzzles, Record, Report, Results, RunError,
    RunResult, Runner, index,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Repeat published experiments, or your own, and report them beside the published figures
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
    /// Folder of results; each experiment has a folder in it
    #[arg(long, value_name = "DIR", default_value = "results", global = true)]
    results: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Run(RunArguments),
    Report(ReportArguments),
    /// List the experiments that come with fewest, and what is recorded of them
    List,
}

/// Run what is still to be run of an experiment, each run in a process of its own
///
/// Every run appends one line to RESULTS/NAME/runs.jsonl, also if it fails. Interrupted or killed,
/// the same command goes on where it was. Runs with other limits, on another machine or by another
/// build of fewest are not mixed. Exit code: 0 if all is recorded, 22 if interrupted, 31 if the
/// experiment cannot be read, none of its instances is on this machine, or another run of it goes
/// on in the same folder.
#[derive(Debug, Args)]
struct RunArguments {
    /// Name of an experiment of lab list, or a TOML file
    #[arg(required = true)]
    names: Vec<String>,
    /// Time for each run, like 20s or 1h, instead of the experiment's
    #[arg(long, value_parser = units::duration)]
    time: Option<Duration>,
    /// Memory for the search of each run, like 2GiB, instead of the experiment's
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    memory: Option<u64>,
    /// Threads of each run, instead of the experiment's
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZeroUsize>,
    /// Runs at a time
    #[arg(long, value_name = "COUNT", default_value = "1")]
    jobs: NonZeroUsize,
}

/// Write RESULTS/NAME/report.md, report.csv, report.html and plots of what was run last
///
/// Every plan is replayed again by the rules. The runs are entered into RESULTS/index.sqlite, too.
#[derive(Debug, Args)]
struct ReportArguments {
    /// Name of an experiment of lab list, or a TOML file
    #[arg(required = true)]
    names: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    match &arguments.verb {
        Verb::Run(run) => run_all(run, &arguments.results, out),
        Verb::Report(report) => report_all(report, &arguments.results, out),
        Verb::List => list(&arguments.results, out),
    }
}

/// The experiment of that name, or in that file.
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
            let message = format!("{name:?} is neither a TOML file nor one of {names}");
            return Err(exit::Usage(message).into());
        }
    };
    Ok(parsed.map_err(|error| InputError::invalid(name, error.at, error.error))?)
}

fn run_all(arguments: &RunArguments, results: &Path, out: &mut impl Write) -> anyhow::Result<u8> {
    let names = arguments.names.iter();
    let experiments: Vec<_> = names.map(|name| experiment(name)).collect::<Result<_, _>>()?;
    let program = env::current_exe()?;
    let build = digest(&program)?;
    let interrupt = signals::watch();
    let is_interrupted = || interrupt.reason() == Some(Stop::Interrupted);
    for experiment in &experiments {
        let mut limits = experiment.limits;
        limits.seconds = arguments.time.map_or(limits.seconds, |time| time.as_secs_f64());
        limits.threads = arguments.threads.unwrap_or(limits.threads);
        if let Some(bytes) = arguments.memory {
            limits.mebibytes = NonZeroU64::new(bytes >> 20).unwrap_or(NonZeroU64::MIN);
        }
        let conditions = conditions(&build, limits);
        let (program, jobs) = (program.clone(), arguments.jobs);
        let runner = Runner { program, conditions, jobs, is_interrupted: &is_interrupted };
        let mut display = Display::new(out, experiment);
        let folder = results.join(&experiment.name);
        runner.run(experiment, &Inputs, &folder, &mut |event| display.show(&event)).map_err(
            |error| match error {
                RunError::Results(error) => anyhow::Error::new(error),
                other => other.into(),
            },
        )?;
        display.end()?;
        if is_interrupted() {
            eprintln!("fewest: interrupted; the same command goes on from here");
            return Ok(exit::INTERRUPTED);
        }
    }
    Ok(exit::OK)
}

fn conditions(build: &str, limits: Limits) -> Conditions {
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Conditions { version, program: build.to_owned(), machine: Machine::this(), limits }
}

/// One line a run on standard output, and a bar on a terminal.
struct Display<'a, W> {
    out: &'a mut W,
    experiment: &'a Experiment,
    bar: ProgressBar,
    /// The first failure to write, or the lack of any instance.
    failed: anyhow::Result<()>,
}

impl<'a, W: Write> Display<'a, W> {
    fn new(out: &'a mut W, experiment: &'a Experiment) -> Self {
        Self { out, experiment, bar: ProgressBar::hidden(), failed: Ok(()) }
    }

    fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Absent(names) => {
                let (absent, all) = (names.len(), self.experiment.instances.len());
                let names = names.join(" ");
                let message = format!(
                    "{absent} of {all} instances are not on this machine; put them into \
                     $FEWEST_DATA/{}: {names}",
                    self.experiment.folder.as_deref().unwrap_or_default(),
                );
                if absent == all {
                    let error = InputError::invalid(
                        &self.experiment.name,
                        rules::TextPosition::START,
                        message,
                    );
                    self.failed = Err(error.into());
                } else {
                    eprintln!("fewest: {message}");
                }
            }
            Event::Begins { runs, done } => {
                let (name, done) = (&self.experiment.name, *done);
                let line = writeln!(self.out, "{name}: {runs} runs to do, {done} recorded before");
                self.keep(line);
                if io::stderr().is_terminal() {
                    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}");
                    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
                    self.bar = ProgressBar::new(*runs as u64).with_style(style);
                }
            }
            Event::Ran { record, result } => {
                let line = line(record, result);
                let out = &mut *self.out;
                let written =
                    self.bar.suspend(|| writeln!(out, "{line}").and_then(|()| out.flush()));
                self.keep(written);
                self.bar.inc(1);
            }
        }
    }

    fn keep(&mut self, result: io::Result<()>) {
        if let (Err(error), Ok(())) = (result, &self.failed) {
            self.failed = Err(error.into());
        }
    }

    fn end(self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        self.failed
    }
}

fn line(record: &Record, result: &RunResult) -> String {
    let Record { task, wall_seconds, .. } = record;
    let why = match result {
        RunResult::Bounded { stop, .. } => stop,
        RunResult::Failed(reason) => reason,
        _ => "",
    };
    let text = result.to_string();
    let (instance, configuration) = (&task.instance, &task.configuration);
    let line = format!("{instance:14} {configuration:18} {text:>8} {wall_seconds:8.2} s  {why}");
    line.trim_end().to_owned()
}

fn report_all(
    arguments: &ReportArguments,
    results: &Path,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
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
        let index = || results.join(index::FILE).display().to_string();
        index::update(results, &report).with_context(index)?;
        writeln!(out, "{}", folder.join("report.md").display())?;
    }
    Ok(exit::OK)
}

fn list(results: &Path, out: &mut impl Write) -> anyhow::Result<u8> {
    for built_in in BUILT_IN {
        let experiment = experiment(built_in.name)?;
        let folder = experiment.folder.as_deref();
        let names = experiment.instances.iter();
        let here = names.filter(|name| Inputs.input(folder, name).is_some()).count();
        let recorded = Results::read(&results.join(&experiment.name))?;
        let runs =
            Report::new(&experiment, &recorded, &Inputs).map_or(0, |report| report.cells().count());
        let (title, all) = (&experiment.title, experiment.instances.len());
        let tasks = all * experiment.configurations.len();
        writeln!(
            out,
            "{:18} {here:3} of {all:3} instances here, {runs:4} of {tasks:4} runs recorded  {title}",
            built_in.name
        )?;
    }
    Ok(exit::OK)
}

/// The instances that `fewest solve` reads when it is given `arguments` before an input.
fn instances(arguments: &[String], input: &OsStr) -> anyhow::Result<Vec<Instance>> {
    #[derive(Parser)]
    struct Solve {
        #[command(flatten)]
        arguments: solve::Arguments,
    }
    let words = arguments.iter().map(OsString::from);
    let words = ["solve".into()].into_iter().chain(words).chain(["--".into(), input.into()]);
    let given = Solve::try_parse_from(words)?.arguments.inputs.read()?;
    match given.broken.into_iter().next() {
        Some(error) => Err(error.into()),
        None => Ok(given.instances),
    }
}

/// Instances and plans as the other verbs read them.
struct Inputs;

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

    fn replay(&self, arguments: &[String], input: &OsStr, moves: &[String]) -> Result<(), String> {
        let any = Moves { notation: None };
        let read = || -> anyhow::Result<()> {
            let instances = instances(arguments, input)?;
            let [instance] = &instances[..] else {
                anyhow::bail!("{} instances, not one", instances.len());
            };
            for_any_puzzle!(&instance.puzzle, puzzle => {
                let plan = PlanText::of_moves(moves).moves(&instance.name, puzzle, any)??;
                rules::replay(puzzle, plan)?;
            });
            Ok(())
        };
        read().map_err(|error| format!("{error:#}"))
    }

    fn is_lossy(&self, engine: &str) -> bool {
        engine.parse().is_ok_and(|engine: Engine| engine.guarantee() == Guarantee::Lossy)
    }
}
