//! Plans with more moves than a depth can count: none is claimed, and the bounds hold.

use fewest_search::best_first::nbs;
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Blind};
use fewest_search::{
    Depth, Engine, Interrupt, Limits, Monitor, Outcome, Problem, Settings, StateSpace, Stop,
    Verdict,
};

/// The numbers from one to another; each move is a step towards the other.
#[derive(Clone, Copy)]
struct Line {
    start: u32,
    goal: u32,
}

impl StateSpace for Line {
    type State = u32;
    type Action = ();
    type Key = u32;

    fn roots(&self) -> Vec<u32> {
        vec![self.start]
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == self.goal
    }

    fn successors(&self, &state: &u32, mut visit: impl FnMut((), u32)) {
        if state < self.goal {
            visit((), state + 1);
        } else if state > self.goal {
            visit((), state - 1);
        }
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, key: u32) -> u32 {
        key
    }
}

impl Backward for Line {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self { start: self.goal, goal: self.start }
    }
}

fn ended(line: Line, search: impl Fn(&Problem<Line>, &mut Monitor<'_>) -> Outcome<()>) {
    let problem = Problem::new(line, Blind);
    let outcome = unlimited(|monitor| search(&problem, monitor));
    let length = line.goal - line.start;
    if length <= Depth::LONGEST_PLAN.0.into() {
        assert_eq!(outcome.verdict(), Verdict::Optimal);
        assert_eq!(outcome.plan().map(<[()]>::len), Some(length as usize));
    } else {
        assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound));
        assert_eq!((outcome.bounds().lower, outcome.bounds().upper), (Depth::MAX, None));
    }
}

#[test]
fn plans_are_as_long_as_depths_count() {
    for goal in [65_534, 70_000] {
        let line = Line { start: 0, goal };
        for engine in [Engine::Astar, Engine::PartialExpansionAstar, Engine::BreadthFirst] {
            ended(line, |problem, monitor| {
                engine.run(problem, Settings::default(), None, monitor).unwrap()
            });
        }
        ended(line, |problem, monitor| {
            nbs(problem, &Problem::new(problem.space.reversed(), Blind), monitor)
        });
    }
}

/// No greater bound can be requested.
#[test]
fn an_asked_bound_is_no_greater() {
    let problem = Problem::new(Line { start: 0, goal: 65_535 }, Blind);
    let limits = Limits { upper_bound: Some(Depth::MAX), ..Limits::default() };
    let (never, silent) = (Interrupt::new(), &mut |_: &_| {});
    let monitor = &mut Monitor::new(limits, &never, silent);
    let outcome = Engine::Astar.run(&problem, Settings::default(), None, monitor).unwrap();
    assert_eq!(outcome.verdict(), Verdict::Bounded(Stop::Bound));
    assert_eq!(outcome.bounds().lower, Depth::MAX);
}
