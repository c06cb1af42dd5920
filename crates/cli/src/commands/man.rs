//! `fewest man`: the manual page.

use crate::output::exit;
use clap::{Args, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use fewest::search::Engine;
use std::io::{self, Write};

/// Print the manual page, to be read with: man -l
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The page of this verb instead of the page of the command
    verb: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, command: Command) -> anyhow::Result<u8> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut text = Vec::new();
    match &arguments.verb {
        None => page(command, &mut text)?,
        Some(verb) => match command.find_subcommand(verb) {
            Some(page) => Man::new(page.clone()).render(&mut text)?,
            None => {
                let message = format!("there is no verb \"{verb}\"");
                command.error(clap::error::ErrorKind::InvalidValue, message).exit()
            }
        },
    }
    io::stdout().write_all(&text)?;
    Ok(exit::OK)
}

/// The page of the command: what it can do, and what does not fit the page of a verb.
fn page(command: Command, text: &mut Vec<u8>) -> io::Result<()> {
    Man::new(command).render(text)?;
    section("EXAMPLES", EXAMPLES, text)?;
    section("ENGINES", &Engine::ALL.map(|engine| (engine.name(), in_a_line(engine))), text)?;
    section("FILES", FILES, text)?;
    section("ENVIRONMENT", ENVIRONMENT, text)
}

/// A list of words with an explanation of each.
fn section(title: &str, items: &[(&str, &str)], text: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (word, said) in items {
        roff.control("TP", []).text([bold(*word)]).text([roman(*said)]);
    }
    roff.to_writer(text)
}

const EXAMPLES: &[(&str, &str)] = &[
    (
        "fewest solve water",
        "A shortest solution of a built-in level, and the proof that it is one.",
    ),
    (
        "fewest solve --time 5m level.txt",
        "A level of your own; after five minutes the bounds proved so far.",
    ),
    ("fewest solve 159d26ae37bf48c0", "A 15-puzzle, one digit per cell."),
    (
        "fewest solve --certificate c water; fewest verify c",
        "A proof that others can check, and the check.",
    ),
    ("fewest improve water plan.txt", "Whether your own solution can be shortened."),
    ("fewest hint katomic:7", "Which moves of an installed level are on a shortest solution."),
    ("fewest replay --as html --output w.html water", "A page that plays the solution."),
];

const FILES: &[(&str, &str)] = &[
    (
        "$XDG_DATA_HOME/fewest/pdb",
        "Pattern databases that pdb build has stored; by default in ~/.local/share/fewest/pdb.",
    ),
    ("$XDG_DATA_HOME/fewest/automata", "Rules of move pruning that automaton build has stored."),
    ("$XDG_DATA_DIRS/katomic, $XDG_DATA_DIRS/atomix", "Levels of installed games."),
];

const ENVIRONMENT: &[(&str, &str)] = &[
    ("XDG_DATA_HOME, HOME", "Where stored tables are."),
    ("XDG_DATA_DIRS", "Where games keep their levels."),
    ("NO_COLOR", "If it is not empty, nothing is coloured."),
    ("FEWEST_DATA", "Where the laboratory finds levels that experiments name."),
];

fn in_a_line(engine: Engine) -> &'static str {
    match engine {
        Engine::Astar => "A*: shortest plans, every state generated in memory.",
        Engine::WeightedAstar => {
            "A* with a weight: plans at most that many times as long as a shortest one."
        }
        Engine::StateTableAstar => "A* bound by bound with one table of states and no open list.",
        Engine::PartialExpansionAstar => "A* that stores no children beyond the bound; all cores.",
        Engine::IdaStar => "IDA*: shortest plans, memory only for the current path; all cores.",
        Engine::WeightedIdaStar => "IDA* with a weight.",
        Engine::TranspositionIdaStar => "IDA* with a transposition table.",
        Engine::StochasticIdaStar => "IDA* that stores states at random.",
        Engine::PerimeterIdaStar => "IDA* with a perimeter around the goals.",
        Engine::BitstateIdaStar => "Partial IDA*, one bit per state: may overlook plans.",
        Engine::DoubleBitstateIdaStar => "Partial IDA*, two bits per state: may overlook plans.",
        Engine::CompactionIdaStar => "Partial IDA* with hash compaction: may overlook plans.",
        Engine::BreadthFirst => "Breadth-first search, in memory, on a disk or by ranks.",
        Engine::BreadthFirstHeuristic => {
            "Breadth-first search within bound after bound, in memory, on a disk or by ranks."
        }
        Engine::Frontier => "From both ends, with two or three layers in memory: tiles and Panex.",
        Engine::Nbs => "Near-optimal bidirectional search.",
        Engine::BaeStar => "Bidirectional A* with error, for consistent heuristics.",
        Engine::Anytime => "Good plans soon, better ones later, and the gap to the proved bound.",
        Engine::Knuth => "Knuth's program for tiles, with its report of every try.",
        Engine::KorfFelner => "Korf and Felner's program of 2002 for the 24-puzzle.",
    }
}
