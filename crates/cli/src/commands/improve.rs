//! `fewest improve`: whether the user's plan can be beaten.

use crate::arguments::{Budget, Method, Moves, PlanText, Reading, completions};
use crate::output::{exit, json, printable};
use crate::process::{signals, threads};
use crate::progress::{Display, Reporting};
use clap::Args;
use fewest::improve::{Improved, Improvement};
use fewest::search::Stop;
use fewest::{MoveCount, Solver};
use serde::Serialize;
use std::ffi::OsString;
use std::io::{self, Write};
use std::time::Instant;

/// Look for a plan shorter than yours, or prove that there is none
///
/// Exit code: 0 if the best plan that is known is proved to be shortest, 3 if a shorter one was
/// found that may not be shortest, 30 if the rules reject the plan, 20 to 22 as for solve.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The instance, as for solve
    #[arg(add = completions::inputs())]
    input: OsString,
    /// The plan, as for verify
    plan: OsString,
    #[command(flatten)]
    budget: Budget,
    /// Write improvement records as JSON Lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    moves: Moves,
}

#[derive(Serialize, Default)]
struct Data<'a> {
    instance: &'a str,
    /// `shortest`, `shorter`, `open` or `rejected`.
    is: &'static str,
    /// The moves of the user's plan.
    own: Option<MoveCount>,
    lower: Option<MoveCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumes: Option<&'static str>,
    /// The moves of the best known plan.
    upper: Option<MoveCount>,
    /// The shorter plan.
    moves: Option<Vec<String>>,
    reason: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<u8> {
    let out = &mut io::stdout().lock();
    let Arguments { input, plan, budget, json: is_json, method, reading, moves } = arguments;
    threads::start(method.threads)?;
    let (instances, mut exit_code) = reading.read(input)?.told()?;
    moves.check(&instances)?;
    let text = PlanText::read_for(plan, &instances)?;
    let interrupt = signals::watch();
    let mut worse = |code| exit_code = exit::first(exit_code, code);
    for instance in &instances {
        let name = instance.name.as_str();
        let own = match text.replayed(instance, *moves)? {
            Ok(own) => own,
            Err(error) => {
                worse(exit::REJECTED);
                if *is_json {
                    json::write(out, "improvement", &Data::rejected(name, error.to_string()))?;
                } else {
                    let error = error.to_string();
                    writeln!(out, "{}: rejected: {}", printable(name), printable(&error))?;
                }
                continue;
            }
        };
        let began = Instant::now();
        let limits = budget.limits(began);
        let mut display = Display::new(name, began, limits, Reporting::Line);
        let solver = Solver::new()
            .request(method.request())
            .interrupt(interrupt)
            .on_progress(|progress| display.update(progress));
        let mut improvement = Improvement::new(instance, own, solver, limits)?;
        drop(display);
        if let Improved::Shorter(plan) = improvement.improved {
            let notation = moves.notation.unwrap_or_default();
            improvement.improved = Improved::Shorter(plan.in_notation(notation));
        }
        if *is_json {
            json::write(out, "improvement", &Data::new(name, &improvement))?;
        } else {
            writeln!(out, "{}: {improvement}", printable(name))?;
            if let Improved::Shorter(plan) = &improvement.improved {
                for step in plan.texts_after(&MoveCount::default()) {
                    writeln!(out, "{}", step?)?;
                }
            }
        }
        if !improvement.is_settled() {
            let status = improvement.report.map(|report| report.status.exit_code());
            worse(status.unwrap_or(exit::INTERNAL));
        }
        if interrupt.reason() == Some(Stop::Interrupted) {
            worse(exit::INTERRUPTED);
            break;
        }
    }
    Ok(exit_code)
}

impl<'a> Data<'a> {
    fn new(instance: &'a str, improvement: &Improvement) -> Self {
        let Improvement { own, improved, report } = improvement;
        let (is, upper, moves) = match improved {
            Improved::IsShortest => ("shortest", own.clone(), None),
            Improved::Shorter(plan) => ("shorter", plan.len(), plan.texts()),
            Improved::Gap(_) => ("open", own.clone(), None),
        };
        let lower = report.as_ref().map_or(Some(0.into()), |report| report.lower.clone());
        Self {
            instance,
            is,
            own: Some(own.clone()),
            lower,
            assumes: improvement.assumes(),
            upper: Some(upper),
            moves,
            reason: None,
        }
    }

    fn rejected(instance: &'a str, reason: String) -> Self {
        Self { instance, is: "rejected", reason: Some(reason), ..Self::default() }
    }
}
