//! Searches whose moves are pruned by rules on disk.

use fewest_rules::tiles::{Instance, Move, Options, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{Depth, Interrupt, Limits, Monitor, Outcome, Request, Stop, Verdict};
use fewest_tiles::automaton::{Path, RuleStore, Rules, find};
use fewest_tiles::pattern::Store;
use fewest_tiles::{Tables, solve_with_tables};
use std::fs;
use std::time::{Duration, Instant};

fn rules(longest: usize) -> Rules {
    unlimited(|monitor| find(instance().start.size(), longest, monitor)).unwrap()
}

fn instance() -> Instance {
    parse("ca6098dfb73254e1", Options::default()).unwrap()
}

/// A search on one thread, whose counts depend on nothing else.
fn search(rules: &RuleStore, rule_length: Option<u8>, limits: Limits) -> Outcome<Move> {
    let request = Request { heuristic: Some("linear-conflict"), rule_length, ..Request::default() };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let (never, mut silent) = (Interrupt::new(), |_: &_| {});
        let mut monitor = Monitor::new(limits, &never, &mut silent);
        let (store, mut refused) = (Store::new("no tables"), |error| panic!("{error}"));
        let mut tables = Tables::from_files(&store, rules, &mut refused);
        let answer = solve_with_tables(&instance(), &request, &mut tables, None, &mut monitor);
        answer.unwrap().outcome
    })
}

/// Rules that take long to read are read once the search has taken as long.
#[test]
fn long_rules_come_after_short_ones() {
    let folder = tempfile::tempdir().unwrap();
    let store = RuleStore::new(folder.path());
    store.save(&rules(16)).unwrap();
    let within = |moves| Limits { upper_bound: Some(Depth(moves)), ..Limits::default() };
    let expanded = |rule_length, limits| {
        let outcome = search(&store, rule_length, limits);
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound));
        assert_eq!(outcome.bounds().lower, limits.upper_bound.unwrap().next());
        outcome.statistics().expanded
    };
    // A search that ends before.
    assert_eq!(expanded(None, within(58)), expanded(Some(14), within(58)));
    // One that does not, and one that has no room for them.
    let all = within(62);
    let (short, long, both) =
        (expanded(Some(14), all), expanded(Some(16), all), expanded(None, all));
    assert!(long < both && both < short, "{long} < {both} < {short}");
    let little = Limits { memory: Some(3 << 20), ..all };
    assert_eq!(expanded(None, little), expanded(Some(14), little));
}

#[test]
fn long_rules_are_not_read_for_short_ones() {
    let folder = tempfile::tempdir().unwrap();
    let store = RuleStore::new(folder.path());
    let all = rules(12);
    let path = store.save(&all).unwrap();
    let load = |most| unlimited(|monitor| store.load_up_to(all.size, most, monitor)).unwrap();
    for most in [2, 7, 10] {
        assert_eq!(load(most).unwrap(), all.clone().up_to(most));
    }
    assert_eq!(load(12).unwrap(), all);
    assert_eq!(load(Path::LONGEST).unwrap(), all);
    // The longest rule, in the last line, no longer holds.
    let text = fs::read_to_string(&path).unwrap();
    let at = text.trim_end().rfind('\n').unwrap();
    let line = text[at..].replacen(['E', 'W'], "N", 1);
    assert_ne!(line, text[at..]);
    fs::write(&path, text[..at].to_owned() + &line).unwrap();
    assert_eq!(load(10).unwrap(), all.clone().up_to(10));
    assert!(load(12).is_err());
    // A short one does not hold.
    let at = text.find("EW -").unwrap();
    fs::write(&path, text[..at].to_owned() + "EE -" + &text[at + 4..]).unwrap();
    assert!(load(2).is_err());
    // No end of a line.
    fs::write(&path, text[..at].to_owned() + &"E".repeat(1 << 20)).unwrap();
    assert!(load(2).is_err());
}

#[test]
fn reading_rules_keeps_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let store = RuleStore::new(folder.path());
    let all = rules(12);
    store.save(&all).unwrap();
    let load = |limits, interrupt: &Interrupt| {
        let mut silent = |_: &_| {};
        let monitor = Monitor::new(limits, interrupt, &mut silent);
        store.load_up_to(all.size, 12, &monitor).map(Result::unwrap)
    };
    let never = Interrupt::new();
    assert_eq!(load(Limits::default(), &never), Ok(all.clone()));
    let memory = Limits { memory: Some(100_000), ..Limits::default() };
    assert_eq!(load(memory, &never), Err(Stop::Memory));
    let time = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(load(time, &never), Err(Stop::Time));
    let later = Limits { deadline: Some(Instant::now() + Duration::from_secs(3600)), ..time };
    assert_eq!(load(later, &never), Ok(all.clone()));
    let interrupt = Interrupt::new();
    interrupt.interrupt();
    assert_eq!(load(Limits::default(), &interrupt), Err(Stop::Interrupted));
}
