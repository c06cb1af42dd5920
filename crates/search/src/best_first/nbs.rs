//! NBS: near-optimal bidirectional search.
//!
//! # Source
//! Chen, Holte, Zilles and Sturtevant, "Front-to-end bidirectional heuristic search with
//! near-optimal node expansions", IJCAI 2017. All moves cost one, so a pair of open states of
//! depths g and g' is worth at least g + g' + 1.

use crate::best_first::bidirectional::{Bidirectional, End, Opened};
use crate::problem::{Action, Backward, Key, Parts, StateSpace};
use crate::store::bidirectional_queue::{Buckets, Entry};
use crate::{Depth, Monitor, Outcome, Stop};

/// Expands the pairs of open states, one from each end, whose lower bounds on the length of a plan
/// are smallest.
///
/// # Sound because
/// as long as the best path is not shortest, some shortest plan has an open state u that forward
/// search has met at its depth in the plan, and later in the plan an open state v likewise from
/// the goals (otherwise the two search share a state of the plan, and its length is known). The
/// plan is at least max(f(u), f(v), g(u) + g(v) + 1) long: the lower bound is the least of that
/// over all pairs of open states. The heuristics need not be consistent; states met again on
/// shorter paths are expanded again.
///
/// # Complexity
/// At most twice the expansions that any such search needs before the last layer, if the
/// heuristics are consistent. Memory linear in the states met.
pub fn nbs<P, Q>(forward: &P, backward: &Q, monitor: &mut Monitor<'_>) -> Outcome<Action<P>>
where
    P: Parts<Space: Backward<Reversed = Q::Space>>,
    Q: Parts<Space: StateSpace<Key = Key<P>>>,
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
    let mut open = [Open::default(), Open::default()];
    for (open, roots) in open.iter_mut().zip(search.roots(monitor)?) {
        open.add(&roots, Depth::ZERO)?;
    }
    while !search.is_done() {
        let (mut waiting, mut ready) = ([None; 2], [None; 2]);
        for end in End::BOTH {
            let open = &mut open[end as usize];
            open.make_ready(search.lower)?;
            waiting[end as usize] = open.waiting.least(|entry| search.is_open(end, entry));
            ready[end as usize] = open.ready.least(|entry| search.is_open(end, entry));
            if waiting[end as usize].is_none() && ready[end as usize].is_none() {
                return Ok(()); // all that this end can reach was expanded
            }
        }
        let together = ready[0].zip(ready[1]).map(|(before, after)| before + after + 1);
        let least = waiting.into_iter().chain([together]).flatten().min();
        match least.map(Depth::saturated) {
            Some(least) if least > search.lower => search.raise(least),
            _ => {
                for end in End::BOTH {
                    let taken = open[end as usize].ready.pop(|entry| search.is_open(end, entry));
                    let Some(entry) = taken else { continue };
                    let beside = open.iter().map(Open::bytes).sum();
                    let children = search.expand(end, entry.at, beside, monitor)?;
                    open[end as usize].add(&children, search.lower)?;
                }
            }
        }
    }
    Ok(())
}

/// The open states of one end.
#[derive(Debug, Default)]
struct Open {
    /// Those with f above the lower bound, by f.
    waiting: Buckets,
    /// The rest, by depth.
    ready: Buckets,
}

impl Open {
    fn add<K>(&mut self, opened: &[Opened<K>], lower: Depth) -> Result<(), Stop> {
        for &Opened { at, depth, h, .. } in opened {
            let entry = Entry { at, depth, f: depth + h };
            if entry.f <= lower {
                self.ready.push(depth.index(), entry)?;
            } else {
                self.waiting.push(entry.f.index(), entry)?;
            }
        }
        Ok(())
    }

    fn make_ready(&mut self, lower: Depth) -> Result<(), Stop> {
        for entry in self.waiting.take_up_to(lower.index()) {
            self.ready.push(entry.depth.index(), entry)?;
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.waiting.bytes() + self.ready.bytes()
    }
}
