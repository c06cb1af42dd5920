//! All shortest plans: their number, and the first of them.

use crate::breadth_first::layered_search::LayeredSearch;
use crate::problem::{Action, Backward, Key, LazyTesting, Parts};
use crate::store::node_status::Layer;
use crate::{Depth, Limits, Monitor, StateSpace, Statistics, Stop};
use dashu_int::UBig;
use foldhash::fast::FixedState;
use std::collections::{HashMap, HashSet};

/// The shortest plans of a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortestPlans<A> {
    /// The number of shortest plans. Two plans differ if their moves do.
    pub count: UBig,
    /// The first of them, in the order in which the space gives moves.
    pub listed: Vec<Vec<A>>,
}

/// Counts all plans of exactly `length` moves and lists the first `listed` of them, given that no
/// plan is shorter.
///
/// Breadth-first heuristic search within the length finds the states of all shortest plans, in
/// layers. Going back from the goals, only the states are kept from which a goal is reached in
/// time; along these, the paths from the roots are counted.
///
/// # Errors
/// The limit that is reached. Then nothing is known about the number of plans.
///
/// # Sound because
/// every state of a shortest plan is found at its place in the plan: the heuristic is admissible,
/// and no shorter path leads there. Every counted path consists of moves, begins at a root and ends
/// at a goal after `length` moves. Layers are known modulo three: a state that is kept in a layer
/// that is not its own is on no path from a root, and counts for nothing.
///
/// # Not sound with
/// move pruning, which keeps only some of the plans; the search uses none.
///
/// # Complexity
/// Time and memory linear in the states with f up to the length, in the thread pool that it is
/// called from. The numbers have as many digits as they need.
pub fn shortest_plans<P: Parts<Space: Backward>>(
    problem: &P,
    length: Depth,
    listed: usize,
    monitor: &mut Monitor<'_>,
) -> Result<ShortestPlans<Action<P>>, Stop> {
    let limits = *monitor.limits();
    let halved = Limits { memory: limits.memory.map(|bytes| bytes / 2), ..limits };
    let monitor = &mut monitor.with(halved);
    let mut met = LayeredSearch::new(problem, LazyTesting::On, monitor);
    met.meet_all(length, monitor)?;
    let counted = met.work.statistics;
    let kept = PlanStates::from_goals(problem, &met, length, &counted, monitor)?;
    drop(met);
    let count = kept.count(&counted, monitor)?;
    Ok(ShortestPlans { count, listed: kept.list(listed) })
}

type Keys<K> = HashSet<K, FixedState>;

/// The states of each layer from which a goal is reached in the remaining moves.
struct PlanStates<'a, P: Parts> {
    problem: &'a P,
    layers: Vec<Keys<Key<P>>>,
}

impl<'a, P: Parts<Space: Backward>> PlanStates<'a, P> {
    /// Bytes of a state: its key in a table that may be half empty while it doubles.
    const STATE: u64 = 3 * (size_of::<Key<P>>() as u64 + 1);
    /// States between two checks of the limits.
    const CHUNK: usize = 1 << 12;

    fn from_goals(
        problem: &'a P,
        met: &LayeredSearch<'a, P>,
        length: Depth,
        counted: &Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Stop> {
        let reversed = problem.space().reversed();
        let mut layer: Keys<_> = reversed.roots().iter().map(|goal| reversed.pack(goal)).collect();
        let mut layers = Vec::new();
        let mut states = 0;
        for depth in (0..length.0).rev().map(Depth) {
            let mut before = Keys::default();
            for (i, &key) in layer.iter().enumerate() {
                if i % Self::CHUNK == 0 {
                    monitor.poll(length, counted)?;
                    monitor.check_memory((states + before.len() as u64) * Self::STATE)?;
                }
                reversed.successors(&reversed.unpack(key), |_, state| {
                    let key = reversed.pack(&state);
                    if met.closed.find(key) == Some(Layer::of(depth)) {
                        before.insert(key);
                    }
                });
            }
            states += before.len() as u64;
            layers.push(std::mem::replace(&mut layer, before));
        }
        layers.push(layer);
        layers.reverse();
        Ok(Self { problem, layers })
    }

    /// The states where plans start, each once.
    fn roots(&self) -> Vec<Key<P>> {
        let mut seen = Keys::default();
        let space = self.problem.space();
        let roots = space.roots().into_iter().map(|root| space.pack(&root));
        roots.filter(|root| self.layers[0].contains(root) && seen.insert(*root)).collect()
    }

    /// The moves from a state to the kept states of a layer.
    fn moves(&self, key: Key<P>, layer: &Keys<Key<P>>) -> Vec<(Action<P>, Key<P>)> {
        let space = self.problem.space();
        let mut moves = Vec::new();
        space.successors(&space.unpack(key), |action, child| {
            let child = space.pack(&child);
            if layer.contains(&child) {
                moves.push((action, child));
            }
        });
        moves
    }

    fn count(&self, counted: &Statistics, monitor: &mut Monitor<'_>) -> Result<UBig, Stop> {
        type Ways<K> = HashMap<K, UBig, FixedState>;
        let length = Depth(self.layers.len() as u16 - 1);
        let mut ways: Ways<_> = self.roots().into_iter().map(|root| (root, UBig::ONE)).collect();
        for layer in &self.layers[1..] {
            let mut longer = Ways::default();
            for (i, (key, count)) in ways.into_iter().enumerate() {
                if i % Self::CHUNK == 0 {
                    monitor.poll(length, counted)?;
                }
                for (_, child) in self.moves(key, layer) {
                    *longer.entry(child).or_default() += &count;
                }
            }
            ways = longer;
        }
        Ok(ways.into_values().fold(UBig::ZERO, |sum, ways| sum + ways))
    }

    /// The first plans, depth-first. Every kept state leads to a goal, so there are no dead ends.
    fn list(&self, most: usize) -> Vec<Vec<Action<P>>> {
        let mut listed = Vec::new();
        for root in self.roots() {
            // For each state on the path, the moves still to be tried, the last one first.
            let mut way: Vec<Action<P>> = Vec::new();
            let mut choices = Vec::new();
            let mut at = Some(root);
            while listed.len() < most {
                if let Some(key) = at.take() {
                    match self.layers.get(way.len() + 1) {
                        None => listed.push(way.clone()),
                        Some(layer) => {
                            let mut moves = self.moves(key, layer);
                            moves.reverse();
                            choices.push(moves);
                        }
                    }
                }
                way.truncate(choices.len().saturating_sub(1));
                match choices.last_mut().map(Vec::pop) {
                    None => break,
                    Some(None) => _ = choices.pop(),
                    Some(Some((action, child))) => {
                        way.push(action);
                        at = Some(child);
                    }
                }
            }
        }
        listed
    }
}
