//! `fewest verify`: whether a plan solves an instance, and whether a certificate is a proof.

use crate::arguments::Reading;
use crate::exit::Usage;
use crate::given::Moves;
use crate::output::printable;
use crate::plan_text::PlanText;
use crate::{exit, human, json, units};
use clap::Args;
use fewest::input::text_of;
use fewest::proof::closed_list::{self, Checked, Checking, ClosedListError};
use fewest::proof::move_pruning::{self, RulesError};
use fewest::proof::panex::{CertificateError, Checker};
use fewest::{InputError, for_any_puzzle, memory, rules};
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

/// Check that a plan is a solution, or that a certificate is a proof, by the rules alone
///
/// With a plan it is not checked whether a shorter solution exists. Exit code: 0 if the plan is a
/// solution or the certificate a proof, 30 if not, 31 if it cannot be read.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The instance, as for solve, several only with records; or, without a plan, the file of a
    /// certificate that solve --certificate wrote, or of rules that automaton build stored
    input: OsString,
    /// The plan: a file, - for standard input, or the moves themselves. Moves are separated by
    /// commas or line ends, or stand in the records of solve --json
    plan: Option<OsString>,
    /// Memory for the states of a certificate, like 64MiB; with less the file is read more often
    #[arg(long, value_name = "SIZE", allow_hyphen_values = true, value_parser = units::budget)]
    memory: Option<u64>,
    /// Write JSON Lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    moves: Moves,
}

/// Whether a plan or a certificate was accepted.
#[derive(Serialize)]
struct Data<'a> {
    instance: &'a str,
    accepted: bool,
    /// Of the plan that was accepted.
    moves: Option<u64>,
    /// What a certificate shows.
    theorem: Option<String>,
    /// Why it was rejected.
    reason: Option<String>,
}

/// Writes what became of a plan or a certificate as a record.
fn record(
    out: &mut impl Write,
    instance: &str,
    verified: Result<(Option<u64>, Option<String>), String>,
) -> anyhow::Result<u8> {
    let (accepted, code) = match &verified {
        Ok(_) => (true, exit::OK),
        Err(_) => (false, exit::REJECTED),
    };
    let ((moves, theorem), reason) = match verified {
        Ok(shown) => (shown, None),
        Err(reason) => ((None, None), Some(reason)),
    };
    json::write(out, "verified", &Data { instance, accepted, moves, theorem, reason })?;
    Ok(code)
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let Arguments { input, plan, memory, json: is_json, reading, moves } = arguments;
    let Some(plan) = plan else {
        return certificate(input, reading, *memory, *is_json, out);
    };
    let (instances, mut exit_code) = reading.read(input)?.told()?;
    moves.check(&instances)?;
    let text = PlanText::read(plan)?;
    text.check_is_for(&instances)?;
    for instance in &instances {
        let name = &instance.name;
        let replayed = for_any_puzzle!(&instance.puzzle, puzzle => {
            text.moves(name, puzzle, *moves)?.and_then(|plan| {
                let count = plan.len() as u64;
                rules::replay(puzzle, plan).map(|_| count)
            })
        });
        let replayed = match replayed {
            Ok(count) => Ok(count),
            Err(error) => {
                let margins = text.other_margins(instance, *moves)?.map(margins);
                Err(format!("{error}{}", margins.unwrap_or_default()))
            }
        };
        if *is_json {
            let verified = replayed.map(|count| (Some(count), None));
            let code = record(out, name, verified)?;
            exit_code = if exit_code == exit::OK { code } else { exit_code };
            continue;
        }
        let replayed = replayed.map(|count| human::moves(&count.into()));
        match replayed {
            Ok(count) => writeln!(
                out,
                "{}: accepted: {count} solve it; whether fewer moves can was not checked",
                printable(name)
            )?,
            Err(error) => {
                writeln!(out, "{}: rejected: {}", printable(name), printable(&error))?;
                exit_code = exit::REJECTED;
            }
        }
    }
    Ok(exit_code)
}

/// What a plan is off by.
fn margins((rows, columns): (i16, i16)) -> String {
    let off = |number: i16, what: &str| {
        let than = if number < 0 { "less" } else { "greater" };
        (number != 0).then(|| format!("whose {what} are {} {than}", number.abs()))
    };
    let off = [off(rows, "rows"), off(columns, "columns")].into_iter().flatten();
    let off: Vec<String> = off.collect();
    format!("; it solves a copy of the level with other margins, {}", off.join(" and "))
}

