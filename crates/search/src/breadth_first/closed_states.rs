//! The states that breadth-first heuristic search closes within a bound below the length of every
//! plan.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006).

use crate::breadth_first::expansion::{Expanded, expand};
use crate::problem::{FBound, IterationStart, Key, LazyTest as _, LazyTesting, Parts};
use crate::store::closed_list::ClosedList;
use crate::store::feistel::SHARDS;
use crate::{Depth, Monitor, StateSpace as _, Statistics, Stop};

/// Visits the states of a layer, which is at the given depth. An error ends the search.
pub type VisitLayer<'a, States> = dyn FnMut(Depth, &States) -> Result<(), Stop> + 'a;

/// States expanded between two checks of the limits: some milliseconds.
const CHUNK: usize = 1 << 13;

/// Visits all states with f within `bound`, layer by layer, each at the smallest depth at which it
/// is reached through such states; without a bound, all states that are not dead ends. Returns
/// whether none of them is a goal: then no plan has at most `bound` moves. It stops early if there
/// is a goal.
///
/// No state is missed: the visited states are a proof that others can check. States that the lazy
/// test refutes are left out. The test learns nothing meanwhile, so the choice depends on the bound
/// alone.
///
/// Works in the thread pool that it is called from.
///
/// # Errors
/// The limit that is reached: [`Stop::Memory`] if the states do not fit.
///
/// # Complexity
/// Time and memory linear in the states.
pub fn closed_states<P: Parts>(
    problem: &P,
    bound: Option<Depth>,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    let mut closed = ClosedList::new(problem.space().ranking(), monitor.limits().memory);
    let mut statistics = Statistics::default();
    let mut bound = FBound::new(bound.unwrap_or(Depth::MAX));
    problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
    let mut newest = 0;
    for root in problem.roots() {
        if !bound.admits(Depth::ZERO, |left| problem.estimate_within(&root, left)) {
            continue;
        }
        let is_wanted = || bound.admits(Depth::ZERO, |left| problem.test().test(&root.state, left));
        if !closed.meet(problem.pack(&root), Depth::ZERO, is_wanted)? {
            continue;
        }
        if problem.is_goal(&root) {
            return Ok(false);
        }
        newest += 1;
    }
    let mut depth = Depth::ZERO;
    while newest > 0 {
        let open = closed.close(0..SHARDS, depth);
        visit(depth, &open)?;
        newest = 0;
        depth = depth.next();
        for chunk in open.chunks(CHUNK) {
            monitor.poll(Depth::ZERO, &statistics)?;
            if monitor.nodes_left(&statistics)? < chunk.len() {
                return Err(Stop::Nodes);
            }
            statistics.expanded += chunk.len() as u64;
            let halt = monitor.halt();
            let (closed, testing, mut met) = (&mut closed, LazyTesting::On, Expanded::default());
            expand(problem, closed, chunk, depth, &mut bound, testing, halt, &mut met)?;
            if met.goal.is_some() {
                return Ok(false);
            }
            if !met.unstored.is_empty() {
                return Err(Stop::Memory);
            }
            newest += met.new;
            statistics.generated += met.generated;
            statistics.stored += met.new as u64;
        }
    }
    Ok(true)
}
