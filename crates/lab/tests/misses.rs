//! What engines that may lose plans have lost, in reports.

use fewest_lab::{Experiment, Puzzles, Refusal, Report, Results};
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};

const EXPERIMENT: &str = "\
title = \"Lost\"
published = \"figures.csv\"
[limits]
seconds = 1
mebibytes = 64
threads = 1
[[configuration]]
name = \"lossy\"
arguments = [\"--engine\", \"bitstate-ida-star\"]
published = \"best\"
[[configuration]]
name = \"exact\"
arguments = [\"--engine\", \"astar\"]
published = \"best\"
";
const FIGURES: &str = "\
level,method,bound
shortest,best,=3
longer,best,=3
none,best,=3
slow,best,=3
broken,best,=3
open,best,>=3
";

/// Accepts every plan.
struct Anything;

impl Puzzles for Anything {
    fn input(&self, _: Option<&str>, name: &str) -> Option<OsString> {
        Some(name.into())
    }

    fn instances(&self, _: Option<&str>, name: &str, _: &[String]) -> Result<Vec<String>, String> {
        Ok(vec![name.to_owned()])
    }

    fn check(&self, _: &[String], _: &OsStr) -> Result<(), Refusal> {
        Ok(())
    }

    fn replay(&self, _: &[String], _: &OsStr, _: &[String]) -> Result<(), String> {
        Ok(())
    }

    fn is_lossy(&self, engine: &str) -> bool {
        engine == "bitstate-ida-star"
    }
}

fn record(instance: &str, configuration: &str, engine: &str, result: Value) -> String {
    let mut result = result;
    for (key, value) in [("engine", engine), ("heuristic", ""), ("direction", "")] {
        result[key] = value.into();
    }
    for key in ["expanded", "expanded_until_last_layer", "generated", "stored", "reexpanded"] {
        result[key] = 0.into();
    }
    result["seconds"] = 0.5.into();
    let record = json!({
        "instance": instance,
        "configuration": configuration,
        "arguments": ["--engine", engine],
        "conditions": {
            "version": "0", "program": "0",
            "machine": {"processor": "", "threads": 1, "mebibytes": null, "system": ""},
            "limits": {"seconds": 1.0, "mebibytes": 64, "threads": 1},
        },
        "began": "2026-01-01T00:00:00Z",
        "wall_seconds": 0.5,
        "ended": {"exit": 0},
        "result": if instance == "broken" { Value::Null } else { result },
    });
    format!("{record}\n")
}

fn plan(status: &str, length: u64) -> Value {
    let lower = if status == "OPTIMAL" { length } else { 1 };
    let moves = vec!["a move"; length as usize];
    json!({"status": status, "stop": null, "lower": lower, "upper": length, "moves": moves})
}

fn stopped(stop: &str) -> Value {
    json!({"status": "BOUNDED", "stop": stop, "lower": 1, "upper": null, "moves": null})
}

fn report(records: &str) -> String {
    let file = |_: &str| Ok(FIGURES.to_owned());
    let experiment = Experiment::parse("lost", EXPERIMENT, file).map_err(|e| e.to_string());
    let experiment = experiment.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("lost");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("runs.jsonl"), records).unwrap();
    let results = Results::read(&folder).unwrap();
    Report::new(&experiment, &results, &Anything).unwrap().write(&folder).unwrap();
    std::fs::read_to_string(folder.join("report.md")).unwrap()
}

#[test]
fn misses_of_finished_runs_are_counted() {
    let mut records = String::new();
    for (instance, result) in [
        ("shortest", plan("SOLVED", 3)),
        ("longer", plan("SOLVED", 5)),
        ("none", stopped("incomplete")),
        ("slow", stopped("time")),
        ("broken", Value::Null),
        // Its optimum is not known.
        ("open", plan("SOLVED", 9)),
    ] {
        records += &record(instance, "lossy", "bitstate-ida-star", result);
    }
    for (instance, result) in [("shortest", plan("OPTIMAL", 3)), ("longer", plan("SOLVED", 5))] {
        records += &record(instance, "exact", "astar", result);
    }
    let markdown = report(&records);
    assert!(markdown.contains("\n| lossy | 3 | 1 | 1 | 1 | 2 |\n"), "{markdown}");
    assert!(markdown.contains("- lossy, longer: 5 moves instead of 3\n"), "{markdown}");
    assert!(markdown.contains("- lossy, none: no plan\n"), "{markdown}");
    assert!(!markdown.contains("- exact, "), "{markdown}");
}

#[test]
fn without_engines_that_lose_plans_there_are_none() {
    let markdown = report(&record("longer", "exact", "astar", plan("SOLVED", 5)));
    assert!(!markdown.contains("Misses"), "{markdown}");
}
