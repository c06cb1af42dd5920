//! What an engine needs besides a problem, and where it can keep its states.

use super::path_of;
use fewest_search::external::{Disk, RankDisk};
use fewest_search::outcome::unlimited;
use fewest_search::{Engine, Feature, MissingPart, Ranks, RunError, Settings, Storage};
use std::num::NonZeroUsize;

/// An engine that needs more than a problem in one direction reports what it needs.
#[test]
fn what_a_problem_lacks_is_said() {
    let problem = path_of(3).problem();
    let run = |engine: Engine| unlimited(|m| engine.run(&problem, Settings::default(), None, m));
    for (engine, expected) in [
        (Engine::Frontier, MissingPart::Undirected),
        (Engine::Nbs, MissingPart::ReversedProblem),
        (Engine::Anytime, MissingPart::ReversedProblem),
        (Engine::BaeStar, MissingPart::ConsistentHeuristics),
    ] {
        assert!(matches!(run(engine), Err(RunError::Missing(part)) if part == expected));
    }
    assert!(run(Engine::Astar).is_ok());
}

/// Two engines keep their states on disk, and the others report that they cannot.
#[test]
fn engines_that_use_a_disk_use_it() {
    let graph = path_of(30);
    let problem = graph.problem();
    let folder = tempfile::tempdir().unwrap();
    for engine in Engine::ALL {
        let search = ["a path", engine.name()].map(str::to_owned);
        let disk = Disk::open(folder.path(), search, None).unwrap();
        let mut storage = Storage::Disk(disk);
        let ran = unlimited(|m| engine.run(&problem, Settings::default(), Some(&mut storage), m));
        match ran {
            Ok(outcome) => {
                assert!(engine.has(Feature::Disk));
                graph.is_proved(&outcome, engine.name());
            }
            Err(RunError::Unsupported(error)) => {
                assert!(!engine.has(Feature::Disk));
                let having = "does not support search on disk; breadth-first and \
                              breadth-first-heuristic do";
                assert!(error.to_string().ends_with(having));
            }
            Err(error) => panic!("{engine}: {error}"),
        }
        drop(storage);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{engine}");
    }
}

/// Three engines can be run by several ranks, and the others report that they cannot.
#[test]
fn engines_that_ranks_run_are_run_by_them() {
    let graph = path_of(30);
    let problem = graph.problem();
    for engine in Engine::ALL {
        let ranks = Ranks::Threads(NonZeroUsize::new(3).unwrap());
        let mut storage = Storage::Ranks(ranks, None);
        let ran = unlimited(|m| engine.run(&problem, Settings::default(), Some(&mut storage), m));
        match ran {
            Ok(outcome) => {
                assert!(engine.has(Feature::Ranks));
                graph.is_proved(&outcome, engine.name());
            }
            Err(RunError::Unsupported(error)) => {
                assert!(!engine.has(Feature::Ranks));
                let having = "does not support ranks; astar, breadth-first and \
                              breadth-first-heuristic do";
                assert!(error.to_string().ends_with(having));
            }
            Err(error) => panic!("{engine}: {error}"),
        }
    }
}

/// The same two do by ranks what they do alone on a disk; the others report that they cannot.
#[test]
fn engines_that_use_a_disk_use_it_by_ranks() {
    let graph = path_of(30);
    let problem = graph.problem();
    let folder = tempfile::tempdir().unwrap();
    for engine in Engine::ALL {
        let search = ["a path", engine.name()].map(str::to_owned);
        let disk = RankDisk::new(folder.path(), search, None, &|_| {});
        let ranks = Ranks::Threads(NonZeroUsize::new(2).unwrap());
        let mut storage = Storage::RanksOnDisk(ranks, disk);
        match unlimited(|m| engine.run(&problem, Settings::default(), Some(&mut storage), m)) {
            Ok(outcome) => {
                assert!(engine.has(Feature::Disk));
                graph.is_proved(&outcome, engine.name());
            }
            Err(RunError::Unsupported(_)) => assert!(!engine.has(Feature::Disk)),
            Err(error) => panic!("{engine}: {error}"),
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "{engine}");
    }
}
