//! Expanding and opening states on one rank of hash-distributed A*.

use crate::best_first::node_table::Status;
use crate::distributed::hash_distributed_astar::rank::{GeneratedState, Rank};
use crate::distributed::message::Kind;
use crate::distributed::owner::{hash_of, owner};
use crate::problem::{Key, Parts, TieBreaking as _};
use crate::store::StateIndex;
use crate::{Depth, Monitor, StateSpace as _, Stop};

impl<P: Parts> Rank<'_, '_, P> {
    /// Whether a plan with this f is wanted and would be shorter; records an f that is too large.
    pub(super) fn admits(&mut self, f: Depth) -> bool {
        if self.asked.is_some_and(|asked| f > asked) {
            self.cut_off = Some(self.cut_off.map_or(f, |least| least.min(f)));
            return false;
        }
        self.upper.is_none_or(|upper| f < upper)
    }

    /// Expands some states. Returns whether there were any.
    pub(super) fn expand_some(&mut self, monitor: &mut Monitor<'_>) -> bool {
        let before = self.statistics.expanded;
        let goal = self.goal;
        while self.statistics.expanded - before < self.pace.chunk && self.stop.is_none() {
            let upper = self.upper;
            let is_wanted = |&f: &u32| upper.is_none_or(|upper| f < upper.0.into());
            if self.open.least().filter(is_wanted).is_none() {
                break;
            }
            let Some((f, at)) = self.open.pop() else { break };
            if self.table.value(at).status == Status::Closed {
                continue; // it was opened again with a smaller f and expanded there
            }
            if self.statistics.expanded >= self.nodes {
                self.stop = Some(Stop::Nodes);
                break;
            }
            if f > self.layer {
                self.statistics.expanded_until_last_layer = self.statistics.expanded;
                self.layer = f;
            }
            self.statistics.expanded += 1;
            self.statistics.reexpanded += u64::from(self.table.close(at));
            self.expand(at);
        }
        self.table.set_beside(self.open.bytes());
        let expanded = self.statistics.expanded - before;
        self.since_wave += expanded;
        if let (true, Some((length, _))) = (self.goal != goal, self.goal) {
            monitor.found(length, &self.statistics);
        }
        expanded > 0
    }

    fn expand(&mut self, at: StateIndex) {
        let problem = self.problem;
        let depth = self.table.value(at).depth.next();
        let (rank, ranks) = (self.mailbox.rank(), self.mailbox.ranks());
        problem.successors(&problem.unpack(self.table.key(at)), |_, child| {
            self.statistics.generated += 1;
            let Some(h) = problem.estimate(&child) else { return };
            let f = depth + h;
            if !self.admits(f) {
                return;
            }
            let key = problem.pack(&child);
            let to = owner(hash_of(key), ranks);
            if to == rank {
                return self.reach(GeneratedState { key, depth, f, parent: at, rank: rank as u32 });
            }
            self.interval.hold(f);
            let keys = &self.keys;
            let is_sent = self.mailbox.put(to, self.interval.wave(), |bytes| {
                keys.append(key, bytes);
                bytes.extend(depth.0.to_le_bytes());
                bytes.extend(f.0.to_le_bytes());
                bytes.extend(at.0.to_le_bytes());
            });
            self.interval.send(is_sent.into());
        });
    }

    /// Opens a state owned here, unless it was met at the same depth or less.
    pub(super) fn reach(&mut self, met: GeneratedState<Key<P>>) {
        let GeneratedState { key, depth, f, parent, rank } = met;
        self.interval.hold(f);
        if self.upper.is_some_and(|upper| f >= upper) {
            return;
        }
        let reached = self.table.reach(key, parent, depth, rank).and_then(|reached| {
            let Some(at) = reached else { return Ok(()) };
            let space = self.problem.space();
            let state = space.unpack(key);
            if space.is_goal(&state) {
                self.goal = Some((depth, at));
                self.improve(Some(depth));
                let length = u64::from(depth.0) + 1;
                self.mailbox.tell(&Kind::Upper.with(&[length]));
            }
            let rank = self.problem.tie_breaking().rank(&state, f - depth);
            self.open.push(f.0.into(), rank, at)
        });
        if let Err(stop) = reached {
            self.stop.get_or_insert(stop);
        }
    }
}
