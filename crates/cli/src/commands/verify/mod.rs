//! `fewest verify`: whether a plan solves an instance, or a certificate is a proof.

mod certificate;

use crate::arguments::{Moves, PlanText, Reading, completions, units};
use crate::output::{exit, json, printable};
use clap::Args;
use fewest::MoveCount;
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};

/// Check that a plan is a solution, or that a certificate is a proof, by the rules alone
///
/// With a plan it is not checked whether a shorter solution exists. Exit code: 0 if the plan is a
/// solution, if the certificate is a proof, or if no unit of an audit that was searched again is
/// wrong; 30 if not, 31 if the input cannot be read.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The instance, as for solve, several only with records; or, without a plan, a certificate
    /// file that solve or layers wrote, rules that automaton build stored, or a table that pdb
    /// build stored; - for standard input
    #[arg(add = completions::inputs())]
    input: OsString,
    /// The plan: a file, - for standard input, or the moves themselves, separated by commas or line
    /// ends, or the records of solve --json
    plan: Option<OsString>,
    /// Memory for the states of a certificate, like 64MiB; with less, a certificate of solve is
    /// read more often
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
#[derive(Serialize, Default)]
struct Data<'a> {
    instance: &'a str,
    accepted: bool,
    /// Of the accepted plan.
    moves: Option<MoveCount>,
    /// The claim of a certificate.
    theorem: Option<String>,
    /// What that rests on although it is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes: Option<&'static str>,
    /// Whether that is proved: the sample of an audit does not prove it.
    proof: Option<bool>,
    /// Why it was rejected.
    reason: Option<String>,
}

/// Writes the result for a plan or a certificate as a record.
fn record(out: &mut impl Write, data: &Data<'_>) -> anyhow::Result<u8> {
    json::write(out, "verified", data)?;
    Ok(if data.accepted { exit::OK } else { exit::REJECTED })
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let Arguments { input, plan, memory, json: is_json, reading, moves } = arguments;
    let Some(plan) = plan else {
        return certificate::run(input, reading, *memory, *is_json, out);
    };
    let (instances, mut exit_code) = reading.read(input)?.told()?;
    moves.check(&instances)?;
    let text = PlanText::read_for(plan, &instances)?;
    for instance in &instances {
        let name = &instance.name;
        let replayed = match text.replayed(instance, *moves)? {
            Ok(count) => Ok(count),
            Err(error) => {
                let margins = text.other_margins(instance, *moves)?.map(margins);
                Err(format!("{error}{}", margins.unwrap_or_default()))
            }
        };
        if *is_json {
            let accepted = replayed.is_ok();
            let (moves, reason) = (replayed.as_ref().ok().cloned(), replayed.err());
            let data = Data { instance: name, accepted, moves, reason, ..Data::default() };
            exit_code = exit::first(exit_code, record(out, &data)?);
            continue;
        }
        match replayed {
            Ok(count) => writeln!(
                out,
                "{}: accepted: {} solve it; whether fewer moves can was not checked",
                printable(name),
                count.in_words()
            )?,
            Err(error) => {
                writeln!(out, "{}: rejected: {}", printable(name), printable(&error))?;
                exit_code = exit::REJECTED;
            }
        }
    }
    Ok(exit_code)
}

/// The margins by which a plan is off, as text.
fn margins((rows, columns): (i16, i16)) -> String {
    let off = |number: i16, what: &str| {
        let than = if number < 0 { "less" } else { "greater" };
        (number != 0).then(|| format!("whose {what} are {} {than}", number.abs()))
    };
    let off = [off(rows, "rows"), off(columns, "columns")].into_iter().flatten();
    let off: Vec<String> = off.collect();
    format!("; it solves a copy of the level with other margins, {}", off.join(" and "))
}
