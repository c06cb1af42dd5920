//! The work of one rank for a layer: it expands the states it owns, and stores those it receives.

use crate::distributed::key_bytes::KeyBytes;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::message::{Kind, number_of, numbers, stop_of};
use crate::distributed::owner::{hash_of, owner};
use crate::distributed::place::Own;
use crate::outcome::Halt;
use crate::problem::{FBound, Key, LazyTest as _, Parts};
use crate::store::closed_list::ClosedList;
use crate::store::feistel::{Address, SHARDS};
use crate::store::node_status::Layer;
use crate::{Depth, StateSpace as _, Stop};
use std::mem;

/// The result of a piece of a layer on one rank.
pub(super) struct Part<K> {
    pub(super) bound: FBound,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) tested: u64,
    /// States of the next layer.
    pub(super) new: u64,
    /// Sum of their hashes.
    pub(super) sum: u64,
    pub(super) xor: u64,
    pub(super) own: Own<K>,
    /// The limit reached here or, as far as is known here, elsewhere.
    pub(super) stop: Option<Stop>,
    /// It is time to save the search, here or elsewhere.
    pub(super) is_due: bool,
    /// Another rank has reported one of the two.
    is_told: bool,
    /// Nothing is left to expand here.
    pub(super) is_whole: bool,
    /// More states had to be kept for later than there is room for.
    pub(super) is_lossy: bool,
}

impl<K> Part<K> {
    pub(super) fn new(bound: FBound, own: Own<K>) -> Self {
        let (expanded, generated, tested, new, sum, xor) = (0, 0, 0, 0, 0, 0);
        let (stop, is_due, is_told, is_whole, is_lossy) = (None, false, false, false, false);
        #[rustfmt::skip]
        let part = Self {
            bound, expanded, generated, tested, new, sum, xor, own,
            stop, is_due, is_told, is_whole, is_lossy,
        };
        part
    }

    /// Whether a limit ends all work at once. A limit on nodes does not: each rank has a share of
    /// it, and after expanding that share still stores what the others send.
    fn is_halted(&self) -> bool {
        self.stop.is_some_and(|stop| stop != Stop::Nodes)
    }

    fn halt(&mut self, stop: Stop) {
        if !self.is_halted() {
            self.stop = Some(stop);
        }
    }
}

/// Called between two chunks, with the number of expanded states, to decide whether to continue.
pub(super) type Poll<'a> = dyn FnMut(u64) -> Result<(), Stop> + 'a;

/// The expansion of a layer into the next one.
pub(super) struct Expansion<'a, P: Parts> {
    pub(super) problem: &'a P,
    pub(super) keys: &'a KeyBytes<Key<P>>,
    pub(super) closed: &'a mut ClosedList<Key<P>>,
    /// The depth of the next layer.
    pub(super) depth: Depth,
    pub(super) halt: Halt<'a>,
    pub(super) part: Part<Key<P>>,
}

