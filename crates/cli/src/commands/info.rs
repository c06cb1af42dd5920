//! `fewest info`: facts about an instance that need no search.

use crate::arguments::{Inputs, limits, units};
use crate::output::{json, printable};
use crate::process::signals;
use clap::Args;
use fewest::atomix::HeuristicName;
use fewest::info::Branching;
use fewest::search::Limits;
use fewest::{HeuristicValue, Info, MoveCount, heuristic_values};
use indicatif::HumanCount;
use serde::Serialize;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Show what is known about an instance without searching
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: Inputs,
    /// Show the value of each heuristic at the start, in both directions; this builds their tables
    #[arg(long)]
    heuristics: bool,
    #[command(flatten)]
    budget: Budget,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
}

/// Limits for the heuristics.
#[derive(Debug, Args)]
struct Budget {
    /// With --heuristics: time for all heuristics of an instance together, like 90s
    #[arg(
        long, requires = "heuristics", allow_hyphen_values = true,
        value_parser = units::duration
    )]
    time: Option<Duration>,
    /// With --heuristics: memory for each heuristic, like 64MiB
    #[arg(
        long, requires = "heuristics", value_name = "SIZE", allow_hyphen_values = true,
        value_parser = units::budget,
    )]
    memory: Option<u64>,
    /// With --heuristics: states that the search for a value may expand [default: 131072]
    #[arg(
        long, requires = "heuristics", value_name = "COUNT", allow_hyphen_values = true,
        value_parser = units::count,
    )]
    nodes: Option<u64>,
}

impl Budget {
    fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, ..limits(Instant::now(), self.time, self.memory) }
    }
}

#[derive(Serialize)]
struct Known {
    #[serde(flatten)]
    info: Info,
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristics: Option<Vec<HeuristicValue>>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let (instances, exit_code) = arguments.inputs.read()?.told()?;
    for (i, instance) in instances.iter().enumerate() {
        let info = Info::of(&instance.puzzle);
        let heuristics = arguments
            .heuristics
            .then(|| heuristic_values(instance, arguments.budget.limits(), &signals::INTERRUPT));
        let heuristics = heuristics.transpose()?;
        if arguments.json {
            let drawing = instance.draw();
            let known = Known { info, heuristics };
            json::write(out, "info", &json::InstanceData::new(instance, &drawing, known))?;
            continue;
        }
        if i > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{:18} {}", "instance", printable(&instance.name))?;
        if let Some(title) = &instance.title {
            writeln!(out, "{:18} {}", "title", printable(title))?;
        }
        for (name, value) in lines(info) {
            writeln!(out, "{name:18} {value}")?;
        }
        for value in heuristics.iter().flatten() {
            writeln!(out, "{:20} {}", value.name, said(value))?;
        }
    }
    Ok(exit_code)
}

/// The value of a heuristic at the start, as text.
fn said(value: &HeuristicValue) -> String {
    if let Some(refused) = &value.refused {
        return refused.clone();
    }
    let moves = |moves: Option<u16>| match moves {
        Some(moves) => moves.to_string(),
        None => "unsolvable".to_owned(),
    };
    let (forward, backward) = (moves(value.forward), moves(value.backward));
    let is_searched = value.name == HeuristicName::GeneralizedOptimum.name();
    let kind = match value.stop {
        Some(stop) => format!("; stopped by the limit on {stop}"),
        None if is_searched => "; the optimum".to_owned(),
        None => String::new(),
    };
    format!("{forward} forward, {backward} backward{kind}")
}

/// The facts, for people.
fn lines(info: Info) -> Vec<(&'static str, String)> {
    let yes_or_no = |is: bool| if is { "yes" } else { "no" }.to_owned();
    match info {
        Info::Atomix(level) => {
            let bound = |value: Option<u16>| value.map_or("unsolvable".to_owned(), at_least);
            let mut lines = vec![
                ("atoms", level.atoms.to_string()),
                ("labels", level.labels.to_string()),
                ("placements", level.placements.to_string()),
                ("free cells", level.free_cells.to_string()),
                ("size", format!("{}x{}", level.width, level.height)),
                ("heuristic forward", bound(level.heuristic.forward)),
                ("heuristic backward", bound(level.heuristic.backward)),
            ];
            lines.extend(level.branching.map(|counted| {
                let Branching { placings, forward, backward } = counted;
                let [forth, back] =
                    [forward, backward].map(|moves| moves as f64 / placings.max(1) as f64);
                let over = HumanCount(placings);
                let mean = format!(
                    "{forth:.3} forward, {back:.3} backward, over {over} placings of the atoms"
                );
                ("mean moves", mean)
            }));
            lines
        }
        Info::Tiles(tiles) => {
            let mut lines = vec![
                ("size", tiles.size),
                ("goal", tiles.goal),
                ("solvable", yes_or_no(tiles.solvable)),
                ("reachable goals", tiles.reachable_goals.join(", ")),
                ("manhattan", at_least(tiles.manhattan)),
            ];
            lines.extend(tiles.stated_optimum.map(|moves| ("stated optimum", moves.to_string())));
            lines
        }
        Info::Panex(panex) => {
            let mut lines = vec![
                ("towers of", panex.n.to_string()),
                ("pieces", panex.pieces.to_string()),
                ("moves", panex.rule),
                ("full exchange", yes_or_no(panex.exchange)),
            ];
            let number = |name, value: Option<String>| value.map(|value| (name, value));
            lines.extend(number("exchange moves", panex.exchange_moves.map(|n| n.to_string())));
            lines.extend(number("transfer moves", panex.transfer_moves.map(|n| n.to_string())));
            lines.extend(panex.assumes.map(|assumed| ("assumes", assumed.to_owned())));
            lines.extend(number("growth", panex.growth.map(|growth| format!("{growth:.4}"))));
            lines.extend(number("reachable states", panex.reachable_states.map(|n| n.to_string())));
            lines.extend(number("eccentricity", panex.eccentricity.map(|n| n.to_string())));
            lines.extend(panex.history.into_iter().map(|record| ("history", record)));
            lines
        }
        Info::Pddl(task) => {
            let mut lines = vec![("domain", task.domain), ("objects", task.objects.to_string())];
            let number = |name, value: Option<usize>| Some((name, value?.to_string()));
            lines.extend(number("atoms", task.atoms));
            lines.extend(number("actions", task.actions));
            lines.push(match task.refused {
                Some(refused) => ("too large", refused),
                None => ("hmax", task.hmax.map_or("unsolvable".to_owned(), at_least)),
            });
            lines
        }
    }
}

fn at_least(moves: impl Into<u64>) -> String {
    format!("at least {}", MoveCount::from(moves.into()).in_words())
}
