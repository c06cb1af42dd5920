//! The work of one rank for a layer: it expands the states it owns, and collects those it receives.

use crate::artifact::FileError;
use crate::distributed::{Kind, Mailbox, hash_of, number_of, owner};
use crate::external::Unfinished;
use crate::external::candidates::Candidates;
use crate::external::problem::{Children, NumberedProblem};
use crate::external::run::RunReader;
use crate::outcome::Halt;
use crate::problem::FBound;
use crate::{Depth, Stop};
use rayon::prelude::*;

/// States that one core takes at a time.
pub(super) const BATCH: usize = 256;
/// The most states expanded between two checks for messages.
const BETWEEN_MESSAGES: usize = 1 << 11;

/// Called between two chunks, with the numbers of states expanded and generated, to decide whether
/// to continue.
pub(super) type Poll<'a> = dyn FnMut(u64, u64) -> Result<(), Stop> + 'a;

/// The expansion of a layer into the candidates for the next one.
pub(super) struct Expansion<'a, 'm> {
    pub(super) problem: &'a dyn NumberedProblem,
    /// The depth of the next layer.
    pub(super) depth: Depth,
    pub(super) halt: Halt<'m>,
    pub(super) bound: FBound,
    pub(super) candidates: Candidates<'a>,
    pub(super) expanded: u64,
    pub(super) generated: u64,
    /// Whether the first goal ends it, and the layer stays incomplete.
    pub(super) ends_at_goal: bool,
    /// A goal among the children.
    pub(super) goal: Option<u128>,
    /// What kept this rank from collecting them.
    pub(super) done: Result<(), Unfinished>,
    /// Another rank has ended the layer.
    pub(super) is_told: bool,
}

impl Expansion<'_, '_> {
    /// Collects the roots that are owned here.
    pub(super) fn of_roots(&mut self, mailbox: &Mailbox<'_>) {
        let mut roots = self.problem.roots(&mut self.bound);
        roots.retain(|&root| owner(hash_of(root), mailbox.ranks()) == mailbox.rank());
        self.goal = roots.iter().copied().find(|&root| self.problem.is_goal(root));
        self.done = self.candidates.extend(&roots, self.halt);
    }

    /// Expands the states of a run in chunks, at most `allowed` of them, until all ranks have
    /// finished.
    pub(super) fn run(
        &mut self,
        run: Result<RunReader, FileError>,
        (allowed, chunk): (u64, usize),
        mailbox: &mut Mailbox<'_>,
        poll: &mut Poll<'_>,
    ) {
        let expanded = self.expand_all(run, (allowed, chunk), mailbox, poll);
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
        (allowed, chunk): (u64, usize),
        mailbox: &mut Mailbox<'_>,
        poll: &mut Poll<'_>,
    ) -> Result<(), Unfinished> {
        let most = if mailbox.ranks() > 1 { chunk.min(BETWEEN_MESSAGES) } else { chunk };
        let (mut run, mut states, mut is_more) = (run?, vec![], true);
        while is_more {
            states.clear();
            is_more = run.fill(&mut states, most)?;
            for whole in states.chunks(most) {
                mailbox.take_all(|message| self.take(&message));
                if self.is_told || self.done.is_err() {
                    return Ok(());
                }
                poll(self.expanded, self.generated)?;
                let left = usize::try_from(allowed - self.expanded).unwrap_or(usize::MAX);
                let chunk = &whole[..whole.len().min(left)];
                for children in self.expand(chunk).ok_or_else(|| run.altered())? {
                    self.collect(&children, mailbox)?;
                    if self.is_over() {
                        return Ok(());
                    }
                }
                if chunk.len() < whole.len() {
                    return Err(Stop::Nodes.into());
                }
            }
        }
        Ok(())
    }

    /// The children of states, batch by batch, on all cores; `None` if a number does not stand for
    /// a state.
    fn expand(&mut self, states: &[u128]) -> Option<Vec<Children>> {
        let (problem, depth, limit) = (self.problem, self.depth, self.bound.limit());
        let expand = |states: &[u128]| problem.expand(states, depth, limit).ok();
        let all = states.par_chunks(BATCH).map(expand).collect();
        self.expanded += states.len() as u64;
        all
    }

    /// Whether a goal has ended it.
    fn is_over(&self) -> bool {
        self.ends_at_goal && self.goal.is_some()
    }

    /// Keeps the children that are owned here, and sends the others to their owners.
    fn collect(
        &mut self,
        children: &Children,
        mailbox: &mut Mailbox<'_>,
    ) -> Result<(), Unfinished> {
        let (rank, ranks, width) = (mailbox.rank(), mailbox.ranks(), self.problem.bytes());
        self.generated += children.generated;
        self.bound.merge(&children.bound);
        self.goal = self.goal.or(children.goal);
        if self.is_over() {
            return Ok(());
        }
        if ranks == 1 {
            return self.candidates.extend(&children.numbers, self.halt);
        }
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
                let width = self.problem.bytes();
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
