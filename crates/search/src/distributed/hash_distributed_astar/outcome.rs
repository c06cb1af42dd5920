//! The joint result of all ranks of hash-distributed A*, and the plan.

use crate::distributed::collective::gather;
use crate::distributed::hash_distributed_astar::rank::Rank;
use crate::distributed::message::{depth_of, number_of, stop_of, word_of};
use crate::problem::{Action, Parts};
use crate::store::StateIndex;
use crate::store::plan_extraction::moves_between;
use crate::{Depth, Monitor, Outcome, Statistics};

impl<P: Parts> Rank<'_, '_, P> {
    /// The joint outcome of all ranks.
    pub(super) fn outcome(mut self, monitor: &Monitor<'_>) -> Outcome<Action<P>> {
        self.mailbox.close(drop);
        let goal = word_of(self.goal.map(|(depth, _)| depth));
        let Statistics { expanded, expanded_until_last_layer: until, generated, .. } =
            self.statistics;
        let stored = self.table.len() as u64;
        let counts = [expanded, until, generated, stored, self.statistics.reexpanded];
        let [expanded, until, generated, stored, reexpanded] = counts;
        let (cut_off, stop) = (word_of(self.cut_off), number_of(self.stop));
        let lower = u64::from(self.lower.0);
        let mine = [expanded, until, generated, stored, reexpanded, goal, cut_off, stop, lower];
        let all = gather(self.mailbox.transport(), mine);
        let sum = |at: usize| all.iter().map(|part| part[at]).sum::<u64>();
        let least = |at: usize| all.iter().filter_map(|part| depth_of(part[at])).min();
        let statistics = Statistics {
            expanded: sum(0),
            expanded_until_last_layer: sum(1),
            generated: sum(2),
            stored: sum(3),
            reexpanded: sum(4),
        };
        let lower = Depth(all.iter().map(|part| part[8]).max().unwrap_or(0) as u16);
        let stop = stop_of(all.iter().map(|part| part[7]).max().unwrap_or(0));
        let with_goal = all.iter().enumerate().filter(|(_, part)| part[5] > 0);
        let nearest = with_goal.min_by_key(|(_, part)| part[5]).map(|(rank, _)| rank);
        let plan = nearest.map(|rank| self.plan(rank));
        match (plan, stop) {
            (plan, Some(stop)) => {
                let length = plan.as_ref().map_or(Depth::MAX, |plan| Depth::saturated(plan.len()));
                monitor.stopped(stop, plan, lower.min(length), statistics)
            }
            (Some(plan), None) => {
                let length = Depth::saturated(plan.len());
                Outcome::with_plan(plan, lower.min(length), statistics)
            }
            (None, None) => match least(6) {
                None => Outcome::unsolvable(statistics),
                Some(next) => Outcome::beyond_bound(next, statistics),
            },
        }
    }

    /// The plan to the goal of a rank. All ranks trace it back together.
    fn plan(&mut self, rank: usize) -> Vec<Action<P>> {
        let mut keys = vec![];
        let goal = self.goal.map_or(StateIndex::NONE, |(_, goal)| goal);
        let (mut rank, mut at) = (rank as u32, goal);
        loop {
            // Only the owner knows which state it is, and its parent.
            let mut mine = vec![];
            if rank as usize == self.mailbox.rank() {
                let node = self.table.value(at);
                mine.extend(node.parent.0.to_le_bytes());
                mine.extend(node.extra.to_le_bytes());
                self.keys.append(self.table.key(at), &mut mine);
            } else {
                mine.resize(8 + self.keys.length(), 0);
            }
            let all = self.mailbox.transport().all_gather(&mine);
            let node = &all[rank as usize * mine.len()..][..mine.len()];
            let word = |at: usize| {
                u32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]])
            };
            keys.push(self.keys.sent(&node[8..]));
            (at, rank) = (StateIndex(word(0)), word(4));
            if at == StateIndex::NONE {
                break;
            }
        }
        keys.reverse();
        moves_between(self.problem.space(), &keys)
    }
}
