//! Experiments: run, killed, resumed, reported.

use crate::run::{Folder, Ran, fewest};
use serde_json::Value;
use std::path::Path;

const EXPERIMENT: &str = r#"
title = "Shipped levels"
instances = ["water", "one-slide.atomix", "ring.atomix", "square.atomix", "no-way.atomix"]
published = "figures.csv"
per_bound = ["water"]

[limits]
seconds = 60
mebibytes = 256
threads = 1

[[configuration]]
name = "A*"
arguments = ["--engine", "astar"]
published = "somebody"

[[configuration]]
name = "IDA*"
arguments = ["--engine", "ida-star", "--nodes", "1000"]
"#;
const FIGURES: &str = "\
# Nobody, nowhere.
level,atoms,method,bound,expanded
water,3,somebody,=13,500
ring.atomix,2,somebody,>=1,
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("mine.toml", EXPERIMENT);
    folder.write("figures.csv", FIGURES);
    let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/levels");
    for level in std::fs::read_dir(levels).unwrap().map(Result::unwrap) {
        folder.write(level.file_name(), std::fs::read(level.path()).unwrap());
    }
    folder
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path().join("results/mine").join(name)).unwrap()
}

/// The parts that do not depend on the time of a run.
fn findings(folder: &Folder) -> Vec<String> {
    let records = read(folder, "runs.jsonl");
    let records = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut findings: Vec<_> = records
        .map(|record| {
            let result = &record["result"];
            let numbers = ["status", "lower", "upper", "moves", "expanded", "generated"];
            let numbers = numbers.map(|key| result[key].to_string()).join(" ");
            format!("{} {} {numbers}", record["instance"], record["configuration"])
        })
        .collect();
    findings.sort();
    findings
}

#[track_caller]
fn run(folder: &Folder, to_do: usize, before: usize) -> Ran {
    let ran = folder.run(&["lab", "run", "mine.toml"]).quietly(0);
    let first = format!("mine: {to_do} runs to do, {before} recorded before");
    assert_eq!(ran.stdout.lines().next(), Some(first.as_str()));
    assert_eq!(ran.stdout.lines().count(), to_do + 1, "{}", ran.stdout);
    ran
}

#[test]
fn runs_as_work_units_are_recorded_as_those_of_one_process() {
    let folder = folder();
    folder.run(&["lab", "run", "mine.toml", "--results", "here/results"]).quietly(0);
    let split = folder.run(&["lab", "split", "mine.toml", "jobs"]).quietly(0);
    assert_eq!(split.stdout, "jobs: 10 units\n");
    let ran = folder.run(&["work", "run", "jobs", "--jobs", "2"]).quietly(0);
    assert!(ran.stdout.contains("water, A*: OPTIMAL\n"), "{}", ran.stdout);
    let merged = folder.run(&["work", "merge", "jobs"]).quietly(0);
    assert_eq!(merged.stdout, "results/mine: 10 runs recorded\n");
    let units = findings(&folder);
    std::fs::rename(folder.path().join("results"), folder.path().join("of-units")).unwrap();
    std::fs::rename(folder.path().join("here/results"), folder.path().join("results")).unwrap();
    assert_eq!(units, findings(&folder));
    folder.run(&["lab", "report", "mine.toml", "--results", "of-units"]).quietly(0);
    // Recorded runs are neither merged nor split again.
    let merged = folder.run(&["work", "merge", "jobs", "--results", "of-units"]).quietly(0);
    assert_eq!(merged.stdout, "of-units/mine: 0 runs recorded\n");
    let split = ["lab", "split", "mine.toml", "rest", "--results", "of-units"];
    assert_eq!(folder.run(&split).quietly(0).stdout, "rest: 0 units\n");
}