impl<P: Parts> Expansion<'_, P> {
    /// States expanded between two checks for messages.
    const CHUNK: usize = 256;
    /// States taken out of the closed list at a time.
    const TAKEN_OUT: u64 = 1 << 13;
    /// Number of states whose addresses are read before the first state is looked up, so that they
    /// are fetched from memory together.
    const AHEAD: usize = 16;
    /// Tests between two checks of the clock: they take microseconds to milliseconds.
    const BETWEEN_LOOKS: u64 = 64;

    /// The most states kept for later that arrive after a limit: those in transit then, unless a
    /// rank does not notice that the others have ended.
    const MOST_PENDING: usize = 1 << 20;

    /// Expands the `open` states owned here, at most `allowed` of them. Between two chunks, `poll`
    /// decides whether to continue, and `is_due` whether the search is to be saved.
    pub(super) fn run(
        &mut self,
        open: u64,
        allowed: u64,
        mailbox: &mut Mailbox<'_>,
        poll: &mut Poll<'_>,
        is_due: &dyn Fn() -> bool,
    ) {
        let pending = mem::take(&mut self.part.own.pending);
        self.store(&pending);
        let left = mem::take(&mut self.part.own.left);
        let mut is_whole = self.expand_all(&left, allowed, mailbox, poll, is_due);
        let shards = (Self::TAKEN_OUT * SHARDS as u64).checked_div(open).unwrap_or(SHARDS as u64);
        let shards = shards.clamp(1, SHARDS as u64) as usize;
        // No layer precedes the roots. States that were all taken out are not looked for again.
        let before = self.depth.0.checked_sub(1).map(Depth);
        if let Some(before) = before.filter(|_| (left.len() as u64) < open) {
            for first in (0..SHARDS).step_by(shards) {
                if !is_whole {
                    break;
                }
                let states = self.closed.close(first..SHARDS.min(first + shards), before);
                is_whole = self.expand_all(&states, allowed, mailbox, poll, is_due);
            }
        }
        self.part.is_whole = is_whole;
        if self.part.is_told {
            return;
        }
        // A limit on nodes ends each rank at its share.
        match self.part.stop.filter(|_| self.part.is_halted()) {
            Some(stop) => mailbox.tell(&Kind::Stop.with(&[number_of(Some(stop))])),
            None if self.part.is_due => mailbox.tell(&Kind::Pause.with(&[])),
            None => {}
        }
    }

    /// Expands states chunk by chunk; keeps the rest. Returns whether all were expanded.
    fn expand_all(
        &mut self,
        states: &[Key<P>],
        allowed: u64,
        mailbox: &mut Mailbox<'_>,
        poll: &mut Poll<'_>,
        is_due: &dyn Fn() -> bool,
    ) -> bool {
        let mut rest = states;
        while !rest.is_empty() {
            mailbox.take_all(|message| self.take(&message));
            if let Err(stop) = poll(self.part.expanded) {
                self.part.halt(stop);
            }
            let is_ended = self.part.is_halted() || self.part.is_due;
            let most = if is_ended { 0 } else { rest.len().min(Self::CHUNK) };
            let chunk = (allowed - self.part.expanded).min(most as u64) as usize;
            if !is_ended && chunk < most {
                self.part.halt(Stop::Nodes);
            }
            self.expand(&rest[..chunk], mailbox);
            rest = &rest[chunk..];
            self.part.is_due |= is_due();
            if is_ended || self.part.stop.is_some() {
                break;
            }
        }
        if self.part.own.left.try_reserve(rest.len()).is_ok() {
            self.part.own.left.extend(rest);
        } else {
            self.part.halt(Stop::Memory);
            self.part.is_lossy = true;
        }
        rest.is_empty() && self.part.stop.is_none()
    }

    fn expand(&mut self, states: &[Key<P>], mailbox: &mut Mailbox<'_>) {
        let (problem, keys, depth) = (self.problem, self.keys, self.depth);
        let (rank, ranks) = (mailbox.rank(), mailbox.ranks());
        let mut own = Vec::with_capacity(4 * states.len());
        for &state in states {
            let node = problem.unpack(state);
            let bound = &mut self.part.bound;
            self.part.generated +=
                bound.visit_successors(problem, &node, depth, |key| {
                    match owner(hash_of(key), ranks) {
                        to if to == rank => own.push(key),
                        to => drop(mailbox.put(to, 0, |bytes| keys.append(key, bytes))),
                    }
                });
        }
        self.part.expanded += states.len() as u64;
        self.store(&own);
    }

    /// Processes a message.
    pub(super) fn take(&mut self, message: &[u8]) {
        match Kind::of(message) {
            (Kind::Stop, rest) => {
                self.part.is_told = true;
                if let Some(stop) = numbers(rest).next().and_then(stop_of) {
                    self.part.halt(stop);
                }
            }
            (Kind::Pause, _) => (self.part.is_told, self.part.is_due) = (true, true),
            (_, rest) => {
                let states = rest[size_of::<u64>()..].chunks_exact(self.keys.length());
                let states: Vec<_> = states.map(|bytes| self.keys.sent(bytes)).collect();
                self.store(&states);
            }
        }
    }

    /// Stores the new ones among the states, until a limit ends it: the rest is kept for later.
    fn store(&mut self, states: &[Key<P>]) {
        let mut next_look = self.part.tested + Self::BETWEEN_LOOKS;
        for (number, some) in states.chunks(Self::AHEAD).enumerate() {
            let address = |&key| (key, self.closed.addressing.address(key));
            let addressed: Vec<_> = some.iter().map(address).collect();
            let touch = |(_, address): &&(_, Address)| {
                self.closed.shards[usize::from(address.shard)].touch(*address)
            };
            std::hint::black_box(addressed.iter().filter(touch).count());
            for (place, (key, address)) in addressed.into_iter().enumerate() {
                if !self.part.is_halted()
                    && let Err(stop) = self.meet(key, address)
                {
                    self.part.halt(stop);
                }
                if self.part.is_halted() {
                    return self.keep(&states[number * Self::AHEAD + place..]);
                }
            }
            if self.part.tested >= next_look {
                next_look = self.part.tested + Self::BETWEEN_LOOKS;
                if let Err(stop) = self.halt.check() {
                    self.part.halt(stop);
                }
            }
        }
    }

    /// Keeps states for later.
    fn keep(&mut self, states: &[Key<P>]) {
        let pending = &mut self.part.own.pending;
        let is_allowed = pending.len() + states.len() <= Self::MOST_PENDING;
        if is_allowed && pending.try_reserve(states.len()).is_ok() {
            pending.extend(states);
        } else {
            self.part.is_lossy = true;
        }
    }

    fn meet(&mut self, key: Key<P>, address: Address) -> Result<(), Stop> {
        let (problem, depth, part) = (self.problem, self.depth, &mut self.part);
        let ClosedList { addressing, shards, .. } = &mut *self.closed;
        let mut state = None;
        let is_wanted = || {
            let state = state.insert(problem.space().unpack(key));
            part.tested += 1;
            part.bound.admits(depth, |left| problem.test().test(state, left))
        };
        let shard = &mut shards[usize::from(address.shard)];
        if shard.meet(addressing, key, address, Layer::of(depth), is_wanted)? {
            let hash = hash_of(key);
            part.new += 1;
            part.sum = part.sum.wrapping_add(hash);
            part.xor ^= hash;
            if state.is_some_and(|state| problem.space().is_goal(&state)) {
                let least = &mut part.own.goal;
                *least = Some(least.map_or(key, |least| least.min(key)));
            }
        }
        Ok(())
    }
}
