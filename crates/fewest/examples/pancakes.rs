//! A puzzle of one's own: sort a stack of pancakes by turning over some of the upper ones.
//!
//! The graph and one function, the gap heuristic (Helmert 2010), are all that four engines need.

use fewest::search::best_first::{OpenList, astar, partial_expansion_astar, state_table_astar};
use fewest::search::depth_first::{PathOptions, ida_star};
use fewest::search::outcome::unlimited;
use fewest::search::{Depth, Outcome, Problem, StateSpace};

/// The sizes of ten pancakes, the uppermost first.
type Stack = [u8; 10];

struct Pancakes(Stack);

impl StateSpace for Pancakes {
    type State = Stack;
    /// How many are turned over.
    type Action = usize;
    type Key = Stack;

    fn roots(&self) -> Vec<Stack> {
        vec![self.0]
    }
    fn is_goal(&self, stack: &Stack) -> bool {
        stack.is_sorted()
    }
    fn successors(&self, stack: &Stack, mut visit: impl FnMut(usize, Stack)) {
        for turned in 2..=stack.len() {
            let mut next = *stack;
            next[..turned].reverse();
            visit(turned, next);
        }
    }
    fn pack(&self, stack: &Stack) -> Stack {
        *stack
    }
    fn unpack(&self, key: Stack) -> Stack {
        key
    }
}

/// Neighbours that do not belong together, the plate included: a turn parts one pair at most.
fn gaps(stack: &Stack) -> Option<Depth> {
    let below = stack[1..].iter().chain(&[10]);
    Some(Depth(stack.iter().zip(below).filter(|(a, b)| a.abs_diff(**b) > 1).count() as u16))
}

fn show(engine: &str, outcome: &Outcome<usize>) {
    println!("{engine}: {:?} {:?}", outcome.verdict(), outcome.plan().unwrap_or_default());
}

fn main() {
    let problem = &Problem::new(Pancakes([3, 8, 0, 9, 5, 1, 7, 2, 6, 4]), gaps);
    unlimited(|monitor| {
        show("A*", &astar(problem, OpenList::default(), monitor));
        let outcome = partial_expansion_astar(problem, OpenList::default(), monitor);
        show("A* with partial expansion", &outcome);
        show("A* with one table", &state_table_astar(problem, monitor));
        show("IDA*", &ida_star(problem, PathOptions::default(), monitor));
    });
}
