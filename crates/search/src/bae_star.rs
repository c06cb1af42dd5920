//! BAE*: bidirectional search by the error that the heuristics are known to make.
//!
//! # Source
//! Sadhukhan, "A new approach to bidirectional heuristic search using error functions", 2012;
//! Alcázar, Riddle and Barley, "A unifying view on individual bounds and heuristic inaccuracies
//! in bidirectional search", AAAI 2020.

use crate::buckets::{Buckets, Entry};
use crate::sides::{End, Opened, Sides};
use crate::{Depth, Monitor, Outcome, Reversible, Stop};

/// Expands open states in order of b = f + (g - h'), where h' is what the heuristic of the other
/// end says of the way that was made: g - h' is how wrong it was.
///
/// # Sound because
/// for open states u from the start and v from the goals on a shortest plan, in this order, the
/// way between them takes at least h(u) - h(v) and at least h'(v) - h'(u) moves, if both
/// heuristics are consistent; so the plan is at least (b(u) + b(v)) / 2 long. As long as the best
/// path is not shortest there are such states: see [`crate::nbs::nbs`].
///
/// # Not sound with
/// heuristics that are not consistent in both directions.
///
/// # Complexity
/// Memory linear in the states met.
pub fn bae_star<S: Reversible>(space: &S, monitor: &mut Monitor<'_>) -> Outcome<S::Action> {
    let mut sides = Sides::new(space, monitor);
    let ended = run(&mut sides, monitor);
    sides.outcome(ended)
}

fn run<S: Reversible>(sides: &mut Sides<'_, S>, monitor: &mut Monitor<'_>) -> Result<(), Stop> {
    let mut open = [Buckets::default(), Buckets::default()];
    for (end, roots) in End::BOTH.into_iter().zip(sides.roots()?) {
        add(&mut open[end as usize], end, &roots, sides);
    }
    while !sides.is_done() {
        let [forward, backward] = &mut open;
        let before = forward.least(|entry| sides.is_open(End::Forward, entry));
        let after = backward.least(|entry| sides.is_open(End::Backward, entry));
        let Some((before, after)) = before.zip(after) else { return Ok(()) };
        let least = Depth((before + after).div_ceil(2) as u16);
        if least > sides.lower {
            sides.show(least);
            continue;
        }
        // Fewer states stand in the way of a higher bound there.
        let fewer = forward.len_of(before) <= backward.len_of(after);
        let end = if fewer { End::Forward } else { End::Backward };
        let beside = open.iter().map(Buckets::bytes).sum();
        if let Some(entry) = open[end as usize].pop(|entry| sides.is_open(end, entry)) {
            let children = sides.expand(end, entry.at, beside, monitor)?;
            add(&mut open[end as usize], end, &children, sides);
        }
    }
    Ok(())
}

/// Puts states into the open list of an end, by b.
fn add<S: Reversible>(
    open: &mut Buckets,
    end: End,
    opened: &[Opened<S::Key>],
    sides: &Sides<'_, S>,
) {
    for &Opened { at, key, depth, h } in opened {
        let Some(back) = sides.heuristic(end.other(), key) else { continue };
        let f = depth + h;
        // The heuristic is admissible: it never says more than the way there is long.
        let error = depth - back;
        open.push((f + error).index(), Entry { at, depth, f });
    }
}
