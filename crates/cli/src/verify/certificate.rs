//! Certificates: what kind a file is of, and what it shows by the rules alone.

use super::record;
use crate::arguments::Reading;
use crate::exit::{self, Usage};
use crate::human;
use crate::output::{printable, tell};
use fewest::input::text_of;
use fewest::proof::closed_list::{self, Checked, Checking, ClosedListError};
use fewest::proof::layers::{self, LayersError};
use fewest::proof::move_pruning::{self, RulesError};
use fewest::proof::panex::{CertificateError, Checker};
use fewest::proof::pattern_database::{self, TableError};
use fewest::{InputError, memory};
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressStyle};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// What an accepted certificate shows.
struct Shown {
    /// What it is about, where it says so.
    instance: Option<String>,
    /// Those of its plan.
    moves: Option<u64>,
    theorem: String,
    /// What else people want to know.
    beside: Option<String>,
}

impl Shown {
    fn theorem(theorem: String) -> Self {
        Self { instance: None, moves: None, theorem, beside: None }
    }
}

/// Why a certificate is not accepted.
enum Refused {
    Rejected(String),
    Unreadable(io::Error),
    /// Checking it takes more bytes of memory than there are.
    Memory(u64),
}

type Verdict = Result<Shown, Refused>;

/// Checks a certificate by what `fewest-proof` derives from the rules.
pub(super) fn run(
    input: &OsStr,
    reading: &Reading,
    memory: Option<u64>,
    is_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let is_file = input == "-" || Path::new(input).exists();
    let is_instance = || fewest::entries(input, reading.options()).is_ok();
    if !is_file {
        let error = "verify takes an instance and a plan, or the file of a certificate alone";
        let error = || Usage(error.to_owned());
        return Err(if is_instance() { no_plan(input) } else { error() }.into());
    }
    // A certificate is read more than once, and its beginning tells its kind.
    let kept = (input == "-").then(keep).transpose()?;
    let file = kept.as_ref().map_or(Path::new(input), |kept| kept.path());
    let name = input.display().to_string();
    let memory = memory.or_else(memory::budget);
    let verdict = if closed_list::is_one(file) {
        of_search(file, memory)
    } else if move_pruning::is_one(file) {
        of_rules(file)
    } else if pattern_database::is_one(file) {
        of_table(file, memory)
    } else if layers::is_one(file) {
        of_layers(file, memory)
    } else {
        return of_exchanges(file, &name, is_instance, is_json, out);
    };
    match verdict {
        Ok(shown) => accept(&name, shown, is_json, out),
        Err(Refused::Rejected(reason)) if is_json => record(out, &name, Err(reason)),
        Err(Refused::Rejected(reason)) => {
            writeln!(out, "{}", printable(&format!("{name}: rejected: {reason}")))?;
            Ok(exit::REJECTED)
        }
        Err(Refused::Unreadable(error)) => Err(InputError::unreadable(&name, &error).into()),
        Err(Refused::Memory(bytes)) => {
            let bytes = HumanBytes(bytes);
            tell(&format!("fewest: {name}: out of memory: checking it takes {bytes}"));
            Ok(exit::MEMORY)
        }
    }
}

/// Keeps standard input in a file, which is gone at the end.
fn keep() -> anyhow::Result<tempfile::NamedTempFile> {
    let mut file = tempfile::NamedTempFile::new()?;
    io::copy(&mut io::stdin().lock(), &mut file)
        .map_err(|error| InputError::unreadable("standard input", &error))?;
    Ok(file)
}

fn no_plan(input: &OsStr) -> Usage {
    let name = input.display();
    Usage(format!(
        "{name}: no plan given: say verify INPUT PLAN, or the file of a certificate alone"
    ))
}

fn accept(name: &str, shown: Shown, is_json: bool, out: &mut impl Write) -> anyhow::Result<u8> {
    let Shown { instance, moves, theorem, beside } = shown;
    if is_json {
        let instance = instance.as_deref().unwrap_or(name);
        return record(out, instance, Ok((moves, Some(theorem))));
    }
    let instance = instance.map(|instance| format!("{instance}: ")).unwrap_or_default();
    writeln!(out, "{}", printable(&format!("{name}: accepted: {instance}{theorem}")))?;
    if let Some(beside) = beside {
        writeln!(out, "{beside}")?;
    }
    Ok(exit::OK)
}

fn open(file: &Path) -> io::Result<BufReader<File>> {
    File::open(file).map(BufReader::new)
}

/// A line of progress: it is drawn on a terminal only.
fn bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::no_length().with_style(style.expect("constant"))
}

/// States compared, of an unknown number.
const COMPARED: &str = "{spinner} {human_pos} states compared";

