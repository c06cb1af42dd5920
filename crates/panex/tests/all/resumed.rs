//! Searches that a limit ends, and that resume from what they have saved.

use fewest_panex::{solve, solve_with_storage};
use fewest_rules::panex::{Instance, Move, parse};
use fewest_search::artifact::{Checkpoint, FileError};
use fewest_search::outcome::unlimited;
use fewest_search::{
    Answer, Engine, Feature, Interrupt, Limits, Monitor, PlanRecovery, Progress, Request, Settings,
    SolveError, Stop, Storage, Unsupported, Verdict,
};
use std::path::Path;

/// A run of at most `nodes` states that resumes the search in a folder.
fn run(
    instance: &Instance,
    request: &Request,
    nodes: u64,
    folder: &Path,
) -> Result<Answer<Move>, SolveError> {
    let mut failed = |error: FileError| panic!("{error}");
    let names = ["a puzzle", "some method"].map(str::to_owned);
    let checkpoint = Checkpoint::open(folder, names, Checkpoint::INTERVAL, &mut failed);
    let mut storage = Storage::Checkpoint(checkpoint.expect("it can be opened"));
    let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let monitor = &mut Monitor::new(limits, &never, &mut silent);
    solve_with_storage(instance, request, Some(&mut storage), monitor)
}

#[test]
fn a_search_in_many_runs_is_the_search_in_one() {
    let midpoint = Settings { plan_recovery: Some(PlanRecovery::Midpoint), ..Settings::default() };
    let methods = [
        Request::default(),
        Request { settings: midpoint, ..Request::default() },
        Request { engine: Some(Engine::PartialExpansionAstar), ..Request::default() },
    ];
    // With images, with two ends, without symmetries, and in 128 bits.
    for text in [
        "4",
        "4:neighbours",
        "b1a2a3/-/a1b2b3:a1a2a3/-/b1b2b3",
        "a1a2a3a4a5a6a7a8a9/-/-:a4a5a6a7a8a9/a1a2a3/-",
    ] {
        let instance = parse(text).unwrap();
        for request in &methods {
            let whole = unlimited(|monitor| solve(&instance, request, monitor)).unwrap();
            let expanded = whole.outcome.statistics().expanded;
            assert_eq!(whole.outcome.verdict(), Verdict::Optimal, "{text}");
            let folder = tempfile::tempdir().unwrap();
            // At least as many as the largest layer has.
            let nodes = expanded / 3 + 1;
            let mut runs = 1;
            let ended = loop {
                let answer = run(&instance, request, nodes, folder.path()).unwrap();
                if answer.outcome.verdict() != Verdict::Bounded(Stop::Nodes) {
                    break answer;
                }
                runs += 1;
            };
            assert!(runs > 1, "{text}");
            assert_eq!(ended.outcome.verdict(), Verdict::Optimal);
            assert_eq!(ended.outcome.bounds(), whole.outcome.bounds());
            // The limit splits batches of A*.
            if request.engine.is_none() {
                assert!(ended == whole, "{text} {request:?}");
            }
        }
    }
}

#[test]
fn other_engines_have_no_checkpoints() {
    let request = Request { engine: Some(Engine::Astar), ..Request::default() };
    let folder = tempfile::tempdir().unwrap();
    let refused = run(&Instance::exchange(2), &request, 10, folder.path());
    let Err(SolveError::Unsupported(Unsupported::Setting { setting, having, .. })) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((setting, having.len()), (Feature::Checkpoint, 2));
}
