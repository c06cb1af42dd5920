//! Breadth-first search by the rules of a puzzle.

use fewest::rules::Puzzle;
use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

/// Visits all reachable positions, with their distances from the start, nearest first.
///
/// Positions with the same `key` are the same.
pub fn breadth_first<P: Puzzle, K: Hash + Eq>(
    puzzle: &P,
    from: P::Position,
    key: impl Fn(&P::Position) -> K,
    mut visit: impl FnMut(&P::Position, u64) -> ControlFlow<()>,
) {
    let mut met = HashSet::from([key(&from)]);
    let mut layer = vec![from];
    for distance in 0.. {
        if layer.iter().try_for_each(|position| visit(position, distance)).is_break() {
            return;
        }
        let mut next = Vec::new();
        for position in &layer {
            for step in puzzle.moves(position) {
                let child = puzzle.play(position, &step).expect("listed moves are legal");
                if met.insert(key(&child)) {
                    next.push(child);
                }
            }
        }
        if next.is_empty() {
            return;
        }
        layer = next;
    }
}

/// The length of a shortest plan, or `None` if there is none.
pub fn optimum<P: Puzzle, K: Hash + Eq>(
    puzzle: &P,
    key: impl Fn(&P::Position) -> K,
) -> Option<u64> {
    let mut optimum = None;
    breadth_first(puzzle, puzzle.start(), key, |position, distance| {
        if puzzle.is_goal(position) {
            optimum = Some(distance);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    optimum
}
