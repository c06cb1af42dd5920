//! `fewest pdb`: pattern databases of tile puzzles.

mod record;
pub(crate) mod units;

use crate::arguments::units as quantity;
use crate::output::{exit, printable, shown, tell};
use crate::process::{signals, threads};
use crate::progress::{Display, Reporting};
use clap::{Args, Subcommand};
use fewest::search::{Interrupt, Limits, Monitor, Stop};
use fewest::tiles::FileError;
use fewest::tiles::pattern::{Collection, Pattern, Store, Table, TableBytes, VerifyError, verify};
use fewest::{memory, tables};
use indicatif::{HumanBytes, HumanCount};
use record::Record;
use std::io::{self, Write};
use std::time::Instant;

/// Build, check and list the pattern databases of tile puzzles
///
/// They are kept in fewest/pdb of the user's data folder. solve uses those of 4x4:7-8,
/// 5x5:6-6-6-6 and 5x5:blocks+ring if they are stored.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Build tables and store them; tables that are stored and intact are left alone
    Build(Build),
    Split(units::Arguments),
    /// Find all distances again and compare every entry
    Verify(Verify),
    /// List the stored tables
    List,
    /// Show the size of tables, and whether they are stored
    Info(Info),
}

/// Partitions by name or drawing, or a single pattern.
#[derive(Debug, Clone)]
struct What(Vec<Pattern>);

impl std::str::FromStr for What {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let single = || text.parse().map(|pattern| Self(vec![pattern]));
        match text.parse::<Collection>() {
            Ok(collection) => Ok(Self(collection.tables())),
            // Only patterns have a second colon.
            Err(_) if text.matches(':').count() == 2 => single().map_err(|e| e.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}

#[derive(Debug, Args)]
struct Build {
    /// 4x4:7-8, 5x5:6-6-6-6, 5x5:blocks+ring, SIZE:DRAWING with a letter for each cell and . for
    /// the blank, or a single pattern SIZE:CELLS:BLANK like 4x4:1,4,5:0
    #[arg(required = true)]
    what: Vec<What>,
    /// Build tables even if they are stored
    #[arg(long)]
    force: bool,
    /// Write a record of each table as JSON, the same whether it was built now or before
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Debug, Args)]
struct Verify {
    /// As for build; by default all stored tables
    what: Vec<What>,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Debug, Args)]
struct Info {
    /// As for build
    #[arg(required = true)]
    what: Vec<What>,
}

/// What making something may take.
#[derive(Debug, Args)]
pub(crate) struct Limit {
    /// Memory for building, like 600MiB; by default 85 % of what the machine or its cgroup allows
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    memory: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let store = stored(tables::store())?;
    let out = &mut io::stdout().lock();
    match &arguments.action {
        Action::Build(arguments) => build(arguments, &store, out),
        Action::Split(arguments) => units::split(arguments, out),
        Action::Verify(arguments) => check(arguments, &store, out),
        Action::List => list(&store, out),
        Action::Info(arguments) => info(arguments, &store, out),
    }
}

/// What is stored in the user's data folder, if there is one.
pub(crate) fn stored<T>(store: Option<T>) -> Result<T, exit::Usage> {
    store.ok_or_else(|| exit::Usage("neither HOME nor XDG_DATA_HOME is set".to_owned()))
}

/// Whether a file cannot be read because there is none.
pub(crate) fn is_missing(error: &FileError) -> bool {
    matches!(error, FileError::Io { error, .. } if error.kind() == io::ErrorKind::NotFound)
}

/// The exit code of a check that has found these errors.
pub(crate) fn rejected_if(wrong: &[String]) -> Result<u8, exit::Rejected> {
    if wrong.is_empty() { Ok(exit::OK) } else { Err(exit::Rejected(wrong.join("\n"))) }
}

fn patterns(what: &[What]) -> Vec<Pattern> {
    let mut patterns: Vec<_> = what.iter().flat_map(|what| what.0.iter().cloned()).collect();
    patterns.sort();
    patterns.dedup();
    patterns
}

