//! Hash-distributed A*: an open and a closed list on every rank.
//!
//! # Source
//! Kishimoto, Fukunaga and Botea, "Evaluation of a simple, scalable, parallel best-first search
//! strategy", Artificial Intelligence 195 (2013). The end is found by [waves](super::waves), which also
//! tell a lower bound on the way.

use crate::best_first::OpenList;
use crate::best_first::node_table::{NodeTable, Status};
use crate::distributed::collective::{agree, gather};
use crate::distributed::key_bytes::KeyBytes;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::message::{Kind, number_of, numbers, stop_of};
use crate::distributed::owner::{hash_of, owner};
use crate::distributed::waves::{Answer, Interval, Leader, Shown};
use crate::distributed::{RankError, Traffic, Transport};
use crate::problem::{Action, Key, Parts, TieBreaking as _};
use crate::store::StateIndex;
use crate::store::plan_extraction::moves_between;
use crate::store::priority_queue::PriorityQueue;
use crate::{Depth, Limits, Monitor, Outcome, StateSpace as _, Statistics, Stop};
use std::thread;

/// Expands the states that a rank owns in order of f, each rank on its own, until no rank has one that
/// could lead to a shorter plan. Every rank calls it with the same problem and the same limits, but for
/// the memory, which is its own; all return the same.
///
/// What is expanded depends on the ranks and on time: a rank may expand a state before a shorter path
/// to it arrives, and expand it again. The heuristic need not be consistent. Of the limit on nodes
/// each rank has its share.
///
/// # Errors
/// If states cannot be sent, or the ranks were not started alike.
///
/// # Complexity
/// Memory linear in the states generated.
pub fn hash_distributed_astar<P: Parts>(
    problem: &P,
    open_list: OpenList,
    transport: &mut dyn Transport,
    monitor: &mut Monitor<'_>,
) -> Result<(Outcome<Action<P>>, Traffic), RankError> {
    agree(problem, transport, monitor)?;
    let mut rank = Rank::new(problem, open_list, transport, monitor.limits())?;
    while !rank.has_ended() {
        if !rank.step(monitor) {
            thread::yield_now();
        }
    }
    let traffic = rank.mailbox.traffic;
    Ok((rank.outcome(monitor), traffic))
}

/// The search of one rank.
pub(super) struct Rank<'a, 't, P: Parts> {
    problem: &'a P,
    keys: KeyBytes<Key<P>>,
    pub(super) mailbox: Mailbox<'t>,
    /// With the ranks of the parents.
    table: NodeTable<Key<P>, u32>,
    open: Box<dyn PriorityQueue>,
    interval: Interval,
    /// On the first rank.
    leader: Option<Leader>,
    /// States expanded since the last wave.
    since_wave: u64,
    /// States that may be expanded here.
    nodes: u64,
    asked: Option<Depth>,
    /// The least f beyond that.
    cut_off: Option<Depth>,
    /// The length of the best plan, as far as is known here.
    pub(super) upper: Option<Depth>,
    /// The nearest goal that is owned here.
    goal: Option<(Depth, StateIndex)>,
    /// No plan is shorter, as far as is known here.
    pub(super) lower: Depth,
    statistics: Statistics,
    /// The greatest f that was the least of the open list.
    layer: u32,
    stop: Option<Stop>,
    is_over: bool,
}

/// A state as it is met.
struct Met<K> {
    key: K,
    depth: Depth,
    f: Depth,
    parent: StateIndex,
    /// Of the parent.
    rank: u32,
}

impl<'a, 't, P: Parts> Rank<'a, 't, P> {
    /// States expanded between two looks at what has arrived: few, so that ranks hold states of
    /// about the same f.
    const CHUNK: u64 = 64;
    /// States that the first rank expands between two waves.
    const BETWEEN_WAVES: u64 = 1 << 12;

    /// A rank with the roots that it owns.
    pub(super) fn new(
        problem: &'a P,
        open_list: OpenList,
        transport: &'t mut dyn Transport,
        limits: &Limits,
    ) -> Result<Self, RankError> {
        let (rank, ranks) = (transport.rank(), transport.ranks());
        // The first ranks have what is left.
        let share = |nodes: u64| (nodes + (ranks - 1 - rank) as u64) / ranks as u64;
        let mut search = Self {
            problem,
            keys: KeyBytes::of(problem.space())?,
            mailbox: Mailbox::new(transport),
            table: NodeTable::new(limits.memory),
            open: open_list.queue(),
            interval: Interval::default(),
            leader: (rank == 0).then(|| Leader::new(ranks)),
            since_wave: 0,
            nodes: limits.nodes.map_or(u64::MAX, share),
            asked: limits.upper_bound,
            cut_off: None,
            upper: None,
            goal: None,
            lower: Depth::ZERO,
            statistics: Statistics::default(),
            layer: 0,
            stop: None,
            is_over: false,
        };
        for root in problem.roots() {
            let key = problem.pack(&root);
            let f = problem.estimate(&root).filter(|&f| search.admits(f));
            if let (Some(f), true) = (f, owner(hash_of(key), ranks) == rank) {
                let (parent, rank) = (StateIndex::NONE, 0);
                search.reach(Met { key, depth: Depth::ZERO, f, parent, rank });
            }
        }
        Ok(search)
    }

