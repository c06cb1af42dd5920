//! Reports for people.

use fewest::search::{Stop, Verdict};
use fewest::{Instance, MoveCount, Report};
use indicatif::{HumanBytes, HumanCount};
use std::io::{self, Write};

/// Lists of moves fit a terminal this wide.
const WIDTH: usize = 80;

/// Longer plans are not shown with the report.
const SHOWN: u64 = 1000;

/// `1 move`, `2 moves`.
pub(crate) fn moves(count: &MoveCount) -> String {
    if *count == 1.into() { "1 move".to_owned() } else { format!("{count} moves") }
}

/// What was shown of an instance, in one line.
pub(crate) fn verdict(report: &Report) -> String {
    let Report { instance, status, lower, upper, .. } = report;
    let [at_least, found] =
        [lower, upper].map(|bound| bound.as_ref().map(moves).unwrap_or_default());
    let shown = match status.0 {
        Verdict::Optimal if *upper == Some(0.into()) => "0 moves; it is solved already".to_owned(),
        Verdict::Optimal => format!("{found}, and no shorter solution exists"),
        Verdict::Solved(None) => format!("{found}; every solution has at least {at_least}"),
        Verdict::Solved(Some(stop)) => {
            format!("{found}; {stop}, every solution has at least {at_least}")
        }
        Verdict::Unsolvable => "no solution exists".to_owned(),
        Verdict::Bounded(Stop::Bound) => format!("every solution has at least {at_least}"),
        Verdict::Bounded(stop) => {
            format!("{stop}; no solution found, every solution has at least {at_least}")
        }
    };
    format!("{instance}: {}: {shown}", status.name())
}

/// Everything there is to say of an instance.
pub(crate) fn write(out: &mut impl Write, instance: &Instance, report: &Report) -> io::Result<()> {
    writeln!(out, "{}", verdict(report))?;
    if let Some(title) = &instance.title {
        writeln!(out, "{} level \"{title}\"", report.puzzle)?;
    }
    match report.plan.as_ref().filter(|plan| !plan.is_empty()) {
        Some(plan) if plan.len() <= SHOWN.into() => {
            writeln!(out)?;
            list(out, &plan.texts().unwrap_or_default())?;
        }
        Some(_) => writeln!(out, "\nThe moves are too many to show; --moves writes them.")?,
        None => {}
    }
    if let Some(plan) = &report.plan {
        writeln!(out, "\n{}", plan.board_after(&plan.len()))?;
    }
    let counts = &report.counts;
    let last_layer = HumanCount(counts.expanded_until_last_layer);
    let again = HumanCount(counts.reexpanded);
    let expanded = HumanCount(counts.expanded);
    writeln!(out, "\nsearch     {} {}, {}", report.engine, report.direction, report.heuristic)?;
    writeln!(
        out,
        "expanded   {expanded} states: {last_layer} before the last layer, {again} again"
    )?;
    writeln!(out, "generated  {} states", HumanCount(counts.generated))?;
    writeln!(out, "stored     {} states", HumanCount(counts.stored))?;
    writeln!(out, "time       {:.3} s", report.usage.seconds)?;
    if let Some(bytes) = report.usage.peak_rss_bytes {
        writeln!(out, "memory     {}", HumanBytes(bytes))?;
    }
    Ok(())
}

/// Numbered moves, row by row in columns.
fn list(out: &mut impl Write, plan: &[String]) -> io::Result<()> {
    let number = plan.len().to_string().len();
    let step = plan.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let columns = (WIDTH / (number + step + 4)).max(1);
    for (row, steps) in plan.chunks(columns).enumerate() {
        let cell = |(i, text)| format!("{:>number$}. {text:step$}", row * columns + i + 1);
        let cells: Vec<_> = steps.iter().enumerate().map(cell).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    Ok(())
}