/// Calls `work` with a monitor, and shows its progress under a name.
pub(crate) fn watched<T>(
    name: &impl ToString,
    limit: &Limit,
    interrupt: &Interrupt,
    work: impl FnOnce(&mut Monitor<'_>) -> T,
) -> T {
    let memory = limit.memory.or_else(memory::budget);
    let mut display =
        Display::new(&name.to_string(), Instant::now(), Limits::default(), Reporting::Line);
    let mut update = |progress: &_| display.update(progress);
    let limits = Limits { memory, ..Limits::default() };
    work(&mut Monitor::new(limits, interrupt, &mut update))
}

/// Why there is no table, or why its check was not finished.
fn stopped(pattern: &Pattern, stop: Stop) -> anyhow::Error {
    let building = || format!("building takes {}", HumanBytes(Table::bytes(pattern).building));
    match stop {
        Stop::Memory => exit::Stopped::memory(pattern, &building()).into(),
        _ => exit::Stopped::new(pattern, stop).into(),
    }
}

fn build(arguments: &Build, store: &Store, out: &mut impl Write) -> anyhow::Result<u8> {
    let interrupt = signals::watch();
    threads::start(None)?;
    for pattern in patterns(&arguments.what) {
        let began = Instant::now();
        if !arguments.force && store.has(&pattern) {
            match store.load(&pattern) {
                Ok(table) => {
                    match arguments.json {
                        true => Record::new(&table, began).write(out)?,
                        false => writeln!(out, "{pattern}: already built")?,
                    }
                    continue;
                }
                Err(error) => tell(&format!("fewest: {error} (building it again)")),
            }
        }
        let built = watched(&pattern, &arguments.limit, interrupt, |monitor| {
            Table::build(pattern.clone(), monitor)
        });
        let table = built.map_err(|stop| stopped(&pattern, stop))?;
        let path = store.save(&table).map_err(exit::Unstored::from)?;
        if arguments.json {
            Record::new(&table, began).write(out)?;
            continue;
        }
        let (states, seconds) = (HumanCount(table.states()), began.elapsed().as_secs_f64());
        writeln!(out, "{pattern}: {states} states in {seconds:.1} s: {}", shown(&path))?;
    }
    Ok(exit::OK)
}

fn check(arguments: &Verify, store: &Store, out: &mut impl Write) -> anyhow::Result<u8> {
    let interrupt = signals::watch();
    threads::start(None)?;
    let mut patterns = patterns(&arguments.what);
    let mut wrong = vec![];
    if arguments.what.is_empty() {
        for stored in store.list()? {
            match stored.header {
                Ok(header) => patterns.push(header.pattern),
                Err(error) => wrong.push(error.to_string()),
            }
        }
    }
    for pattern in patterns {
        let table = match store.load(&pattern) {
            Ok(table) => table,
            Err(error) => {
                wrong.push(error.to_string());
                continue;
            }
        };
        match watched(&pattern, &arguments.limit, interrupt, |monitor| verify(&table, monitor)) {
            Ok(()) => {
                let states = HumanCount(table.states());
                writeln!(out, "{pattern}: all {states} distances are right")?;
            }
            Err(VerifyError::Stopped(stop)) => return Err(stopped(&pattern, stop)),
            Err(error) => wrong.push(format!("{pattern}: {error}")),
        }
    }
    Ok(rejected_if(&wrong)?)
}

fn list(store: &Store, out: &mut impl Write) -> anyhow::Result<u8> {
    let stored = store.list()?;
    if stored.is_empty() {
        writeln!(out, "no tables in {}", shown(store.folder()))?;
    }
    for table in stored {
        match table.header {
            Ok(header) => {
                let (bytes, states) = (HumanBytes(table.bytes), HumanCount(header.states));
                let path = shown(&table.path);
                writeln!(out, "{:24} {states:>15} states  {bytes:>11}  {path}", header.pattern)?;
            }
            Err(error) => writeln!(out, "broken: {}", printable(&error.to_string()))?,
        }
    }
    Ok(exit::OK)
}

fn info(arguments: &Info, store: &Store, out: &mut impl Write) -> anyhow::Result<u8> {
    for pattern in patterns(&arguments.what) {
        let TableBytes { table, building } = Table::bytes(&pattern);
        let state = match store.load(&pattern) {
            Ok(_) => format!("stored as {}", shown(&store.path(&pattern))),
            Err(error) if is_missing(&error) => "not stored".to_owned(),
            Err(error) => printable(&error.to_string()).into_owned(),
        };
        writeln!(out, "{:18} {pattern}", "pattern")?;
        writeln!(out, "{:18} {}", "table", HumanBytes(table))?;
        writeln!(out, "{:18} {}", "to build", HumanBytes(building))?;
        writeln!(out, "{:18} {state}", "file")?;
    }
    Ok(exit::OK)
}