fn of_search(file: &Path, memory: Option<u64>) -> Verdict {
    let bar = bar("{wide_bar} {human_pos} of {human_len} states");
    let checked = closed_list::check(|| open(file), memory, &mut |Checking { done, of }| {
        bar.set_length(of);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    match checked {
        Ok(checked) => {
            let theorem = shown_by(&checked);
            let Checked { header, states, digest } = checked;
            Ok(Shown {
                moves: header.plan.map(|plan| plan.len() as u64),
                instance: Some(header.name),
                theorem,
                beside: Some(format!("{} states, digest {digest}", HumanCount(states))),
            })
        }
        Err(ClosedListError::Unreadable(error)) => Err(Refused::Unreadable(error)),
        Err(rejected) => Err(Refused::Rejected(rejected.to_string())),
    }
}

fn of_rules(file: &Path) -> Verdict {
    match open(file).map_err(RulesError::from).and_then(move_pruning::check) {
        Ok(move_pruning::Checked { size, rules }) => Ok(Shown::theorem(format!(
            "all {} rules for {size} hold: the first of all shortest plans follows no forbidden path",
            HumanCount(rules)
        ))),
        Err(RulesError::Unreadable(error)) => Err(Refused::Unreadable(error)),
        Err(rejected) => Err(Refused::Rejected(rejected.to_string())),
    }
}

fn of_table(file: &Path, memory: Option<u64>) -> Verdict {
    let bar = bar(COMPARED);
    let checked = open(file).map_err(TableError::from).and_then(|opened| {
        pattern_database::check(opened, memory, &mut |compared| bar.set_position(compared))
    });
    bar.finish_and_clear();
    match checked {
        Ok(pattern_database::Checked { pattern, states, farthest }) => Ok(Shown::theorem(format!(
            "{pattern}: all {} distances are right, the largest is {farthest}",
            HumanCount(states)
        ))),
        Err(TableError::Unreadable(error)) => Err(Refused::Unreadable(error)),
        Err(TableError::Memory(bytes)) => Err(Refused::Memory(bytes)),
        Err(TableError::Rejected(wrong)) => Err(Refused::Rejected(wrong.to_string())),
    }
}

fn of_layers(file: &Path, memory: Option<u64>) -> Verdict {
    let bar = bar(COMPARED);
    let checked = open(file).map_err(LayersError::from).and_then(|opened| {
        layers::check(opened, memory, &mut |compared| bar.set_position(compared))
    });
    bar.finish_and_clear();
    match checked {
        Ok(layers::Checked { start, layers }) => {
            let positions: u64 = layers.iter().map(|layer| layer.positions).sum();
            let farthest = human::moves(&(layers.len() as u64 - 1).into());
            Ok(Shown::theorem(format!(
                "{} positions can be reached from {start}, the farthest after {farthest}",
                HumanCount(positions)
            )))
        }
        Err(LayersError::Unreadable(error)) => Err(Refused::Unreadable(error)),
        Err(LayersError::Memory(bytes)) => Err(Refused::Memory(bytes)),
        Err(rejected) => Err(Refused::Rejected(rejected.to_string())),
    }
}

/// Exchanges of Panex towers of any height: a text, whose errors have a place.
fn of_exchanges(
    file: &Path,
    name: &str,
    is_instance: impl Fn() -> bool,
    is_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let (_, text) = text_of(file.as_os_str())?;
    match Checker::new().check(&text) {
        Ok(theorem) if is_json => record(out, name, Ok((None, Some(theorem.to_string())))),
        Ok(theorem) => {
            writeln!(
                out,
                "{name}: accepted: X(n) moves exchange two towers of n, T(n) bring one to the middle,"
            )?;
            writeln!(
                out,
                "and no fewer do, if levels are as the book argues (theory/panex-exchange.md); \
                 P are the Pell numbers 0, 1, 2, 5, ..."
            )?;
            writeln!(out, "{theorem}")?;
            Ok(exit::OK)
        }
        Err(CertificateError::Unreadable(_)) if is_instance() => {
            Err(no_plan(file.as_os_str()).into())
        }
        Err(CertificateError::Unreadable(error)) => {
            Err(InputError::invalid(name, error.at, error.error).into())
        }
        Err(CertificateError::Rejected(rejection)) if is_json => {
            record(out, name, Err(rejection.to_string()))
        }
        Err(CertificateError::Rejected(rejection)) => {
            writeln!(out, "{}: rejected: {rejection}", printable(name))?;
            Ok(exit::REJECTED)
        }
    }
}

/// What a certificate of a search shows, in words.
fn shown_by(Checked { header, .. }: &Checked) -> String {
    let moves = |count: usize| human::moves(&(count as u64).into());
    let solve = |count: usize| {
        let verb = if count == 1 { "solves" } else { "solve" };
        format!("{} {verb} it", moves(count))
    };
    match (header.lower.map(usize::from), header.plan.as_ref().map(Vec::len)) {
        (None, _) => "no moves solve it".to_owned(),
        (Some(lower), Some(upper)) if lower == upper => {
            format!("{}, and no fewer do", solve(upper))
        }
        (Some(lower), None) => format!("it takes at least {} to solve it", moves(lower)),
        (Some(lower), Some(upper)) => {
            format!("{}, and at least {} are needed", solve(upper), moves(lower))
        }
    }
}
