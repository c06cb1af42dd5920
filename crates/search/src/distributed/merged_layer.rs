//! Visits the states of a layer in order, although each belongs to one of several ranks.
//!
//! Each rank sorts its own states. The first rank asks the others for blocks, holds at most two
//! from each, and visits the states certain to come next: all up to the smallest of the blocks'
//! last states.

use crate::Stop;
use crate::distributed::collective::gather;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::message::{Kind, number_of, stop_of};
use crate::snapshot::KeyFormat;
use std::collections::VecDeque;
use std::slice::Chunks;
use std::thread;

/// Blocks of a rank that the first one holds or has requested: one is visited, the next in transit.
const AHEAD: usize = 2;

/// Receives some states, in order, after all earlier ones.
pub(super) type VisitPart<'a, K> = dyn FnMut(&[K]) -> Result<(), Stop> + 'a;

/// Visits the states of a layer on the first rank, in ascending order of the bytes that `format`
/// gives them. All ranks call it, each with its own states; at most `block` states are sent at a
/// time.
///
/// # Errors
/// The error of the first rank's visitor, on all ranks.
pub(super) fn visit_merged<K: Copy>(
    mailbox: &mut Mailbox<'_>,
    (format, block): (&dyn KeyFormat<K>, usize),
    own: &[K],
    visit: &mut VisitPart<'_, K>,
) -> Result<(), Stop> {
    let width = format.bytes();
    let mut bytes = vec![0; own.len() * width];
    for (&key, to) in own.iter().zip(bytes.chunks_exact_mut(width)) {
        format.write(key, to);
    }
    let mut sorted: Vec<&[u8]> = bytes.chunks_exact(width).collect();
    sorted.sort_unstable();
    let blocks = Blocks(sorted.chunks(block));
    let merged = match mailbox.rank() {
        0 => Merge::new(mailbox, width, blocks).visit_all(format, visit),
        _ => {
            answer(mailbox, blocks);
            Ok(())
        }
    };
    if let Err(stop) = merged {
        mailbox.tell(&Kind::Stop.with(&[number_of(Some(stop))]));
    }
    // What is still in transit belongs to a merge that was ended.
    mailbox.close(drop);
    let [stop] = gather(mailbox.transport(), [number_of(merged.err())])[0];
    merged.and(stop_of(stop).map_or(Ok(()), Err))
}

/// The states of a rank, block by block.
struct Blocks<'b>(Chunks<'b, &'b [u8]>);

impl Blocks<'_> {
    /// The next block as a message, which is marked if it is the last block.
    fn next(&mut self) -> Vec<u8> {
        let states = self.0.next().unwrap_or_default();
        let is_last = self.0.len() == 0;
        let mut message = Kind::Block.with(&[is_last.into()]);
        states.iter().for_each(|state| message.extend_from_slice(state));
        message
    }
}

/// Sends blocks to the first rank until it has all or requests no more.
fn answer(mailbox: &mut Mailbox<'_>, mut blocks: Blocks<'_>) {
    let mut is_last = false;
    while !is_last {
        match mailbox.receive().map(|(_, message)| Kind::of(&message).0) {
            Some(Kind::Next) => {
                mailbox.post(0, blocks.next());
                is_last = blocks.0.len() == 0;
            }
            Some(_) => return,
            None => thread::yield_now(),
        }
    }
}

/// The merge on the first rank.
struct Merge<'m, 't, 'b> {
    mailbox: &'m mut Mailbox<'t>,
    /// Bytes per state.
    width: usize,
    own: Blocks<'b>,
    ranks: Vec<Run>,
}

/// The states of a rank that are here.
#[derive(Default)]
struct Run {
    blocks: VecDeque<Vec<u8>>,
    /// Bytes of the first block already visited.
    visited: usize,
    is_asked: bool,
    /// The last block has arrived.
    is_whole: bool,
}

impl Run {
    /// The unvisited states of the first block.
    fn first(&self) -> &[u8] {
        self.blocks.front().map_or(&[], |block| &block[self.visited..])
    }

    /// The last state of the first block, if others follow.
    fn last(&self, width: usize) -> Option<&[u8]> {
        let is_more = self.blocks.len() > 1 || !self.is_whole;
        self.first().rchunks_exact(width).next().filter(|_| is_more)
    }

    fn arrive(&mut self, message: &[u8]) {
        let (_, rest) = Kind::of(message);
        let (is_last, states) = rest.split_at(size_of::<u64>());
        self.is_asked = false;
        self.is_whole = is_last[0] > 0;
        if !states.is_empty() {
            self.blocks.push_back(states.to_vec());
        }
    }
}

impl<'m, 't, 'b> Merge<'m, 't, 'b> {
    fn new(mailbox: &'m mut Mailbox<'t>, width: usize, own: Blocks<'b>) -> Self {
        let ranks = (0..mailbox.ranks()).map(|_| Run::default()).collect();
        Self { mailbox, width, own, ranks }
    }

    fn visit_all<K>(
        mut self,
        format: &dyn KeyFormat<K>,
        visit: &mut VisitPart<'_, K>,
    ) -> Result<(), Stop> {
        loop {
            self.wait();
            let states = self.certain(format);
            if states.is_empty() {
                return Ok(());
            }
            visit(&states)?;
        }
    }

    /// Waits until there is a block of each rank, or no more will come.
    fn wait(&mut self) {
        loop {
            for rank in 0..self.ranks.len() {
                self.ask(rank);
            }
            let is_missing = |run: &Run| run.blocks.is_empty() && !run.is_whole;
            match self.mailbox.receive() {
                Some((from, message)) => self.ranks[from].arrive(&message),
                None if self.ranks.iter().any(is_missing) => thread::yield_now(),
                None => return,
            }
        }
    }

    /// Requests a rank's next block, if there is room. One at a time, so that none overtakes
    /// another.
    fn ask(&mut self, rank: usize) {
        let run = &mut self.ranks[rank];
        if rank == self.mailbox.rank() {
            while !run.is_whole && run.blocks.len() < AHEAD {
                run.arrive(&self.own.next());
            }
        } else if !run.is_whole && !run.is_asked && run.blocks.len() < AHEAD {
            run.is_asked = true;
            self.mailbox.post(rank, Kind::Next.with(&[]));
        }
    }

    /// Takes the states that come next whatever has not arrived; empty at the end.
    fn certain<K>(&mut self, format: &dyn KeyFormat<K>) -> Vec<K> {
        let width = self.width;
        let most = self.ranks.iter().filter_map(|run| run.last(width)).min();
        let mut states = vec![];
        let mut counts = vec![];
        for run in &self.ranks {
            let in_block = run.first().chunks_exact(width);
            let before = states.len();
            states.extend(in_block.take_while(|&state| most.is_none_or(|most| state <= most)));
            counts.push(states.len() - before);
        }
        // Not the unstable sort: this one exploits runs.
        states.sort();
        let read = |&state: &&[u8]| format.read(state).expect("a rank sends states of the problem");
        let keys = states.iter().map(read).collect();
        for (run, count) in self.ranks.iter_mut().zip(counts) {
            run.visited += count * width;
            if run.first().is_empty() {
                run.blocks.pop_front();
                run.visited = 0;
            }
        }
        keys
    }
}
