//! The ranks' folders hold data that are damaged, forged, or of another search.

use super::RANKS;
use super::saved::{Search, generations, run, run_of, wide};
use crate::artifact::{Checkpoint, FileError};
use crate::distributed::{Notice, RankError};
use crate::graph::Graph;
use crate::{Depth, Interrupt, Limits, Statistics, Stop, Verdict};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Forged parts per saved search.
const FORGED: usize = 12;

fn error(ended: Result<super::GraphOutcome, RankError>) -> FileError {
    match ended {
        Err(RankError::Checkpoint(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// A search by two ranks in two runs.
fn saved(graph: &Graph, folder: &Path) {
    for _ in 0..2 {
        let run = run_of(Search::Blind, graph, folder, RANKS[1], 3_500);
        assert_eq!(run.ended.unwrap().verdict(), Verdict::Bounded(Stop::Nodes));
    }
    assert_eq!([0, 1].map(|rank| generations(folder, rank).len()), [2, 2]);
}

#[test]
fn other_searches_are_refused() {
    let graph = wide();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    saved(&graph, folder);
    // More ranks, fewer ranks, another engine and other plans.
    for ranks in [RANKS[0], RANKS[2]] {
        let text = error(run_of(Search::Blind, &graph, folder, ranks, 10).ended).to_string();
        assert!(text.contains("rank 0 of 2, not for"), "{text}");
    }
    let asked = Limits { upper_bound: Some(Depth(5)), ..Limits::default() };
    let never = Interrupt::new();
    let bounded = run(Search::Blind, &graph.problem(), folder, RANKS[1], asked, &never);
    let text = error(bounded.ended).to_string();
    assert!(text.contains("plans of at most 5 moves"), "{text}");
    // It stays unchanged.
    let ended = run_of(Search::Blind, &graph, folder, RANKS[1], u64::MAX).ended.unwrap();
    graph.is_proved(&ended, "breadth-first");
}

#[test]
fn a_rank_that_has_lost_everything_is_told() {
    let graph = wide();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    saved(&graph, folder);
    fs::remove_dir_all(folder.join("rank-1")).unwrap();
    let refused = error(run_of(Search::Blind, &graph, folder, RANKS[1], 10).ended);
    assert!(matches!(refused, FileError::Apart { .. }), "{refused}");
    // One generation that all have.
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    saved(&graph, folder);
    for rank in [0, 1] {
        fs::remove_dir_all(generations(folder, rank).remove(0)).unwrap();
    }
    fs::remove_dir_all(folder.join("rank-1")).unwrap();
    let refused = error(run_of(Search::Blind, &graph, folder, RANKS[1], 10).ended);
    assert!(matches!(refused, FileError::Apart { .. }), "{refused}");
    assert_eq!(generations(folder, 0).len(), 1);
    // All generations damaged.
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    saved(&graph, folder);
    for generation in generations(folder, 1) {
        fs::write(generation.join("state"), "").unwrap();
    }
    let refused = error(run_of(Search::Blind, &graph, folder, RANKS[1], 10).ended);
    assert!(matches!(refused, FileError::Apart { .. } | FileError::Rank { .. }), "{refused}");
}

#[test]
fn a_damaged_generation_of_one_rank_takes_all_back() {
    let graph = wide();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    saved(&graph, folder);
    let before = run_of(Search::Blind, &graph, folder, RANKS[1], 0);
    let expanded = |told: &[Notice]| {
        told.iter().find_map(|notice| match notice {
            Notice::GoesOn(resumed) => Some(resumed.expanded),
            _ => None,
        })
    };
    let last = expanded(&before.told).unwrap();
    fs::write(generations(folder, 1).pop().unwrap().join("state"), "").unwrap();
    fs::write(generations(folder, 1).remove(0).join("notes"), "").unwrap();
    let after = run_of(Search::Blind, &graph, folder, RANKS[1], u64::MAX);
    assert!(after.told.iter().any(|notice| matches!(notice, Notice::NotUsed(_))));
    assert!(expanded(&after.told).unwrap() <= last);
    graph.is_proved(&after.ended.unwrap(), "breadth-first");
}

/// A rank that was killed after it saved the first generation, before the others did.
#[test]
fn what_one_rank_has_saved_alone_counts_for_nothing() {
    let graph = wide();
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let checkpoint = |rank: usize, text: &str| {
        let own = folder.join(format!("rank-{rank}"));
        fs::create_dir_all(&own).unwrap();
        write(&own, rank, text.as_bytes());
    };
    checkpoint(1, "some search");
    fs::create_dir(folder.join("rank-0")).unwrap();
    let run = run_of(Search::Blind, &graph, folder, RANKS[1], 500);
    assert_eq!(run.ended.unwrap().verdict(), Verdict::Bounded(Stop::Nodes));
    assert!(!run.told.iter().any(|notice| matches!(notice, Notice::GoesOn(_))));
    let ended = run_of(Search::Blind, &graph, folder, RANKS[1], u64::MAX).ended.unwrap();
    graph.is_proved(&ended, "breadth-first");
}

/// Writes the part of one of two ranks.
fn write(own: &Path, rank: usize, state: &[u8]) {
    let names = ["some graph".to_owned(), format!("some method, rank {rank} of 2")];
    let mut failed = |error: FileError| panic!("{error}");
    let mut checkpoint = Checkpoint::open(own, names, Duration::ZERO, &mut failed).unwrap();
    checkpoint.write(Depth(0), &Statistics::default(), |to| to.bytes(state));
}

/// Parts of two searches with the same numbers, and modified files with right digests: whatever
/// they claim, the search ends, and no plan that it returns is wrong.
#[test]
fn no_forged_part_does_harm() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut read, mut refused, mut plans) = (0, 0, 0);
    for bits in [None, Some(76), Some(108)] {
        let edges: Vec<_> = (0..36_u16)
            .flat_map(|cell| {
                [(cell, (cell + 1) % 36), (cell, (cell + 6) % 36), (cell, cell * 5 % 36)]
            })
            .collect();
        let graph =
            Graph { optimism: vec![8; 36], bits, ..Graph::new(36, &edges, vec![0], vec![34]) };
        for nodes in [1, 4, 9, 20, 40] {
            let folder = tempfile::tempdir().unwrap();
            let stopped = run_of(Search::Heuristic, &graph, folder.path(), RANKS[1], nodes);
            if stopped.ended.unwrap().verdict() != Verdict::Bounded(Stop::Nodes) {
                continue;
            }
            let states = [0, 1].map(|rank| {
                fs::read(generations(folder.path(), rank).pop().unwrap().join("state")).unwrap()
            });
            for _ in 0..FORGED {
                let folder = tempfile::tempdir().unwrap();
                let mut forged = states.clone();
                // The data all ranks know are forged in all of them, or the states of one.
                let is_common = random.bool();
                let first = random.usize(..2);
                let common = 8 + u64::from_le_bytes(forged[0][..8].try_into().unwrap()) as usize;
                let at = match is_common {
                    true => random.usize(8..common),
                    false => random.usize(common..forged[first].len()),
                };
                let value = if random.bool() { random.u8(..) } else { forged[0][at % common] };
                for (rank, state) in forged.iter_mut().enumerate() {
                    if is_common || rank == first {
                        state[at] = value;
                    }
                    write(&folder.path().join(format!("rank-{rank}")), rank, state);
                }
                let ended = run_of(Search::Heuristic, &graph, folder.path(), RANKS[1], 3_000).ended;
                match ended {
                    Err(RankError::Checkpoint(
                        FileError::Content { .. }
                        | FileError::Rank { .. }
                        | FileError::Apart { .. },
                    )) => refused += 1,
                    Err(error) => panic!("{error}"),
                    Ok(outcome) => {
                        read += 1;
                        if let Some(plan) = outcome.plan() {
                            plans += 1;
                            assert!(graph.accepts(plan), "{plan:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(read > 10 && refused > 40 && plans > 5, "{read} {refused} {plans}");
}

#[test]
fn parts_of_two_searches_are_told_apart() {
    let graph = wide();
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    for (folder, nodes) in [(&one, 3_500), (&two, 2_000)] {
        drop(run_of(Search::Blind, &graph, folder, RANKS[1], nodes).ended.unwrap());
    }
    let states = [&one, &two]
        .map(|folder| fs::read(generations(folder, 1).pop().unwrap().join("state")).unwrap());
    let mixed = folder.path().join("mixed");
    fs::create_dir(&mixed).unwrap();
    let first = fs::read(generations(&one, 0).pop().unwrap().join("state")).unwrap();
    write(&mixed.join("rank-0"), 0, &first);
    write(&mixed.join("rank-1"), 1, &states[1]);
    let refused = error(run_of(Search::Blind, &graph, &mixed, RANKS[1], 10).ended);
    assert!(matches!(refused, FileError::Apart { .. }), "{refused}");
}
