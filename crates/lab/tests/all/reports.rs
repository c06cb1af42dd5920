//! Reports made from records.

use fewest_lab::{Experiment, Puzzles, Refusal, Report, Results};
use serde_json::{Value, json};
use std::ffi::{OsStr, OsString};

const EXPERIMENT: &str = "\
title = \"Lost\"
per_bound = [\"open\"]
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

    fn identity(&self, _: &[String], _: &OsStr) -> Option<String> {
        None
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
    report_of(FIGURES, records)
}

fn report_of(figures: &str, records: &str) -> String {
    let file = |_: &str| Ok(figures.to_owned());
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

#[test]
fn likely_bounds_stand_beside_proved_ones() {
    let mut result = stopped("incomplete");
    result["likely_lower"] = 4.into();
    result["miss_probability"] = 0.001.into();
    let markdown = report(&record("open", "lossy", "bitstate-ida-star", result));
    assert!(markdown.contains("| open | ≥1, ≥4? ▼ incomplete (≥3) | not run |"), "{markdown}");
    let row = "| open | lossy | 1 | 4 | 1.00e-3 | ≥3 |";
    assert!(markdown.contains("\n## Likely bounds\n") && markdown.contains(row), "{markdown}");
}

#[test]
fn what_bounds_rest_on_is_named() {
    let mut result = plan("OPTIMAL", 3);
    result["assumes"] = "the lemma holds".into();
    let markdown = report(&record("open", "exact", "astar", result));
    assert!(markdown.contains(" Bounds of open hold if the lemma holds.\n"), "{markdown}");
}

#[test]
fn totals_are_over_levels_that_all_have_solved() {
    let mut records = String::new();
    for (instance, expanded) in [("shortest", 10), ("longer", 100), ("slow", 1000)] {
        for (configuration, factor) in [("lossy", 1), ("exact", 2)] {
            let is_slow = instance == "slow" && configuration == "exact";
            let result = if is_slow { stopped("time") } else { plan("OPTIMAL", 3) };
            // The arguments are those of the configuration.
            let engine = if configuration == "lossy" { "bitstate-ida-star" } else { "astar" };
            let line = record(instance, configuration, engine, result);
            let expanded = format!("\"expanded\":{}", expanded * factor);
            records += &line.replace("\"expanded\":0", &expanded);
        }
    }
    let markdown = report(&records);
    assert!(markdown.contains("| slow | 1,000 | *2,000* |"), "{markdown}");
    assert!(
        markdown.contains("| total of the 2 levels that all solved | 110 | 220 |"),
        "{markdown}"
    );
}

#[test]
fn rows_that_no_screen_holds_are_left_to_the_csv() {
    for (levels, are_shown) in [(40, true), (41, false)] {
        let (mut figures, mut records) = (FIGURES.to_owned(), String::new());
        for level in (0..levels).map(|i| format!("level_{i}")) {
            figures += &format!("{level},best,=3\n");
            for (configuration, engine) in [("lossy", "bitstate-ida-star"), ("exact", "astar")] {
                let line = record(&level, configuration, engine, plan("OPTIMAL", 3));
                records += &line.replace("\"expanded\":0", "\"expanded\":2");
            }
        }
        let markdown = report_of(&figures, &records);
        assert_eq!(markdown.contains("| level_0 | =3 (=3) |"), are_shown, "{markdown}");
        assert_eq!(markdown.contains("| level_0 | 2 |"), are_shown, "{markdown}");
        let total = format!("| total of the {levels} levels that all solved | ");
        assert!(markdown.contains(&(total + &format!("{0} | {0} |", 2 * levels))), "{markdown}");
        let left_out = "The 41 rows are in [report.csv](report.csv)";
        assert_eq!(!markdown.contains(left_out), are_shown, "{markdown}");
    }
}

#[test]
fn what_would_say_nothing_is_left_out() {
    let markdown = report(&record("open", "exact", "astar", stopped("nodes")));
    for part in ["States expanded", "By number of atoms", "| failed", "\n|  |"] {
        assert!(!markdown.contains(part), "{part}: {markdown}");
    }
}

#[test]
fn states_at_each_bound_are_a_table() {
    let line = record("open", "exact", "astar", stopped("time"));
    let progress = json!([
        {"lower": 4, "expanded": 0, "generated": 10, "seconds": 0.1},
        {"lower": 4, "expanded": 0, "generated": 15, "seconds": 0.1},
        {"lower": 6, "expanded": 0, "generated": 1015, "seconds": 0.1},
    ]);
    let line = line.replace("\"result\":", &format!("\"progress\":{progress},\"result\":"));
    let markdown = report(&line.replace("\"lower\":1,", "\"lower\":6,"));
    let table = "| bound | exact |\n|---:|---:|\n| 3 | 15 |\n| 5 | 1,000 |\n| all | 1,015 |\n";
    assert!(markdown.contains(table), "{markdown}");
}
