//! Every engine from every state of small boards, against distances by the plain rules.

use crate::worlds::{WORLDS, distances};
use fewest_atomix::solve;
use fewest_rules::atomix::Level;
use fewest_rules::{Puzzle, replay};
use fewest_search::{
    Depth, Direction, Engine, Guarantee, Interrupt, Limits, Monitor, Progress, Request, Stop,
    Verdict,
};

fn run(
    level: &Level,
    engine: Engine,
    direction: Option<Direction>,
) -> fewest_search::Outcome<fewest_rules::atomix::Move> {
    let never = Interrupt::new();
    let mut silent = |_: &Progress| {};
    // Iterative deepening does not notice that it has seen the whole of an unsolvable world.
    let limits = Limits { nodes: Some(20_000), ..Limits::default() };
    let mut monitor = Monitor::new(limits, &never, &mut silent);
    let request = Request { engine: Some(engine), direction, ..Request::default() };
    solve(level, &request, &mut monitor).expect("a supported engine").outcome
}

/// Whether it may search an unsolvable world for ever.
fn is_iterative(engine: Engine) -> bool {
    engine.name().ends_with("ida-star")
}

#[test]
fn every_engine_finds_the_distance_of_every_state() {
    let mut solvable = 0;
    let mut unsolvable = 0;
    for world in &WORLDS {
        let levels = world.levels();
        assert!(levels.len() > 50);
        for level in levels {
            let exact = distances(&level).get(&level.start().labels()).copied();
            let counted = if exact.is_some() { &mut solvable } else { &mut unsolvable };
            *counted += 1;
            let engines = Engine::ALL.into_iter().filter(|engine| !engine.is_historical());
            for engine in engines.filter(|&engine| engine != Engine::Frontier) {
                for direction in [None, Some(Direction::Forward), Some(Direction::Backward)] {
                    if engine.is_bidirectional() && direction.is_some() {
                        continue;
                    }
                    let outcome = run(&level, engine, direction);
                    let case = format!("{engine} {direction:?}\n{}", level.draw(&level.start()));
                    match (exact, outcome.verdict()) {
                        (Some(exact), Verdict::Optimal) => {
                            let plan = outcome.plan().expect("optimal outcomes have a plan");
                            assert_eq!(plan.len(), usize::from(exact), "{case}");
                            replay(&level, plan.iter().copied()).expect("plans are legal");
                        }
                        (None, Verdict::Unsolvable) => {}
                        (exact, Verdict::Bounded(Stop::Nodes)) if is_iterative(engine) => {
                            let lower = outcome.bounds().lower;
                            assert!(exact.is_none_or(|exact| lower <= Depth(exact)), "{case}");
                        }
                        (exact, Verdict::Solved(None) | Verdict::Bounded(Stop::Incomplete))
                            if engine.guarantee() != Guarantee::Shortest =>
                        {
                            let exact = Depth(exact.unwrap_or(u16::MAX));
                            let bounds = outcome.bounds();
                            assert!(bounds.lower <= exact, "{case}");
                            assert!(bounds.upper.is_none_or(|upper| upper >= exact), "{case}");
                            if let Some(plan) = outcome.plan() {
                                replay(&level, plan.iter().copied()).expect("plans are legal");
                            }
                        }
                        (exact, verdict) => panic!("{exact:?} but {verdict:?}: {case}"),
                    }
                }
            }
        }
    }
    assert!(solvable > 1000 && unsolvable > 50, "{solvable} solvable, {unsolvable} not");
}
