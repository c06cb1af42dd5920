//! Which folders the ranks resume from, and what they leave alone.

use super::{RANKS, disk, folder, is_empty, of_nodes, on_ranks, one, run};
use crate::artifact::FileError;
use crate::distributed::Notice;
use crate::external::ExternalError;
use crate::external::tests::Method;
use crate::graph::{Graph, graph};
use crate::outcome::unlimited;
use crate::{Depth, Limits, Stop, Verdict};
use proptest::prelude::*;
use std::fs;
use std::sync::Mutex;

/// A path of some states, with the goal at its end.
fn way(states: u16) -> Graph {
    let edges: Vec<_> = (1..states).map(|state| (state - 1, state)).collect();
    Graph::new(states, &edges, vec![0], vec![states - 1])
}

#[test]
fn folders_are_of_one_search_by_so_many_ranks() {
    let (folder, graph) = (folder(), way(20));
    let path = folder.path().join("made");
    let which = Method::BreadthFirst;
    let stopped = run(which, &graph, &path, RANKS[1], of_nodes(12)).0.unwrap();
    assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Nodes));
    let other = run(which, &graph, &path, RANKS[2], Limits::default()).0;
    let Err(ExternalError::File(FileError::Mismatch { found, .. })) = other else {
        panic!("{other:?}")
    };
    assert!(found.ends_with("rank 0 of 2"), "{found}");
    let told = Mutex::new(vec![]);
    let tell = |notice| told.lock().unwrap().push(notice);
    let disk = disk(&path, None, &tell);
    let (outcome, _) = unlimited(|monitor| {
        on_ranks(RANKS[1], monitor, |transport, monitor| {
            one(which, &graph, &disk, transport, monitor)
        })
    });
    graph.is_proved(&outcome.unwrap(), "gone on with");
    let told = told.lock().unwrap();
    let [Notice::GoesOn(resumed)] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!(resumed.lower, stopped.bounds().lower);
    assert_eq!(disk.resumed().map(|resumed| resumed.expanded), Some(12));
    assert!(is_empty(&path));
}

#[test]
fn without_the_folder_of_a_rank_it_does_not_go_on() {
    let graph = way(20);
    let which = Method::BreadthFirst;
    // The first place is the only one that all have.
    for nodes in [1, 12] {
        let folder = folder();
        run(which, &graph, folder.path(), RANKS[1], of_nodes(nodes)).0.unwrap();
        fs::remove_dir_all(folder.path().join("rank-1")).unwrap();
        let ended = run(which, &graph, folder.path(), RANKS[1], Limits::default()).0;
        assert!(matches!(ended, Err(ExternalError::File(FileError::Apart { .. }))), "{ended:?}");
        assert!(folder.path().join("rank-0/MANIFEST").exists(), "what is there stays");
    }
}

#[test]
fn a_bound_below_the_saved_one_loses_nothing() {
    let (folder, mut graph) = (folder(), way(20));
    graph.optimism = vec![3; 20];
    let run = |limits| run(Method::Heuristic, &graph, folder.path(), RANKS[1], limits).0.unwrap();
    let stopped = run(of_nodes(20));
    assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Nodes));
    let ended = run(Limits { upper_bound: Some(Depth(3)), ..Limits::default() });
    assert_eq!(ended.verdict(), Verdict::Bounded(Stop::Bound));
    assert_eq!(ended.bounds(), stopped.bounds());
    assert!(!is_empty(folder.path()));
    let proved = run(Limits::default());
    graph.is_proved(&proved, "gone on with");
    assert!(proved.statistics().expanded > stopped.statistics().expanded);
    assert!(is_empty(folder.path()));
}

/// A run left by a rank that was killed is removed when all ranks resume, not before.
#[test]
fn nothing_is_removed_if_one_rank_cannot_go_on() {
    let (folder, graph) = (folder(), way(20));
    let which = Method::BreadthFirst;
    run(which, &graph, folder.path(), RANKS[1], of_nodes(12)).0.unwrap();
    let left = folder.path().join("rank-0/run-1000");
    fs::write(&left, "left").unwrap();
    let lost = fs::read_dir(folder.path().join("rank-1")).unwrap().map(|entry| entry.unwrap());
    let lost = lost.map(|entry| entry.path()).find(|path| !path.ends_with("MANIFEST")).unwrap();
    let bytes = fs::read(&lost).unwrap();
    fs::remove_file(&lost).unwrap();
    let ended = run(which, &graph, folder.path(), RANKS[1], Limits::default()).0;
    let Err(ExternalError::File(FileError::Rank { rank: 1, .. })) = ended else {
        panic!("{ended:?}")
    };
    assert!(left.exists(), "the others wait for it");
    fs::write(&lost, bytes).unwrap();
    let (outcome, _) = run(which, &graph, folder.path(), RANKS[1], Limits::default());
    graph.is_proved(&outcome.unwrap(), "found again");
    assert!(is_empty(folder.path()));
}

#[test]
fn what_is_not_of_the_search_stays() {
    let (folder, graph) = (folder(), way(20));
    let which = Method::Heuristic;
    run(which, &graph, folder.path(), RANKS[1], of_nodes(12)).0.unwrap();
    let theirs = ["notes", "rank-0/notes", "rank-1/run-07"].map(|name| folder.path().join(name));
    theirs.iter().for_each(|path| fs::write(path, "theirs").unwrap());
    let (outcome, _) = run(which, &graph, folder.path(), RANKS[1], Limits::default());
    graph.is_proved(&outcome.unwrap(), "beside other files");
    for path in &theirs {
        assert_eq!(fs::read_to_string(path).unwrap(), "theirs");
        fs::remove_file(path).unwrap();
    }
    for rank in ["rank-0", "rank-1"] {
        fs::remove_dir(folder.path().join(rank)).unwrap();
    }
    assert!(is_empty(folder.path()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A file that was altered or cut is refused by all ranks, or was not needed.
    #[test]
    fn no_damage_is_believed(
        graph in graph(),
        nodes in 1..12_u64,
        file in any::<usize>(),
        place in any::<usize>(),
    ) {
        let (folder, ranks) = (folder(), RANKS[1]);
        let which = Method::Heuristic;
        run(which, &graph, folder.path(), ranks, of_nodes(nodes)).0.unwrap();
        let ranks_of = fs::read_dir(folder.path()).unwrap();
        let files = ranks_of.flat_map(|rank| fs::read_dir(rank.unwrap().path()).unwrap());
        let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        if files.is_empty() {
            return Ok(());
        }
        files.sort();
        let path = &files[file % files.len()];
        let mut bytes = fs::read(path).unwrap();
        let place = place % bytes.len();
        bytes[place] ^= 1 << (place % 8);
        fs::write(path, bytes).unwrap();
        match run(which, &graph, folder.path(), ranks, Limits::default()).0 {
            Err(ExternalError::File(_)) => prop_assert!(path.exists(), "nothing is removed"),
            Err(error) => panic!("{error}"),
            Ok(outcome) => graph.is_proved(&outcome, "with a damaged file that it does not need"),
        }
    }
}
