//! `fewest levels`: the level sets on this machine, or the levels of one.

use crate::arguments::Reading;
use crate::exit;
use clap::Args;
use fewest::input::Entry;
use fewest::{AnyPuzzle, installed};
use std::ffi::OsString;
use std::io::{self, Write};

/// List the level sets of installed games, or the levels of a set or file
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A file, or the name of an installed set like katomic or gnome
    input: Option<OsString>,
    #[command(flatten)]
    reading: Reading,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    match &arguments.input {
        None => installed(out)?,
        Some(input) => listed(out, fewest::entries(input, arguments.reading.options())?)?,
    }
    Ok(exit::OK)
}

fn installed(out: &mut impl Write) -> io::Result<()> {
    let sets = installed::installed();
    if sets.is_empty() {
        writeln!(out, "no level sets found; looked in")?;
        return installed::folders()
            .iter()
            .try_for_each(|folder| writeln!(out, "  {}", folder.display()));
    }
    for set in sets {
        let path = set.path.display();
        match set.entries() {
            Ok(entries) => writeln!(out, "{:12} {:3} levels  {path}", set.name, entries.len())?,
            Err(error) => writeln!(out, "{:12} broken      {error}", set.name)?,
        }
    }
    Ok(())
}

fn listed(out: &mut impl Write, entries: Vec<Entry>) -> io::Result<()> {
    let title = |entry: &Entry| entry.title.clone().unwrap_or_else(|| "-".to_owned());
    let width = entries.iter().map(|entry| title(entry).chars().count()).max().unwrap_or(0);
    for entry in entries {
        let size = match &entry.puzzle {
            Ok(AnyPuzzle::Atomix(level)) => {
                let (width, height) = (level.width(), level.height());
                let (atoms, placements) = (level.atoms().len(), level.placements().len());
                format!("{atoms:2} atoms  {width:2}x{height:<2}  {placements:3} placements")
            }
            Ok(AnyPuzzle::Tiles(tiles)) => {
                let solvable = if tiles.is_solvable() { "solvable" } else { "unsolvable" };
                format!("{}  {solvable}", tiles.start.size())
            }
            Ok(AnyPuzzle::Panex(panex)) => format!("towers of {}", panex.n()),
            Err(error) => {
                let errors = error.to_string();
                let more = errors.lines().count() - 1;
                let more = if more == 0 { String::new() } else { format!(" (and {more} more)") };
                format!("broken: {}{more}", errors.lines().next().unwrap_or_default())
            }
        };
        writeln!(out, "{:4}  {:width$}  {size}", entry.number, title(&entry))?;
    }
    Ok(())
}
