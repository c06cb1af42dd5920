//! `fewest verify`: whether a plan solves an instance, and whether a certificate is a proof.

use crate::arguments::Reading;
use crate::plan_text::PlanText;
use crate::{exit, human};
use clap::Args;
use fewest::input::text_of;
use fewest::proof::panex::{CertificateError, Checker};
use fewest::{InputError, for_any_puzzle, rules};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

/// Check that a plan is a solution, or that a certificate is a proof, by the rules alone
///
/// With a plan it is not checked whether a shorter solution exists. Exit code: 0 if the plan is a
/// solution or the certificate a proof, 30 if not, 31 if it cannot be read.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The instance, as for solve, several only with records; or, without a plan, the file of a
    /// certificate that solve --certificate wrote
    input: OsString,
    /// Moves separated by commas or line ends, or the records of solve --json; - for standard
    /// input
    plan: Option<OsString>,
    #[command(flatten)]
    reading: Reading,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let Some(plan) = &arguments.plan else {
        return certificate(&arguments.input, out);
    };
    let instances = arguments.reading.read(&arguments.input)?;
    let text = PlanText::read(plan)?;
    text.check_is_for(&instances)?;
    let mut exit_code = exit::OK;
    for instance in &instances {
        let name = &instance.name;
        let replayed = for_any_puzzle!(&instance.puzzle, puzzle => {
            let plan = text.moves(name, puzzle)?;
            let count = human::moves(&(plan.len() as u64).into());
            rules::replay(puzzle, plan).map(|_| count)
        });
        match replayed {
            Ok(count) => writeln!(
                out,
                "{name}: accepted: {count} solve it; whether fewer moves can was not checked"
            )?,
            Err(error) => {
                writeln!(out, "{name}: rejected: {error}")?;
                exit_code = exit::REJECTED;
            }
        }
    }
    Ok(exit_code)
}

/// Checks a certificate by what `fewest-proof` derives from the rules.
fn certificate(file: &OsStr, out: &mut impl Write) -> anyhow::Result<u8> {
    if file != "-" && !Path::new(file).exists() {
        let error = "verify takes an instance and a plan, or the file of a certificate alone";
        return Err(exit::Usage(error.to_owned()).into());
    }
    let (name, text) = text_of(file)?;
    match Checker::new().check(&text) {
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
        Err(CertificateError::Unreadable(error)) => {
            Err(InputError::invalid(&name, error.at, error.error).into())
        }
        Err(CertificateError::Rejected(rejection)) => {
            writeln!(out, "{name}: rejected: {rejection}")?;
            Ok(exit::REJECTED)
        }
    }
}
