//! Solves a list of positions with one heuristic and checks every length: a benchmark that is
//! also a test.
//!
//! ```text
//! cargo run --release -p fewest-tiles --example solve_list -- LIST GOAL HEURISTIC THREADS RULES [STORED [NODES]]
//! cargo run --release -p fewest-tiles --example solve_list -- korf100.txt blank-first pattern-databases 1 10
//! ```
//!
//! HEURISTIC may also be `knuth`, which measures how much longer each further sad move takes, or
//! partitions such as `4x4:7-8` or `5x5:blocks+ring`, whose tables are built, or read from the
//! folder that the variable `FEWEST_PDB` names.
//! RULES is the longest path that the automaton forbids, from 2 on. STORED is the most positions
//! that A* stores before IDA* takes over, 0 if it is not given. NODES is the most positions to
//! expand for one instance.

mod processor;

use fewest_rules::replay;
use fewest_rules::tiles::{Goal, Instance, Move, Options, parse_list};
use fewest_search::outcome::unlimited;
use fewest_search::{Interrupt, Limits, Monitor, Outcome, Verdict};
use fewest_tiles::automaton::{Automaton, find};
use fewest_tiles::historical::knuth;
use fewest_tiles::pattern::{Collection, Pattern, Store, Table};
use fewest_tiles::{HeuristicName, Solver};
use processor::cpu_seconds;
use std::error::Error;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, goal, heuristic, threads, rules, limits @ ..] = &arguments[..] else {
        return Err("usage: solve_list LIST GOAL HEURISTIC THREADS RULES [STORED [NODES]]".into());
    };
    let goal: Goal = goal.parse()?;
    let threads: NonZero<usize> = threads.parse()?;
    let stored = limits.first().map_or(Ok(0), |stored| stored.parse())?;
    let nodes = limits.get(1).map(|nodes| nodes.parse()).transpose()?;
    let text = std::fs::read_to_string(file)?;
    let list =
        parse_list(&text, Options { goal, size: None }).map_err(|e| format!("{file}:{e}"))?;
    let Some(first) = list.first() else { return Err("the list is empty".into()) };
    let begun = (Instant::now(), cpu_seconds()?);
    let mut growth = vec![];
    let solver = match heuristic.as_str() {
        "knuth" => None,
        partitions if partitions.contains(':') => {
            let collection = partitions.parse::<Collection>()?.towards(&first.solved());
            let collection = collection.ok_or("the blank is elsewhere")?;
            Some(Solver::with_tables(&collection, table, u64::MAX, threads)?)
        }
        name => {
            Some(Solver::new(first.start.size(), goal, name.parse::<HeuristicName>()?, threads)?)
        }
    };
    let rules = unlimited(|monitor| {
        find(first.start.size(), rules.parse()?, monitor).map_err(Box::<dyn Error>::from)
    })?;
    let automaton = Automaton::new(&rules.rules);
    let solver = solver.map(|solver| solver.pruned(automaton).after_astar(stored));
    println!(
        "tables and automaton: {:.3} s, {:.2} CPU s",
        begun.0.elapsed().as_secs_f64(),
        cpu_seconds()? - begun.1
    );
    let (mut moves, mut solved, mut expanded, mut generated) = (0, 0, 0, 0);
    for instance in &list {
        let started = Instant::now();
        let outcome = limited(nodes, |monitor| match &solver {
            Some(solver) => solver.solve(instance, monitor),
            None => by_knuth(instance, monitor, &mut growth),
        });
        let counts = outcome.statistics();
        (expanded, generated) = (expanded + counts.expanded, generated + counts.generated);
        let length = check(instance, &outcome)?;
        if let Some(length) = length {
            (moves, solved) = (moves + length, solved + 1);
        }
        println!(
            "{:>4} {:>4} {:>14} expanded {:>14} generated {:>9.3} s",
            instance.name.as_deref().unwrap_or("-"),
            length.map_or("-".to_owned(), |length| length.to_string()),
            counts.expanded,
            counts.generated,
            started.elapsed().as_secs_f64(),
        );
    }
    let cpu = cpu_seconds()? - begun.1;
    println!(
        "{solved} of {} solved, {moves} moves, {expanded} expanded, {generated} generated",
        list.len()
    );
    println!("{:.2} s, {cpu:.2} CPU s, tables included", begun.0.elapsed().as_secs_f64());
    if !growth.is_empty() {
        let mean = growth.iter().map(|factor: &f64| factor.ln()).sum::<f64>() / growth.len() as f64;
        println!(
            "a further sad move takes {:.2} times as long ({} ratios)",
            mean.exp(),
            growth.len()
        );
    }
    Ok(())
}

/// A table from the folder, or one made now.
fn table(pattern: &Pattern) -> Result<Arc<Table>, Box<dyn Error>> {
    let table = match std::env::var_os("FEWEST_PDB") {
        Some(folder) => Store::new(folder).load(pattern)?,
        None => unlimited(|monitor| Table::build(pattern.clone(), monitor))?,
    };
    Ok(Arc::new(table))
}

/// The length of a shortest plan, if one was found.
fn check(instance: &Instance, outcome: &Outcome<Move>) -> Result<Option<usize>, Box<dyn Error>> {
    if let (Verdict::Unsolvable, Some(stated)) = (outcome.verdict(), instance.stated_optimum) {
        let start = &instance.start;
        return Err(
            format!("{start}: unsolvable, not in {stated} moves: is GOAL the right one?").into()
        );
    }
    let Some(plan) = outcome.plan() else { return Ok(None) };
    replay(instance, plan.iter().copied())?;
    if outcome.verdict() != Verdict::Optimal {
        return Ok(None);
    }
    if instance.stated_optimum.is_some_and(|stated| usize::from(stated) != plan.len()) {
        return Err(format!("{}: a plan of {} moves", instance.start, plan.len()).into());
    }
    Ok(Some(plan.len()))
}

/// Knuth's program; the ratios of its tries that visit at least 100,000 positions.
fn by_knuth(
    instance: &Instance,
    monitor: &mut Monitor<'_>,
    growth: &mut Vec<f64>,
) -> Outcome<Move> {
    let mut last = 0;
    knuth(instance, monitor, |failed| {
        if last > 0 && failed.nodes >= 100_000 {
            growth.push(failed.nodes as f64 / last as f64);
        }
        last = failed.nodes;
    })
}

fn limited<T>(nodes: Option<u64>, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    search(&mut Monitor::new(Limits { nodes, ..Limits::default() }, &never, &mut silent))
}
