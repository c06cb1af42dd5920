//! What may and what may not depend on the number of threads.

use fewest_rules::tiles::{Goal, Instance, Options, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, Interrupt, Limits, Monitor, Outcome, Request, Stop, Verdict};
use fewest_tiles::pattern::{Collection, Table};
use fewest_tiles::{HeuristicName, Solver, solve};
use std::num::NonZero;

fn read(text: &str) -> Instance {
    parse(text, Options::default()).unwrap()
}

fn solver(instance: &Instance, name: HeuristicName, threads: usize) -> Solver {
    let threads = NonZero::new(threads).unwrap();
    Solver::new(instance.start.size(), instance.goal, name, threads).unwrap()
}

fn limited<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    search(&mut Monitor::new(limits, &never, &mut silent))
}

#[test]
fn plan_and_counts_before_the_last_iteration_are_the_same_on_any_number_of_threads() {
    let instance = read("f8a374ebc5209d16");
    let solve = |threads| {
        let solver = solver(&instance, HeuristicName::LinearConflict, threads);
        unlimited(|monitor| solver.solve(&instance, monitor))
    };
    let [one, two, five] = [1, 2, 5].map(solve);
    assert!(one.statistics().expanded_until_last_layer > 1_000_000, "threads have work to share");
    for other in [two, five] {
        assert_eq!(other.plan(), one.plan());
        let before = |outcome: &Outcome<_>| outcome.statistics().expanded_until_last_layer;
        assert_eq!(before(&other), before(&one));
    }
}

/// Korf's number 60.
fn sixty() -> Instance {
    let text = "11 14 13 1 2 3 12 4 15 7 9 5 10 6 8 0";
    parse(text, Options { goal: Goal::BlankFirst, size: None }).unwrap()
}

/// In the order of the tree it would be as long as all earlier iterations.
#[track_caller]
fn last_iteration_is_short<T>(outcome: &Outcome<T>) {
    assert_eq!(outcome.verdict(), Verdict::Optimal);
    let counts = outcome.statistics();
    let last = counts.expanded - counts.expanded_until_last_layer;
    assert!(last < counts.expanded_until_last_layer / 10, "{last} of {}", counts.expanded);
}

#[test]
fn the_last_iteration_begins_where_the_one_before_went_deepest() {
    let instance = sixty();
    let solve = |threads| {
        let solver = solver(&instance, HeuristicName::PatternDatabases, threads);
        unlimited(|monitor| solver.solve(&instance, monitor))
    };
    let [one, two] = [1, 2].map(solve);
    assert_eq!(two.plan(), one.plan());
    last_iteration_is_short(&one);
}

/// The plan is in the first iteration with tables.
#[test]
fn a_search_that_goes_on_with_tables_begins_where_the_one_without_went_deepest() {
    // So little that only the first tables fit.
    let limits = Limits { memory: Some(40 << 20), ..Limits::default() };
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let request = Request::default();
    let answer = one.install(|| limited(limits, |monitor| solve(&sixty(), &request, monitor)));
    last_iteration_is_short(&answer.unwrap().outcome);
}

#[test]
fn cached_probes_change_nothing_on_any_number_of_threads() {
    let instance = read("0cad59e3b2786f41");
    let collection = Collection::ladder(&instance.solved()).swap_remove(0);
    let solve = |spare, threads| {
        let threads = NonZero::new(threads).unwrap();
        let solver =
            Solver::with_tables(&collection, Table::without_limits, spare, threads).unwrap();
        unlimited(|monitor| solver.solve(&instance, monitor))
    };
    let without = solve(0, 1);
    for threads in [1, 2] {
        let with = solve(u64::MAX, threads);
        assert_eq!(with.plan(), without.plan());
        let before = |outcome: &Outcome<_>| outcome.statistics().expanded_until_last_layer;
        assert!(before(&with) > 100_000, "threads have work to share");
        assert_eq!(before(&with), before(&without));
    }
}

#[test]
fn limits_stop_every_number_of_threads_with_a_bound_that_holds() {
    let hard = read("0cad59e3b2786f41");
    for threads in [1, 2] {
        let solver = solver(&hard, HeuristicName::Manhattan, threads);
        let nodes = Limits { nodes: Some(300_000), ..Limits::default() };
        let outcome = limited(nodes, |monitor| solver.solve(&hard, monitor));
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
        assert!(outcome.statistics().expanded >= 300_000);
        assert!(threads > 1 || outcome.statistics().expanded == 300_000);
        let short = Limits { upper_bound: Some(Depth(20)), ..Limits::default() };
        let outcome = limited(short, |monitor| solver.solve(&hard, monitor));
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound));
        assert!(outcome.bounds().lower > Depth(20));
    }
}

/// `--nodes 60000` on four threads expanded 259,927 positions: only one of them watched the limit.
#[test]
fn no_number_of_threads_expands_more_than_the_limit() {
    let hard = read("0cad59e3b2786f41");
    for (nodes, threads) in [(30_000, 1), (60_000, 4), (61_234, 8), (500_001, 3)] {
        let solver = solver(&hard, HeuristicName::LinearConflict, threads);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = limited(limits, |monitor| solver.solve(&hard, monitor));
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
        assert_eq!(outcome.statistics().expanded, nodes, "{threads} threads");
    }
}

/// A search whose first stage expanded more than the whole limit continued without a limit.
#[test]
fn stages_share_the_limit() {
    let hard = read("0cad59e3b2786f41");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().unwrap();
    for nodes in [49_999, 50_000, 50_001, 60_000, 400_000] {
        let limits = Limits { nodes: Some(nodes), memory: Some(40 << 20), ..Limits::default() };
        let answer = pool.install(|| limited(limits, |m| solve(&hard, &Request::default(), m)));
        let outcome = answer.unwrap().outcome;
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
        assert_eq!(outcome.statistics().expanded, nodes);
    }
}

/// The splitting of the tree counts as well.
#[test]
fn every_limit_is_met_exactly() {
    let hard = read("0cad59e3b2786f41");
    let solver = solver(&hard, HeuristicName::LinearConflict, 2);
    for nodes in (0..40_000).step_by(97) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = limited(limits, |monitor| solver.solve(&hard, monitor));
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Nodes));
        assert_eq!(outcome.statistics().expanded, nodes);
    }
}

#[test]
fn an_interrupted_search_stops() {
    let hard = read("0cad59e3b2786f41");
    let now = Interrupt::new();
    now.interrupt();
    let mut silent = |_: &_| {};
    let outcome = solver(&hard, HeuristicName::PatternDatabases, 2)
        .solve(&hard, &mut Monitor::new(Limits::default(), &now, &mut silent));
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Interrupted));
}