#[test]
fn a_killed_experiment_goes_on_to_the_same_results() {
    let folder = folder();
    run(&folder, 10, 0);
    let whole = findings(&folder);
    assert_eq!(whole.len(), 10);
    run(&folder, 0, 10);

    // As if killed while it wrote the sixth record.
    let text = read(&folder, "runs.jsonl");
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    let cut = format!("{}{}", lines[..5].concat(), &lines[5][..lines[5].len() / 2]);
    folder.write("results/mine/runs.jsonl", cut);
    run(&folder, 5, 5);
    assert_eq!(findings(&folder), whole);

    // With other limits, the runs are different ones.
    let ran = folder.run(&["lab", "run", "mine.toml", "--time", "30s", "--jobs", "2"]).quietly(0);
    assert!(ran.stdout.starts_with("mine: 10 runs to do, 0 recorded"), "{}", ran.stdout);
}

#[test]
fn reports_are_the_same_for_the_same_records() {
    let folder = folder();
    run(&folder, 10, 0);
    let files = ["report.md", "report.csv", "report.html", "plots/solved.svg"];
    let report = || {
        folder.run(&["lab", "report", "mine.toml"]).quietly(0);
        files.map(|name| read(&folder, name))
    };
    let first = report();
    assert_eq!(report(), first);
    let [markdown, csv, html, _] = first;
    assert!(markdown.contains("| water | 3 | =13 (=13) | ≥"), "{markdown}");
    assert!(markdown.contains("| ring.atomix | 2 | "), "{markdown}");
    assert!(markdown.contains(" ▲ (≥1) |"), "{markdown}");
    assert!(markdown.contains("| no-way.atomix |  | unsolvable |"), "{markdown}");
    assert_eq!(csv.lines().count(), 11);
    assert!(html.contains("<svg") && !html.contains("<img"), "plots are part of the page");
    assert!(read(&folder, "plots/per-bound-1.svg").contains("water"));
    assert!(folder.path().join("results/index.sqlite").metadata().unwrap().len() > 0);
    let listed = folder.run(&["lab", "list"]).quietly(0).stdout;
    assert!(listed.lines().any(|line| line.starts_with("hueffner-table ")), "{listed}");
}

