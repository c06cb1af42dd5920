//! `fewest automaton`: rules that keep searches from reaching one position in two ways.

use crate::arguments::rule_length;
use crate::commands::pdb::{Limit, is_missing, rejected_if, stored, watched};
use crate::output::{exit, printable, shown, tell};
use crate::process::{signals, threads};
use clap::{Args, Subcommand, ValueEnum};
use fewest::input::text_of;
use fewest::rules::TextPosition;
use fewest::rules::tiles::Size;
use fewest::tiles::automaton::{
    ByLength, Path, RuleStore, Rules, StringError, find, published_strings, rules_for_strings,
    strings_from_text, strings_to_text,
};
use fewest::{InputError, tables};
use indicatif::HumanCount;
use std::ffi::OsString;
use std::io::{self, Write};
use std::time::Instant;

/// Build and check automata that prune moves of tile puzzles
///
/// Their rules are kept in fewest/automata of the user's data folder, one file for each size of
/// board. solve uses them if they are stored; otherwise it finds those of up to 10 moves itself.
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
    /// Show how many rules are stored, or found with --moves, and how many moves are left with the
    /// rules up to each length
    Info(Info),
    /// Write the forbidden strings as plain text, one per line, in moves of the blank: l, r, u, d
    Export(Export),
    /// Store rules from a list of strings: those that an earlier path can replace
    Import(Import),
}

#[derive(Debug, Args)]
struct Build {
    /// WIDTHxHEIGHT
    size: Size,
    /// Length of the longest rules, in moves
    #[arg(long, value_name = "COUNT", default_value_t = 14, value_parser = rule_length())]
    moves: u8,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Debug, Args)]
