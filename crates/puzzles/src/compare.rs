//! Compares two implementations of one puzzle in every state.

use crate::Puzzle;
use fewest_proof::closed_list::Graph;
use fewest_search::problem::Heuristic;
use fewest_search::{Problem, StateSpace};
use std::collections::{BTreeMap, BTreeSet};

/// Counts of all states that are reached from the roots of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct World {
    /// The number of states.
    pub states: usize,
    /// The number of states from which no goal is reached.
    pub dead_ends: usize,
    /// The number of states at each distance to the nearest goal.
    pub by_distance: Vec<usize>,
    /// The distance of the nearest root to a goal; `None` if all roots are dead ends.
    pub optimum: Option<u16>,
    /// Whether the heuristic falls by at most one along every move.
    pub is_consistent: bool,
}

/// A difference between two implementations, or a wrong bound, with the bytes of the state.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Difference {
    /// The roots differ.
    #[error("the two implementations have different roots")]
    Roots,
    /// The bytes are not a state for the naive implementation.
    #[error("the naive implementation does not accept {0:?} as a state")]
    NoState(Vec<u8>),
    /// Two states have the same bytes.
    #[error("two different states have the same bytes {0:?}")]
    Twice(Vec<u8>),
    /// The state is a goal for only one of them, or is not a root of the reversed graph.
    #[error("only one implementation takes {0:?} for a goal")]
    Goal(Vec<u8>),
    /// The moves lead to different states.
    #[error("the moves from {0:?} differ")]
    Children(Vec<u8>),
    /// The moves of the reversed graph differ from those that lead to the state.
    #[error("the reversed moves from {0:?} differ")]
    Parents(Vec<u8>),
    /// The heuristic is larger than the distance to the nearest goal.
    #[error("the heuristic overestimates {0:?}")]
    Heuristic(Vec<u8>),
    /// The lower bound of the checker is larger than the distance.
    #[error("the checker's lower bound overestimates {0:?}")]
    Needs(Vec<u8>),
}

/// What is known about a state.
struct Seen {
    bytes: Vec<u8>,
    /// The value of the heuristic.
    h: Option<u16>,
    parents: BTreeSet<usize>,
    distance: Option<u16>,
}