#[test]
fn false_plans_are_rejected() {
    let folder = folder();
    run(&folder, 10, 0);
    let text = read(&folder, "runs.jsonl");
    let is_water = |line: &&str| line.contains(r#""instance":"water""#) && line.contains("OPTIMAL");
    let line = text.lines().find(is_water).unwrap();
    let mut record: Value = serde_json::from_str(line).unwrap();
    let moves = record["result"]["moves"].as_array_mut().unwrap();
    moves.swap(0, 1);
    folder.write("results/mine/runs.jsonl", text.replace(line, &record.to_string()));
    folder.run(&["lab", "report", "mine.toml"]).quietly(0);
    let markdown = read(&folder, "report.md");
    assert!(markdown.contains("| water | 3 | failed ▼ (=13) |"), "{markdown}");
    assert!(markdown.contains("- water, A\\*: the plan is rejected: "), "{markdown}");
}

/// An instance of a list, and a plan that only counts for the goal in the arguments.
#[test]
fn plans_are_replayed_on_the_instance_that_was_solved() {
    let folder = Folder::new();
    folder.write("data/tiles/list.txt", "1 8 7 6 5 4 3 2 1 0 30\n2 1 2 0 3 4 5 6 7 8 2\n");
    let experiment = EXPERIMENT.replace("[limits]", "folder = \"tiles\"\n[limits]");
    let (head, _) = experiment.split_once("[[").unwrap();
    let head = head.replace("per_bound = [\"water\"]", "").replace("published = ", "# ");
    let (before, after) = (head.find('[').unwrap(), head.find(']').unwrap());
    let head = format!("{}[\"list.txt:2\"]{}", &head[..before], &head[after + 1..]);
    let configuration = "[[configuration]]\nname = \"A*\"\narguments = [\"--goal\", \"GOAL\"]\n";
    for (goal, bound) in [("blank-first", "=2"), ("blank-last", "=")] {
        folder.write("mine.toml", format!("{head}{}", configuration.replace("GOAL", goal)));
        let run = ["lab", "run", "mine.toml"];
        let ran = folder.command(run).env("FEWEST_DATA", folder.path().join("data")).output();
        let ran = Ran::of(ran.unwrap()).quietly(0);
        let line = ran.stdout.lines().last().unwrap();
        assert!(line.starts_with("list.txt:2 ") && line.contains(bound), "{line}");
    }
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    let folder = folder();
    let report = ["lab", "report", "mine.toml"];
    assert!(folder.run(&report).stderr.contains("nothing is recorded"));

    folder.write("results/mine/runs.jsonl", "{}\n{\n");
    let ran = folder.run(&report);
    assert_eq!(ran.code, Some(31));
    assert!(ran.stderr.starts_with("results/mine/runs.jsonl:1:"), "{}", ran.stderr);

    folder.write("mine.toml", EXPERIMENT.replace("seconds = 60", "seconds = soon"));
    let ran = folder.run(&["lab", "run", "mine.toml"]);
    assert_eq!(ran.code, Some(31));
    assert!(ran.stderr.starts_with("mine.toml:8:11: "), "{}", ran.stderr);

    assert_eq!(fewest(&["lab", "run", "nothing"]).code, Some(2));
    assert_eq!(fewest(&["lab", "run", "nothing.toml"]).code, Some(31));
}

#[test]
fn without_its_levels_an_experiment_cannot_run() {
    let folder = Folder::new();
    folder.write("data/empty", "");
    let mut command = folder.command(["lab", "run", "hueffner-table"]);
    let ran = Ran::of(command.env("FEWEST_DATA", folder.path().join("data")).output().unwrap());
    assert_eq!(ran.code, Some(31));
    assert!(ran.stderr.contains("30 of 30 instances are not on this machine"), "{}", ran.stderr);
}

/// A list is one run per instance, and so is a part of it.
#[test]
fn lists_are_run_one_by_one() {
    let folder = Folder::new();
    folder.write(
        "list.txt",
        "1 8 7 6 5 4 3 2 1 0 30\n2 1 2 0 3 4 5 6 7 8 2\n3 0 1 2 3 4 5 6 7 8 0\n",
    );
    for (instances, names) in [
        ("list.txt:2-3", &["list.txt:2", "list.txt:3"][..]),
        // The others are recorded by then.
        ("list.txt", &["list.txt:1"]),
    ] {
        folder.write("mine.toml", experiment(&[instances], &["--goal", "blank-first"]));
        let ran = folder.run(&["lab", "run", "mine.toml"]).quietly(0);
        let found: Vec<_> = ran.stdout.lines().skip(1).map(|line| &line[..10]).collect();
        assert_eq!(found, names);
    }
}

/// Anything that would fail is reported with its place before any run.
#[test]
fn what_would_not_run_is_said_before_the_first_run() {
    let folder = folder();
    folder.write("no-puzzle.txt", "no puzzle\n");
    for (instances, arguments, place, message) in [
        (&["water"][..], &["--engin", "astar"][..], "mine.toml:7:1: ", "'--engin'"),
        (&["water"], &["--heuristic", "manhattan"], "mine.toml:7:1: ", "manhattan"),
        (&["water", "no-puzzle.txt"], &[], "mine.toml:2:23: ", "no-puzzle.txt"),
        (&["water", "-"], &[], "mine.toml:2:23: ", "standard input"),
        (&["water"], &["--time", "1s"], "mine.toml:7:1: ", "'--time <TIME>'"),
    ] {
        folder.write("mine.toml", experiment(instances, arguments));
        let ran = folder.run(&["lab", "run", "mine.toml"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(31), ""), "{}", ran.stderr);
        assert!(ran.stderr.starts_with(place), "{}", ran.stderr);
        assert!(ran.stderr.contains(message) && ran.stderr.lines().count() == 1, "{}", ran.stderr);
    }
    assert!(!folder.path().join("results").exists());
}

#[test]
fn an_experiment_of_failures_has_an_exit_code_of_its_own() {
    let folder = folder();
    folder.write("mine.toml", experiment(&["water"], &[]));
    run(&folder, 1, 0);
    // An invalid plan.
    let record = read(&folder, "runs.jsonl");
    let mut record: Value = serde_json::from_str(&record).unwrap();
    record["result"]["moves"].as_array_mut().unwrap().pop();
    folder.write("results/mine/runs.jsonl", format!("{record}\n"));
    let ran = folder.run(&["lab", "run", "mine.toml"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert_eq!(ran.stdout, "mine: 0 runs to do, 1 recorded before\n");
    assert_eq!(ran.stderr, "fewest: mine: every run failed\n");
}

/// Options that write files are not allowed in an experiment, nor in its units.
#[test]
fn runs_write_no_files() {
    let folder = folder();
    let good = experiment(&["water"], &[]);
    folder.write("mine.toml", &good);
    folder.run(&["lab", "split", "mine.toml", "jobs"]).quietly(0);
    for option in ["--certificate", "--plot", "--checkpoint", "--disk"] {
        folder.write("mine.toml", experiment(&["water"], &[option, "stolen"]));
        let message = format!(
            "mine.toml:7:1: the configuration \"first\" cannot run: unexpected argument \
             '{option}' found\n"
        );
        for verb in ["run", "split"] {
            let arguments = [&["lab", verb, "mine.toml"][..], &["more"][..(verb != "run").into()]];
            let ran = folder.run(&arguments.concat());
            assert_eq!((ran.code, &ran.stderr), (Some(31), &message), "{verb}");
        }
        let ran = folder.run(&["work", "run", "jobs"]);
        let message = format!("fewest: unit 0 has no result: {message}");
        assert_eq!((ran.code, ran.stderr), (Some(1), message));
        assert!(!folder.path().join("stolen").exists());
    }
    folder.write("mine.toml", good);
    folder.run(&["work", "run", "jobs"]).quietly(0);
}

#[test]
fn a_level_that_was_changed_is_run_again() {
    let folder = Folder::new();
    folder.write("p.txt", "8 6 7 / 2 5 4 / 3 0 1\n");
    folder.write("mine.toml", experiment(&["p.txt"], &["--nodes", "100"]));
    folder.run(&["lab", "split", "mine.toml", "jobs"]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    run(&folder, 1, 0);
    let report = || {
        folder.run(&["lab", "report", "mine.toml"]).quietly(0);
        read(&folder, "report.csv").lines().count() - 1
    };
    assert_eq!(report(), 1);
    folder.write("p.txt", "1 2 3 / 4 5 6 / 7 0 8\n");
    assert_eq!(report(), 0, "it is no run of this puzzle");
    let ran = run(&folder, 1, 0);
    assert!(ran.stdout.contains(" =1 "), "{}", ran.stdout);
    assert_eq!(report(), 1);
    // The same in the results of a unit.
    let fresh = ["work", "merge", "jobs", "--results", "results"];
    assert_eq!(folder.run(&fresh).quietly(0).stdout, "results/mine: 0 runs recorded\n");
    run(&folder, 0, 1);
}

#[test]
fn units_of_experiments_are_told_without_commands_for_terminals() {
    let folder = folder();
    let text = experiment(&["water"], &[]).replace("\"first\"", "\"a\\u001B[31mb\"");
    folder.write("mine.toml", text);
    folder.run(&["lab", "split", "mine.toml", "jobs"]).quietly(0);
    let ran = folder.run(&["work", "run", "jobs"]).quietly(0);
    assert_eq!(ran.stdout, "unit 0: water, a\\u{1b}[31mb: OPTIMAL\n");
}

#[test]
fn a_record_of_another_run_is_no_result_of_a_unit() {
    let folder = folder();
    folder.write("mine.toml", experiment(&["water", "ring.atomix"], &[]));
    folder.run(&["lab", "split", "mine.toml", "jobs"]).quietly(0);
    folder.run(&["work", "run", "jobs"]).quietly(0);
    let done = folder.path().join("jobs/done");
    let files = std::fs::read_dir(&done).unwrap().map(|entry| entry.unwrap().path());
    let [one, two] = &files.collect::<Vec<_>>()[..] else { panic!("there are two units") };
    let read = |path| -> fewest_work::Done {
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    };
    let forged = fewest_work::Done { record: read(two).record, ..read(one) };
    std::fs::remove_file(one).unwrap();
    let name = format!("jobs/done/{}.{}.json", forged.unit, forged.digest());
    folder.write(&name, serde_json::to_string(&forged).unwrap());
    let ran = folder.run(&["work", "merge", "jobs"]);
    let message = format!("{name}:1:1: the record is of another run\n");
    assert_eq!((ran.code, ran.stderr), (Some(31), message));
}

#[test]
fn results_that_cannot_be_used_have_the_exit_codes_of_files() {
    let folder = folder();
    folder.write("mine.toml", experiment(&["water"], &[]));
    let lab_run = ["lab", "run", "mine.toml"];
    let results = folder.path().join("results/mine");
    let (_, appender) = fewest_lab::Results::to_append(&results).unwrap();
    let ran = folder.run(&lab_run);
    assert_eq!(ran.code, Some(31));
    assert!(ran.stderr.starts_with("results/mine/runs.jsonl: another "), "{}", ran.stderr);
    drop(appender);
    folder.write("results/mine/runs.jsonl", "{}\n");
    let ran = folder.run(&lab_run);
    assert_eq!(ran.code, Some(31));
    assert!(ran.stderr.starts_with("results/mine/runs.jsonl:1:"), "{}", ran.stderr);
    std::fs::remove_dir_all(&results).unwrap();
    #[cfg(target_os = "linux")]
    {
        let mut full = std::process::Command::new("sh");
        full.args(["-c", r#"trap "" XFSZ; ulimit -f 0; exec "$0" "$@""#]);
        full.arg(env!("CARGO_BIN_EXE_fewest")).args(lab_run).current_dir(folder.path());
        let ran = Ran::of(full.output().unwrap());
        assert_eq!(ran.code, Some(74), "{}", ran.stderr);
        let message = "fewest: input/output error: results/mine/runs.jsonl: ";
        assert!(ran.stderr.starts_with(message), "{}", ran.stderr);
        assert_eq!(read(&folder, "runs.jsonl"), "");
    }
}

#[test]
fn reports_tell_which_build_has_recorded_them() {
    let folder = folder();
    folder.write("mine.toml", experiment(&["water"], &["--engine", "astar"]));
    folder.run(&["lab", "run", "mine.toml"]).quietly(0);
    folder.run(&["lab", "report", "mine.toml"]).quietly(0);
    let records = read(&folder, "runs.jsonl");
    let record: Value = serde_json::from_str(&records).unwrap();
    let [build, revision] = [&record["conditions"]["program"], &record["revision"]];
    let [build, revision] = [build, revision].map(|it| it.as_str().unwrap());
    assert!(read(&folder, "report.md").contains(&format!(": {revision}\n")));
    let by_another = records.replace(build, "0123456789abcdef");
    for (revised, engines) in [
        (revision, "its engines have the same counts as today"),
        ("astar 00000000", "engines whose counts have changed since: astar"),
    ] {
        folder.write("results/mine/runs.jsonl", by_another.replace(revision, revised));
        let ran = folder.run(&["lab", "report", "mine.toml"]);
        let version = env!("CARGO_PKG_VERSION");
        let by = format!("recorded by another build, 0123456789abcdef of fewest {version}");
        assert_eq!(ran.stderr, format!("fewest: mine.toml: {by}; {engines}\n"));
    }
}

/// The page works on a phone, on paper and in the dark, and says where each number is from.
#[test]
fn the_page_is_complete_without_a_network() {
    let folder = folder();
    run(&folder, 10, 0);
    folder.run(&["lab", "report", "mine.toml"]).quietly(0);
    let html = read(&folder, "report.html");
    for part in [
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        "prefers-color-scheme: dark",
        "@media print",
        "<td class=\"number\" data-key=\"13\">=13 <small>(=13)</small></td>",
        "<title>water, A*: seconds ",
        "fewest solve --time 60s --memory 256MiB --threads 1 --engine astar ring.atomix</code>",
    ] {
        assert!(html.contains(part), "{part}");
    }
    for part in ["http://", "https://", "<th></th>", "<link", "src="] {
        let html = html.replace("http://www.w3.org/2000/svg", "");
        assert!(!html.contains(part), "{part}");
    }
}

#[test]
fn reports_point_out_unequal_heuristics() {
    let folder = folder();
    let mut text = experiment(&["867254301"], &["--engine", "astar", "--heuristic", "manhattan"]);
    text += "[[configuration]]\nname = \"second\"\narguments = [\"--heuristic\", \"linear-conflict\"]\n";
    folder.write("mine.toml", text);
    folder.run(&["lab", "run", "mine.toml"]).quietly(0);
    folder.run(&["lab", "report", "mine.toml"]).quietly(0);
    let markdown = read(&folder, "report.md");
    let note = "> The heuristics are not the same on 1 of 1 levels: first has `manhattan`; second has \
                `linear-conflict`. ";
    assert!(markdown.contains(note), "{markdown}");
    // Nothing is published: there is nothing to compare with.
    assert!(!markdown.contains("published") && !markdown.contains("beaten"), "{markdown}");
}

/// An experiment with one configuration.
fn experiment(instances: &[&str], arguments: &[&str]) -> String {
    format!(
        "title = \"Mine\"\ninstances = {instances:?}\n[limits]\nseconds = 60\nmebibytes = 256\n\
         threads = 1\n[[configuration]]\nname = \"first\"\narguments = {arguments:?}\n"
    )
}

/// The engine of every configuration has the options that it asks for.
#[test]
fn experiments_ask_for_what_there_is() {
    let experiments = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut configurations = std::collections::BTreeSet::new();
    for file in std::fs::read_dir(experiments).unwrap().map(|file| file.unwrap().path()) {
        let text = std::fs::read_to_string(file).unwrap();
        let arguments = text.lines().filter_map(|line| line.strip_prefix("arguments = "));
        configurations.extend(arguments.map(str::to_owned));
    }
    assert!(configurations.len() > 20);
    for arguments in configurations {
        let mut arguments: Vec<String> = serde_json::from_str(&arguments).unwrap();
        // Finding the longest rules takes at least a quarter of an hour.
        if let Some(at) = arguments.iter().position(|word| word == "--rule-length") {
            assert!(arguments[at + 1].parse::<u8>().is_ok());
            arguments[at + 1] = "2".to_owned();
        }
        let is_of_25 = arguments.iter().any(|word| word.starts_with("5x5:"));
        let is_of_tiles = is_of_25 || arguments.iter().any(|word| word == "--goal");
        let input = match (is_of_tiles, is_of_25) {
            (_, true) => "1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24",
            (true, false) => "1230",
            (false, false) => "water",
        };
        let mut words = vec!["solve", "--quiet", "--memory", "256MiB", input];
        words.extend(arguments.iter().map(String::as_str));
        if !words.contains(&"--nodes") {
            words.extend(["--nodes", "1"]);
        }
        let ran = fewest(&words);
        assert!(ran.stderr.is_empty() && ran.code != Some(2), "{arguments:?}: {}", ran.stderr);
    }
}
