//! Properties of the files that the laboratory reads.

use crate::checkpoint::fast;
use crate::memory;
use fewest_lab::{Experiment, Puzzles, Refusal, Report, Results};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::{fs, str};

/// Accepts everything. An instance whose name ends with `*` is a list of two.
struct Anything;

impl Puzzles for Anything {
    fn input(&self, _: Option<&str>, name: &str) -> Option<OsString> {
        (!name.is_empty()).then(|| name.into())
    }

    fn instances(&self, _: Option<&str>, name: &str, _: &[String]) -> Result<Vec<String>, String> {
        Ok(match name.strip_suffix('*') {
            None => vec![name.to_owned()],
            Some(name) => ["1", "2"].map(|number| format!("{name}{number}")).to_vec(),
        })
    }

    fn check(&self, arguments: &[String], _: &OsStr) -> Result<(), Refusal> {
        match arguments.first() {
            Some(refused) if refused.is_empty() => Err(Refusal::Arguments("nothing".to_owned())),
            _ => Ok(()),
        }
    }

    fn identity(&self, _: &[String], input: &OsStr) -> Option<String> {
        input.to_str().map(str::to_owned)
    }

    fn replay(&self, _: &[String], _: &OsStr, moves: &[String]) -> Result<(), String> {
        if moves.len() < 9 { Ok(()) } else { Err("it is too long".to_owned()) }
    }

    fn is_lossy(&self, engine: &str) -> bool {
        engine == "bitstate-ida-star"
    }
}

/// Reads an experiment: its text, a byte 0, and the published figures that it may refer to.
///
/// It must not panic or use much memory, and the places of errors must be in the text.
pub fn experiment(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    memory::within(input, 1 << 20, 1 << 12, |_| {
        let (text, figures) = text.split_once('\0').unwrap_or((text, ""));
        let read = Experiment::parse("hostile", text, |_| Ok(figures.to_owned()));
        let error = match read.and_then(|experiment| experiment.expanded(&Anything)) {
            Err(error) => error,
            Ok(experiment) => match experiment.check(None, &experiment.limits, &Anything) {
                Err(error) => error,
                Ok(()) => return,
            },
        };
        assert!(error.at.line <= text.lines().count().max(1) + 1, "{error}");
    });
}

/// The experiment of the results.
const EXPERIMENT: &str = r#"
title = "Hostile"
about = "Records of any kind."
instances = ["one", "two", "../three"]
per_bound = ["one", "../three"]
published = "figures.csv"
relative_to = "best"
[limits]
seconds = 1
mebibytes = 64
threads = 1
[[configuration]]
name = "first"
published = "best"
[[configuration]]
name = "second"
arguments = ["--engine", "bitstate-ida-star"]
"#;
const FIGURES: &str = "level,method,bound,expanded\none,best,=3,100\ntwo,best,>=3,\n";

/// Reads results and reports on them; the input is their file.
///
/// It must not panic or use much memory, and no file of the report may be outside its folder.
pub fn results(input: &[u8]) {
    let folder = tempfile::tempdir_in(fast()).expect("there is room");
    let (kept, report) = (folder.path().join("kept"), folder.path().join("kept/report"));
    fs::create_dir_all(&report).expect("there is room");
    fs::write(kept.join("runs.jsonl"), input).expect("there is room");
    let experiment = Experiment::parse("hostile", EXPERIMENT, |_| Ok(FIGURES.to_owned()));
    let experiment = experiment.expect("it is one");
    // Pictures take some additional memory.
    memory::within(input, 16 << 20, 1 << 12, |_| {
        let Ok(results) = Results::read(&kept) else { return };
        if let Some(made) = Report::new(&experiment, &results, &Anything) {
            made.write(&report).expect("there is room");
        }
    });
    assert_eq!(names(folder.path()), ["kept"]);
    assert_eq!(names(&kept), ["report", "runs.jsonl"]);
}

fn names(folder: &Path) -> Vec<OsString> {
    let entries = fs::read_dir(folder).expect("it was made");
    let mut names: Vec<_> = entries.map(|entry| entry.expect("it was made").file_name()).collect();
    names.sort_unstable();
    names
}
