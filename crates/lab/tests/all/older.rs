//! Reports of the book that are older than the engines: the counts of their runs have changed, or
//! were not recorded. `FEWEST_BLESS=1` writes the list into the page.

use fewest_lab::revision;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const BEGIN: &str = "<!-- older: written by a test -->\n";
const END: &str = "<!-- end of older -->\n";

fn results() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/results")
}

/// The engines of a report whose counts have changed.
fn older_engines(report: &Path) -> BTreeSet<String> {
    let mut reader = csv::Reader::from_path(report).unwrap();
    let column = reader.headers().unwrap().iter().position(|name| name == "revision");
    let revisions = reader.records().map(|record| {
        let record = record.unwrap();
        column.map_or(String::new(), |column| record[column].to_owned())
    });
    let older = revisions.filter(|revision| !revision::is_current(revision));
    older.map(|it| revision::engine(&it).unwrap_or("engines not recorded").to_owned()).collect()
}

fn list() -> String {
    let folders = std::fs::read_dir(results()).unwrap().map(|entry| entry.unwrap().path());
    let mut reports: Vec<_> = folders.filter(|path| path.join("report.csv").exists()).collect();
    reports.sort();
    assert!(!reports.is_empty());
    let lines = reports.iter().filter_map(|folder| {
        let engines = older_engines(&folder.join("report.csv"));
        let engines: Vec<_> = engines.into_iter().collect();
        let name = folder.file_name().unwrap().to_str().unwrap();
        (!engines.is_empty()).then(|| format!("- `{name}`: {}\n", engines.join(", ")))
    });
    let lines: String = lines.collect();
    match lines.as_str() {
        "" => "The engines count today what they counted in all of these reports.\n".to_owned(),
        lines => format!(
            "These reports are older than the engines, which may count otherwise today:\n\n{lines}"
        ),
    }
}

#[test]
fn the_page_names_the_reports_that_are_older_than_the_engines() {
    let page = results().join("README.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let generated = format!("{before}{BEGIN}{}{END}{after}", list());
    if std::env::var_os("FEWEST_BLESS").is_some() {
        std::fs::write(&page, generated).unwrap();
    } else {
        assert!(
            text == generated,
            "run the older experiments again, or FEWEST_BLESS=1:\n{}",
            list()
        );
    }
}
