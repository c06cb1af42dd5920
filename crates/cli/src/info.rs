//! `fewest info`: what is known of an instance without search.

use crate::arguments::Inputs;
use crate::{human, json};
use clap::Args;
use fewest::{Info, Instance};
use serde::Serialize;
use std::io::{self, Write};

/// Say what is known of an instance without search
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Data<'a> {
    puzzle: &'static str,
    instance: &'a str,
    title: Option<&'a str>,
    #[serde(flatten)]
    info: Info,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let (instances, exit_code) = arguments.inputs.read()?.told()?;
    for (i, instance) in instances.iter().enumerate() {
        let Instance { name, title, puzzle: any } = instance;
        let info = Info::of(any);
        if arguments.json {
            let (puzzle, title) = (any.name(), title.as_deref());
            json::write(out, "info", &Data { puzzle, instance: name, title, info })?;
            continue;
        }
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{:18} {name}", "instance")?;
        if let Some(title) = title {
            writeln!(out, "{:18} {title}", "title")?;
        }
        for (name, value) in lines(info) {
            writeln!(out, "{name:18} {value}")?;
        }
    }
    Ok(exit_code)
}

/// What is known, for people.
fn lines(info: Info) -> Vec<(&'static str, String)> {
    let yes_or_no = |is: bool| if is { "yes" } else { "no" }.to_owned();
    match info {
        Info::Atomix(level) => {
            let bound = |value: Option<u16>| value.map_or("unsolvable".to_owned(), at_least);
            vec![
                ("atoms", level.atoms.to_string()),
                ("labels", level.labels.to_string()),
                ("placements", level.placements.to_string()),
                ("free cells", level.free_cells.to_string()),
                ("size", format!("{}x{}", level.width, level.height)),
                ("heuristic forward", bound(level.heuristic.forward)),
                ("heuristic backward", bound(level.heuristic.backward)),
            ]
        }
        Info::Tiles(tiles) => {
            let mut lines = vec![
                ("size", tiles.size),
                ("goal", tiles.goal.to_owned()),
                ("solvable", yes_or_no(tiles.solvable)),
                ("manhattan", at_least(tiles.manhattan)),
            ];
            lines.extend(tiles.stated_optimum.map(|moves| ("stated optimum", moves.to_string())));
            lines
        }
        Info::Panex(panex) => {
            let mut lines = vec![
                ("towers of", panex.n.to_string()),
                ("pieces", panex.pieces.to_string()),
                ("full exchange", yes_or_no(panex.exchange)),
            ];
            let number = |name, value: Option<String>| value.map(|value| (name, value));
            lines.extend(number("exchange moves", panex.exchange_moves.map(|n| n.to_string())));
            lines.extend(number("transfer moves", panex.transfer_moves.map(|n| n.to_string())));
            lines.extend(number("growth", panex.growth.map(|growth| format!("{growth:.4}"))));
            lines.extend(number("reachable states", panex.reachable_states.map(|n| n.to_string())));
            lines.extend(number("eccentricity", panex.eccentricity.map(|n| n.to_string())));
            lines.extend(panex.history.into_iter().map(|record| ("history", record)));
            lines
        }
    }
}

fn at_least(moves: impl Into<u64>) -> String {
    format!("at least {}", human::moves(&moves.into().into()))
}