/// Goes through all states of a small instance with both implementations. Roots, goals and moves
/// must be the same, the reversed graph must have the reversed moves, and neither lower bound may
/// be larger than the distance.
///
/// # Errors
/// The first [`Difference`].
///
/// # Complexity
/// Time and memory linear in the moves between all states; suitable for up to a million states.
pub fn compare<S: Puzzle, H: Heuristic<S>>(
    Problem { space, heuristic, .. }: &Problem<S, H>,
    graph: &dyn Graph,
) -> Result<World, Difference> {
    let bytes = |key: &S::Key| space.bytes(&space.unpack(*key));
    let mut keys: Vec<S::Key> = vec![];
    let mut numbers: BTreeMap<S::Key, usize> = BTreeMap::new();
    let mut number = |key: S::Key, keys: &mut Vec<S::Key>| {
        *numbers.entry(key).or_insert_with(|| {
            keys.push(key);
            keys.len() - 1
        })
    };
    for root in space.roots() {
        number(space.pack(&root), &mut keys);
    }
    let roots = keys.len();
    if keys.iter().map(bytes).collect::<BTreeSet<_>>() != graph.roots().into_iter().collect() {
        return Err(Difference::Roots);
    }
    // Forward: the states and the moves between them.
    let (mut seen, mut edges): (Vec<Seen>, Vec<(usize, usize)>) = (vec![], vec![]);
    let mut all_bytes = BTreeSet::new();
    while let Some(&key) = keys.get(seen.len()) {
        let (at, state) = (seen.len(), space.unpack(key));
        let bytes_here = bytes(&key);
        if bytes_here.len() != graph.width() || !graph.is_state(&bytes_here) {
            return Err(Difference::NoState(bytes_here));
        }
        if !all_bytes.insert(bytes_here.clone()) {
            return Err(Difference::Twice(bytes_here));
        }
        let (mut children, mut naive) = (BTreeSet::new(), BTreeSet::new());
        space.successors(&state, |_, child| {
            let key = space.pack(&child);
            edges.push((at, number(key, &mut keys)));
            children.insert(bytes(&key));
        });
        graph.children(&bytes_here, &mut |child| {
            naive.insert(child.to_vec());
        });
        if children != naive {
            return Err(Difference::Children(bytes_here));
        }
        if space.is_goal(&state) != graph.is_goal(&bytes_here) {
            return Err(Difference::Goal(bytes_here));
        }
        let h = heuristic.estimate(&state, &heuristic.value(&state)).map(|h| h.0);
        seen.push(Seen { bytes: bytes_here, h, parents: BTreeSet::new(), distance: None });
    }
    for &(from, to) in &edges {
        seen[to].parents.insert(from);
    }
    compare_reversed(space, &keys, &numbers, &seen)?;
    let by_distance = measure(space, &keys, &mut seen);
    for Seen { bytes, h, distance, .. } in &seen {
        let says = |moves| graph.needs(bytes, moves) || graph.is_refuted(bytes, moves);
        match (distance, h) {
            (Some(exact), Some(h)) if h <= exact => {}
            (None, _) => continue,
            _ => return Err(Difference::Heuristic(bytes.clone())),
        }
        if says(None) || distance.is_some_and(|exact| says(Some(exact + 1))) {
            return Err(Difference::Needs(bytes.clone()));
        }
    }
    let falls = |&(from, to): &(usize, usize)| {
        seen[to].h.is_none_or(|beyond| seen[from].h.is_some_and(|h| h <= beyond + 1))
    };
    Ok(World {
        states: seen.len(),
        dead_ends: seen.iter().filter(|state| state.distance.is_none()).count(),
        by_distance,
        optimum: seen[..roots].iter().filter_map(|root| root.distance).min(),
        is_consistent: edges.iter().all(falls),
    })
}

/// Checks that the moves of the reversed graph between the seen states are the reversed moves.
fn compare_reversed<S: Puzzle>(
    space: &S,
    keys: &[S::Key],
    numbers: &BTreeMap<S::Key, usize>,
    seen: &[Seen],
) -> Result<(), Difference> {
    let reversed = space.reversed();
    let goals: BTreeSet<S::Key> = reversed.roots().iter().map(|goal| reversed.pack(goal)).collect();
    for (key, state) in keys.iter().zip(seen) {
        if space.is_goal(&space.unpack(*key)) != goals.contains(key) {
            return Err(Difference::Goal(state.bytes.clone()));
        }
        let mut parents = BTreeSet::new();
        reversed.successors(&reversed.unpack(*key), |_, parent| {
            parents.extend(numbers.get(&reversed.pack(&parent)));
        });
        if parents != state.parents {
            return Err(Difference::Parents(state.bytes.clone()));
        }
    }
    Ok(())
}

/// Computes distances to goals, breadth-first along the seen moves; counts the states at each.
fn measure<S: StateSpace>(space: &S, keys: &[S::Key], seen: &mut [Seen]) -> Vec<usize> {
    let is_goal = |&number: &usize| space.is_goal(&space.unpack(keys[number]));
    let mut layer: Vec<usize> = (0..keys.len()).filter(is_goal).collect();
    let mut by_distance = vec![];
    while !layer.is_empty() {
        let distance = Some(by_distance.len() as u16);
        layer.iter().for_each(|&number| seen[number].distance = distance);
        by_distance.push(layer.len());
        let parents = layer.iter().flat_map(|&number| seen[number].parents.iter().copied());
        let next: BTreeSet<usize> =
            parents.filter(|&parent| seen[parent].distance.is_none()).collect();
        layer = next.into_iter().collect();
    }
    by_distance
}
