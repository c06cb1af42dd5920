//! The record files are consistent, and the pages of the book are made from them.
//!
//! `FEWEST_BLESS=1 cargo test -p fewest-lab --test records` rewrites the pages.

mod pages;
mod record;

use record::{Record, Status};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn records() -> Vec<Record> {
    let records = record::read(&root().join("records"));
    assert_eq!(records.len(), 14 + 37 + 10);
    records
}

#[test]
fn pages_are_what_the_records_give() {
    let records = records();
    for (name, generate) in pages::PAGES {
        let template = root().join("records/pages").join(name);
        let template = std::fs::read_to_string(template).unwrap();
        let page = generate(&template, &records);
        assert!(!page.contains('{'), "{name} has a placeholder that nothing fills");
        let committed = root().join("book/src/results").join(name);
        if std::env::var_os("FEWEST_BLESS").is_some() {
            std::fs::write(&committed, &page).unwrap();
        }
        let committed = std::fs::read_to_string(committed).unwrap();
        assert!(committed == page, "{name} is not what the records give: FEWEST_BLESS=1 writes it");
    }
}

#[test]
fn every_record_is_shown_by_its_runs() {
    for record in records() {
        let name = &record.level;
        for run in &record.runs {
            assert_eq!(run.word(2), name, "the command is for this level");
            assert!(run.seconds.is_some() || run.cpu_seconds.is_some(), "{name}");
            let threads = run.flag("--threads");
            assert!(threads.is_none_or(|count| count == run.threads.to_string()), "{name}");
            // A run with a limit proves nothing beyond it.
            if let Some(limit) = run.flag("--upper-bound") {
                let limit: u32 = limit.parse().unwrap();
                assert!(run.lower <= limit + 1 && run.upper.is_none_or(|upper| upper <= limit));
                assert!(run.upper.is_some() || run.lower == limit + 1, "{name}");
            }
        }
        if let Some(certificate) = &record.certificate {
            let made = format!("fewest solve {name} ");
            assert!(certificate.command.starts_with(&made), "{}", certificate.command);
            assert!(certificate.command.contains(" --certificate "), "{}", certificate.command);
            let is_hex = certificate.digest.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_hex && certificate.digest.len() == 64, "{}", certificate.digest);
        }
        for command in record.plans.iter().filter_map(|plan| plan.command.as_ref()) {
            let known = ["cargo run --release -p fewest-atomix --example beams -- ", name].concat();
            assert!(command.starts_with(&known), "{command}");
            assert!(root().join("crates/atomix/examples/beams.rs").exists());
        }
        let lower = record.runs.iter().map(|run| run.lower);
        match record.status() {
            Status::Closed { optimum } => {
                assert!(
                    lower.clone().count() >= 2 && lower.clone().all(|l| l == optimum),
                    "{name}"
                );
                let ways = record.runs.iter().map(|run| (run.engine(), run.flag("--direction")));
                let ways: std::collections::HashSet<_> = ways.collect();
                assert!(ways.len() >= 2, "{name}: two runs differ in direction or engine");
                assert_eq!(record.shortest_plan(), Some(optimum), "{name}");
                assert!(record.published.lower.unwrap() < optimum);
            }
            Status::Open { lower: bound } => {
                assert_eq!(lower.collect::<Vec<_>>(), [bound], "{name}: one run shows the bound");
                assert!(record.published.lower.unwrap() <= bound);
                assert!(
                    record.published.by_hand.is_none_or(|plan| plan > bound),
                    "{name} is closed"
                );
                assert!(record.shortest_plan().is_none_or(|plan| plan > bound), "{name} is closed");
            }
            Status::SolvedBefore { optimum } => {
                assert!(record.runs.iter().all(|run| run.lower == optimum), "{name}");
                assert_eq!(record.shortest_plan(), Some(optimum), "{name}");
            }
        }
    }
}
