//! What one rank does for a layer: it expands the states it owns, and stores those it is sent.

use crate::distributed::key_bytes::KeyBytes;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::message::{Kind, number_of, numbers, stop_of};
use crate::distributed::owner::{hash_of, owner};
use crate::outcome::Halt;
use crate::problem::{FBound, Key, LazyTest as _, Parts};
use crate::store::closed_list::ClosedList;
use crate::store::feistel::SHARDS;
use crate::store::node_status::Layer;
use crate::{Depth, StateSpace as _, Stop};
use std::thread;

/// What became of a layer on one rank.
pub(super) struct Part<K> {
    pub(super) bound: FBound,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) tested: u64,
    /// States of the next layer.
    pub(super) new: u64,
    /// Of their hashes.
    pub(super) sum: u64,
    pub(super) xor: u64,
    /// The least goal among them.
    pub(super) goal: Option<K>,
    /// The limit that was reached here or, as far as is known here, elsewhere.
    pub(super) stop: Option<Stop>,
}

impl<K> Part<K> {
    pub(super) fn new(bound: FBound) -> Self {
        let (expanded, generated, tested, new, sum, xor) = (0, 0, 0, 0, 0, 0);
        Self { bound, expanded, generated, tested, new, sum, xor, goal: None, stop: None }
    }
}

/// The expansion of a layer into the next one.
pub(super) struct Expansion<'a, P: Parts> {
    pub(super) problem: &'a P,
    pub(super) keys: &'a KeyBytes<Key<P>>,
    pub(super) closed: &'a mut ClosedList<Key<P>>,
    /// Of the next layer.
    pub(super) depth: Depth,
    pub(super) halt: Halt<'a>,
    pub(super) part: Part<Key<P>>,
}

impl<P: Parts> Expansion<'_, P> {
    /// States expanded between two looks at what has arrived.
    const CHUNK: usize = 256;
    /// States taken out of the closed list at a time.
    const TAKEN_OUT: u64 = 1 << 13;
    /// States whose addresses are read before the first of them is looked for, so that memory is asked
    /// for all of them at once.
    const AHEAD: usize = 16;
    /// Tests between two looks at the clock: they take microseconds to milliseconds.
    const BETWEEN_LOOKS: u64 = 64;

    /// Expands the `open` states that are owned here, at most `allowed` of them. `poll` is asked now
    /// and then, with the number of those that were expanded, whether to go on.
    pub(super) fn run(
        &mut self,
        open: u64,
        allowed: u64,
        mailbox: &mut Mailbox<'_>,
        poll: &mut dyn FnMut(u64) -> Result<(), Stop>,
    ) {
        let before = Depth(self.depth.0 - 1);
        let shards = (Self::TAKEN_OUT * SHARDS as u64).checked_div(open).unwrap_or(SHARDS as u64);
        let shards = shards.clamp(1, SHARDS as u64) as usize;
        for first in (0..SHARDS).step_by(shards) {
            let states = self.closed.close(first..SHARDS.min(first + shards), before);
            for chunk in states.chunks(Self::CHUNK) {
                self.receive(mailbox);
                let left = (allowed - self.part.expanded).min(chunk.len() as u64) as usize;
                if let Err(stop) = poll(self.part.expanded) {
                    self.stop(stop, mailbox);
                } else if left < chunk.len() {
                    self.stop(Stop::Nodes, mailbox);
                }
                self.expand(&chunk[..left], mailbox);
                if self.part.stop.is_some() {
                    return;
                }
            }
        }
    }

    /// Ends the layer on all ranks.
    fn stop(&mut self, stop: Stop, mailbox: &mut Mailbox<'_>) {
        if self.part.stop.is_none() {
            self.part.stop = Some(stop);
            mailbox.tell(&Kind::Stop.with(&[number_of(Some(stop))]));
        }
    }

    /// Takes what has arrived, until others take what is sent from here.
    fn receive(&mut self, mailbox: &mut Mailbox<'_>) {
        loop {
            while let Some((_, message)) = mailbox.receive() {
                self.take(&message);
            }
            if !mailbox.push() {
                break;
            }
            thread::yield_now();
        }
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
                        to => drop(mailbox.put(to, 0, |bytes| keys.write(key, bytes))),
                    }
                });
        }
        self.part.expanded += states.len() as u64;
        self.store(&own);
    }

    /// Takes a message.
    pub(super) fn take(&mut self, message: &[u8]) {
        match Kind::of(message) {
            (Kind::Stop, rest) => {
                self.part.stop = self.part.stop.or(numbers(rest).next().and_then(stop_of));
            }
            (_, rest) => {
                let states = rest[size_of::<u64>()..].chunks_exact(self.keys.length());
                let states: Vec<_> = states.map(|bytes| self.keys.read(bytes)).collect();
                self.store(&states);
            }
        }
    }

    /// Stores those of the states that are new.
    pub(super) fn store(&mut self, states: &[Key<P>]) {
        let mut next_look = self.part.tested + Self::BETWEEN_LOOKS;
        for some in states.chunks(Self::AHEAD) {
            let address = |&key| (key, self.closed.addressing.address(key));
            let some: Vec<_> = some.iter().map(address).collect();
            let touch = |(_, address): &&(_, crate::store::feistel::Address)| {
                self.closed.shards[usize::from(address.shard)].touch(*address)
            };
            std::hint::black_box(some.iter().filter(touch).count());
            for (key, address) in some {
                if self.part.stop.is_some() {
                    return;
                }
                if let Err(stop) = self.meet(key, address) {
                    self.part.stop = Some(stop);
                }
            }
            if self.part.tested >= next_look {
                next_look = self.part.tested + Self::BETWEEN_LOOKS;
                self.part.stop = self.part.stop.or(self.halt.check().err());
            }
        }
    }

    fn meet(&mut self, key: Key<P>, address: crate::store::feistel::Address) -> Result<(), Stop> {
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
                part.goal = Some(part.goal.map_or(key, |least| least.min(key)));
            }
        }
        Ok(())
    }
}
