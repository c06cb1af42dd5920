//! `fewest verify`: whether a plan solves an instance.

use super::arguments::Reading;
use super::plan::PlanText;
use super::{exit, human};
use clap::Args;
use fewest::{for_any_family, rules};
use std::ffi::OsString;
use std::io::{self, Write};

/// Check that a plan is a solution, by the rules alone
///
/// It is not checked whether a shorter solution exists. Exit code: 0 if the plan is a solution,
/// 30 if not, 31 if it cannot be read.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The instance, as for solve; several only with records
    input: OsString,
    /// Moves separated by commas or line ends, or the records of solve --json; - for standard
    /// input
    plan: OsString,
    #[command(flatten)]
    reading: Reading,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let instances = arguments.reading.read(&arguments.input)?;
    let text = PlanText::read(&arguments.plan)?;
    text.check_is_for(&instances)?;
    let mut exit_code = exit::OK;
    for instance in &instances {
        let name = &instance.name;
        let replayed = for_any_family!(&instance.family, puzzle => {
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
