//! Solves an instance by ranks that are processes: `mpirun -n 2 fewest-ranks masterclass:4`.
//!
//! All ranks read the instance; the first one prints the result record.

mod certificate;

use crate::certificate::Certificate;
use clap::{Parser, ValueEnum};
use fewest::certificate::Written;
use fewest::search::artifact::Checkpoint;
use fewest::search::distributed::{Notice, RankCheckpoint, Transport};
use fewest::search::{Engine, Ranks, Request, Storage};
use fewest::{InputOptions, Instance, Solver, rank_checkpoint, rank_disk, read};
use fewest_scale::{MpiRank, start};
use serde::Serialize;
#[cfg(unix)]
use signal_hook::{consts, flag};
use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;
use std::time::Duration;

/// Find the fewest moves that solve a puzzle, by ranks that are processes
///
/// Start it with mpirun: mpirun -n 2 fewest-ranks masterclass:4
#[derive(Debug, Parser)]
struct Arguments {
    /// An instance, as for fewest solve
    input: OsString,
    /// Engine; by default the one that suits the puzzle
    #[arg(long, value_enum)]
    engine: Option<ByRanks>,
    /// Seconds after which the search ends with what it has shown so far
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,
    /// Memory of each rank, in mebibytes
    #[arg(long, value_name = "MEBIBYTES", default_value_t = 1024)]
    memory: u64,
    /// Save the part of each rank in a folder of its own below this one, and resume from there if
    /// all ranks have saved theirs; with breadth-first-heuristic or breadth-first
    #[arg(long, value_name = "FOLDER")]
    checkpoint: Option<PathBuf>,
    /// Keep the states of each rank in a folder of its own below this one instead of memory, and
    /// resume from there if all ranks have theirs; with breadth-first-heuristic or breadth-first
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["checkpoint", "certificate"])]
    disk: Option<PathBuf>,
    /// Write a certificate that no solution is shorter, for fewest verify to check: all ranks list the
    /// states that they own, and the first one writes the file
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

/// The engines that several ranks can run together.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum ByRanks {
    Astar,
    BreadthFirst,
    BreadthFirstHeuristic,
}

impl From<ByRanks> for Engine {
    fn from(engine: ByRanks) -> Self {
        match engine {
            ByRanks::Astar => Self::Astar,
            ByRanks::BreadthFirst => Self::BreadthFirst,
            ByRanks::BreadthFirstHeuristic => Self::BreadthFirstHeuristic,
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    // A file that reaches its size limit is like a full disk: the error of the write reports it.
    #[cfg(unix)]
    if let Err(error) = flag::register(consts::SIGXFSZ, Arc::default()) {
        eprintln!("fewest-ranks: {error}");
    }
    match start(|rank| solve(&arguments, rank)).map_err(Into::into).flatten() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("fewest-ranks: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Solves it as one of the ranks; the exit code is that of `fewest solve`.
fn solve(arguments: &Arguments, rank: &mut MpiRank) -> Result<u8, Box<dyn Error>> {
    let number = rank.rank();
    let instance = instance(arguments)?;
    let certificate = arguments.certificate.as_deref();
    let certificate =
        certificate.map(|file| Certificate::new(file, &instance, rank)).transpose()?;
    let request = Request { engine: arguments.engine.map(Engine::from), ..Request::default() };
    let memory = arguments.memory << 20;
    let ranks = Ranks::Transport(&mut *rank);
    let storage = match (&arguments.checkpoint, &arguments.disk) {
        (_, Some(folder)) => {
            Storage::RanksOnDisk(ranks, rank_disk(folder, &instance, &request, None, &tell))
        }
        (folder, None) => {
            let saved = folder.as_ref().map(|folder| {
                rank_checkpoint(folder, &instance, &request, Checkpoint::INTERVAL, &tell)
            });
            Storage::Ranks(ranks, saved)
        }
    };
    let mut solver = Solver::new().request(request).memory(memory).storage(storage);
    if let Some(seconds) = arguments.time {
        solver = solver.time(Duration::from_secs(seconds));
    }
    let report = solver.solve(&instance)?;
    let certified = match certificate {
        Some(certificate) => certificate.add(&instance, &report, memory, rank),
        None => Ok(None),
    };
    if let Ok(Some(written)) = &certified {
        print("certificate", &Data::of(&instance, written))?;
    }
    if number == 0 {
        print("result", &report)?;
    }
    if let Some(folder) = arguments.checkpoint.as_ref().filter(|_| report.stop.is_none()) {
        // The search is done, and its result is written.
        rank.all_gather(&[]);
        RankCheckpoint::remove(folder, number..number + 1);
    }
    match certified {
        Ok(_) => Ok(report.status.exit_code()),
        Err(none) => Err(format!("no certificate: {none}").into()),
    }
}

fn tell(notice: Notice) {
    match notice {
        Notice::GoesOn(resumed) => eprintln!(
            "fewest-ranks: resuming: at least {} moves, {} states expanded",
            resumed.lower, resumed.expanded
        ),
        Notice::NotUsed(error) => eprintln!("fewest-ranks: ignored: {error}"),
        Notice::Failed(error) => {
            eprintln!("fewest-ranks: the checkpoint could not be saved: {error}");
        }
    }
}

fn instance(arguments: &Arguments) -> Result<Instance, Box<dyn Error>> {
    let mut instances = read(&arguments.input, InputOptions::default())?;
    match (instances.pop(), instances.is_empty()) {
        (Some(instance), true) => Ok(instance),
        _ => Err("ranks solve one instance".into()),
    }
}

/// Prints a record like `fewest solve --json`.
fn print(r#type: &str, data: &impl Serialize) -> serde_json::Result<()> {
    #[derive(Serialize)]
    struct Record<'a, T> {
        r#type: &'a str,
        data: &'a T,
    }
    println!("{}", serde_json::to_string(&Record { r#type, data })?);
    Ok(())
}

/// The record of a certificate.
#[derive(Serialize)]
struct Data<'a> {
    instance: &'a str,
    states: u64,
    digest: String,
}

impl<'a> Data<'a> {
    fn of(instance: &'a Instance, Written { states, digest }: &Written) -> Self {
        Self { instance: &instance.name, states: *states, digest: digest.to_string() }
    }
}
