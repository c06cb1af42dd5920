//! BAE*: bidirectional search that uses the known errors of the heuristics.
//!
//! # Source
//! Sadhukhan, "A new approach to bidirectional heuristic search using error functions", 2012;
//! Alcázar, Riddle and Barley, "A unifying view on individual bounds and heuristic inaccuracies
//! in bidirectional search", AAAI 2020.

use crate::best_first::bidirectional::{Bidirectional, End, Opened};
use crate::problem::{Action, Backward, Consistent, Key, Parts, StateSpace};
use crate::store::bidirectional_queue::{Buckets, Entry};
use crate::{Depth, Monitor, Outcome, Stop};

/// Expands open states in order of b = f + (g - h'), where h' is the estimate of the path so far by
/// the heuristic of the other direction, so that g - h' is its error.
///
/// # Sound because
/// for open states u from the start and v from the goals on a shortest plan, in this order, the
/// way between them takes at least h(u) - h(v) and at least h'(v) - h'(u) moves, if both
/// heuristics are consistent; so the plan is at least (b(u) + b(v)) / 2 long. As long as the best
/// path is not shortest there are such states: see [`nbs`](crate::best_first::nbs).
///
/// # Not sound with
/// heuristics that are not consistent in both directions; its type bounds admit no others.
///
/// ```compile_fail
/// use fewest_search::problem::{Backward, Heuristic};
/// use fewest_search::{Monitor, Problem, best_first::bae_star};
///
/// /// Nothing says that the heuristic is consistent.
/// fn run<S: Backward<Reversed = S>, H: Heuristic<S>>(problem: &Problem<S, H>, m: &mut Monitor) {
///     bae_star(problem, problem, m);
/// }
/// ```
///
/// # Complexity
/// Memory linear in the states met.
pub fn bae_star<P, Q>(forward: &P, backward: &Q, monitor: &mut Monitor<'_>) -> Outcome<Action<P>>
where
    P: Parts<Space: Backward<Reversed = Q::Space>, Heuristic: Consistent>,
    Q: Parts<Space: StateSpace<Key = Key<P>>, Heuristic: Consistent>,
{
    let mut search = Bidirectional::new(forward, backward, monitor);
    let ended = run(&mut search, monitor);
    search.outcome(ended, monitor)
}

fn run<P, Q>(search: &mut Bidirectional<'_, P, Q>, monitor: &mut Monitor<'_>) -> Result<(), Stop>
where
    P: Parts<Space: Backward<Reversed = Q::Space>>,
    Q: Parts<Space: StateSpace<Key = Key<P>>>,
{
    let mut open = [Buckets::default(), Buckets::default()];
    for (end, roots) in End::BOTH.into_iter().zip(search.roots(monitor)?) {
        add(&mut open[end as usize], end, &roots, search)?;
    }
    while !search.is_done() {
        let [forward, backward] = &mut open;
        let before = forward.least(|entry| search.is_open(End::Forward, entry));
        let after = backward.least(|entry| search.is_open(End::Backward, entry));
        let Some((before, after)) = before.zip(after) else { return Ok(()) };
        let least = Depth::saturated((before + after).div_ceil(2));
        if least > search.lower {
            search.raise(least);
            continue;
        }
        // At one end, fewer states keep the bound from rising.
        let fewer = forward.len_of(before) <= backward.len_of(after);
        let end = if fewer { End::Forward } else { End::Backward };
        let beside = open.iter().map(Buckets::bytes).sum();
        if let Some(entry) = open[end as usize].pop(|entry| search.is_open(end, entry)) {
            let children = search.expand(end, entry.at, beside, monitor)?;
            add(&mut open[end as usize], end, &children, search)?;
        }
    }
    Ok(())
}

/// Puts states into the open list of an end, by b.
fn add<P, Q>(
    open: &mut Buckets,
    end: End,
    opened: &[Opened<Key<P>>],
    search: &Bidirectional<'_, P, Q>,
) -> Result<(), Stop>
where
    P: Parts<Space: Backward<Reversed = Q::Space>>,
    Q: Parts<Space: StateSpace<Key = Key<P>>>,
{
    for &Opened { at, key, depth, h } in opened {
        let Some(back) = search.estimate(end.other(), key) else { continue };
        let f = depth + h;
        // The heuristic is admissible, so it never exceeds the length of the path there.
        let error = depth - back;
        open.push((f + error).index(), Entry { at, depth, f })?;
    }
    Ok(())
}
