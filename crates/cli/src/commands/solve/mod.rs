//! `fewest solve`: the main job.

mod certificate;
mod plan_slice;
mod saving;

use crate::arguments::{Budget, Inputs, Method};
use crate::output::{exit, human, json, tell};
use crate::process::{allocator, signals, threads};
use crate::progress::listing::Reporting;
use crate::progress::plot::{Course, Plot};
use crate::progress::{Display, Records};
use certificate::Certificate;
use clap::{Args, value_parser};
use fewest::search::artifact::FileError;
use fewest::search::{Depth, Direction, Engine, Interrupt, Limits, Request, Stop, Verdict};
use fewest::{
    AnyPuzzle, Instance, Report, Solutions, SolveError, Solver, Status, Stopwatch, Surveyed,
    TilesReport, tables,
};
use plan_slice::PlanSlice;
use saving::{Saving, not_saved};
use serde::Serialize;
use std::io::{self, Write};
use std::mem;
use std::path::PathBuf;
use std::time::Instant;

/// Find a shortest solution and prove that it is one
///
/// Exit code: 0 if every plan is OPTIMAL, else the code of the first instance where it is not:
/// 3 SOLVED, 10 UNSOLVABLE, BOUNDED 11 (upper bound), 12 (engine that may overlook plans),
/// 20 (memory or disk), 21 (time or nodes) or
/// 22 (interrupted). 31 for unreadable input, 2 for wrong usage, 70 for an internal error.
#[derive(Debug, Args)]
#[command(next_display_order = 100)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    #[command(flatten)]
    pub(crate) method: Method,
    #[command(flatten)]
    budget: Budget,
    /// Look only for solutions of at most this many moves
    #[arg(long, value_name = "MOVES")]
    upper_bound: Option<u16>,
    /// Write JSON Lines; the last line is a result, or an error if the command cannot begin
    #[arg(display_order = 4, long)]
    json: bool,
    /// Write no more than the verdict, or the result records
    #[arg(display_order = 3, long, short)]
    quiet: bool,
    /// Count all shortest solutions and show this many of them [default: 10]
    #[arg(
        display_order = 5,
        long, value_name = "COUNT", num_args = 0..=1, require_equals = true,
        default_missing_value = "10", value_parser = value_parser!(u32).range(..=MOST_SHOWN),
    )]
    all: Option<u32>,
    #[command(flatten)]
    slice: PlanSlice,
    /// Write a certificate that no solution is shorter, for verify to check; for one instance, also
    /// where a limit stopped the search
    #[arg(display_order = 6, long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    saving: Saving,
    /// Write plots as SVG: the states expanded at each bound, how the bounds came together, the states
    /// in each layer and the distribution of the heuristic. Unless --direction is given, the other
    /// direction is searched as well, for comparison
    #[arg(long, value_name = "FILE", conflicts_with_all = ["checkpoint", "disk", "ranks"])]
    plot: Option<PathBuf>,
}

/// Solutions beyond this number are counted, but not shown.
const MOST_SHOWN: i64 = 100_000;

impl Arguments {
    /// The limits of a search that began at `began`.
    pub(crate) fn limits(&self, began: Instant) -> Limits {
        Limits { upper_bound: self.upper_bound.map(Depth), ..self.budget.limits(began) }
    }
}

