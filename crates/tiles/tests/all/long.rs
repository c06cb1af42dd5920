//! Searches that a limit ends after a while know a plan, if not a shortest one.

use fewest_rules::replay;
use fewest_rules::tiles::{Goal, Instance, Move, Options, parse};
use fewest_search::{Depth, Interrupt, Limits, Monitor, Outcome, Progress, Request, Stop, Verdict};
use fewest_tiles::{HeuristicName, Solver, solve};
use std::num::NonZero;

/// Number 17 of Korf's hundred.
fn hard() -> Instance {
    let options = Options { goal: Goal::BlankFirst, ..Options::default() };
    parse("15 14 0 4 11 1 6 13 7 5 8 9 3 2 10 12", options).unwrap()
}

/// The moves of its shortest plans (Korf 1985, table 1).
const SHORTEST: u16 = 66;

/// Knuth's example, too hard for tables as well, and the moves of its shortest plans.
fn harder() -> (Instance, u16) {
    (parse("159d26ae37bf48c0", Options::default()).unwrap(), 72)
}

fn limited<T>(limits: Limits, search: impl FnOnce(&mut Monitor<'_>) -> T) -> T {
    told(limits, &mut |_| {}, search)
}

fn told<T>(
    limits: Limits,
    tell: &mut dyn FnMut(&Progress),
    search: impl FnOnce(&mut Monitor<'_>) -> T,
) -> T {
    let never = Interrupt::new();
    search(&mut Monitor::new(limits, &never, tell))
}

/// IDA* with the Manhattan distance.
fn solver(threads: usize) -> Solver {
    let instance = hard();
    let (size, goal) = (instance.start.size(), instance.goal);
    let threads = NonZero::new(threads).unwrap();
    Solver::new(size, goal, HeuristicName::Manhattan, threads).unwrap()
}

fn manhattan(nodes: u64, upper_bound: Option<u16>, threads: usize) -> Outcome<Move> {
    let upper_bound = upper_bound.map(Depth);
    let limits = Limits { nodes: Some(nodes), upper_bound, ..Limits::default() };
    limited(limits, |monitor| solver(threads).solve(&hard(), monitor))
}

fn check(outcome: &Outcome<Move>) -> u16 {
    check_for(&hard(), SHORTEST, outcome)
}

fn check_for(instance: &Instance, shortest: u16, outcome: &Outcome<Move>) -> u16 {
    assert_eq!(outcome.verdict(), Verdict::Solved(Some(Stop::Nodes)));
    let plan = outcome.plan().unwrap();
    assert!(replay(instance, plan.iter().copied()).is_ok());
    let (lower, upper) = (outcome.bounds().lower.0, outcome.bounds().upper.unwrap().0);
    assert_eq!(usize::from(upper), plan.len());
    assert!(
        lower <= shortest && (shortest..=lower + lower / 2).contains(&upper),
        "{lower} to {upper}"
    );
    upper
}

#[test]
fn the_plan_does_not_depend_on_threads_and_is_within_what_was_asked() {
    let one = manhattan(20_000_000, None, 1);
    let two = manhattan(20_000_000, None, 2);
    assert_eq!(two.plan(), one.plan());
    let length = check(&one);
    assert!(length > SHORTEST, "else nothing is left to ask for");
    assert_eq!(check(&manhattan(20_000_000, Some(length), 1)), length);
    let shorter = manhattan(20_000_000, Some(length - 1), 1);
    assert_eq!(shorter.verdict(), Verdict::Bounded(Stop::Nodes));
}

#[test]
fn short_searches_know_none() {
    assert_eq!(manhattan(1_000_000, None, 1).verdict(), Verdict::Bounded(Stop::Nodes));
}

/// The first tables are the last ones that fit.
#[test]
fn the_plan_is_told_by_the_default_search_as_well() {
    let limits = Limits { nodes: Some(40_000_000), memory: Some(40 << 20), ..Limits::default() };
    let (instance, shortest) = harder();
    let answer = limited(limits, |monitor| solve(&instance, &Request::default(), monitor));
    check_for(&instance, shortest, &answer.unwrap().outcome);
}

/// The limits are where the search itself reports its first and its second plan.
#[test]
fn a_wider_beam_finds_a_shorter_plan_and_one_that_is_stopped_leaves_the_plan_known() {
    let mut plans: Vec<Progress> = vec![];
    let mut tell = |progress: &Progress| {
        let known = plans.last().and_then(|last| last.upper);
        if progress.upper != known {
            plans.push(*progress);
        }
    };
    let limits = Limits { nodes: Some(40_000_000), ..Limits::default() };
    let last = told(limits, &mut tell, |monitor| solver(1).solve(&hard(), monitor));
    let [first, second, ..] = plans[..] else { panic!("two plans are told: {plans:?}") };
    assert!(second.upper < first.upper, "{first:?} {second:?}");
    assert!(Some(check(&last)) <= second.upper.map(|upper| upper.0));
    let nodes = second.statistics.expanded;
    assert!(first.statistics.expanded + 1_000 < nodes);
    let stopped = manhattan(nodes - 1_000, None, 1);
    assert_eq!(Some(check(&stopped)), first.upper.map(|upper| upper.0));
    assert_eq!(stopped.bounds().lower, second.lower, "it was stopped within the second beam");
}
