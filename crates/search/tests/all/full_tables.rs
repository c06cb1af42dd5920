//! IDA* with transposition tables that are too small, whichever state is replaced.

use fewest_search::best_first::{OpenList, astar};
use fewest_search::depth_first::{
    bitstate_ida_star, compaction_ida_star, ida_star, stochastic_ida_star, transposition_ida_star,
};
use fewest_search::outcome::unlimited;
use fewest_search::{
    CachingProbability, Depth, Interrupt, Limits, Monitor, Outcome, PathOptions, Problem,
    Replacement, StateSpace, Switch, TableOptions, TableStart, Verdict,
};
use std::collections::HashSet;

/// Layers of states, by number. Three moves lead from each state to the next layer, where paths
/// meet again and again. The heuristic knows little about where the goal is.
struct Layers;

const WIDTH: u32 = 307;
const LAYERS: u32 = 13;
const GOAL: u32 = (LAYERS - 1) * WIDTH + 111;

impl StateSpace for Layers {
    type State = u32;
    type Action = u32;
    type Key = u32;

    fn roots(&self) -> Vec<u32> {
        vec![0]
    }

    fn is_goal(&self, &state: &u32) -> bool {
        state == GOAL
    }

    fn successors(&self, &state: &u32, mut visit: impl FnMut(u32, u32)) {
        let (next, place) = (state / WIDTH + 1, state % WIDTH);
        if next < LAYERS {
            for step in [1, 17, 40] {
                let to = next * WIDTH + (3 * place + step) % WIDTH;
                visit(to, to);
            }
        }
    }

    fn pack(&self, &state: &u32) -> u32 {
        state
    }

    fn unpack(&self, key: u32) -> u32 {
        key
    }
}

fn estimate(&state: &u32) -> Option<Depth> {
    let moves = (LAYERS - 1 - state / WIDTH) as u16;
    Some(Depth(moves.saturating_sub(4 + state as u16 % 3)))
}

/// Runs an engine with the least memory for a table, about a thousand states.
fn cramped(search: impl FnOnce(&mut Monitor<'_>) -> Outcome<u32>) -> Outcome<u32> {
    let never = Interrupt::new();
    let mut silent = |_: &_| {};
    let limits = Limits { memory: Some(8_192), ..Limits::default() };
    search(&mut Monitor::new(limits, &never, &mut silent))
}

#[test]
fn plans_are_shortest_whichever_state_gives_way() {
    let problem = &Problem::new(Layers, estimate);
    let roomy = unlimited(|m| transposition_ida_star(problem, TableOptions::default(), m));
    let without = unlimited(|monitor| ida_star(problem, PathOptions::default(), monitor));
    let within_bounds = |outcome: &Outcome<u32>| outcome.statistics().expanded_until_last_layer;
    let mut counts = HashSet::new();
    for replacement in Replacement::ALL {
        for start in TableStart::ALL {
            let options = TableOptions { replacement, start, ..TableOptions::default() };
            let exact = cramped(|m| transposition_ida_star(problem, options, m));
            let probability = CachingProbability::default();
            let stochastic = cramped(|m| stochastic_ida_star(problem, options, probability, m));
            for outcome in [&exact, &stochastic] {
                assert_eq!(outcome.verdict(), Verdict::Optimal, "{options:?}");
                assert_eq!(outcome.bounds().lower, Depth(LAYERS as u16 - 1), "{options:?}");
                assert!(outcome.statistics().stored <= 1_024, "{options:?}");
            }
            let count = within_bounds(&exact);
            assert!(count > within_bounds(&roomy), "{options:?}: the table is too small");
            assert!(count < within_bounds(&without), "{options:?}: it is of use");
            counts.insert(count);
        }
    }
    assert_eq!(counts.len(), 9, "each is a choice of its own");
}

/// The start is known to be far from the goal, so the first bound admits nearly all states.
#[test]
fn tables_are_large_enough_for_the_first_bound() {
    let asked = Depth(LAYERS as u16 - 2);
    let far = |&state: &u32| Some(if state == 0 { asked } else { Depth::ZERO });
    let problem = &Problem::new(Layers, far);
    let within = |search: &dyn Fn(&mut Monitor<'_>) -> Outcome<u32>| {
        let never = Interrupt::new();
        let mut silent = |_: &_| {};
        let limits = Limits { upper_bound: Some(asked), ..Limits::default() };
        let outcome = search(&mut Monitor::new(limits, &never, &mut silent));
        assert!(outcome.plan().is_none());
        outcome.statistics().expanded
    };
    // A* expands each state once.
    let states = within(&|m| astar(problem, OpenList::default(), m));
    let exact = within(&|m| transposition_ida_star(problem, TableOptions::default(), m));
    let bits = within(&|m| bitstate_ida_star::<_, 2>(problem, Switch::On, m));
    let bytes = within(&|m| compaction_ida_star(problem, Switch::On, m));
    for expanded in [exact, bits, bytes] {
        assert!(expanded > 1_500 && 100 * expanded <= 102 * states, "{expanded} of {states}");
    }
}
