//! Searches that are interrupted and resume from a folder.

use fewest_rules::tiles::{Instance, Move, Options, Size, parse};
use fewest_search::artifact::Checkpoint;
use fewest_search::outcome::unlimited;
use fewest_search::{
    Depth, Direction, Engine, Interrupt, Limits, Monitor, Outcome, Request, Statistics, Stop,
    Storage, Unsupported, Verdict,
};
use fewest_tiles::automaton::{RuleStore, find};
use fewest_tiles::pattern::Store;
use fewest_tiles::{FileError, SolveError, Tables, solve_with_tables};
use std::fs;
use std::path::{Path, PathBuf};

/// So little that only the first tables fit.
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

/// The checkpoint of an instance.
fn checkpoint<'a>(
    folder: &Path,
    instance: &Instance,
    failed: &'a mut dyn FnMut(FileError),
) -> Result<Checkpoint<'a>, FileError> {
    let names = [format!("{instance:?}"), "the default method".to_owned()];
    Checkpoint::open(folder, names, Checkpoint::INTERVAL, failed)
}

/// The folder of the last generation.
fn newest(folder: &Path) -> PathBuf {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let number = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap();
        name.strip_prefix("gen-").unwrap().parse::<u64>().unwrap()
    };
    entries.max_by_key(number).unwrap()
}

/// Searches with a limit on positions.
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
    let checkpoint = file.map(|file| checkpoint(file, instance, &mut failed)).transpose()?;
    let request = Request::default();
    let mut storage = checkpoint.map(Storage::Checkpoint);
    let answer = solve_with_tables(instance, &request, tables, storage.as_mut(), &mut monitor)?;
    Ok(answer.outcome)
}

/// The same with only the tables made at the start, on this many threads.
fn alone(
    instance: &Instance,
    threads: usize,
    file: Option<&Path>,
    nodes: Option<u64>,
) -> Result<Outcome<Move>, SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| Tables::none(|tables| search(instance, tables, file, nodes)))
}

/// Runs a search that is interrupted after `nodes` positions and saved in a folder.
fn broken_off(instance: &Instance, folder: &Path, nodes: u64) {
    let outcome = alone(instance, 1, Some(folder), Some(nodes)).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
}

/// Searches in runs of `nodes` positions, on one and two threads in turn, and compares with a
/// search in one run.
#[track_caller]
fn is_resumed(instance: &Instance, nodes: u64) {
    let whole = alone(instance, 1, None, None).unwrap();
    assert_eq!(whole.verdict(), Verdict::Optimal);
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let file = folder.join("search");
    let mut files: Vec<PathBuf> = vec![];
    let mut known = None;
    let last = loop {
        let threads = 1 + files.len() % 2;
        let outcome = alone(instance, threads, Some(&file), Some(nodes)).unwrap();
        assert!(known <= Some(outcome.bounds().lower), "what was shown stays shown");
        known = Some(outcome.bounds().lower);
        if outcome.verdict() == Verdict::Optimal {
            break outcome;
        }
        let kept = folder.join(files.len().to_string());
        fs::create_dir_all(kept.join("gen-1")).unwrap();
        for name in ["MANIFEST", "state"] {
            fs::copy(newest(&file).join(name), kept.join("gen-1").join(name)).unwrap();
        }
        files.push(kept);
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
    // After being killed at any time, it resumes from what was written last.
    for kept in [&files[0], &files[files.len() / 2]] {
        let ended = alone(instance, 1, Some(kept), None).unwrap();
        same(&ended);
        // With a limit, one thread may have found another plan before the first one was due.
        assert_eq!(ended.plan(), whole.plan());
    }
}

#[test]
fn a_search_in_many_runs_is_the_search_in_one() {
    is_resumed(&read(HARD), 450_000);
}

#[test]
fn so_is_one_on_five_by_five() {
    is_resumed(&twenty_four(), 1_200_000);
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
    // The search of half of one group was wasted.
    assert!(second.statistics().expanded <= whole.statistics().expanded);
}

#[test]
fn searches_by_other_rules_are_refused_and_left_alone() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    broken_off(&instance, &file, 600_000);
    let state = newest(&file).join("state");
    let bytes = fs::read(&state).unwrap();
    // The same position with other rules for moves.
    let rules = RuleStore::new(folder.path());
    let size: Size = instance.start.size();
    rules.save(&unlimited(|monitor| find(size, 6, monitor)).unwrap()).unwrap();
    let store = Store::new(folder.path());
    let mut refused = |error: FileError| panic!("{error}");
    let mut tables = Tables::from_files(&store, &rules, &mut refused);
    let error = search(&instance, &mut tables, Some(&file), None).unwrap_err();
    assert!(matches!(error, SolveError::Checkpoint(FileError::Mismatch { .. })), "{error}");
    assert_eq!(fs::read(&state).unwrap(), bytes);
}

