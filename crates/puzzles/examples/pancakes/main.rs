//! cargo run --release --package fewest-puzzles --example pancakes
//!
//! Pancakes of different sizes are sorted by turning over some of the upper ones together.

mod naive;

use fewest_puzzles::{Failure, Puzzle, demonstrate};
use fewest_search::PatternDatabase;
use fewest_search::outcome::unlimited;
use fewest_search::problem::{Backward, Heuristic};
use fewest_search::{Depth, Problem, StateSpace};

const N: usize = 8;
/// Sizes from the top down.
type Stack = [u8; N];
const SORTED: Stack = [1, 2, 3, 4, 5, 6, 7, 8];

/// From one stack to another.
#[derive(Clone)]
struct Pancakes(Stack, Stack);

impl StateSpace for Pancakes {
    type State = Stack;
    /// How many pancakes are turned over.
    type Action = usize;
    type Key = Stack;

    fn roots(&self) -> Vec<Stack> {
        vec![self.0]
    }
    fn is_goal(&self, stack: &Stack) -> bool {
        *stack == self.1
    }
    fn successors(&self, stack: &Stack, mut visit: impl FnMut(usize, Stack)) {
        for turned in 2..=N {
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

impl Backward for Pancakes {
    type Reversed = Self;
    fn reversed(&self) -> Self {
        Self(self.1, self.0)
    }
}

impl Puzzle for Pancakes {
    const RULES: &'static str = "pancakes";
    fn instance(&self) -> String {
        self.0.map(|size| size.to_string()).join(" ")
    }
    fn bytes(&self, stack: &Stack) -> Vec<u8> {
        stack.to_vec()
    }
    fn draw(&self, stack: &Stack) -> String {
        stack.map(|size| format!("{:^1$}\n", "=".repeat(2 * usize::from(size)), 2 * N)).concat()
    }
    fn words(&self, turned: usize) -> String {
        format!("turn {turned}")
    }
}

/// The gap heuristic (Helmert 2010): neighbours, plate included, that are not so in the goal.
///
/// # Admissible because
/// a turn separates only one pair of neighbours.
fn gaps(goal: Stack) -> impl Fn(&Stack) -> Option<Depth> + Sync {
    let place = move |size: u8| goal.iter().position(|&other| other == size).unwrap_or(N);
    move |stack| {
        let places = stack.map(place);
        let pairs = places.iter().zip(places[1..].iter().chain(&[N]));
        Some(Depth(pairs.filter(|(place, below)| place.abs_diff(**below) > 1).count() as u16))
    }
}

/// An abstraction: the five largest pancakes, the others all alike.
fn largest(stack: &Stack) -> Stack {
    stack.map(|size| if size > 3 { size } else { 0 })
}

/// The maximum of the gap heuristic and of what the largest pancakes need by themselves.
fn problem(space: Pancakes) -> Problem<Pancakes, impl Heuristic<Pancakes>> {
    let Pancakes(start, goal) = space;
    let abstracted = Pancakes(largest(&start), largest(&goal));
    let database = unlimited(|monitor| PatternDatabase::new(abstracted, largest, monitor));
    let (database, gaps) = (database.expect("there is no limit"), gaps(goal));
    Problem::new(space, move |stack: &Stack| gaps(stack).max(database.distance(&largest(stack))))
}

fn main() -> Result<(), Failure> {
    let space = Pancakes([1, 5, 4, 8, 6, 2, 7, 3], SORTED);
    demonstrate(&problem(space.clone()), &problem(space.reversed()), naive::read)
}

#[cfg(test)]
#[path = "../../tests/known/mod.rs"]
mod known;

#[test]
fn all_stacks_are_sorted_in_the_known_numbers_of_turns() {
    known::compare_all("pancakes", |text| {
        let sizes: Vec<u8> = text.split(' ').filter_map(|size| size.parse().ok()).collect();
        let start = sizes.try_into().map_err(|_| "not eight")?;
        Ok((problem(Pancakes(start, SORTED)), naive::read(text)?))
    });
}
