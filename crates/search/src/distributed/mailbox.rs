//! The messages of a rank: outgoing ones, in batches, and those that have arrived.

use crate::distributed::Transport;
use crate::distributed::message::{Kind, numbers};
use std::collections::VecDeque;
use std::thread;

/// The messages that a rank has sent to others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// The number of messages.
    pub messages: u64,
    /// The number of states in them.
    pub states: u64,
    /// The number of bytes in them.
    pub bytes: u64,
}

/// The messages of a rank.
pub(crate) struct Mailbox<'t> {
    transport: &'t mut dyn Transport,
    /// States for each rank that are not in transit yet.
    batches: Vec<Batch>,
    /// Messages that the transport does not accept yet.
    waiting: VecDeque<(usize, Vec<u8>)>,
    /// Messages to and from each rank in this part of the search, and their expected number.
    sent: Vec<u64>,
    received: Vec<u64>,
    expected: Vec<Option<u64>>,
    pub(crate) traffic: Traffic,
}

/// States for one rank.
#[derive(Debug, Default)]
struct Batch {
    message: Vec<u8>,
    states: usize,
}

/// States in a full batch. From 256 on, the cost of a message is negligible beside that of its
/// states.
const FULL: usize = 512;

impl<'t> Mailbox<'t> {
    pub(crate) fn new(transport: &'t mut dyn Transport) -> Self {
        let ranks = transport.ranks();
        Self {
            transport,
            batches: (0..ranks).map(|_| Batch::default()).collect(),
            waiting: VecDeque::new(),
            sent: vec![0; ranks],
            received: vec![0; ranks],
            expected: vec![None; ranks],
            traffic: Traffic::default(),
        }
    }

    pub(crate) fn transport(&mut self) -> &mut dyn Transport {
        self.transport
    }

    pub(crate) fn rank(&self) -> usize {
        self.transport.rank()
    }

    pub(crate) fn ranks(&self) -> usize {
        self.transport.ranks()
    }

    fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let rank = self.rank();
        (0..self.ranks()).filter(move |&to| to != rank)
    }

    /// Puts a state into the batch for another rank, which begins with a tag. Returns whether the
    /// batch was full and was sent.
    #[inline]
    pub(crate) fn put(&mut self, to: usize, tag: u64, write: impl FnOnce(&mut Vec<u8>)) -> bool {
        let batch = &mut self.batches[to];
        if batch.states == 0 {
            batch.message = Kind::States.with(&[tag]);
        }
        write(&mut batch.message);
        batch.states += 1;
        let is_full = batch.states == FULL;
        if is_full {
            self.flush_to(to);
        }
        is_full
    }

    /// Sends all batches, and returns how many.
    pub(super) fn flush(&mut self) -> u64 {
        (0..self.ranks()).map(|to| u64::from(self.flush_to(to))).sum()
    }

    fn flush_to(&mut self, to: usize) -> bool {
        let Batch { message, states } = std::mem::take(&mut self.batches[to]);
        self.traffic.states += states as u64;
        if states > 0 {
            self.post(to, message);
        }
        states > 0
    }

    /// Sends a message to a rank.
    pub(super) fn post(&mut self, to: usize, message: Vec<u8>) {
        self.sent[to] += 1;
        self.traffic.messages += 1;
        self.traffic.bytes += message.len() as u64;
        self.waiting.push_back((to, message));
        self.push();
    }

    /// Sends a message to all other ranks.
    pub(crate) fn tell(&mut self, message: &[u8]) {
        for to in self.others() {
            self.post(to, message.to_vec());
        }
    }

    /// Passes on what the transport accepts. Returns whether messages are left: then the caller
    /// must wait.
    pub(crate) fn push(&mut self) -> bool {
        for _ in 0..self.waiting.len() {
            let Some((to, message)) = self.waiting.pop_front() else { break };
            if let Err(message) = self.transport.send(to, message) {
                self.waiting.push_back((to, message));
            }
        }
        !self.waiting.is_empty()
    }

    /// A message that has arrived, and the rank that sent it.
    pub(crate) fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        self.push();
        loop {
            let (from, message) = self.transport.receive()?;
            match Kind::of(&message) {
                (Kind::Last, rest) => self.expected[from] = numbers(rest).next(),
                _ => {
                    self.received[from] += 1;
                    return Some((from, message));
                }
            }
        }
    }

    /// Passes messages that have arrived to `take`, until the others accept those sent from here.
    pub(crate) fn take_all(&mut self, mut take: impl FnMut(Vec<u8>)) {
        loop {
            while let Some((_, message)) = self.receive() {
                take(message);
            }
            if !self.push() {
                break;
            }
            thread::yield_now();
        }
    }

    /// Ends this part of the search, as all ranks do, and passes the remaining messages to `take`,
    /// which may send none.
    pub(crate) fn close(&mut self, mut take: impl FnMut(Vec<u8>)) {
        self.flush();
        for to in self.others() {
            self.waiting.push_back((to, Kind::Last.with(&[self.sent[to]])));
        }
        self.expected[self.transport.rank()] = Some(0);
        loop {
            match self.receive() {
                Some((_, message)) => take(message),
                None if self.is_complete() => break,
                None => thread::yield_now(),
            }
        }
        self.sent.fill(0);
        self.received.fill(0);
        self.expected.fill(None);
    }

    fn is_complete(&self) -> bool {
        let mut ranks = self.expected.iter().zip(&self.received);
        self.waiting.is_empty() && ranks.all(|(&all, &so_far)| all == Some(so_far))
    }
}
