//! Layer by layer within a bound on f, by all ranks together.

use crate::distributed::collective::agree;
use crate::distributed::expansion::{Expansion, Part};
use crate::distributed::key_bytes::KeyBytes;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::owner::{hash_of, owner};
use crate::distributed::{RankError, Transport, VisitCount};
use crate::outcome::{Halt, Work};
use crate::problem::{FBound, IterationStart, Key, LazyTest as _, Parts};
use crate::store::closed_list::ClosedList;
use crate::{Depth, Monitor, StateSpace as _, Stop};

/// What came out of a search within a bound.
pub(super) enum Searched<K> {
    /// A state of the last layer is a goal.
    Found(K, Depth),
    /// No goal is within the bound. `next` is the least f beyond.
    Exhausted { next: Option<Depth> },
}

/// Breadth-first search over the states with f within a bound, to be repeated with larger ones.
pub(super) struct Layers<'a, 't, P: Parts> {
    pub(super) problem: &'a P,
    pub(super) keys: KeyBytes<Key<P>>,
    pub(super) closed: ClosedList<Key<P>>,
    pub(super) mailbox: Mailbox<'t>,
    pub(super) visit: &'a mut VisitCount<'a>,
    /// Of all ranks, until the end of the last layer.
    pub(super) work: Work,
    /// No plan is shorter.
    pub(super) lower: Depth,
}

impl<'a, 't, P: Parts> Layers<'a, 't, P> {
    /// A search of which this is a rank.
    ///
    /// # Errors
    /// If states cannot be sent, or the other ranks search another problem.
    pub(super) fn new(
        problem: &'a P,
        transport: &'t mut dyn Transport,
        visit: &'a mut VisitCount<'a>,
        monitor: &Monitor<'_>,
    ) -> Result<Self, RankError> {
        let keys = KeyBytes::of(problem.space())?;
        agree(problem, transport, monitor)?;
        Ok(Self {
            problem,
            keys,
            closed: ClosedList::new(problem.space().ranking(), monitor.limits().memory),
            mailbox: Mailbox::new(transport),
            visit,
            work: Work::default(),
            lower: Depth::ZERO,
        })
    }

    /// Searches within a bound, given that no plan is shorter than `lower`.
    ///
    /// # Errors
    /// The limit that one of the ranks has reached, on all of them.
    pub(super) fn search(
        &mut self,
        limit: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched<Key<P>>, Stop> {
        self.lower = self.lower.max(lower);
        let begun = self.work.statistics.expanded;
        self.work.statistics.expanded_until_last_layer = begun;
        self.work.statistics.reexpanded = begun;
        self.begin_iteration(monitor);
        self.closed.clear();
        let (mut bound, mut stored) = (FBound::new(limit), 0);
        let mut depth = Depth::ZERO;
        let mut part = self.roots(bound, monitor);
        loop {
            let layer = self.conclude(depth, &mut bound, part)?;
            if let Some(goal) = layer.goal {
                return Ok(Searched::Found(goal, depth));
            }
            let states: u64 = layer.states.iter().sum();
            stored += states;
            self.work.statistics.stored = self.work.statistics.stored.max(stored);
            if states == 0 {
                return Ok(Searched::Exhausted { next: bound.next });
            }
            depth = depth.next();
            self.lower = self.lower.max(depth);
            part = self.advance(depth, bound, &layer.states, monitor);
        }
    }

    /// The test decides which tests pay while no rank tests.
    fn begin_iteration(&mut self, monitor: &Monitor<'_>) {
        let transport = self.mailbox.transport();
        transport.all_gather(&[]);
        if transport.is_first_of_process() {
            self.problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
        }
        transport.all_gather(&[]);
    }

    fn expansion<'e>(
        &'e mut self,
        depth: Depth,
        bound: FBound,
        halt: Halt<'e>,
    ) -> (Expansion<'e, P>, &'e mut Mailbox<'t>) {
        let Self { problem, keys, closed, mailbox, .. } = self;
        let part = Part::new(bound);
        (Expansion { problem, keys, closed, depth, halt, part }, mailbox)
    }

    /// Stores the roots that are owned here.
    fn roots(&mut self, bound: FBound, monitor: &Monitor<'_>) -> Part<Key<P>> {
        let problem = self.problem;
        let (mut expansion, mailbox) = self.expansion(Depth::ZERO, bound, monitor.halt());
        for root in problem.roots() {
            let (key, bound) = (problem.pack(&root), &mut expansion.part.bound);
            if owner(hash_of(key), mailbox.ranks()) == mailbox.rank()
                && bound.admits(Depth::ZERO, |left| problem.estimate_within(&root, left))
            {
                expansion.store(&[key]);
            }
        }
        expansion.part
    }

    /// Expands the last layer, of which each rank has so many states.
    fn advance(
        &mut self,
        depth: Depth,
        bound: FBound,
        states: &[u64],
        monitor: &mut Monitor<'_>,
    ) -> Part<Key<P>> {
        let (statistics, lower) = (self.work.statistics, self.lower);
        let left = monitor.nodes_left(&statistics).unwrap_or(0) as u64;
        let (mut expansion, mailbox) = self.expansion(depth, bound, monitor.halt());
        let (before, rest) = states.split_at(mailbox.rank());
        let open = rest[0];
        let allowed = left.saturating_sub(before.iter().sum()).min(open);
        let mut poll = |expanded| {
            let mut statistics = statistics;
            statistics.expanded += expanded;
            monitor.poll(lower, &statistics)
        };
        expansion.run(open, allowed, mailbox, &mut poll);
        mailbox.close(|message| expansion.take(&message));
        expansion.part
    }
}
