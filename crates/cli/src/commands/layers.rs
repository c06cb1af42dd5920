//! `fewest layers`: all positions of a tile board by their distance.

use crate::commands::pdb::{Limit, watched};
use crate::output::{exit, json, pictures};
use crate::process::{signals, threads};
use clap::Args;
use fewest::proof::layers::{Layer, certificate};
use fewest::rules::tiles::{Board, Goal, Size};
use fewest::search::Depth;
use fewest::tiles::analysis::{Layers, NotSearched, VisitPositions, layers};
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Count the positions of a tile board at each distance from the solved one
///
/// Visits all of them, with two bits per position: for boards of up to 12 cells. 3x4 takes 60 MB
/// and about a minute.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// WIDTHxHEIGHT
    size: Size,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
    /// Threads; by default as many as there are processors
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZeroUsize>,
    /// Also write the digests of all layers, for verify to check
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Serialize)]
struct Data {
    size: String,
    positions: u64,
    layers: Vec<u64>,
    farthest: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let Arguments { size, json: is_json, threads, certificate: file, limit } = arguments;
    let aside = file.as_deref().map(pictures::certificate).transpose()?;
    let interrupt = signals::watch();
    threads::start(*threads)?;
    let threads = NonZeroUsize::new(rayon::current_num_threads()).unwrap_or(NonZeroUsize::MIN);
    let found: Mutex<Vec<Layer>> = Mutex::default();
    let add = |Depth(depth), positions: &[Board]| {
        let mut some = Layer::default();
        positions.iter().for_each(|position| some.add(position));
        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
        let (depth, layers) = (usize::from(depth), found.len());
        found.resize(layers.max(depth + 1), Layer::default());
        found[depth] = found[depth].and(some);
    };
    let visit: Option<&VisitPositions<'_>> = aside.as_ref().map(|_| &add as _);
    let counted = watched(size, limit, interrupt, |monitor| layers(*size, threads, visit, monitor));
    let Layers { counts, farthest } = match counted {
        Ok(counted) => counted,
        Err(NotSearched::TooLarge(size)) => {
            let error =
                format!("{size}: there are too many positions; 3x4 and 2x6 are the largest boards");
            return Err(exit::Usage(error).into());
        }
        Err(NotSearched::Stopped(stop)) => return Err(exit::Stopped::new(size, stop).into()),
    };
    if let Some(mut aside) = aside {
        let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let text = certificate(&Board::solved(*size, Goal::BlankLast), &found);
        aside.write_all(text.as_bytes())?;
        aside.finish()?;
    }
    let out = &mut io::stdout().lock();
    let positions: u64 = counts.iter().sum();
    if *is_json {
        let (size, farthest) = (size.to_string(), farthest.to_string());
        json::write(out, "layers", &Data { size, positions, layers: counts, farthest })?;
        return Ok(exit::OK);
    }
    writeln!(out, "moves   positions")?;
    for (moves, count) in counts.iter().enumerate() {
        writeln!(out, "{moves:5} {count:>11}")?;
    }
    let most = counts.len() - 1;
    writeln!(out, "{positions} positions; one of the farthest, at {most} moves: {farthest}")?;
    Ok(exit::OK)
}
