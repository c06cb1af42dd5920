//! Breadth-first search layer by layer within a bound on f, by all ranks together.

use crate::distributed::collective::{agree, fingerprint, while_others_wait};
use crate::distributed::expansion::{Expansion, Part};
use crate::distributed::key_bytes::KeyBytes;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::owner::{hash_of, owner};
use crate::distributed::place::Place;
use crate::distributed::saving::Saving;
use crate::distributed::{RankCheckpoint, RankError, Transport, VisitCount};
use crate::outcome::Work;
use crate::problem::{FBound, IterationStart, Key, LazyTest as _, Parts};
use crate::store::closed_list::ClosedList;
use crate::{Depth, Monitor, StateSpace as _, Stop};
use std::mem;

/// The result of a search within a bound.
pub(super) enum Searched<K> {
    /// A state of the last layer is a goal.
    Found(K, Depth),
    /// No goal is within the bound. `next` is the least f above it.
    Exhausted { next: Option<Depth> },
}

/// Breadth-first search over the states with f within a bound, to be repeated with larger ones.
pub(super) struct Layers<'a, 't, 'c, P: Parts> {
    pub(super) problem: &'a P,
    pub(super) keys: KeyBytes<Key<P>>,
    pub(super) closed: ClosedList<Key<P>>,
    pub(super) mailbox: Mailbox<'t>,
    pub(super) visit: &'a mut VisitCount<'a>,
    pub(super) saving: Option<Saving<'c>>,
    /// The position of a search started by an earlier run.
    pub(super) begun: Option<Place<Key<P>>>,
    /// Work of all ranks, up to the end of the last piece.
    pub(super) work: Work,
    /// No plan is shorter.
    pub(super) lower: Depth,
}

impl<'a, 't, 'c, P: Parts> Layers<'a, 't, 'c, P> {
    /// A search in which this is one rank.
    ///
    /// # Errors
    /// If states cannot be sent, or the other ranks search another problem.
    pub(super) fn new(
        problem: &'a P,
        transport: &'t mut dyn Transport,
        checkpoint: Option<&RankCheckpoint<'_>>,
        visit: &'a mut VisitCount<'a>,
        monitor: &Monitor<'_>,
    ) -> Result<Self, RankError> {
        let keys = KeyBytes::of(problem.space())?;
        agree(fingerprint(problem), transport, checkpoint, monitor)?;
        Ok(Self {
            problem,
            keys,
            closed: ClosedList::new(problem.space().ranking(), monitor.limits().memory),
            mailbox: Mailbox::new(transport),
            visit,
            saving: None,
            begun: None,
            work: Work::default(),
            lower: Depth::ZERO,
        })
    }

    /// Searches within a bound, given that no plan is shorter than `lower`, or resumes the search
    /// of an earlier run.
    ///
    /// # Errors
    /// The limit that a rank has reached, on all ranks.
    pub(super) fn search(
        &mut self,
        limit: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched<Key<P>>, Stop> {
        self.lower = self.lower.max(lower);
        let mut place = match self.begun.take() {
            Some(place) => place,
            None => self.begin(limit, monitor),
        };
        loop {
            let part = self.advance(&mut place, monitor);
            let ended = self.conclude(&mut place, part);
            if ended.is_whole && ended.stop.is_none() {
                self.count(&place);
            }
            if let Some(goal) = ended.goal {
                return Ok(Searched::Found(goal, place.shared.depth));
            }
            if let Some(stop) = ended.stop {
                if !ended.is_lossy {
                    self.save(&place);
                }
                return Err(stop);
            }
            if ended.is_whole {
                let states: u64 = place.shared.new.iter().sum();
                place.shared.stored += states;
                let stored = &mut self.work.statistics.stored;
                *stored = place.shared.stored.max(*stored);
                if states == 0 {
                    return Ok(Searched::Exhausted { next: place.shared.bound.next });
                }
                place.next_layer();
                self.lower = self.lower.max(place.shared.depth);
            }
            if ended.is_due {
                self.save(&place);
            }
        }
    }

    /// Starts a search within a bound, with the roots owned here.
    pub(super) fn begin(&mut self, limit: Depth, monitor: &Monitor<'_>) -> Place<Key<P>> {
        let statistics = &mut self.work.statistics;
        statistics.expanded_until_last_layer = statistics.expanded;
        statistics.reexpanded = statistics.expanded;
        let (problem, mut bound) = (self.problem, FBound::new(limit));
        let begin = || problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
        while_others_wait(self.mailbox.transport(), begin);
        self.closed.clear();
        let (rank, ranks) = (self.mailbox.rank(), self.mailbox.ranks());
        let mut roots = vec![];
        for root in problem.roots() {
            let key = problem.pack(&root);
            if owner(hash_of(key), ranks) == rank
                && bound.admits(Depth::ZERO, |left| problem.estimate_within(&root, left))
            {
                roots.push(key);
            }
        }
        Place::new(bound, ranks, roots)
    }

    /// Reports a complete layer.
    fn count(&mut self, place: &Place<Key<P>>) {
        (self.visit)(&place.shared.count(self.mailbox.traffic));
    }

    /// Fills a layer or a piece of it.
    pub(super) fn advance(
        &mut self,
        place: &mut Place<Key<P>>,
        monitor: &mut Monitor<'_>,
    ) -> Part<Key<P>> {
        let (statistics, lower) = (self.work.statistics, self.lower);
        let left = monitor.nodes_left(&statistics).unwrap_or(0) as u64;
        let problem = self.problem;
        let Self { keys, closed, mailbox, saving, .. } = self;
        let (before, rest) = place.shared.open.split_at(mailbox.rank());
        let open = rest[0];
        let allowed = left.saturating_sub(before.iter().sum()).min(open);
        let part = Part::new(place.shared.bound, mem::take(&mut place.own));
        let (depth, halt) = (place.shared.depth, monitor.halt());
        let mut expansion = Expansion { problem, keys, closed, depth, halt, part };
        let mut poll = |expanded| {
            let mut statistics = statistics;
            statistics.expanded += expanded;
            monitor.poll(lower, &statistics)
        };
        let is_due = || saving.as_ref().is_some_and(Saving::is_due);
        expansion.run(open, allowed, mailbox, &mut poll, &is_due);
        mailbox.close(|message| expansion.take(&message));
        expansion.part.is_due |= is_due();
        expansion.part
    }
}
