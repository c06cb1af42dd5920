//! The pages of the book made from the records: templates with their placeholders filled.

use crate::record::{Record, Run, Status};
use std::fmt::Write;

/// Fills a template.
type Generate = fn(&str, &[Record]) -> String;

/// Every generated page: the name of its template and of the page, and the function that fills it.
pub const PAGES: [(&str, Generate); 2] = [("records.md", records), ("record-runs.md", runs)];

fn records(template: &str, records: &[Record]) -> String {
    let mut closed = table(&["level", "shortest plan", "published before", "closed"]);
    let mut open = table(&[
        "level",
        "published",
        "by hand",
        "here",
        "direction",
        "heuristic",
        "expanded",
        "processor seconds",
        "memory",
    ]);
    let mut solved =
        table(&["level", "length", "seconds", "processor seconds", "expanded", "memory"]);
    let (mut notes, mut count, mut better) = (String::new(), 0, 0);
    for record in by_date(records) {
        if let Status::Closed { optimum } = record.status() {
            let level = format!("[{0}](record-runs.md#{0})", record.level);
            row(&mut closed, [level, optimum.to_string(), published(record), record.date.clone()]);
        }
    }
    for record in records {
        let (run, published) = (&record.runs[0], &record.published);
        let (expanded, memory) = (grouped(run.expanded), run.memory.clone());
        match record.status() {
            Status::Closed { .. } => {}
            Status::Open { lower } => {
                count += 1;
                better += u32::from(published.lower < Some(lower));
                row(
                    &mut open,
                    [
                        record.level.clone(),
                        or_dash(published.lower),
                        or_dash(published.by_hand),
                        lower.to_string(),
                        run.flag("--direction").unwrap().to_owned(),
                        format!("`{}`", run.flag("--heuristic").unwrap()),
                        expanded,
                        or_dash(run.cpu_seconds.map(|seconds| format!("{seconds:.1}"))),
                        memory,
                    ],
                );
                notes += &open_notes(record);
            }
            Status::SolvedBefore { optimum } => row(
                &mut solved,
                [
                    record.level.clone(),
                    optimum.to_string(),
                    or_dash(run.seconds),
                    or_dash(run.cpu_seconds),
                    expanded,
                    memory,
                ],
            ),
        }
    }
    let example = records.iter().find(|record| matches!(record.status(), Status::Open { .. }));
    fill(
        template,
        &[
            ("closed", &closed),
            ("open", &open),
            ("open-count", &count.to_string()),
            ("open-better", &better.to_string()),
            ("open-command", &example.unwrap().runs[0].command),
            ("open-notes", &notes),
            ("solved", &solved),
        ],
    )
}

fn runs(template: &str, records: &[Record]) -> String {
    let mut text = String::new();
    for record in by_date(records) {
        let Status::Closed { optimum } = record.status() else { continue };
        write!(
            text,
            "## {}\n\n{optimum} moves. Published before: {}.\n\n",
            record.level,
            published(record)
        )
        .unwrap();
        text += &table(&["shows", "expanded", "generated", "time", "memory"]);
        for run in &record.runs {
            let generated = run.generated.map(millions);
            row(
                &mut text,
                [
                    shows(run),
                    grouped(run.expanded),
                    or_dash(generated),
                    time(run),
                    run.memory.clone(),
                ],
            );
        }
        text += "\n```\n";
        let of_runs = record.runs.iter().map(|run| &run.command);
        let of_plans = record.plans.iter().filter_map(|plan| plan.command.as_ref());
        for command in of_runs.chain(of_plans) {
            writeln!(text, "{command}").unwrap();
        }
        text += "```\n\n";
        text += &plans(record);
        if let Some(it) = &record.certificate {
            write!(
                text,
                "[Certificate](../reference/certificates.md): {} states, {} bytes, accepted by `fewest verify` \
                 in {} s of processor time.\n\n```\n{}\n# digest {}\n```\n\n",
                grouped(it.states),
                grouped(it.bytes),
                grouped_float(it.check_seconds),
                it.command,
                it.digest
            )
            .unwrap();
        }
        if !record.notes.is_empty() {
            write!(text, "{}\n\n", record.notes.trim()).unwrap();
        }
    }
    fill(template, &[("runs", &text)])
}

/// The records in the order in which they were set.
fn by_date(records: &[Record]) -> Vec<&Record> {
    let mut records: Vec<_> = records.iter().collect();
    records.sort_by_key(|record| &record.date);
    records
}

fn published(record: &Record) -> String {
    let lower = record.published.lower.unwrap();
    let by_hand = record.published.by_hand.map(|plan| format!("; {plan} by hand"));
    format!("at least {lower}{}", by_hand.unwrap_or_default())
}

/// The result of a run, with engine, direction and heuristic.
fn shows(run: &Run) -> String {
    let bound = format!("no plan of {} moves or fewer", run.lower - 1);
    let plan = run.upper.map(|upper| format!(", a plan of {upper}")).unwrap_or_default();
    let heuristic = run.flag("--heuristic").map(|name| format!(", `{name}`")).unwrap_or_default();
    format!("`{}`, {}{heuristic}: {bound}{plan}", run.engine(), run.flag("--direction").unwrap())
}

fn time(run: &Run) -> String {
    let cores = if run.threads > 1 { format!(" on {} cores", run.threads) } else { String::new() };
    match (run.seconds, run.cpu_seconds) {
        (_, Some(cpu)) => format!("{} s of processor time{cores}", grouped_float(cpu)),
        (wall, None) => format!("{} s{cores}", grouped_float(wall.unwrap())),
    }
}

fn plans(record: &Record) -> String {
    let plan = |plan: &crate::record::Plan| {
        format!("A plan of {} moves was found {}.\n\n", plan.moves, plan.found)
    };
    record.plans.iter().map(plan).collect()
}

/// Remarks on an open level beside its row.
fn open_notes(record: &Record) -> String {
    let plans = plans(record);
    if plans.is_empty() && record.notes.is_empty() {
        return String::new();
    }
    let commands = record.plans.iter().filter_map(|plan| plan.command.as_ref());
    let commands: String = commands.map(|command| format!("\n```\n{command}\n```\n")).collect();
    let text = format!("{} {}", record.notes.trim(), plans.trim());
    format!("**{}.** {}\n{commands}\n", record.level, text.trim())
}

fn table(columns: &[&str]) -> String {
    format!("| {} |\n|{}\n", columns.join(" | "), "---|".repeat(columns.len()))
}

fn row<const N: usize>(table: &mut String, cells: [String; N]) {
    writeln!(table, "| {} |", cells.join(" | ")).unwrap();
}

fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or("-".into(), |value| value.to_string())
}

/// A number with commas between its groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

fn grouped_float(number: f64) -> String {
    format!(
        "{}{}",
        grouped(number.trunc() as u64),
        number.fract().to_string().trim_start_matches('0')
    )
}

fn millions(number: u64) -> String {
    let tenths = number % 1_000_000 / 100_000;
    let tenths = if tenths > 0 { format!(".{tenths}") } else { String::new() };
    format!("{}{tenths} million", grouped(number / 1_000_000))
}

fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in values {
        let placeholder = format!("{{{name}}}");
        assert!(text.contains(&placeholder), "the template has no {placeholder}");
        text = text.replace(&placeholder, value.trim_end());
    }
    text
}
