//! `fewest automaton`: rules that keep searches from taking two ways to one position.

use crate::pdb::{Limit, watched};
use crate::{exit, signals, threads};
use clap::{Args, Subcommand};
use fewest::rules::tiles::{Cell, Size};
use fewest::search::Stop;
use fewest::tables;
use fewest::tiles::FileError;
use fewest::tiles::automaton::{Automaton, Path, RuleStore, find};
use indicatif::HumanCount;
use std::io::{self, Write};
use std::time::Instant;

/// Build and check automata that prune moves of tile puzzles
///
/// Their rules are kept in fewest/automata of the user's data folder, one file for each size of
/// board. solve uses them when they are there; otherwise it finds those of 10 moves itself.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Find the rules for a size of board and store them
    Build(Build),
    /// Check that every stored rule holds wherever on the board it applies
    Verify(Sizes),
    /// Say how many rules are stored, and how much they leave
    Info(Sizes),
}

#[derive(Debug, Args)]
struct Build {
    /// WIDTHxHEIGHT
    size: Size,
    /// Moves of the longest rules
    #[arg(long, value_name = "COUNT", default_value_t = 14, value_parser = moves())]
    moves: u8,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Debug, Args)]
struct Sizes {
    /// WIDTHxHEIGHT; without it all
    sizes: Vec<Size>,
}

impl Sizes {
    fn of(&self, store: &RuleStore) -> Vec<Size> {
        match &self.sizes[..] {
            [] => Size::all().filter(|&size| store.has(size)).collect(),
            sizes => sizes.to_vec(),
        }
    }
}

fn moves() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(2..=Path::LONGEST as i64)
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let store = tables::rules()
        .ok_or_else(|| exit::Usage("neither HOME nor XDG_DATA_HOME is set".to_owned()))?;
    let out = &mut io::stdout().lock();
    match &arguments.action {
        Action::Build(arguments) => build(arguments, &store, out),
        Action::Verify(sizes) => verify(sizes, &store, out),
        Action::Info(sizes) => info(sizes, &store, out),
    }
}

fn build(arguments: &Build, store: &RuleStore, out: &mut impl Write) -> anyhow::Result<u8> {
    let Build { size, moves, limit } = arguments;
    let interrupt = signals::watch();
    threads::start(None)?;
    let began = Instant::now();
    let found = watched(size, limit, interrupt, |monitor| find(*size, (*moves).into(), monitor));
    let rules = match found {
        Ok(rules) => rules,
        Err(stop) => {
            eprintln!("fewest: {size}: {stop}");
            return Ok(if stop == Stop::Memory { exit::MEMORY } else { exit::INTERRUPTED });
        }
    };
    let path = store.save(&rules)?;
    let (count, seconds) = (HumanCount(rules.rules.len() as u64), began.elapsed().as_secs_f64());
    writeln!(out, "{size}: {count} rules in {seconds:.1} s: {}", path.display())?;
    Ok(exit::OK)
}

fn verify(sizes: &Sizes, store: &RuleStore, out: &mut impl Write) -> anyhow::Result<u8> {
    let mut wrong = vec![];
    for size in sizes.of(store) {
        let checked = store.load(size).map(|rules| {
            let bad = rules.rules.iter().find(|rule| !rule.leads_to_the_same(size));
            (rules.rules.len(), bad.copied())
        });
        match checked {
            Ok((count, None)) => {
                let count = HumanCount(count as u64);
                writeln!(out, "{size}: all {count} rules hold from every cell")?;
            }
            Ok((_, Some(rule))) => wrong.push(format!("{size}: {} is forbidden", rule.forbidden)),
            Err(error) => wrong.push(error.to_string()),
        }
    }
    if wrong.is_empty() { Ok(exit::OK) } else { Err(exit::Rejected(wrong.join("\n")).into()) }
}

fn info(sizes: &Sizes, store: &RuleStore, out: &mut impl Write) -> anyhow::Result<u8> {
    let sizes = sizes.of(store);
    if sizes.is_empty() {
        writeln!(out, "no automata are stored")?;
    }
    for size in sizes {
        let rules = match store.load(size) {
            Ok(rules) => rules,
            Err(FileError::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                writeln!(out, "{size}: not stored")?;
                continue;
            }
            Err(error) => {
                writeln!(out, "broken: {error}")?;
                continue;
            }
        };
        let automaton = Automaton::new(&rules.rules);
        let successors = |automaton: &Automaton| {
            let [odd, even] = automaton.growth(size, Cell(0), 25);
            (odd * even).sqrt()
        };
        writeln!(out, "{:18} {size}", "board")?;
        writeln!(out, "{:18} {}", "longest rule", rules.longest)?;
        writeln!(out, "{:18} {}", "rules", HumanCount(rules.rules.len() as u64))?;
        writeln!(out, "{:18} {}", "states", HumanCount(automaton.states() as u64))?;
        let (with, without) = (successors(&automaton), successors(&Automaton::no_way_back()));
        writeln!(out, "{:18} {with:.5} a move, {without:.5} without", "successors")?;
    }
    Ok(exit::OK)
}