    /// Whether the search is over, or has to stop.
    pub(super) fn has_ended(&self) -> bool {
        self.is_over || self.stop.is_some()
    }

    /// Takes what has arrived, and expands some states. Whether there was anything to do.
    pub(super) fn step(&mut self, monitor: &mut Monitor<'_>) -> bool {
        let mut is_busy = false;
        while let Some((from, message)) = self.mailbox.receive() {
            is_busy = true;
            self.take(from, &message);
        }
        if let Err(stop) = monitor.poll(self.lower, &self.statistics) {
            self.stop.get_or_insert(stop);
        }
        if !self.has_ended() && !self.mailbox.push() {
            is_busy |= self.expand_some(monitor);
        }
        if let Some(stop) = self.stop {
            self.mailbox.tell(&Kind::Stop.with(&[number_of(Some(stop))]));
            return true;
        }
        if !is_busy {
            let sent = self.mailbox.flush();
            self.interval.send(sent);
        }
        if let Some(leader) = &mut self.leader
            && !self.is_over
            && leader.is_ready()
            && (!is_busy || self.since_wave >= Self::BETWEEN_WAVES)
        {
            leader.begin();
            self.since_wave = 0;
            self.mailbox.tell(&Kind::Probe.with(&[]));
            self.answer();
        }
        is_busy
    }

    /// Takes a message.
    fn take(&mut self, from: usize, message: &[u8]) {
        let (kind, rest) = Kind::of(message);
        let mut all = numbers(rest);
        let depth = |number: Option<u64>| number?.checked_sub(1).map(|depth| Depth(depth as u16));
        match kind {
            Kind::States => {
                self.interval.receive(all.next().unwrap_or(0));
                let length = self.keys.length();
                for state in rest[8..].chunks_exact(length + 8) {
                    let (key, rest) = state.split_at(length);
                    let word = |at: usize| Depth(u16::from_le_bytes([rest[at], rest[at + 1]]));
                    let parent =
                        StateIndex(u32::from_le_bytes([rest[4], rest[5], rest[6], rest[7]]));
                    let (key, rank) = (self.keys.read(key), from as u32);
                    self.reach(Met { key, depth: word(0), f: word(2), parent, rank });
                }
            }
            Kind::Upper => self.improve(depth(all.next())),
            Kind::Probe => self.answer(),
            Kind::Answer => {
                let least = depth(all.next());
                let (sent, received) = (all.next().unwrap_or(0), all.next().unwrap_or(0));
                self.improve(depth(all.next()));
                self.answered(Answer { least, sent, received });
            }
            Kind::Stop => self.stop = self.stop.or(all.next().and_then(stop_of)),
            Kind::End => self.is_over = true,
            Kind::Last => {}
        }
    }

    /// Answers a wave.
    fn answer(&mut self) {
        // What waits for a full batch is under way from now on.
        let sent = self.mailbox.flush();
        self.interval.send(sent);
        let open = self.open.least().map(|f| Depth(f as u16));
        let upper = self.upper;
        let open = open.filter(|&f| upper.is_none_or(|upper| f < upper));
        let answer = self.interval.answer(open);
        if self.leader.is_some() {
            return self.answered(answer);
        }
        let number = |depth: Option<Depth>| depth.map_or(0, |depth| u64::from(depth.0) + 1);
        let Answer { least, sent, received } = answer;
        let answer = [number(least), sent, received, number(self.upper)];
        self.mailbox.post(0, Kind::Answer.with(&answer));
    }

    /// Takes the answer of a rank, and ends the search if it shows that it is over.
    fn answered(&mut self, answer: Answer) {
        let Some(shown) = self.leader.as_mut().and_then(|leader| leader.take(answer)) else {
            return;
        };
        let least = match shown {
            Shown::Nothing => return,
            Shown::Least(least) => Some(least),
            Shown::AllIdle => None,
        };
        match (least, self.upper) {
            (Some(least), upper) if upper.is_none_or(|upper| least < upper) => {
                self.lower = self.lower.max(least);
            }
            (_, upper) => {
                self.lower = upper.unwrap_or(self.lower);
                self.is_over = true;
                self.mailbox.tell(&Kind::End.with(&[]));
            }
        }
    }

