//! One rank of hash-distributed A*: its open and its closed list.

use crate::best_first::OpenList;
use crate::best_first::node_table::NodeTable;
use crate::distributed::key_bytes::KeyBytes;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::message::{Kind, number_of};
use crate::distributed::owner::{hash_of, owner};
use crate::distributed::waves::{Interval, Leader};
use crate::distributed::{RankError, Transport};
use crate::problem::{Key, Parts};
use crate::store::StateIndex;
use crate::store::priority_queue::PriorityQueue;
use crate::{Depth, Limits, Monitor, Statistics, Stop};

/// The search of one rank.
pub(in crate::distributed) struct Rank<'a, 't, P: Parts> {
    pub(super) problem: &'a P,
    pub(super) keys: KeyBytes<Key<P>>,
    pub(in crate::distributed) mailbox: Mailbox<'t>,
    /// Includes the ranks of the parents.
    pub(super) table: NodeTable<Key<P>, u32>,
    pub(super) open: Box<dyn PriorityQueue>,
    pub(super) interval: Interval,
    /// Only on the first rank.
    pub(super) leader: Option<Leader>,
    pub(in crate::distributed) pace: Pace,
    /// States expanded since the last wave.
    pub(super) since_wave: u64,
    /// States that may be expanded here.
    pub(super) nodes: u64,
    pub(super) asked: Option<Depth>,
    /// The least f above that.
    pub(super) cut_off: Option<Depth>,
    /// The length of the best plan, as far as is known here.
    pub(in crate::distributed) upper: Option<Depth>,
    /// The nearest goal owned here.
    pub(super) goal: Option<(Depth, StateIndex)>,
    /// No plan is shorter, as far as is known here.
    pub(in crate::distributed) lower: Depth,
    pub(super) statistics: Statistics,
    /// The greatest value so far of the least f in the open list.
    pub(super) layer: u32,
    pub(super) stop: Option<Stop>,
    pub(super) is_over: bool,
}

/// How often a rank looks up from its states.
#[derive(Debug, Clone, Copy)]
pub(in crate::distributed) struct Pace {
    /// States expanded between two checks for messages: few, so that ranks hold states of about the
    /// same f.
    pub(in crate::distributed) chunk: u64,
    /// States that the first rank expands between two waves.
    pub(in crate::distributed) between_waves: u64,
}

impl Pace {
    pub(super) const DEFAULT: Self = Self { chunk: 64, between_waves: 1 << 12 };
}

/// A state when it is met.
pub(super) struct GeneratedState<K> {
    pub(super) key: K,
    pub(super) depth: Depth,
    pub(super) f: Depth,
    pub(super) parent: StateIndex,
    /// The rank of the parent.
    pub(super) rank: u32,
}

impl<'a, 't, P: Parts> Rank<'a, 't, P> {
    /// A rank with the roots it owns.
    pub(in crate::distributed) fn new(
        problem: &'a P,
        open_list: OpenList,
        transport: &'t mut dyn Transport,
        limits: &Limits,
    ) -> Result<Self, RankError> {
        let (rank, ranks) = (transport.rank(), transport.ranks());
        // The first ranks get the remainder.
        let share = |nodes: u64| (nodes + (ranks - 1 - rank) as u64) / ranks as u64;
        let mut search = Self {
            problem,
            keys: KeyBytes::of(problem.space())?,
            mailbox: Mailbox::new(transport),
            table: NodeTable::new(limits.memory),
            open: open_list.queue(),
            interval: Interval::default(),
            leader: (rank == 0).then(|| Leader::new(ranks)),
            pace: Pace::DEFAULT,
            since_wave: 0,
            nodes: limits.nodes.map_or(u64::MAX, share),
            asked: limits.upper_bound,
            cut_off: None,
            upper: None,
            goal: None,
            lower: problem.least_estimate().unwrap_or(Depth::ZERO),
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
                search.reach(GeneratedState { key, depth: Depth::ZERO, f, parent, rank });
            }
        }
        Ok(search)
    }

    /// Whether the search is over, or has to stop.
    pub(in crate::distributed) fn has_ended(&self) -> bool {
        self.is_over || self.stop.is_some()
    }

    /// Takes messages and expands some states. Returns whether there was anything to do.
    pub(in crate::distributed) fn step(&mut self, monitor: &mut Monitor<'_>) -> bool {
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
            && (!is_busy || self.since_wave >= self.pace.between_waves)
        {
            leader.begin();
            self.since_wave = 0;
            self.mailbox.tell(&Kind::Probe.with(&[]));
            self.answer();
        }
        is_busy
    }

    /// Notes a plan of this length.
    pub(super) fn improve(&mut self, length: Option<Depth>) {
        self.upper = [self.upper, length].into_iter().flatten().min();
    }
}
