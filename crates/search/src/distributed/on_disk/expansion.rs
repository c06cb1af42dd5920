//! The work of one rank for a layer: it expands the states it owns, and collects those it receives.

use crate::artifact::FileError;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::message::{Kind, number_of};
use crate::distributed::owner::{hash_of, owner};
use crate::external::Unfinished;
use crate::external::candidates::Candidates;
use crate::external::expansion::{Children, expand};
use crate::external::numbers::Numbers;
use crate::external::run::RunReader;
use crate::outcome::Halt;
use crate::problem::{FBound, Key, Parts};
use crate::{Depth, Stop};
use std::thread;

/// States expanded between two checks for messages.
const CHUNK: usize = 1 << 11;

/// Called between two chunks, with the number of expanded states, to decide whether to continue.
pub(super) type Poll<'a> = dyn FnMut(u64) -> Result<(), Stop> + 'a;

/// The expansion of a layer into the candidates for the next one.
pub(super) struct Expansion<'e, 'd, 'm, P: Parts> {
    pub(super) problem: &'e P,
    pub(super) numbers: &'e Numbers<Key<P>>,
    /// The depth of the next layer.
    pub(super) depth: Depth,
    pub(super) halt: Halt<'m>,
    pub(super) bound: FBound,
    pub(super) candidates: Candidates<'d>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// A goal is among the children.
    pub(super) is_goal_met: bool,
    /// What kept this rank from collecting them.
    pub(super) done: Result<(), Unfinished>,
    /// Another rank has ended the layer.
    pub(super) is_told: bool,
}

impl<P: Parts> Expansion<'_, '_, '_, P> {
    /// Expands the states of a run, at most `allowed` of them, until all ranks have finished.
    pub(super) fn run(
        &mut self,
        run: Result<RunReader, FileError>,
        allowed: u64,
        mailbox: &mut Mailbox<'_>,
        poll: &mut Poll<'_>,
    ) {
        let expanded = self.expand_all(run, allowed, mailbox, poll);
        if self.done.is_ok() {
            self.done = expanded;
        }
        // Each rank expands its share of the limit on nodes, assigned beforehand.
        let is_end = match self.done {
            Ok(()) | Err(Unfinished::Stopped(Stop::Nodes)) => None,
            Err(Unfinished::Stopped(stop)) => Some(stop),
            Err(Unfinished::Failed(_)) => Some(Stop::Disk),
        };
        if let Some(stop) = is_end.filter(|_| !self.is_told) {
            mailbox.tell(&Kind::Stop.with(&[number_of(Some(stop))]));
        }
        mailbox.close(|message| self.take(&message));
    }

    fn expand_all(
        &mut self,
        run: Result<RunReader, FileError>,
        allowed: u64,
        mailbox: &mut Mailbox<'_>,
        poll: &mut Poll<'_>,
    ) -> Result<(), Unfinished> {
        let (mut run, mut states, mut is_more) = (run?, vec![], true);
        while is_more {
            states.clear();
            is_more = run.fill(&mut states, CHUNK)?;
            for whole in states.chunks(CHUNK) {
                self.receive(mailbox);
                if self.is_told || self.done.is_err() {
                    return Ok(());
                }
                poll(self.expanded)?;
                let left = usize::try_from(allowed - self.expanded).unwrap_or(usize::MAX);
                let chunk = &whole[..whole.len().min(left)];
                let limit = self.bound.limit();
                let all = expand(self.problem, self.numbers, chunk, self.depth, limit)
                    .map_err(|_| run.altered())?;
                self.expanded += chunk.len() as u64;
                for children in all {
                    self.send(&children, mailbox)?;
                }
                if chunk.len() < whole.len() {
                    return Err(Stop::Nodes.into());
                }
            }
        }
        Ok(())
    }

    /// Takes messages, until the others accept those sent from here.
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

    /// Sends children to their owners.
    fn send(&mut self, children: &Children, mailbox: &mut Mailbox<'_>) -> Result<(), Unfinished> {
        let (rank, ranks, width) = (mailbox.rank(), mailbox.ranks(), self.numbers.bytes());
        self.generated += children.generated;
        self.bound.merge(&children.bound);
        self.is_goal_met |= children.goal.is_some();
        let mut own = Vec::with_capacity(children.numbers.len());
        for &number in &children.numbers {
            match owner(hash_of(number), ranks) {
                to if to == rank => own.push(number),
                to => drop(mailbox.put(to, 0, |bytes| {
                    bytes.extend_from_slice(&number.to_be_bytes()[16 - width..]);
                })),
            }
        }
        self.candidates.extend(&own, self.halt)
    }

    /// Processes a message. The states of a layer that will not be completed are of no use.
    fn take(&mut self, message: &[u8]) {
        match Kind::of(message) {
            (Kind::Stop, _) => self.is_told = true,
            (_, rest) if !self.is_told && self.done.is_ok() => {
                let width = self.numbers.bytes();
                let number = |bytes: &[u8]| {
                    let mut number = [0; 16];
                    number[16 - width..].copy_from_slice(bytes);
                    u128::from_be_bytes(number)
                };
                let states = rest[size_of::<u64>()..].chunks_exact(width);
                let states: Vec<u128> = states.map(number).collect();
                self.done = self.candidates.extend(&states, self.halt);
            }
            _ => {}
        }
    }
}
