//! `fewest work run`: does units.

use super::found::ResultData;
use super::unit;
use crate::arguments::units;
use crate::output::{exit, printable, tell};
use crate::process::signals;
use crate::work_units::{Division, Search, within};
use clap::Args;
use fewest::search::Stop;
use fewest_work::process;
use fewest_work::{Done, Event, Folder, Runner, Unit, WorkError};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{ChildStdout, Command};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Do work units until none is left, each in a process of its own
///
/// Can be started as often and on as many machines as you like, at any time. If it is interrupted,
/// it puts its units back. It waits for units that other workers have, and takes them over if a
/// lease expires. Exit code: 0 if all is done, 1 if a unit has no result, 22 if interrupted, 31 if
/// the folder is not a folder of work units.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Folder of units
    folder: PathBuf,
    /// Units at a time
    #[arg(long, value_name = "COUNT", default_value = "1")]
    jobs: NonZeroUsize,
    /// How long a worker may be silent until its units are taken over; a live one reports every 5 s
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = lease)]
    lease: Duration,
    /// Do only this unit, counted from 0: for job arrays
    #[arg(long, value_name = "NUMBER")]
    index: Option<u32>,
}

/// Reads how long a lease lasts.
fn lease(text: &str) -> Result<Duration, units::NotAQuantity> {
    let lease = units::duration(text)?;
    // Some file systems record times in whole seconds.
    let is_enough = lease >= Duration::from_secs(2);
    is_enough.then_some(lease).ok_or(units::NotAQuantity::TooSmall("2s"))
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let Arguments { folder, jobs, lease, index } = arguments;
    let folder = Folder::open(folder)?;
    let program = env::current_exe()?;
    let interrupt = signals::watch();
    let is_unread = AtomicBool::new(false);
    let is_interrupted =
        || is_unread.load(Relaxed) || interrupt.reason() == Some(Stop::Interrupted);
    let best = Best::default();
    let work = |unit: &Unit| {
        let arguments = match &folder.whole {
            Division::Tree(_) => best.narrow(&folder, &unit.arguments),
            _ => unit.arguments.clone(),
        };
        work(&folder.whole, &program, unit, arguments, &is_interrupted)
    };
    let (jobs, lease, only) = (*jobs, *lease, *index);
    let runner =
        Runner { folder: &folder, jobs, lease, only, work: &work, is_interrupted: &is_interrupted };
    let out = &mut io::stdout().lock();
    let mut written = Ok(());
    runner.run(&mut |event| match event {
        Event::Done(done) => {
            let text = unit::described(&folder.whole, done.record.get()).unwrap_or_default();
            if let Err(error) = writeln!(out, "unit {}: {text}", done.unit) {
                is_unread.store(true, Relaxed);
                written = Err(error);
            }
        }
        Event::Waits => tell("fewest: other workers have the remaining units; waiting for them"),
    })?;
    written?;
    if is_interrupted() {
        tell("fewest: interrupted; unfinished units were put back");
        return Ok(exit::INTERRUPTED);
    }
    Ok(exit::OK)
}

/// Runs one unit; `None` if it was interrupted.
fn work(
    whole: &Division,
    program: &Path,
    unit: &Unit,
    arguments: Vec<String>,
    is_interrupted: &dyn Fn() -> bool,
) -> Result<Option<Done>, WorkError> {
    let no_result = |reason| WorkError::NoResult { unit: unit.unit, reason };
    let check = || {
        let checked = unit::check(whole, unit, &arguments);
        checked.map_err(|error| no_result(first_line(&format!("{error:#}"))))
    };
    check()?;
    let mut command = Command::new(program);
    command.args(&arguments);
    let ended = process::run(&mut command, last_line, &|_| None, is_interrupted)
        .map_err(|error| WorkError::Program { program: program.to_owned(), error })?;
    let is_interrupted = |ended: &Ended| {
        let search = ResultData::parse(&ended.output);
        ended.status.code() == Some(i32::from(exit::INTERRUPTED))
            || search.is_ok_and(|(found, _)| found.solved.is_interrupted())
    };
    let Some(ended) = ended.filter(|ended| !is_interrupted(ended)) else { return Ok(None) };
    if unit::described(whole, &ended.output).is_err() {
        return Err(no_result(reason(&ended)));
    }
    // A file may have changed during the search.
    check()?;
    let record = RawValue::from_string(ended.output);
    let record = record.map_err(|error| no_result(error.to_string()))?;
    Ok(Some(unit.done(arguments, record)))
}

/// A unit that was run: nothing but an interrupt kills it.
type Ended = process::Ended<String, ()>;

fn last_line(stdout: BufReader<ChildStdout>) -> io::Result<String> {
    let last = stdout.split(b'\n').try_fold(Vec::new(), |_, line| line)?;
    Ok(String::from_utf8_lossy(&last).into_owned())
}

/// Why there is no result, in one line: the `error` record, or the first words on standard error.
fn reason(ended: &Ended) -> String {
    let told = exit::recorded(&ended.output).unwrap_or_else(|| ended.message.clone());
    let first = first_line(&told);
    if first.is_empty() { ended.status.to_string() } else { first }
}

fn first_line(text: &str) -> String {
    printable(text.lines().next().unwrap_or_default()).into_owned()
}

/// The shortest plan that units of a tree have found, counted from their positions.
#[derive(Default)]
struct Best(Mutex<(HashSet<String>, Option<u16>)>);

impl Best {
    /// The search of a unit, limited to plans that are shorter than those of all other units.
    fn narrow(&self, folder: &Folder<Division>, arguments: &[String]) -> Vec<String> {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (seen, best) = &mut *guard;
        for done in folder.results_beyond(seen) {
            let found = ResultData::parse(done.record.get()).ok();
            let upper = found.and_then(|(found, _)| found.solved.upper?.try_into().ok());
            *best = best.iter().copied().chain(upper).min();
        }
        let asked = Search::parse(arguments).ok().and_then(|search| search.upper_bound);
        let shorter = best.map(|best: u16| best.saturating_sub(1));
        match asked.into_iter().chain(shorter).min() {
            Some(most) => within(arguments, most),
            None => arguments.to_vec(),
        }
    }
}