    /// A plan of some length is known.
    fn improve(&mut self, length: Option<Depth>) {
        self.upper = [self.upper, length].into_iter().flatten().min();
    }

    /// Whether a plan with this f is wanted and would be shorter; remembers what was not wanted.
    fn admits(&mut self, f: Depth) -> bool {
        if self.asked.is_some_and(|asked| f > asked) {
            self.cut_off = Some(self.cut_off.map_or(f, |least| least.min(f)));
            return false;
        }
        self.upper.is_none_or(|upper| f < upper)
    }

    /// Expands some states. Whether there were any.
    fn expand_some(&mut self, monitor: &mut Monitor<'_>) -> bool {
        let before = self.statistics.expanded;
        let goal = self.goal;
        while self.statistics.expanded - before < Self::CHUNK && self.stop.is_none() {
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
                return self.reach(Met { key, depth, f, parent: at, rank: rank as u32 });
            }
            self.interval.hold(f);
            let keys = &self.keys;
            let is_sent = self.mailbox.put(to, self.interval.wave(), |bytes| {
                keys.write(key, bytes);
                bytes.extend(depth.0.to_le_bytes());
                bytes.extend(f.0.to_le_bytes());
                bytes.extend(at.0.to_le_bytes());
            });
            self.interval.send(is_sent.into());
        });
    }

    /// Opens a state that is owned here, unless it was met at the same depth or nearer.
    fn reach(&mut self, met: Met<Key<P>>) {
        let Met { key, depth, f, parent, rank } = met;
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

    /// What all ranks have shown together.
    fn outcome(mut self, monitor: &Monitor<'_>) -> Outcome<Action<P>> {
        self.mailbox.close(drop);
        let number = |depth: Option<Depth>| depth.map_or(0, |depth| u64::from(depth.0) + 1);
        let goal = number(self.goal.map(|(depth, _)| depth));
        let Statistics { expanded, expanded_until_last_layer: until, generated, .. } =
            self.statistics;
        let stored = self.table.len() as u64;
        let counts = [expanded, until, generated, stored, self.statistics.reexpanded];
        let [expanded, until, generated, stored, reexpanded] = counts;
        let (cut_off, stop) = (number(self.cut_off), number_of(self.stop));
        let lower = u64::from(self.lower.0);
        let mine = [expanded, until, generated, stored, reexpanded, goal, cut_off, stop, lower];
        let all = gather(self.mailbox.transport(), mine);
        let sum = |at: usize| all.iter().map(|part| part[at]).sum::<u64>();
        let least = |at: usize| {
            let least = all.iter().filter_map(|part| part[at].checked_sub(1)).min();
            least.map(|depth| Depth(depth as u16))
        };
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
                let length = plan.as_ref().map_or(Depth::MAX, |plan| Depth(plan.len() as u16));
                monitor.stopped(stop, plan, lower.min(length), statistics)
            }
            (Some(plan), None) => {
                let length = Depth(plan.len() as u16);
                Outcome::with_plan(plan, lower.min(length), statistics)
            }
            (None, None) => match least(6) {
                None => Outcome::unsolvable(statistics),
                Some(next) => Outcome::beyond_bound(next, statistics),
            },
        }
    }

    /// The plan to the goal of a rank. All ranks go back along it together.
    fn plan(&mut self, rank: usize) -> Vec<Action<P>> {
        let mut keys = vec![];
        let goal = self.goal.map_or(StateIndex::NONE, |(_, goal)| goal);
        let (mut rank, mut at) = (rank as u32, goal);
        loop {
            // Only the owner knows which state it is, and what came before.
            let mut mine = vec![];
            if rank as usize == self.mailbox.rank() {
                let node = self.table.value(at);
                mine.extend(node.parent.0.to_le_bytes());
                mine.extend(node.extra.to_le_bytes());
                self.keys.write(self.table.key(at), &mut mine);
            } else {
                mine.resize(8 + self.keys.length(), 0);
            }
            let all = self.mailbox.transport().all_gather(&mine);
            let node = &all[rank as usize * mine.len()..][..mine.len()];
            let word = |at: usize| {
                u32::from_le_bytes([node[at], node[at + 1], node[at + 2], node[at + 3]])
            };
            keys.push(self.keys.read(&node[8..]));
            (at, rank) = (StateIndex(word(0)), word(4));
            if at == StateIndex::NONE {
                break;
            }
        }
        keys.reverse();
        moves_between(self.problem.space(), &keys)
    }
}
