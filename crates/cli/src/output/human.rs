//! Reports for people.

use super::terminal::printable;
use fewest::search::{Stop, Verdict};
use fewest::{FailedTry, Instance, Likely, MoveCount, Report, Solutions, TilesReport};
use indicatif::{HumanBytes, HumanCount};
use std::io::{self, Write};

/// Lists of moves fit a terminal this wide.
const WIDTH: usize = 80;

/// Plans longer than this are not shown with the report.
const SHOWN: u64 = 1000;

/// Reports longer than this scroll their first line out of a terminal: the last one repeats it.
const LINES: usize = 24;

/// The name of an instance, and its title if it has one: `water "Water"`.
pub(crate) fn titled(instance: &Instance) -> String {
    let title = instance.title.as_ref().map(|title| format!(" \"{title}\""));
    format!("{}{}", instance.name, title.unwrap_or_default())
}

/// `1 state`, `1,234 states`.
pub(crate) fn states(count: u64) -> String {
    let noun = if count == 1 { "state" } else { "states" };
    format!("{} {noun}", HumanCount(count))
}

/// `; there are 36 of this length`, or what is known instead.
fn solutions(solutions: &Solutions) -> String {
    let [count, least] = [solutions.count.as_ref().ok(), Some(&solutions.at_least())]
        .map(|count| count.map(ToString::to_string).unwrap_or_default());
    match (&solutions.count, solutions.stop()) {
        (Ok(_), _) if count == "0" => String::new(),
        (Ok(_), _) if count == "1" => "; it is the only one of this length".to_owned(),
        (Ok(_), _) => format!("; there are {count} of this length"),
        (Err(_), Some(stop)) => {
            format!("; at least {least} of this length, not all counted: {stop}")
        }
        (Err(_), None) => "; those of this length were not counted".to_owned(),
    }
}

/// What was proved of an instance, in one line.
pub(crate) fn verdict(report: &Report) -> String {
    let Report { instance, status, lower, upper, .. } = report;
    let [at_least, found] =
        [lower, upper].map(|bound| bound.as_ref().map(MoveCount::in_words).unwrap_or_default());
    let shown = match status.0 {
        Verdict::Optimal if *upper == Some(0.into()) => "0 moves; it is already solved".to_owned(),
        Verdict::Optimal => format!("{found}, and no shorter solution exists"),
        Verdict::Solved(None) => format!("{found}; every solution has at least {at_least}"),
        Verdict::Solved(Some(stop)) => {
            format!("{found}; {stop}, every solution has at least {at_least}")
        }
        Verdict::Unsolvable => {
            let goals = report.tiles.as_ref().map(goals).unwrap_or_default();
            format!("no solution exists{goals}")
        }
        Verdict::Bounded(Stop::Bound) => format!("every solution has at least {at_least}"),
        Verdict::Bounded(stop) if *lower == Some(0.into()) => format!("{stop}; no solution found"),
        Verdict::Bounded(stop) => {
            format!("{stop}; no solution found, every solution has at least {at_least}")
        }
    };
    let assumed = report.assumes.map(|assumed| format!(" if {assumed}")).unwrap_or_default();
    let all = report.solutions.as_ref().map(solutions).unwrap_or_default();
    format!("{}: {}: {shown}{assumed}{all}", printable(instance), status.name())
}

/// Which goal it was, which others can be reached, and remarks of the source.
fn goals(tiles: &TilesReport) -> String {
    let TilesReport { goal, stated_optimum, reachable_goals } = tiles;
    let others = match &reachable_goals[..] {
        [] => "none of the named goals can be reached".to_owned(),
        goals => format!("--goal {} can be reached", goals.join(" or ")),
    };
    let stated = stated_optimum
        .map(|moves| format!("; the source states an optimum of {moves}, so it means another goal"))
        .unwrap_or_default();
    format!(" for the goal {goal}; {others}{stated}")
}

/// Writes the whole report of an instance.
pub(crate) fn write(out: &mut impl Write, instance: &Instance, report: &Report) -> io::Result<()> {
    let verdict = verdict(report);
    let mut text = Vec::new();
    write_after(&mut text, instance, report)?;
    writeln!(out, "{verdict}")?;
    out.write_all(&text)?;
    let lines = text.iter().filter(|&&byte| byte == b'\n').count();
    if lines < LINES { Ok(()) } else { writeln!(out, "\n{verdict}") }
}

/// Writes what follows the verdict.
fn write_after(out: &mut impl Write, instance: &Instance, report: &Report) -> io::Result<()> {
    if let Some(title) = &instance.title {
        writeln!(out, "{} level \"{}\"", report.puzzle, printable(title))?;
    }
    if let Some(Likely { likely_lower, miss_probability }) = &report.likely {
        let (likely, miss) = (likely_lower.in_words(), 100.0 * miss_probability);
        writeln!(
            out,
            "likely at least {likely}: the probability that a shorter solution was missed is \
             {miss:.1} %"
        )?;
    }
    let solutions = report.solutions.as_ref().filter(|all| all.listed.len() > 1);
    match report.plan.as_ref().filter(|plan| !plan.is_empty() && solutions.is_none()) {
        Some(plan) if plan.len() <= SHOWN.into() => {
            writeln!(out)?;
            list(out, &plan.texts().unwrap_or_default())?;
        }
        Some(_) => writeln!(out, "\nThere are too many moves to show; --moves writes them.")?,
        None => {}
    }
    for (i, plan) in solutions.iter().flat_map(|all| &all.listed).enumerate() {
        writeln!(out, "\nsolution {}", i + 1)?;
        list(out, &plan.texts().unwrap_or_default())?;
    }
    if let Some(plan) = &report.plan {
        writeln!(out, "\n{}", plan.board_after(&plan.len()))?;
    }
    if !report.tries.is_empty() {
        writeln!(out)?;
    }
    for FailedTry { happy, sad, expanded } in &report.tries {
        let expanded = HumanCount(*expanded);
        writeln!(out, "no solution with {happy}+{sad} moves: {expanded} states expanded")?;
    }
    let counts = &report.counts;
    let last_layer = HumanCount(counts.expanded_until_last_layer);
    let again = HumanCount(counts.reexpanded);
    let expanded = states(counts.expanded);
    writeln!(out, "\nsearch     {} {}, {}", report.engine, report.direction, report.heuristic)?;
    writeln!(out, "expanded   {expanded}: {last_layer} before the last layer, {again} again")?;
    writeln!(out, "generated  {}", states(counts.generated))?;
    writeln!(out, "stored     {}", states(counts.stored))?;
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