/// Checks a certificate by what `fewest-proof` derives from the rules.
fn certificate(
    file: &OsStr,
    reading: &Reading,
    memory: Option<u64>,
    is_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let is_file = file == "-" || Path::new(file).exists();
    let is_instance = || fewest::entries(file, reading.options()).is_ok();
    let no_plan = || {
        let name = Path::new(file).display();
        Usage(format!(
            "{name}: no plan given: say verify INPUT PLAN, or the file of a certificate alone"
        ))
    };
    if !is_file {
        let error = "verify takes an instance and a plan, or the file of a certificate alone";
        return Err(if is_instance() { no_plan() } else { Usage(error.to_owned()) }.into());
    }
    if file != "-" && closed_list::is_one(Path::new(file)) {
        return certificate_of_search(Path::new(file), memory, is_json, out);
    }
    if file != "-" && move_pruning::is_one(Path::new(file)) {
        return rules_of_pruning(Path::new(file), is_json, out);
    }
    let (name, text) = text_of(file)?;
    match Checker::new().check(&text) {
        Ok(theorem) if is_json => record(out, &name, Ok((None, Some(theorem.to_string())))),
        Err(CertificateError::Rejected(rejection)) if is_json => {
            record(out, &name, Err(rejection.to_string()))
        }
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
        Err(CertificateError::Unreadable(_)) if file != "-" && is_instance() => {
            Err(no_plan().into())
        }
        Err(CertificateError::Unreadable(error)) => {
            Err(InputError::invalid(&name, error.at, error.error).into())
        }
        Err(CertificateError::Rejected(rejection)) => {
            writeln!(out, "{}: rejected: {rejection}", printable(&name))?;
            Ok(exit::REJECTED)
        }
    }
}

/// Checks a certificate of a search from the rules alone.
fn certificate_of_search(
    file: &Path,
    memory: Option<u64>,
    is_json: bool,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let name = file.display().to_string();
    let memory = memory.or_else(memory::budget);
    let open = || File::open(file).map(BufReader::new);
    // It is drawn on a terminal only.
    let style = ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} states");
    let bar = ProgressBar::no_length().with_style(style.expect("constant"));
    let checked = closed_list::check(open, memory, &mut |Checking { done, of }| {
        bar.set_length(of);
        bar.set_position(done);
    });
    bar.finish_and_clear();
    match checked {
        Ok(checked) if is_json => {
            let moves = checked.header.plan.as_ref().map(|plan| plan.len() as u64);
            record(out, &checked.header.name, Ok((moves, Some(shown_by(&checked)))))
        }
        Ok(checked) => {
            let Checked { header, states, digest } = &checked;
            let (instance, shown) = (printable(&header.name), shown_by(&checked));
            writeln!(out, "{}: accepted: {instance}: {shown}", printable(&name))?;
            writeln!(out, "{} states, digest {digest}", HumanCount(*states))?;
            Ok(exit::OK)
        }
        Err(ClosedListError::Unreadable(error)) => {
            Err(InputError::unreadable(&name, &error).into())
        }
        Err(rejected) if is_json => record(out, &name, Err(rejected.to_string())),
        Err(rejected) => {
            writeln!(out, "{}", printable(&format!("{name}: rejected: {rejected}")))?;
            Ok(exit::REJECTED)
        }
    }
}

/// Checks rules that prune moves from the rules of the puzzle alone.
fn rules_of_pruning(file: &Path, is_json: bool, out: &mut impl Write) -> anyhow::Result<u8> {
    let name = file.display().to_string();
    let unreadable = |error: &io::Error| InputError::unreadable(&name, error);
    let opened = File::open(file).map_err(|error| unreadable(&error))?;
    match move_pruning::check(BufReader::new(opened)) {
        Ok(move_pruning::Checked { size, rules }) => {
            let shown = format!(
                "all {} rules for {size} hold: the first of all shortest plans follows no forbidden \
                 path",
                HumanCount(rules)
            );
            if is_json {
                return record(out, &name, Ok((None, Some(shown))));
            }
            writeln!(out, "{name}: accepted: {shown}")?;
            Ok(exit::OK)
        }
        Err(RulesError::Unreadable(error)) => Err(unreadable(&error).into()),
        Err(rejected) if is_json => record(out, &name, Err(rejected.to_string())),
        Err(rejected) => {
            writeln!(out, "{name}: rejected: {rejected}")?;
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
