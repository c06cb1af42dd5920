//! Folders that are in use, limits, and an interrupt.

use super::*;

#[test]
fn foreign_folders_are_refused_and_left_alone() {
    let folder = folder();
    fs::write(folder.path().join("run-1"), "of somebody").unwrap();
    assert!(matches!(try_disk(folder.path(), None), Err(FileError::NotEmpty { .. })));
    assert_eq!(names(folder.path()), ["run-1"]);
    let file = folder.path().join("run-1");
    assert!(try_disk(&file, None).is_err());
    assert_eq!(fs::read_to_string(file).unwrap(), "of somebody");
}

#[test]
fn a_folder_is_of_one_search_and_one_process() {
    let folder = folder();
    let path = folder.path().join("made");
    let graph = way(20);
    let problem = graph.problem();
    let scope = DuplicateScope::ALL;
    let run = |limits| {
        let disk = disk(&path);
        assert!(matches!(try_disk(&path, None), Err(FileError::InUse { .. })));
        limited(limits, |monitor| search(Method::Heuristic, &problem, scope, &disk, monitor))
    };
    let stopped = run(of_nodes(12)).unwrap();
    assert_eq!(stopped.verdict(), Verdict::Bounded(Stop::Nodes));
    let before = names(&path);
    assert!(before.len() > 1, "{before:?}");
    let other = ["some graph", "another method"].map(str::to_owned);
    assert!(matches!(Disk::open(&path, other, None), Err(FileError::Mismatch { .. })));
    assert_eq!(names(&path), before, "it is left alone");
    assert_eq!(disk(&path).resumed().map(|resumed| resumed.lower), Some(stopped.bounds().lower));
    graph.is_proved(&run(Limits::default()).unwrap(), "gone on with");
    assert_eq!(names(&path), Vec::<String>::new());
    // A search that never started leaves nothing behind.
    drop(disk(&path));
    assert_eq!(names(&path), Vec::<String>::new());
    // Another process may be writing a file there.
    fs::write(path.join(".fewest-abc.partial"), "half a").unwrap();
    drop(disk(&path));
    assert_eq!(names(&path), [".fewest-abc.partial"]);
}

#[test]
fn limits_keep_their_bounds() {
    let graph = way(STATES);
    let problem = graph.problem();
    let scope = DuplicateScope::ALL;
    for method in [Method::Heuristic, Method::BreadthFirst] {
        for (limits, stop, least) in [
            (
                Limits { deadline: Some(web_time::Instant::now()), ..Limits::default() },
                Stop::Time,
                0,
            ),
            (of_nodes(0), Stop::Nodes, 0),
            (Limits { upper_bound: Some(Depth(38)), ..Limits::default() }, Stop::Bound, 39),
        ] {
            let folder = folder();
            let disk = disk(folder.path());
            let outcome =
                limited(limits, |monitor| search(method, &problem, scope, &disk, monitor)).unwrap();
            assert_eq!(outcome.verdict(), Verdict::Bounded(stop), "{method:?}");
            let lower = outcome.bounds().lower;
            assert!((Depth(least)..=Depth(39)).contains(&lower), "{method:?} {stop} {lower}");
        }
    }
}

#[test]
fn an_interrupt_ends_it_and_it_goes_on() {
    let graph = way(STATES);
    let interrupt = Interrupt::new();
    let calls = AtomicUsize::new(0);
    let watch = || {
        if calls.fetch_add(1, Ordering::Relaxed) == 30 {
            interrupt.interrupt();
        }
    };
    let problem = watched(graph.clone(), &graph, watch);
    let folder = folder();
    let scope = DuplicateScope::ALL;
    let mut silent = |_: &Progress| {};
    let outcome = {
        let disk = disk(folder.path());
        let monitor = &mut Monitor::new(Limits::default(), &interrupt, &mut silent);
        search(Method::Heuristic, &problem, scope, &disk, monitor).unwrap()
    };
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Interrupted));
    let disk = disk(folder.path());
    let expanded = outcome.statistics().expanded;
    assert!((1..30).contains(&expanded), "{expanded}");
    let outcome = unlimited(|monitor| search(Method::Heuristic, &problem, scope, &disk, monitor));
    graph.is_proved(&outcome.unwrap(), "after an interrupt");
}
