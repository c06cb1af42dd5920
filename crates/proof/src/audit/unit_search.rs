//! Searches a unit again, in the simplest way.

use super::Unit;
use crate::checking::tell;
use crate::closed_list::Graph;
use crate::{NotVerified, OnProgress};
use rayon::prelude::*;

/// The number of states that a search looks at before it asks whether to continue.
const SLICE: u64 = 1 << 16;

/// Depth-first search for a plan that is shorter than a unit claims. It uses the moves, the lower
/// bound for single states that the header names, and the fact that no plan need enter a state
/// twice.
pub(super) struct UnitSearch<'a> {
    graph: &'a dyn Graph,
    /// The largest number of moves of a plan.
    budget: usize,
    /// The states from that of the unit on.
    path: Vec<Vec<u8>>,
    /// The states still to look at: alternatives to the first state of the path, to the second one,
    /// and so on, and those after the last one.
    open: Vec<Vec<Vec<u8>>>,
    looked_at: u64,
}

impl<'a> UnitSearch<'a> {
    pub(super) fn new(graph: &'a dyn Graph, unit: &Unit) -> Self {
        // No plan has a negative number of moves.
        let budget = unit.lower.checked_sub(1);
        let open = budget.map(|_| vec![unit.state.clone()]).into_iter().collect();
        let budget = budget.unwrap_or(0).into();
        Self { graph, budget, path: vec![], open, looked_at: 0 }
    }

    /// Looks at some states; returns whether the bound holds, once that is known.
    fn step(&mut self) -> Option<bool> {
        for _ in 0..SLICE {
            let Some(beside) = self.open.last_mut() else { return Some(true) };
            let Some(state) = beside.pop() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            self.looked_at += 1;
            if self.graph.is_goal(&state) {
                return Some(false);
            }
            let left = self.budget - self.path.len();
            let is_too_far = left == 0 || self.graph.needs(&state, Some(left as u16 + 1));
            if is_too_far || self.path.contains(&state) {
                continue;
            }
            let mut children = vec![];
            self.graph.children(&state, &mut |child| children.push(child.to_vec()));
            self.open.push(children);
            self.path.push(state);
        }
        None
    }
}

/// Runs searches, one per thread at a time, and reports how many are finished. Returns how many
/// states they looked at, and the name of the first search found whose bound does not hold, with
/// which the run ends.
pub(super) fn run(
    searches: Vec<(usize, UnitSearch<'_>)>,
    on_progress: &mut OnProgress<'_>,
) -> Result<(u64, Option<usize>), NotVerified> {
    let all = searches.len();
    let mut waiting = searches.into_iter();
    let mut active: Vec<_> = waiting.by_ref().take(rayon::current_num_threads()).collect();
    let (mut done, mut looked_at) = (0, 0);
    while !active.is_empty() {
        let stepped: Vec<_> = active
            .into_par_iter()
            .map(|(name, mut search)| (search.step(), name, search))
            .collect();
        active = vec![];
        for (ended, name, search) in stepped {
            match ended {
                Some(false) => return Ok((looked_at, Some(name))),
                Some(true) => {
                    done += 1;
                    looked_at += search.looked_at;
                    active.extend(waiting.next());
                }
                None => active.push((name, search)),
            }
        }
        tell(on_progress, done, Some(all as u64))?;
    }
    Ok((looked_at, None))
}
