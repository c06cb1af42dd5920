//! Searches that are broken off and go on from a file.

use fewest_rules::tiles::{Goal, Instance, Move, Options, Size, parse};
use fewest_search::artifact::Format;
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, Engine, Interrupt, Limits, Monitor, Outcome, Request, Stop, Verdict};
use fewest_tiles::automaton::{RuleStore, find};
use fewest_tiles::pattern::Store;
use fewest_tiles::{FileError, SolveError, Tables, checkpoint, solve_with_tables};
use std::fs;
use std::path::Path;

/// So little that the first tables are the last.
const MEMORY: u64 = 40 << 20;
/// Two million positions.
const HARD: &str = "ca6098dfb73254e1";

fn read(text: &str) -> Instance {
    parse(text, Options::default()).unwrap()
}

/// Eight million positions.
fn twenty_four() -> Instance {
    read("11 4 1 14 6  9 0 20 10 8  21 3 7 19 5  16 2 12 15 24  22 13 17 23 18")
}

/// Searches for at most so many positions.
fn search(
    instance: &Instance,
    tables: &mut Tables<'_>,
    file: Option<&Path>,
    nodes: Option<u64>,
) -> Result<Outcome<Move>, SolveError> {
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    let limits = Limits { nodes, memory: Some(MEMORY), ..Limits::default() };
    let mut monitor = Monitor::new(limits, &never, &mut silent);
    let mut failed = |error: FileError| panic!("{error}");
    let mut checkpoint = file.map(|file| checkpoint(file, instance, &mut failed)).transpose()?;
    let request = Request::default();
    let answer = solve_with_tables(instance, &request, tables, checkpoint.as_mut(), &mut monitor)?;
    Ok(answer.outcome)
}

/// The same with no tables but those made at the start, on so many threads.
fn alone(
    instance: &Instance,
    threads: usize,
    file: Option<&Path>,
    nodes: Option<u64>,
) -> Result<Outcome<Move>, SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| Tables::none(|tables| search(instance, tables, file, nodes)))
}

/// A file with a search that was broken off after so many positions.
fn broken_off(instance: &Instance, file: &Path, nodes: u64) -> Vec<u8> {
    let outcome = alone(instance, 1, Some(file), Some(nodes)).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
    fs::read(file).unwrap()
}

/// Searches in runs of `nodes` positions, on one and two threads in turn, and compares with a search
/// in one run.
#[track_caller]
fn goes_on(instance: &Instance, nodes: u64) {
    let whole = alone(instance, 1, None, None).unwrap();
    assert_eq!(whole.verdict(), Verdict::Optimal);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.checkpoint");
    let mut files = vec![];
    let mut known = None;
    let last = loop {
        let threads = 1 + files.len() % 2;
        let outcome = alone(instance, threads, Some(&file), Some(nodes)).unwrap();
        assert!(known <= Some(outcome.bounds().lower), "what was shown stays shown");
        known = Some(outcome.bounds().lower);
        if outcome.verdict() == Verdict::Optimal {
            break outcome;
        }
        files.push(fs::read(&file).unwrap());
        assert!(files.len() < 100, "each run does something");
    };
    assert!(files.len() > 2, "{} runs", files.len());
    let length = |outcome: &Outcome<Move>| outcome.plan().map(<[Move]>::len);
    let same = |outcome: &Outcome<Move>| {
        let counts = outcome.statistics();
        assert_eq!(length(outcome), length(&whole));
        assert_eq!(counts.expanded_until_last_layer, whole.statistics().expanded_until_last_layer);
        assert_eq!(counts.reexpanded, whole.statistics().reexpanded);
    };
    same(&last);
    // Killed at any time, what was written last counts.
    for bytes in [&files[0], &files[files.len() / 2]] {
        fs::write(&file, bytes).unwrap();
        let ended = alone(instance, 1, Some(&file), None).unwrap();
        same(&ended);
        // With a limit one thread may have found another plan before it was the first one's turn.
        assert_eq!(ended.plan(), whole.plan());
    }
}

#[test]
fn a_search_in_many_runs_is_the_search_in_one() {
    goes_on(&read(HARD), 450_000);
}

#[test]
fn so_is_one_on_five_by_five() {
    goes_on(&twenty_four(), 1_200_000);
}

#[test]
fn a_position_that_is_its_own_reflection_is_no_exception() {
    let instance = read("159d26ae37bf48c0");
    let folder = tempfile::tempdir().unwrap();
    let [file, other] = ["one", "two"].map(|name| folder.path().join(name));
    let whole = alone(&instance, 1, Some(&other), Some(1_500_000)).unwrap();
    let first = alone(&instance, 1, Some(&file), Some(700_000)).unwrap();
    let second = alone(&instance, 1, Some(&file), Some(800_000)).unwrap();
    assert!(first.bounds().lower <= second.bounds().lower);
    assert_eq!(second.bounds().lower, whole.bounds().lower);
    // Half of one group was searched in vain.
    assert!(second.statistics().expanded <= whole.statistics().expanded);
}