struct Sizes {
    /// WIDTHxHEIGHT; by default all
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

#[derive(Debug, Args)]
struct Info {
    #[command(flatten)]
    sizes: Sizes,
    #[command(flatten)]
    found: FindOptions,
}

#[derive(Debug, Args)]
struct Export {
    /// WIDTHxHEIGHT
    size: Size,
    #[command(flatten)]
    found: FindOptions,
}

/// Strings that are found rather than read.
#[derive(Debug, Args)]
struct FindOptions {
    /// Find strings of up to this many moves instead of reading the stored rules
    #[arg(long, value_name = "COUNT", value_parser = rule_length())]
    moves: Option<u8>,
    /// Which of two strings of equal length that lead to the same position is forbidden: the later
    /// one in the alphabet, as searches need, or, as published, the one that fits from fewer cells
    #[arg(long, default_value = "alphabet", requires = "moves")]
    choice: Choice,
    #[command(flatten)]
    limit: Limit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Choice {
    Alphabet,
    Published,
}

#[derive(Debug, Args)]
struct Import {
    /// WIDTHxHEIGHT
    size: Size,
    /// The list, or - for standard input: one string per line, of the letters l, r, u, d or W, E,
    /// N, S
    file: OsString,
    #[command(flatten)]
    limit: Limit,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let store = stored(tables::rules())?;
    let out = &mut io::stdout().lock();
    match &arguments.action {
        Action::Build(arguments) => build(arguments, &store, out),
        Action::Verify(sizes) => verify(sizes, &store, out),
        Action::Info(arguments) => info(arguments, &store, out),
        Action::Export(arguments) => export(arguments, &store, out),
        Action::Import(arguments) => import(arguments, &store, out),
    }
}

fn build(arguments: &Build, store: &RuleStore, out: &mut impl Write) -> anyhow::Result<u8> {
    let Build { size, moves, limit } = arguments;
    let interrupt = signals::watch();
    threads::start(None)?;
    let began = Instant::now();
    let rules = watched(size, limit, interrupt, |monitor| find(*size, (*moves).into(), monitor))
        .map_err(|stop| exit::Stopped::new(size, stop))?;
    let path = store.save(&rules).map_err(exit::Unstored::from)?;
    let (count, seconds) = (HumanCount(rules.rules.len() as u64), began.elapsed().as_secs_f64());
    writeln!(out, "{size}: {count} rules in {seconds:.1} s: {}", shown(&path))?;
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
    Ok(rejected_if(&wrong)?)
}

impl FindOptions {
    /// The strings of up to `moves` moves for a size.
    fn strings(&self, size: Size, moves: u8) -> Result<Vec<Path>, exit::Stopped> {
        let interrupt = signals::watch();
        let found = watched(&size, &self.limit, interrupt, |monitor| match self.choice {
            Choice::Alphabet => Ok(strings(&find(size, moves.into(), monitor)?)),
            Choice::Published => published_strings(size, moves.into(), monitor),
        });
        found.map_err(|stop| exit::Stopped::new(&size, stop))
    }
}

/// The strings that rules forbid.
fn strings(rules: &Rules) -> Vec<Path> {
    rules.rules.iter().map(|rule| rule.forbidden).collect()
}

fn info(arguments: &Info, store: &RuleStore, out: &mut impl Write) -> anyhow::Result<u8> {
    if let Some(moves) = arguments.found.moves {
        if arguments.sizes.sizes.is_empty() {
            return Err(exit::Usage("--moves needs a board size, such as 5x5".to_owned()).into());
        }
        for &size in &arguments.sizes.sizes {
            table(out, size, &arguments.found.strings(size, moves)?)?;
        }
        return Ok(exit::OK);
    }
    let sizes = arguments.sizes.of(store);
    if sizes.is_empty() {
        writeln!(out, "no automata are stored")?;
    }
    for size in sizes {
        match store.load(size) {
            Ok(rules) => table(out, size, &strings(&rules))?,
            Err(error) if is_missing(&error) => writeln!(out, "{size}: not stored")?,
            Err(error) => writeln!(out, "broken: {}", printable(&error.to_string()))?,
        }
    }
    Ok(exit::OK)
}

/// Writes what the strings up to each length leave.
fn table(out: &mut impl Write, size: Size, strings: &[Path]) -> io::Result<()> {
    writeln!(out, "{size}: moves that are left after each, by the length of the longest string")?;
    writeln!(out, "length     strings       states  successors  24th move  25th move")?;
    for row in ByLength::rows(size, strings) {
        let ByLength { longest, strings, states, growth: [even, odd] } = row;
        let (mean, count) = (row.branching_factor(), |n| HumanCount(n as u64).to_string());
        let (strings, states) = (count(strings), count(states));
        writeln!(
            out,
            "{longest:>6} {strings:>11} {states:>12} {mean:>11.5} {even:>10.5} {odd:>10.5}"
        )?;
    }
    Ok(())
}

fn export(arguments: &Export, store: &RuleStore, out: &mut impl Write) -> anyhow::Result<u8> {
    let Export { size, found } = arguments;
    let strings = match found.moves {
        Some(moves) => found.strings(*size, moves)?,
        None => strings(&store.load(*size)?),
    };
    out.write_all(strings_to_text(strings).as_bytes())?;
    Ok(exit::OK)
}

fn import(arguments: &Import, store: &RuleStore, out: &mut impl Write) -> anyhow::Result<u8> {
    let Import { size, file, limit } = arguments;
    let (name, text) = text_of(file)?;
    let strings = strings_from_text(&text).map_err(|error| {
        let StringError { line, column, reason } = error;
        InputError::invalid(&name, TextPosition { line, column }, reason)
    })?;
    let interrupt = signals::watch();
    threads::start(None)?;
    let count = strings.len();
    let found =
        watched(size, limit, interrupt, |monitor| rules_for_strings(*size, strings, monitor));
    let (rules, left_out) = found.map_err(|stop| exit::Stopped::new(size, stop))?;
    if rules.rules.is_empty() {
        let error = "no string can be replaced by one that comes before it and fits wherever it \
                     does";
        return Err(InputError::invalid(&name, TextPosition::START, error.to_owned()).into());
    }
    let path = store.save(&rules).map_err(exit::Unstored::from)?;
    let kept = HumanCount(rules.rules.len() as u64);
    writeln!(out, "{size}: {kept} rules of {count} strings: {}", shown(&path))?;
    if !left_out.is_empty() {
        tell(&format!(
            "fewest: {} strings are not forbidden: nothing that comes before them leads to the same \
             position and fits wherever they do",
            left_out.len()
        ));
    }
    Ok(exit::OK)
}
