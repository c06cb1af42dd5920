//! Limits hold while tables are built: what is known by then is the sum of distances.

use crate::worlds::{LARGER_WORLDS, WORLDS};
use fewest_atomix::{HeuristicLevel, HeuristicName, problem_at, solve, start_estimate};
use fewest_search::{
    Depth, Direction, Engine, Interrupt, Limits, Monitor, Parts, Progress, Request, Stop, Verdict,
};

#[test]
fn an_interrupt_while_tables_are_built_leaves_the_sum_of_distances() {
    let mut weaker = 0;
    let worlds = WORLDS.iter().chain(&LARGER_WORLDS);
    for level in worlds.flat_map(|world| world.levels().into_iter().step_by(50)) {
        // A start that is solved needs no search that could be interrupted.
        let estimate = start_estimate(&level, Direction::Forward);
        let Some(estimate) = estimate.filter(|&moves| moves > Depth::ZERO) else { continue };
        let problem = problem_at::<8>(&level, Direction::Forward, HeuristicLevel::Pairs);
        weaker += u32::from(problem.least_estimate() > Some(estimate));
        for heuristic in HeuristicName::ALL {
            for engine in [Engine::Astar, Engine::BreadthFirstHeuristic, Engine::Nbs] {
                let heuristic = Some(heuristic.name());
                let request = Request { engine: Some(engine), heuristic, ..Request::default() };
                let (interrupted, mut silent) = (Interrupt::new(), |_: &Progress| {});
                interrupted.interrupt();
                let mut monitor = Monitor::new(Limits::default(), &interrupted, &mut silent);
                let Ok(answer) = solve(&level, &request, &mut monitor) else { continue };
                let (verdict, bounds) = (answer.outcome.verdict(), answer.outcome.bounds());
                assert_eq!(verdict, Verdict::Bounded(Stop::Interrupted), "{request:?}");
                assert!(bounds.lower <= estimate, "{request:?}: tables were built");
                assert!(bounds.lower > Depth::ZERO, "{request:?}");
            }
        }
    }
    assert!(weaker > 0, "tables would have raised some bound");
}
