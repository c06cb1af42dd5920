//! Requests for rules of a given length and for tables by name.

use fewest_rules::replay;
use fewest_rules::tiles::{Goal, Instance, Options, parse};
use fewest_search::outcome::unlimited;
use fewest_search::{
    Answer, Direction, Engine, PlanRecovery, Request, Settings, Unsupported, Verdict,
};
use fewest_tiles::{SolveError, solve};

fn instance() -> Instance {
    let options = Options { goal: Goal::BlankFirst, size: None };
    parse("5 2 4 1 12 9 15 6 13 7 0 3 8 14 11 10", options).unwrap()
}

/// The answer on one thread, whose counts depend on nothing else.
fn answer(request: &Request) -> Result<Answer<fewest_rules::tiles::Move>, SolveError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| unlimited(|monitor| solve(&instance(), request, monitor)))
}

#[test]
fn longer_rules_leave_fewer_positions() {
    let mut before = u64::MAX;
    let mut length = None;
    for rule_length in [2, 8, 12] {
        let request = Request {
            heuristic: Some("manhattan"),
            rule_length: Some(rule_length),
            ..Request::default()
        };
        let outcome = answer(&request).unwrap().outcome;
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        assert!(replay(&instance(), outcome.plan().unwrap().iter().copied()).is_ok());
        assert_eq!(*length.get_or_insert(outcome.bounds()), outcome.bounds());
        let expanded = outcome.statistics().expanded_until_last_layer;
        assert!(expanded < before, "{rule_length} moves: {expanded}, before {before}");
        before = expanded;
    }
    // Rules of 10 moves are those that it finds itself.
    let of = |rule_length| {
        let heuristic = Some("manhattan");
        answer(&Request { heuristic, rule_length, ..Request::default() }).unwrap().outcome
    };
    assert_eq!(of(Some(10)), of(None));
}

#[test]
fn tables_are_taken_by_name() {
    let ask = |heuristic| Request { heuristic: Some(heuristic), ..Request::default() };
    let named = answer(&ask("4x4:5-5-5")).unwrap();
    let smallest = answer(&ask("pattern-databases")).unwrap();
    assert_eq!(named.heuristic, "4x4:5-5-5");
    assert_eq!(named.outcome, smallest.outcome);
    // Drawn, with another partition beside it.
    let drawn = answer(&ask("4x4:.AABAABBCCBBCCCB+5-5-5")).unwrap().outcome;
    assert_eq!(drawn.bounds(), smallest.outcome.bounds());
}

#[test]
fn what_does_not_go_together_is_refused() {
    let base = Request::default();
    let settings = Settings { plan_recovery: Some(PlanRecovery::Midpoint), ..Settings::default() };
    for request in [
        Request { rule_length: Some(8), engine: Some(Engine::Astar), ..base },
        Request { rule_length: Some(8), direction: Some(Direction::Backward), ..base },
        Request { heuristic: Some("4x4:5-5-5"), engine: Some(Engine::Astar), ..base },
        Request { heuristic: Some("5x5:blocks"), ..base },
        Request { heuristic: Some("linear-conflict"), engine: Some(Engine::Knuth), ..base },
        Request { direction: Some(Direction::Backward), engine: Some(Engine::Knuth), ..base },
        Request { settings, ..base },
    ] {
        let refused = answer(&request);
        let is_refused = matches!(
            refused,
            Err(SolveError::Unsupported(
                Unsupported::Choice { .. }
                    | Unsupported::Direction { .. }
                    | Unsupported::Setting { .. }
            ))
        );
        assert!(is_refused, "{request:?}: {refused:?}");
    }
}

#[test]
fn frontier_search_recovers_plans_without_layers() {
    let options = Options { goal: Goal::BlankLast, size: None };
    let farthest = parse("867254301", options).unwrap();
    for recovery in PlanRecovery::ALL {
        let settings = Settings { plan_recovery: Some(recovery), ..Settings::default() };
        let request = Request { engine: Some(Engine::Frontier), settings, ..Request::default() };
        let outcome = unlimited(|monitor| solve(&farthest, &request, monitor)).unwrap().outcome;
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        let plan = outcome.plan().unwrap();
        assert_eq!(plan.len(), 31, "{}", recovery.name());
        assert!(replay(&farthest, plan.iter().copied()).is_ok());
    }
}
