//! Beam search: a plan soon, with no promise that it is short.
//!
//! # Source
//! Lowerre 1976 (the Harpy system); here breadth-first, with all states of the beam remembered so
//! that none enters it twice.

use crate::outcome::Work;
use crate::problem::{Action, BoundedEstimate, Key, LazyTest, LazyTesting, Parts, StateSpace};
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Monitor, Stop};
use foldhash::fast::FixedState;
use rayon::prelude::*;
use std::collections::HashSet;
use std::hash::BuildHasher;

/// A state of the beam and the place of its parent in the layer before.
type BeamNode<P> = (Key<P>, u32);

/// Looks for a plan of at most `limit` moves, keeping `width` states of each layer: those for which
/// the least budget is smallest that is not refuted by the heuristic, nor by a test if there are
/// tests. Adds to `work`.
///
/// Without a plan nothing is shown: the beam may have lost it. Works in the thread pool it is
/// called from, and finds the same whatever the number of threads.
///
/// # Errors
/// The limit of the monitor that is reached.
///
/// # Complexity
/// Time and memory linear in `width` times the length of the plan.
pub fn beam<P: Parts>(
    problem: &P,
    width: usize,
    limit: Depth,
    testing: LazyTesting,
    monitor: &mut Monitor<'_>,
    work: &mut Work,
) -> Result<Option<Vec<Action<P>>>, Stop> {
    let roots = problem.roots();
    let keys: Vec<Key<P>> = roots.iter().map(|root| problem.pack(root)).collect();
    let mut seen: [HashSet<Key<P>, FixedState>; SHARDS] = Default::default();
    for &key in &keys {
        seen[shard(key)].insert(key);
    }
    let mut layers: Vec<Vec<BeamNode<P>>> = vec![keys.into_iter().map(|key| (key, 0)).collect()];
    if roots.iter().any(|root| problem.is_goal(root)) {
        return Ok(Some(Vec::new()));
    }
    for depth in 1..=limit.0 {
        monitor.poll(Depth::ZERO, &work.statistics)?;
        let left = limit - Depth(depth);
        let layer = layers.last().expect("there is a layer of roots");
        if monitor.nodes_left(&work.statistics)? < layer.len() {
            return Err(Stop::Nodes);
        }
        work.statistics.expanded += layer.len() as u64;
        let families = families(problem, layer, left, &mut work.statistics.generated);
        let children = new_children(problem, &families, &mut seen);
        if let Some(goal) = children.iter().find(|child| child.is_goal) {
            return Ok(Some(plan(problem, &layers, goal)));
        }
        let children = most_promising(problem, children, width, left, testing, monitor, work)?;
        if children.is_empty() {
            break;
        }
        layers.push(children.into_iter().map(|child| (child.key, child.parent)).collect());
    }
    Ok(None)
}

/// States that one core looks at at a time.
const BATCH: usize = 64;

/// Parts of what was seen. Each is looked at by one core at a time.
const SHARDS: usize = 16;

/// Told by bits of the hash that say nothing of the place in the set of the shard.
fn shard<K: std::hash::Hash>(key: K) -> usize {
    (FixedState::default().hash_one(key) >> 32) as usize % SHARDS
}

struct Child<K> {
    h: Depth,
    /// Decides between states of equal h, evenly.
    lot: u64,
    key: K,
    parent: u32,
    is_goal: bool,
}

/// The children of some states, by shards.
type Family<P> = [Vec<BeamNode<P>>; SHARDS];

/// The children of a layer that may be within `left` moves of a goal.
fn families<P: Parts>(
    problem: &P,
    layer: &[BeamNode<P>],
    left: Depth,
    generated: &mut u64,
) -> Vec<Family<P>> {
    let expand = |(number, batch): (usize, &[BeamNode<P>])| {
        let (mut children, mut generated) = (Family::<P>::default(), 0);
        for (parent, &(key, _)) in (number * BATCH..).zip(batch) {
            let pruned = problem.successors_within(&problem.unpack(key), left, |_, child| {
                generated += 1;
                let key = problem.pack(&child);
                children[shard(key)].push((key, parent as u32));
            });
            generated += pruned.count;
        }
        (children, generated)
    };
    let (families, counts): (_, Vec<_>) = layer.par_chunks(BATCH).enumerate().map(expand).unzip();
    *generated += counts.into_iter().sum::<u64>();
    families
}

