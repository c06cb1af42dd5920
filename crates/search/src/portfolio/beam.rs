//! Beam search: finds a plan soon, but not necessarily a short one.
//!
//! # Source
//! Lowerre 1976 (the Harpy system); here breadth-first, with all states of the beam remembered so
//! that none enters it twice.

use crate::outcome::Work;
use crate::platform::parallel;
use crate::problem::{
    Action, BoundedEstimate, Heuristic, Key, LazyTest, LazyTesting, Node, Parts, Pruned,
    StateSpace, Value,
};
use crate::store::key_hash::KeyHash;
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Monitor, Stop};
use foldhash::fast::FixedState;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasher;

/// A beam search that looks for a plan of at most `limit` moves, keeping `width` states of each
/// layer: those of smallest [`Heuristic::rank`]. If a test refutes a state, its rank is worse by
/// the difference between the bound of the test and h.
#[derive(Debug, Clone, Copy)]
pub struct Beam {
    /// The number of states that are kept of each layer.
    pub width: usize,
    /// The largest number of moves of a plan.
    pub limit: Depth,
    /// Whether states are tested.
    pub testing: LazyTesting,
    /// The seed that decides between states of equal rank.
    pub seed: u64,
}

impl Beam {
    /// Looks for a plan, and adds its cost to `work`.
    ///
    /// If it finds no plan, nothing is proved: the beam may have lost it. Works in the thread pool
    /// that it is called from; the result does not depend on the number of threads.
    ///
    /// # Errors
    /// The limit of the monitor that is reached.
    ///
    /// # Complexity
    /// Time and memory linear in the width times the length of the plan: see [`beam_bytes`].
    pub fn plan<P: Parts>(
        &self,
        problem: &P,
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<Option<Vec<Action<P>>>, Stop> {
        let Swept { path, .. } = self.sweep(problem, monitor, work)?;
        Ok(path.map(|keys| moves_between(problem.space(), &keys)))
    }

    /// The same, with what the beam left out.
    pub(super) fn sweep<P: Parts>(
        &self,
        problem: &P,
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<Swept<Key<P>>, Stop> {
        let mut left_out = LeftOut { by_width: false, least: None };
        let mut layer = problem.roots();
        let keys: Vec<Key<P>> = layer.iter().map(|root| problem.pack(root)).collect();
        if let Some(goal) = layer.iter().position(|root| problem.is_goal(root)) {
            return Ok(Swept { path: Some(vec![keys[goal]]), left_out });
        }
        let mut seen: [HashSet<Key<P>, FixedState>; SHARDS] = Default::default();
        for &key in &keys {
            seen[shard(key)].insert(key);
        }
        let mut traces: Vec<Vec<Trace<P>>> = vec![keys.into_iter().map(|key| (key, 0)).collect()];
        for depth in 1..=self.limit.0 {
            monitor.poll(Depth::ZERO, &work.statistics)?;
            let left = self.limit - Depth(depth);
            if monitor.nodes_left(&work.statistics)? < layer.len() {
                return Err(Stop::Nodes);
            }
            work.statistics.expanded += layer.len() as u64;
            let (families, pruned) = families(problem, &layer, left);
            work.statistics.generated += pruned.count;
            left_out.add(Depth(depth), pruned.least);
            let children = new_children(problem, &families, self.seed, &mut seen);
            if let Some(goal) = children.iter().find(|child| child.is_goal) {
                let path = path::<P>(&traces, (goal.new.key, goal.new.parent));
                return Ok(Swept { path: Some(path), left_out });
            }
            let ahead = Ahead { depth: Depth(depth), left };
            let test = |number: usize, budget| {
                let state = problem.space().unpack(children[number].new.key);
                problem.test().test(&state, budget)
            };
            let rated = children.iter().map(|child| child.rated).collect();
            let chosen = self.most_promising(rated, &test, ahead, &mut left_out, monitor, work)?;
            if chosen.is_empty() {
                return Ok(Swept { path: None, left_out });
            }
            let chosen = || chosen.iter().map(|&number| &children[number].new);
            traces.push(chosen().map(|new| (new.key, new.parent)).collect());
            layer = chosen().map(|new| new.node(problem)).collect();
        }
        left_out.add(self.limit, Some(Depth(1)));
        Ok(Swept { path: None, left_out })
    }

    /// The `width` children of least rank that no test refutes with a budget of h; among equal
    /// ranks, those refuted with a smaller budget come last.
    ///
    /// A refuted child is tested again with a larger budget only if few enough are left for its
    /// turn to come: most are refuted with a budget large enough for others.
    fn most_promising(
        &self,
        mut children: Vec<Rated>,
        test: &(dyn Fn(usize, Depth) -> BoundedEstimate + Sync),
        Ahead { depth, left }: Ahead,
        left_out: &mut LeftOut,
        monitor: &mut Monitor<'_>,
        work: &mut Work,
    ) -> Result<Vec<usize>, Stop> {
        /// Tests take microseconds to milliseconds.
        const BETWEEN_LOOKS: usize = 1 << 11;
        // For each rank, the new children with their lots, and those refuted before.
        let mut by_rank: BTreeMap<u32, (Vec<_>, Vec<usize>)> = BTreeMap::new();
        for (number, child) in children.iter().enumerate() {
            match child.h <= left {
                true => by_rank.entry(child.rank).or_default().0.push((child.lot, number)),
                false => left_out.add(depth, Some(child.h)),
            }
        }
        let mut chosen = Vec::new();
        while chosen.len() < self.width
            && let Some((_, (mut fresh, refuted))) = by_rank.pop_first()
        {
            fresh.par_sort_unstable();
            let mut these = fresh.into_iter().map(|(_, number)| number).chain(refuted);
            if self.testing == LazyTesting::Off {
                chosen.extend(these);
                continue;
            }
            loop {
                if chosen.len() >= self.width {
                    left_out.by_width |= these.next().is_some();
                    break;
                }
                let many = (self.width - chosen.len()).clamp(BATCH, BETWEEN_LOOKS);
                let some: Vec<_> = these.by_ref().take(many).collect();
                if some.is_empty() {
                    break;
                }
                monitor.poll(Depth::ZERO, &work.statistics)?;
                work.tested += some.len() as u64;
                let tested =
                    parallel::map(&some, BATCH, |&number| test(number, children[number].h));
                for (number, estimate) in some.into_iter().zip(tested) {
                    match estimate {
                        BoundedEstimate::WithinBudget => chosen.push(number),
                        BoundedEstimate::AtLeast(h) if h <= left => {
                            let child = &mut children[number];
                            child.rank = child.rank.saturating_add(u32::from((h - child.h).0));
                            child.h = h;
                            by_rank.entry(child.rank).or_default().1.push(number);
                        }
                        BoundedEstimate::AtLeast(h) => left_out.add(depth, Some(h)),
                        BoundedEstimate::DeadEnd => {}
                    }
                }
            }
        }
        left_out.by_width |= chosen.len() > self.width || !by_rank.is_empty();
        chosen.truncate(self.width);
        Ok(chosen)
    }
}

/// The result of a beam.
pub(super) struct Swept<K> {
    /// The states of a plan, from its root to its goal.
    pub path: Option<Vec<K>>,
    pub left_out: LeftOut,
}

/// The states left out by a beam.
pub(super) struct LeftOut {
    /// Whether there was no room for one. If there was, a plan that was found is a shortest one.
    pub by_width: bool,
    /// The least length of a plan that leads through a state left out because of the limit.
    pub least: Option<Depth>,
}

impl LeftOut {
    /// Adds a state of a layer, with the least number of moves to a goal; `None` for dead ends.
    fn add(&mut self, depth: Depth, least: Option<Depth>) {
        let moves = least.map(|least| Depth(depth.0.saturating_add(least.0)));
        self.least = [self.least, moves].into_iter().flatten().min();
    }
}

/// The moves made in a layer, and those left.
#[derive(Clone, Copy)]
struct Ahead {
    depth: Depth,
    left: Depth,
}

/// Estimates the number of bytes that a beam takes for each state of its width, given the number of
/// layers and of new children per state.
pub fn beam_bytes<P: Parts>(_: &P, layers: usize, children: usize) -> usize {
    let remembered = size_of::<Trace<P>>() + 2 * children * size_of::<Key<P>>();
    let at_a_time = size_of::<Node<P>>() + 2 * children * size_of::<Child<P>>();
    layers * remembered + at_a_time
}

/// States that one core processes at a time.
const BATCH: usize = 64;

/// Parts of the states seen. Each is used by one core at a time.
const SHARDS: usize = 16;

/// Selected by bits of the hash that are independent of the place in the shard's set.
fn shard<K: std::hash::Hash>(key: K) -> usize {
    (KeyHash::default().hash_one(key) >> 32) as usize % SHARDS
}

/// A state of the beam and the place of its parent in the previous layer.
type Trace<P> = (Key<P>, u32);

/// A state that may be in the beam.
struct New<P: Parts> {
    key: Key<P>,
    value: Value<P>,
    /// The place of its parent in the layer.
    parent: u32,
}

impl<P: Parts> New<P> {
    fn node(&self, problem: &P) -> Node<P> {
        Node { state: problem.space().unpack(self.key), value: self.value.clone() }
    }
}

/// A state not seen before.
struct Child<P: Parts> {
    rated: Rated,
    is_goal: bool,
    new: New<P>,
}

/// What decides whether a state stays in the beam.
#[derive(Clone, Copy)]
struct Rated {
    h: Depth,
    rank: u32,
    /// Breaks ties between states of equal rank, evenly.
    lot: u64,
}

/// The children of some states, by shard.
type Family<P> = [Vec<New<P>>; SHARDS];

/// The children of a layer that may be within `left` moves of a goal, and those that are not;
/// counts all.
fn families<P: Parts>(problem: &P, layer: &[Node<P>], left: Depth) -> (Vec<Family<P>>, Pruned) {
    let expand = |(number, batch): (usize, &[Node<P>])| {
        let mut children: Family<P> = std::array::from_fn(|_| vec![]);
        let mut all = Pruned::default();
        for (parent, node) in (number * BATCH..).zip(batch) {
            let pruned = problem.successors_within(node, left, |_, child| {
                all.count += 1;
                let key = problem.pack(&child);
                children[shard(key)].push(New { key, value: child.value, parent: parent as u32 });
            });
            all.merge(&pruned);
        }
        (children, all)
    };
    let (mut families, mut all) = (Vec::new(), Pruned::default());
    for (family, pruned) in parallel::map(layer.chunks(BATCH).enumerate(), 1, expand) {
        families.push(family);
        all.merge(&pruned);
    }
    (families, all)
}

/// The children not seen before, without those that cannot reach a goal.
fn new_children<P: Parts>(
    problem: &P,
    families: &[Family<P>],
    seed: u64,
    seen: &mut [HashSet<Key<P>, FixedState>; SHARDS],
) -> Vec<Child<P>> {
    let lots = KeyHash::with_seed(seed);
    let judge = |new: &New<P>| {
        let node = new.node(problem);
        let h = problem.estimate(&node)?;
        let rank = problem.heuristic().rank(&node.value, h);
        let rated = Rated { h, rank, lot: lots.hash_one(new.key) };
        let (is_goal, new) = (problem.is_goal(&node), New { value: node.value, ..*new });
        Some(Child { rated, is_goal, new })
    };
    let of_shard = |(number, seen): (usize, &mut HashSet<Key<P>, FixedState>)| {
        let mut children = Vec::new();
        for family in families {
            for new in family[number].iter().filter(|new| seen.insert(new.key)) {
                children.extend(judge(new));
            }
        }
        children
    };
    let mut all = Vec::new();
    for mut children in parallel::map(seen.iter_mut().enumerate(), 1, of_shard) {
        all.append(&mut children);
    }
    all
}

/// The states on the path to one below the last layer.
fn path<P: Parts>(traces: &[Vec<Trace<P>>], (goal, mut parent): Trace<P>) -> Vec<Key<P>> {
    let mut path = vec![goal];
    for layer in traces.iter().rev() {
        let (key, before) = layer[parent as usize];
        path.push(key);
        parent = before;
    }
    path.reverse();
    path
}
