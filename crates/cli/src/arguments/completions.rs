//! The possible values of inputs and experiments.

use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter as _,
};
use fewest::rules::atomix::BUILTIN_SETS;
use fewest::{InputOptions, installed};
#[cfg(feature = "lab")]
use fewest_lab::built_in::BUILT_IN;
use std::ffi::OsStr;

/// Inputs: files, level sets, and after a colon their levels.
pub(crate) fn inputs() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let mut found = PathCompleter::any().complete(typed);
        let text = typed.to_str().unwrap_or_default();
        let sets = sets();
        match text.split_once(':') {
            Some((set, _)) if sets.iter().any(|known| known == set) => found.extend(levels(set)),
            Some(_) => {}
            None => found.extend(sets.into_iter().map(CompletionCandidate::new)),
        }
        beginning_with(text, found)
    })
}

/// Experiments: the built-in ones, and files.
#[cfg(feature = "lab")]
pub(crate) fn experiments() -> ArgValueCompleter {
    ArgValueCompleter::new(|typed: &OsStr| {
        let names = BUILT_IN.iter().map(|built_in| CompletionCandidate::new(built_in.name));
        let files = PathCompleter::any().complete(typed).into_iter();
        beginning_with(typed.to_str().unwrap_or_default(), names.chain(files).collect())
    })
}

/// All names that stand for levels.
fn sets() -> Vec<String> {
    let built_in = BUILTIN_SETS.iter().map(|set| set.name.to_owned());
    built_in.chain(installed::names()).chain(["water".to_owned()]).collect()
}

/// The levels of a set by their numbers, with their titles.
fn levels(set: &str) -> Vec<CompletionCandidate> {
    let entries = fewest::entries(set.as_ref(), InputOptions::default()).unwrap_or_default();
    let candidate = |entry: fewest::input::Entry| {
        let candidate = CompletionCandidate::new(format!("{set}:{}", entry.number));
        candidate.help(entry.title.map(Into::into))
    };
    entries.into_iter().map(candidate).collect()
}

fn beginning_with(text: &str, found: Vec<CompletionCandidate>) -> Vec<CompletionCandidate> {
    let begins =
        |found: &CompletionCandidate| found.get_value().to_string_lossy().starts_with(text);
    found.into_iter().filter(begins).collect()
}