/// The children that were not seen before, with what decides which of them stay in the beam;
/// without those that can reach no goal.
fn new_children<P: Parts>(
    problem: &P,
    families: &[Family<P>],
    seen: &mut [HashSet<Key<P>, FixedState>; SHARDS],
) -> Vec<Child<Key<P>>> {
    let judge = |(key, parent): BeamNode<P>| {
        let node = problem.unpack(key);
        let (lot, is_goal) = (FixedState::default().hash_one(key), problem.is_goal(&node));
        problem.estimate(&node).map(|h| Child { h, lot, key, parent, is_goal })
    };
    let of_shard = |(number, seen): (usize, &mut HashSet<Key<P>, FixedState>)| {
        let children = families.iter().flat_map(|family| &family[number]).copied();
        children.filter(|&(key, _)| seen.insert(key)).filter_map(judge).collect::<Vec<_>>()
    };
    let shards: Vec<_> = seen.par_iter_mut().enumerate().map(of_shard).collect();
    shards.into_iter().flatten().collect()
}

/// The `width` children with the least budgets that no test refutes; of equal ones those that were
/// refuted with less budget come last.
///
/// A child is tested with its h as budget, and again with a larger one only if so few are left
/// that its turn comes: most are refuted with a budget that is large enough for others.
fn most_promising<P: Parts>(
    problem: &P,
    children: Vec<Child<Key<P>>>,
    width: usize,
    left: Depth,
    testing: LazyTesting,
    monitor: &mut Monitor<'_>,
    work: &mut Work,
) -> Result<Vec<Child<Key<P>>>, Stop> {
    /// Tests take microseconds to milliseconds.
    const BETWEEN_LOOKS: usize = 1 << 11;
    let mut by_budget: Vec<Vec<_>> = (0..=left.index()).map(|_| Vec::new()).collect();
    for child in children.into_iter().filter(|child| child.h <= left) {
        by_budget[child.h.index()].push(child);
    }
    let mut chosen = Vec::new();
    for budget in 0..=left.0 {
        if chosen.len() >= width {
            break;
        }
        let mut these = std::mem::take(&mut by_budget[usize::from(budget)]);
        let fresh = these.partition_point(|child| child.h.0 == budget);
        these[..fresh].par_sort_unstable_by_key(|child| (child.lot, child.key));
        if testing == LazyTesting::Off {
            chosen.extend(these);
            continue;
        }
        let mut these = these.into_iter();
        while chosen.len() < width && these.len() > 0 {
            monitor.poll(Depth::ZERO, &work.statistics)?;
            let some: Vec<_> =
                these.by_ref().take((width - chosen.len()).clamp(BATCH, BETWEEN_LOOKS)).collect();
            work.tested += some.len() as u64;
            let test = |child: Child<Key<P>>| {
                let state = problem.space().unpack(child.key);
                (problem.test().test(&state, Depth(budget)), child)
            };
            let tested: Vec<_> = some.into_par_iter().with_min_len(BATCH).map(test).collect();
            for (estimate, child) in tested {
                match estimate {
                    BoundedEstimate::WithinBudget => chosen.push(child),
                    BoundedEstimate::AtLeast(least) if least <= left => {
                        by_budget[least.index()].push(child)
                    }
                    _ => {}
                }
            }
        }
    }
    chosen.truncate(width);
    Ok(chosen)
}

fn plan<P: Parts>(
    problem: &P,
    layers: &[Vec<BeamNode<P>>],
    goal: &Child<Key<P>>,
) -> Vec<Action<P>> {
    let mut keys = vec![goal.key];
    let mut parent = goal.parent;
    for layer in layers.iter().rev() {
        let (key, before) = layer[parent as usize];
        keys.push(key);
        parent = before;
    }
    keys.reverse();
    moves_between(problem.space(), &keys)
}