#[test]
fn files_that_are_not_as_they_were_written_are_refused_and_left_alone() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.checkpoint");
    let bytes = broken_off(&instance, &file, 600_000);
    let refused = |bytes: &[u8]| {
        fs::write(&file, bytes).unwrap();
        let mut failed = |error: FileError| panic!("{error}");
        let error = checkpoint(&file, &instance, &mut failed).err();
        assert_eq!(fs::read(&file).unwrap(), bytes);
        error
    };
    // All of the lines, and some of the numbers after them.
    let lines = bytes.windows(2).position(|pair| pair == b"\n\n").unwrap() + 2;
    assert!(bytes.len() > lines + 1_000, "{} bytes", bytes.len());
    for at in (0..lines).chain((lines..bytes.len()).step_by(101)) {
        let mut altered = bytes.clone();
        altered[at] ^= 1;
        assert!(refused(&altered).is_some(), "byte {at}");
        assert!(refused(&bytes[..at]).is_some(), "{at} bytes");
    }
    assert!(refused(&[&bytes[..], b"\0"].concat()).is_some());
    let text = String::from_utf8_lossy(&bytes).replace("checkpoint 2", "checkpoint 1");
    assert!(matches!(refused(text.as_bytes()), Some(FileError::Version { .. })));
    assert!(matches!(refused(b"159d26ae37bf48c0\n"), Some(FileError::Other { .. })));
    assert!(refused(&bytes).is_none());
}

#[test]
fn files_of_another_search_are_refused_and_left_alone() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search.checkpoint");
    let bytes = broken_off(&instance, &file, 600_000);
    let is_mismatch = |result: Result<_, SolveError>| {
        let error = result.map(|outcome: Outcome<_>| outcome.verdict()).unwrap_err();
        assert!(matches!(error, SolveError::Checkpoint(FileError::Mismatch { .. })), "{error}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    };
    is_mismatch(alone(&read("159d26ae37bf48c0"), 1, Some(&file), None));
    is_mismatch(alone(
        &Instance { goal: Goal::BlankFirst, ..instance.clone() },
        1,
        Some(&file),
        None,
    ));
    is_mismatch(alone(&twenty_four(), 1, Some(&file), None));
    // The same position with other rules for moves.
    let rules = RuleStore::new(folder.path());
    let size: Size = instance.start.size();
    rules.save(&unlimited(|monitor| find(size, 6, monitor)).unwrap()).unwrap();
    let store = Store::new(folder.path());
    let mut refused = |error: FileError| panic!("{error}");
    let mut tables = Tables::from_files(&store, &rules, &mut refused);
    is_mismatch(search(&instance, &mut tables, Some(&file), None));
}

#[test]
fn other_engines_have_no_checkpoints() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let mut failed = |error: FileError| panic!("{error}");
    let mut checkpoint = checkpoint(folder.path().join("search"), &instance, &mut failed).unwrap();
    let request = Request { engine: Some(Engine::Astar), ..Request::default() };
    let error = unlimited(|monitor| {
        Tables::none(|tables| {
            solve_with_tables(&instance, &request, tables, Some(&mut checkpoint), monitor)
        })
    });
    assert!(matches!(error.err(), Some(SolveError::NoCheckpoint)));
}

#[test]
fn a_file_that_cannot_be_written_is_told_and_the_search_goes_on() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let mut told = 0;
    let mut failed = |_: FileError| told += 1;
    let file = folder.path().join("no/such/folder/search");
    let mut checkpoint = checkpoint(file, &instance, &mut failed).unwrap();
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    let limits = Limits { nodes: Some(300_000), memory: Some(MEMORY), ..Limits::default() };
    let mut monitor = Monitor::new(limits, &never, &mut silent);
    let answer = Tables::none(|tables| {
        let request = Request::default();
        solve_with_tables(&instance, &request, tables, Some(&mut checkpoint), &mut monitor)
    });
    assert_eq!(answer.unwrap().outcome.verdict(), Verdict::Bounded(Stop::Nodes));
    assert!(told > 0);
}

/// The format of the files, as documented.
const FORMAT: Format = Format {
    name: "fewest checkpoint",
    version: 2,
    fields: &[
        "position",
        "goal",
        "heuristic",
        "automaton",
        "earlier",
        "bound",
        "before",
        "roots",
        "subtrees",
        "searched",
        "built-by",
    ],
};

/// A bound that the file claims is believed; it may be above the length of a plan.
#[test]
fn a_search_from_a_forged_bound_ends() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let search =
        |nodes| Tables::none(|tables| search(&instance, tables, Some(&file), Some(nodes))).unwrap();
    assert_eq!(search(400_000).verdict(), Verdict::Bounded(Stop::Nodes));
    let mut values = FORMAT.open(&file).unwrap().header.values;
    let known: u16 = values[5].parse().unwrap();
    for more in [30, 9_000] {
        values[5] = (known + more).to_string();
        values[8] = "0".to_owned();
        FORMAT.write(&file, &values, std::iter::empty).unwrap();
        let forged = search(1_000_000);
        match forged.plan() {
            Some(plan) => assert_eq!(plan.len(), forged.bounds().lower.index()),
            None => {
                assert_eq!(forged.verdict(), Verdict::Bounded(Stop::Nodes));
                assert!(forged.bounds().lower >= Depth(known + more));
            }
        }
    }
}