#[test]
fn other_engines_have_no_checkpoints() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let mut failed = |error: FileError| panic!("{error}");
    let checkpoint = checkpoint(folder.path(), &instance, &mut failed).unwrap();
    let mut storage = Storage::Checkpoint(checkpoint);
    let mut refused = |engine, direction| {
        let request = Request { engine: Some(engine), direction, ..Request::default() };
        let error = unlimited(|monitor| {
            Tables::none(|tables| {
                solve_with_tables(&instance, &request, tables, Some(&mut storage), monitor)
            })
        });
        error.err()
    };
    let unsupported = refused(Engine::Astar, None);
    assert!(matches!(unsupported, Some(SolveError::Unsupported(Unsupported::Setting { .. }))));
    let unsupported = refused(Engine::IdaStar, Some(Direction::Backward));
    assert!(matches!(unsupported, Some(SolveError::Unsupported(Unsupported::Choice { .. }))));
}

/// A position of 28 moves, in runs of some states.
#[test]
fn breadth_first_heuristic_search_goes_on() {
    let instance = read("5 1 3 4 / 2 10 6 8 / 13 9 7 12 / 0 14 11 15");
    let folder = tempfile::tempdir().unwrap();
    let request = Request { engine: Some(Engine::BreadthFirstHeuristic), ..Request::default() };
    let search = |nodes, folder: Option<&Path>| {
        let never = Interrupt::new();
        let mut silent = |_: &_| {};
        let limits = Limits { nodes, ..Limits::default() };
        let mut monitor = Monitor::new(limits, &never, &mut silent);
        let mut failed = |error: FileError| panic!("{error}");
        let checkpoint = folder.map(|folder| checkpoint(folder, &instance, &mut failed).unwrap());
        let mut storage = checkpoint.map(Storage::Checkpoint);
        Tables::none(|tables| {
            solve_with_tables(&instance, &request, tables, storage.as_mut(), &mut monitor)
        })
        .unwrap()
        .outcome
    };
    let whole = search(None, None);
    let nodes = whole.statistics().expanded / 5;
    let mut runs = 1;
    let ended = loop {
        let outcome = search(Some(nodes), Some(folder.path()));
        if outcome.verdict() == Verdict::Optimal {
            break outcome;
        }
        runs += 1;
        assert!(runs < 20);
    };
    assert!(runs > 3, "{runs}");
    assert_eq!(ended.bounds(), whole.bounds());
}

/// A bound that a checkpoint claims is trusted; it may be above the length of a plan.
#[test]
fn a_search_from_a_forged_bound_ends() {
    let instance = read(HARD);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("search");
    let search =
        |nodes| Tables::none(|tables| search(&instance, tables, Some(&file), Some(nodes))).unwrap();
    let stopped = search(400_000);
    assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Nodes));
    let known = stopped.bounds().lower.0;
    let bytes = fs::read(newest(&file).join("state")).unwrap();
    // After the name of the heuristic, the digest of the automaton and five counts.
    let name = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    let at = 8 + name + 32 + 5 * 8;
    assert_eq!(bytes[at..at + 2], known.to_le_bytes());
    for more in [30, 9_000] {
        let mut forged = bytes.clone();
        forged[at..at + 2].copy_from_slice(&(known + more).to_le_bytes());
        let mut failed = |error: FileError| panic!("{error}");
        let mut checkpoint = checkpoint(&file, &instance, &mut failed).unwrap();
        checkpoint.write(Depth(known), &Statistics::default(), |to| to.bytes(&forged));
        drop(checkpoint);
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
