//! The heuristic h^max.

use crate::bits::Bits;
use crate::ground::Ground;
use crate::model::Model;
use fewest_search::Depth;
use fewest_search::problem::{Consistent, Heuristic};

/// The moves until the part of the goal that takes longest can be reached, where a condition costs
/// as much as its most expensive part and nothing that was reached is lost again.
///
/// Literals are reached, true and false alike, so that negative conditions count, too.
///
/// # Admissible because
/// by induction a literal that holds after k moves of a plan has a value of at most k: the
/// conditions of the move that brought it about held before, and so had values below k. The same
/// argument from the second state of a plan on shows that the value changes by at most one along a
/// move.
///
/// # Complexity
/// The number of literals in all conditions and effects, for each state.
///
/// # Source
/// Bonet and Geffner, "Planning as heuristic search", Artificial Intelligence 129 (2001).
#[derive(Debug, Clone)]
pub struct Hmax {
    atoms: usize,
    /// By literal: the actions that have it as a condition.
    conditions_of: Vec<Vec<u32>>,
    /// By action: the number of its conditions.
    conditions: Vec<u32>,
    /// By action: the literals that it brings about.
    effects: Vec<Vec<u32>>,
    /// By literal: whether the goal has it; `None` if the goal can never be reached.
    is_wanted: Option<Vec<bool>>,
    /// The number of literals in the goal.
    wanted: usize,
}

/// The literal that an atom is true; one more is that it is false.
fn is_true(atom: u32) -> u32 {
    2 * atom
}

fn is_false(atom: u32) -> u32 {
    2 * atom + 1
}

impl Hmax {
    /// The heuristic of a task.
    pub fn new(ground: &Ground) -> Self {
        let literals = |held: &[u32], not_held: &[u32]| -> Vec<u32> {
            let held = held.iter().map(|&atom| is_true(atom));
            held.chain(not_held.iter().map(|&atom| is_false(atom))).collect()
        };
        let mut conditions_of = vec![vec![]; 2 * ground.atoms];
        let (mut conditions, mut effects) = (vec![], vec![]);
        for (id, action) in (0..).zip(&ground.actions) {
            let required = literals(&action.requires, &action.forbids);
            conditions.push(required.len() as u32);
            for literal in required {
                conditions_of[literal as usize].push(id);
            }
            effects.push(literals(&action.adds, &action.deletes));
        }
        let mut wanted = 0;
        let is_wanted = ground.goal.as_ref().map(|(required, forbidden)| {
            let goal = literals(required, forbidden);
            wanted = goal.len();
            let mut is_wanted = vec![false; 2 * ground.atoms];
            goal.iter().for_each(|&literal| is_wanted[literal as usize] = true);
            is_wanted
        });
        Self { atoms: ground.atoms, conditions_of, conditions, effects, is_wanted, wanted }
    }

    /// The value of the start of the task.
    pub fn of_start(&self, ground: &Ground) -> Option<Depth> {
        self.of(|atom| ground.start.binary_search(&atom).is_ok())
    }

    /// The value of the state in which some atoms are true.
    fn of(&self, is_in: impl Fn(u32) -> bool) -> Option<Depth> {
        let is_wanted = self.is_wanted.as_ref()?;
        let mut missing = self.wanted;
        let mut is_reached = vec![false; 2 * self.atoms];
        let mut layer: Vec<u32> = (0..self.atoms as u32)
            .map(|atom| if is_in(atom) { is_true(atom) } else { is_false(atom) })
            .collect();
        for &literal in &layer {
            is_reached[literal as usize] = true;
            missing -= usize::from(is_wanted[literal as usize]);
        }
        let mut left = self.conditions.clone();
        let mut possible: Vec<u32> =
            (0..).zip(&left).filter(|&(_, &left)| left == 0).map(|(id, _)| id).collect();
        let mut depth = Depth::ZERO;
        while missing > 0 {
            for &literal in &layer {
                for &action in &self.conditions_of[literal as usize] {
                    left[action as usize] -= 1;
                    if left[action as usize] == 0 {
                        possible.push(action);
                    }
                }
            }
            layer.clear();
            for action in possible.drain(..) {
                for &literal in &self.effects[action as usize] {
                    if !std::mem::replace(&mut is_reached[literal as usize], true) {
                        layer.push(literal);
                        missing -= usize::from(is_wanted[literal as usize]);
                    }
                }
            }
            if layer.is_empty() {
                return None;
            }
            depth = depth.next();
        }
        Some(depth)
    }
}

impl Consistent for Hmax {}

impl<const N: usize> Heuristic<Model<N>> for Hmax {
    type Value = Option<Depth>;

    fn value(&self, state: &Bits<N>) -> Option<Depth> {
        self.of(|atom| state.has(atom))
    }

    fn estimate(&self, _: &Bits<N>, value: &Option<Depth>) -> Option<Depth> {
        *value
    }
}