#[derive(Serialize)]
struct WarningData {
    message: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let Arguments { inputs, method, json: is_json, quiet: is_quiet, slice, .. } = arguments;
    let mut stopwatch = Stopwatch::start();
    let interrupt = signals::watch();
    threads::start(method.threads)?;
    if inputs.may_wait() {
        // Waiting for input ends at the first Ctrl-C, as everywhere.
        signals::end_at_once();
    }
    let given = inputs.read()?;
    signals::watch();
    if *is_json {
        for warning in &given.warnings {
            json::write(out, "warning", &WarningData { message: warning.to_string() })?;
        }
        for error in given.broken.iter().filter(|_| !given.instances.is_empty()) {
            exit::record(&error.to_string(), exit::INPUT);
        }
    }
    let (instances, mut exit_code) = given.told()?;
    let notation = inputs.moves.notation.unwrap_or_default();
    let saving = &arguments.saving;
    let certificate = arguments.certificate.as_deref();
    let certificate = certificate.map(|file| Certificate::new(file, method, saving, &instances));
    let mut certificate = certificate.transpose()?;
    if let (Some(flag), [_, _, ..]) = (saving.flag(), &instances[..]) {
        let error = format!("{flag} works for one instance only");
        return Err(exit::Usage(error).into());
    }
    if let (Some(_), [_, _, ..]) = (&arguments.plot, &instances[..]) {
        return Err(exit::Usage("--plot shows one instance only".to_owned()).into());
    }
    let mut plot = arguments.plot.as_deref().map(Plot::new).transpose()?;
    let mut instances = instances.into_iter().peekable();
    let mut worse = |code| exit_code = if exit_code == exit::OK { code } else { exit_code };
    while let Some(instance) = instances.next() {
        let began = stopwatch.began();
        let records = if *is_json && !is_quiet { Records::Written } else { Records::Silent };
        let limits = arguments.limits(began);
        let display = Display::new(&instance.name, began, limits, records);
        let mut display = display.quiet_if(*is_quiet);
        let all = arguments.all.map(|most| most as usize);
        let mut report =
            solve_one(&instance, method, limits, Some(saving), all, interrupt, &mut display)?;
        let course = mem::take(&mut display.course);
        drop(display);
        report.usage = stopwatch.lap();
        let told = match (is_quiet, is_json) {
            (true, _) => Reporting::Nothing,
            (_, true) => Reporting::Record,
            _ => Reporting::Line,
        };
        // In JSON the result is the last record; a person reads the answer first.
        if let (true, Some(certificate)) = (*is_json, &mut certificate) {
            worse(certificate.add(&instance, &report, limits.memory, interrupt, told, out)?);
        }
        report = report.in_notation(notation);
        worse(report.status.exit_code());
        if let Some(stop) = report.solutions.as_ref().and_then(Solutions::stop) {
            worse(Status(Verdict::Bounded(stop)).exit_code());
        }
        if let Some(plan) = report.plan.as_ref().filter(|_| slice.is_asked()) {
            slice.write(out, plan)?;
        } else if *is_json {
            json::write(out, "result", &report)?;
        } else if *is_quiet {
            writeln!(out, "{}", human::verdict(&report))?;
        } else {
            human::write(out, &instance, &report)?;
            advise(&instance, method, &report);
        }
        if let (false, Some(certificate)) = (*is_json, &mut certificate) {
            worse(certificate.add(&instance, &report, limits.memory, interrupt, told, out)?);
        }
        if let Some(plot) = &mut plot {
            plot.add(course.ended(&report));
            if method.direction.0.is_none() && interrupt.reason().is_none() {
                let limits = arguments.limits(Instant::now());
                let other = other_direction(&instance, method, limits, interrupt, &report)?;
                other.into_iter().for_each(|course| plot.add(course));
            }
            let directions = method.direction.0.map_or(Direction::ALL.to_vec(), |one| vec![one]);
            for direction in directions {
                let limits = arguments.limits(Instant::now());
                let surveyed =
                    Surveyed::new(&instance, direction, report.heuristic, limits, interrupt);
                // What could not be counted within the limits is left out.
                surveyed.into_iter().flatten().for_each(|one| plot.add_survey(one));
            }
            // The time of the comparison is not charged to the next instance.
            stopwatch.lap();
        }
        if report.stop.is_none() {
            // The search is done: its checkpoint is not needed any more.
            saving.remove();
        }
        if interrupt.reason() == Some(Stop::Interrupted) && instances.peek().is_some() {
            worse(exit::INTERRUPTED);
            break;
        }
        // The memory of this search is free again.
        allocator::take_reserve();
    }
    plot.map_or(Ok(()), Plot::write)?;
    Ok(exit_code)
}

/// The course of the same search in the other direction, if the engine has two.
fn other_direction(
    instance: &Instance,
    method: &Method,
    limits: Limits,
    interrupt: &Interrupt,
    report: &Report,
) -> Result<Option<Course>, SolveError> {
    let engine = report.engine.parse::<Engine>();
    if engine.is_ok_and(Engine::is_bidirectional) {
        return Ok(None);
    }
    let direction = Direction::ALL.into_iter().find(|one| one.name() != report.direction);
    let mut course = Course::default();
    let solved = Solver::new()
        .request(Request { direction, ..method.request() })
        .limits(limits)
        .interrupt(interrupt)
        .on_progress(|progress| course.update(progress))
        .solve(instance);
    match solved {
        Ok(report) => Ok(Some(course.ended(&report))),
        Err(SolveError::Unsupported(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Solves one instance; if the budget ends or a signal interrupts it, there is a report, too.
pub(crate) fn solve_one(
    instance: &Instance,
    method: &Method,
    limits: Limits,
    saving: Option<&Saving>,
    all: Option<usize>,
    interrupt: &Interrupt,
    display: &mut Display,
) -> Result<Report, SolveError> {
    let stored = tables::store().zip(tables::rules());
    let mut failed = not_saved;
    let told = |notice| {
        if let Some(saving) = saving {
            saving.tell(notice);
        }
    };
    let mut solver = Solver::new()
        .request(method.request())
        .limits(limits)
        .interrupt(interrupt)
        .on_progress(|progress| display.update(progress));
    if let Some((store, rules)) = &stored {
        let refused = |error: FileError| tell(&format!("fewest: ignored: {error}"));
        solver = solver.stored_tables(store, rules, refused);
    }
    if let Some(listed) = all {
        solver = solver.all(listed);
    }
    if let Some(saving) = saving
        && let Some(storage) = saving.open(instance, &method.request(), &mut failed, &told)?
    {
        solver = solver.storage(storage);
    }
    solver.solve(instance)
}

/// Reports that the source may mean another goal, and how a long search could take less time.
fn advise(instance: &Instance, method: &Method, report: &Report) {
    if let Some(TilesReport { goal, stated_optimum: Some(stated), .. }) = &report.tiles
        && report.status.0 == Verdict::Optimal
        && report.upper != Some(u64::from(*stated).into())
    {
        tell(&format!(
            "fewest: the source states an optimum of {stated} moves: it may mean another goal than \
             {goal}; --goal chooses it"
        ));
    }
    if let (AnyPuzzle::Tiles(tiles), None, Some(store)) =
        (&instance.puzzle, method.engine, tables::store())
        && let Some(advice) = tables::advice(tiles, report.counts.expanded, &store)
    {
        tell(&format!("fewest: {advice}"));
    }
}
