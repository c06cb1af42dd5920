//! `fewest layers`: all positions of a tile board by their distance.

use crate::output::tell;
use crate::pdb::{Limit, watched};
use crate::{exit, json, signals, threads};
use clap::Args;
use fewest::rules::tiles::Size;
use fewest::search::Stop;
use fewest::tiles::analysis::{Layers, NotSearched, layers};
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroUsize;

/// Count the positions of a tile board at each distance from the solved one
///
/// Visits all of them, in two bits a position: boards of up to 12 cells. 3x4 takes 60 MB and about
/// a minute.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// WIDTHxHEIGHT
    size: Size,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
    /// Threads; without it as many as there are processors
    #[arg(long, value_name = "COUNT")]
    threads: Option<NonZeroUsize>,
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
    let Arguments { size, json: is_json, threads, limit } = arguments;
    let interrupt = signals::watch();
    threads::start(*threads)?;
    let threads = NonZeroUsize::new(rayon::current_num_threads()).unwrap_or(NonZeroUsize::MIN);
    let counted = watched(size, limit, interrupt, |monitor| layers(*size, threads, monitor));
    let Layers { counts, farthest } = match counted {
        Ok(counted) => counted,
        Err(NotSearched::TooLarge(size)) => {
            let error =
                format!("{size}: there are too many positions; 3x4 and 2x6 are the largest");
            return Err(exit::Usage(error).into());
        }
        Err(NotSearched::Stopped(stop)) => {
            tell(&format!("fewest: {size}: {stop}"));
            return Ok(if stop == Stop::Memory { exit::MEMORY } else { exit::INTERRUPTED });
        }
    };
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
