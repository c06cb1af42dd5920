//! The command `fewest`.

// Messages to standard error go through `output::tell`: the macro panics if nobody reads them.
#![warn(clippy::print_stderr)]

mod arguments;
mod commands;
mod output;
mod process;
mod progress;
mod work_units;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
#[cfg(feature = "lab")]
use commands::lab;
#[cfg(feature = "play")]
use commands::play;
#[cfg(feature = "serve")]
use commands::serve;
use commands::{
    automaton, completions, generate, hint, improve, info, layers, levels, man, pdb, predict, rate,
    replay, show, solve, verify, work,
};
use output::exit;
use process::{allocator, signals};
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

/// Finds the fewest moves that solve a sliding puzzle, and proves that no shorter solution
/// exists.
///
/// INPUT is a level file in any known format, - for standard input, a built-in level (water,
/// first-steps:7), a level of an installed game (katomic:5, gnome:Water), a tile puzzle
/// (159d26ae37bf48c0, or numbers separated by commas or spaces), panex:7, or
/// DOMAIN.pddl TASK.pddl. FILE:5 is one level of a file or set, FILE:1-10 several.
#[derive(Debug, Parser)]
#[command(name = "fewest", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Solve(Box<solve::Arguments>),
    Verify(verify::Arguments),
    Replay(replay::Arguments),
    Show(show::Arguments),
    Hint(hint::Arguments),
    Improve(improve::Arguments),
    Rate(rate::Arguments),
    Generate(generate::Arguments),
    #[cfg(feature = "play")]
    Play(play::Arguments),
    #[cfg(feature = "serve")]
    Serve(serve::Arguments),
    Info(info::Arguments),
    Levels(levels::Arguments),
    Pdb(pdb::Arguments),
    Automaton(automaton::Arguments),
    Layers(layers::Arguments),
    Predict(predict::Arguments),
    Work(work::Arguments),
    #[cfg(feature = "lab")]
    Lab(lab::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

fn main() -> ExitCode {
    completions::answer(Cli::command);
    allocator::set_large_requests_apart();
    allocator::take_reserve();
    // Before anything that takes time: a search sees every signal from here on.
    if let Err(error) = signals::catch() {
        return exit::of_error(&error.into());
    }
    if let Err(error) = output::check() {
        return exit::of_error(&error.into());
    }
    let is_json = env::args_os().take_while(|word| word != "--").any(|word| word == "--json");
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(mut error) => {
            advise(&mut error);
            if is_json && error.use_stderr() {
                exit::record(&told(&error), exit::USAGE);
            }
            if error.use_stderr() {
                error.exit();
            }
            // Help, or the version.
            return match error.print() {
                Ok(()) => exit::OK.into(),
                Err(error) => exit::of_error(&error.into()),
            };
        }
    };
    // The message of the panic is on standard error by then.
    let done = catch_unwind(AssertUnwindSafe(|| run(&cli.verb)));
    match done {
        Ok(Ok(code)) => code.into(),
        Ok(Err(error)) => {
            if is_json {
                exit::record(&format!("{error:#}"), exit::code(&error));
            }
            exit::of_error(&error)
        }
        Err(_) => exit::INTERNAL.into(),
    }
}

/// Tells users who give a puzzle in place of a verb how to solve it.
fn advise(error: &mut clap::Error) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    if word != "-" && fewest::read(word.as_ref(), fewest::InputOptions::default()).is_ok() {
        let quote = if word.contains(char::is_whitespace) { "\"" } else { "" };
        let advice = format!("to solve it: fewest solve {quote}{word}{quote}");
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice.into()]));
    }
}

/// The message of a usage error, without the advice that follows it.
fn told(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let first: Vec<_> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
    first.join(" ").trim_start_matches("error: ").to_owned()
}

fn run(verb: &Verb) -> anyhow::Result<u8> {
    // An interrupted `solve` still writes a record; the other verbs end at once on a signal.
    if !matches!(verb, Verb::Solve(_)) {
        signals::end_at_once();
    }
    match verb {
        Verb::Solve(arguments) => solve::run(arguments),
        Verb::Verify(arguments) => verify::run(arguments),
        Verb::Replay(arguments) => replay::run(arguments),
        Verb::Show(arguments) => show::run(arguments),
        Verb::Hint(arguments) => hint::run(arguments),
        Verb::Improve(arguments) => improve::run(arguments),
        Verb::Rate(arguments) => rate::run(arguments),
        Verb::Generate(arguments) => generate::run(arguments),
        #[cfg(feature = "play")]
        Verb::Play(arguments) => play::run(arguments),
        #[cfg(feature = "serve")]
        Verb::Serve(arguments) => serve::run(arguments),
        Verb::Info(arguments) => info::run(arguments),
        Verb::Levels(arguments) => levels::run(arguments),
        Verb::Pdb(arguments) => pdb::run(arguments),
        Verb::Automaton(arguments) => automaton::run(arguments),
        Verb::Layers(arguments) => layers::run(arguments),
        Verb::Predict(arguments) => predict::run(arguments),
        Verb::Work(arguments) => work::run(arguments, Cli::command()),
        #[cfg(feature = "lab")]
        Verb::Lab(arguments) => lab::run(arguments),
        Verb::Completions(arguments) => completions::run(arguments),
        Verb::Man(arguments) => man::run(arguments, Cli::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
