//! A rank that is a process.

use fewest_search::distributed::Transport;
use mpi::Rank;
use mpi::request::{Request, StaticScope};
use mpi::topology::{Process, SimpleCommunicator};
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, MatchedReceiveVec, Source};
use std::collections::VecDeque;

/// A rank that is a process of an MPI job.
///
/// Messages are sent synchronously: one that was sent is one that has been received, so that what is
/// under way is bounded, however slow a receiver is.
pub struct MpiRank {
    world: SimpleCommunicator,
    rank: usize,
    ranks: usize,
    /// By destination, in order.
    under_way: Vec<VecDeque<Sending>>,
}

/// The most messages under way from one rank to another.
const UNDER_WAY: usize = 32;

/// A message under way.
struct Sending {
    request: Request<'static, [u8], StaticScope>,
    message: *mut [u8],
}

impl MpiRank {
    pub(crate) fn of(world: SimpleCommunicator) -> Self {
        let (rank, ranks) = (world.rank() as usize, world.size() as usize);
        let under_way = (0..ranks).map(|_| VecDeque::new()).collect();
        Self { world, rank, ranks, under_way }
    }

    fn process(&self, rank: usize) -> Process<'_> {
        self.world.process_at_rank(rank as Rank)
    }

    /// Forgets messages that have been received.
    fn complete(&mut self, to: usize) {
        while let Some(first) = self.under_way[to].pop_front() {
            match first.request.test() {
                Ok(_) => free(first.message),
                Err(request) => {
                    let first = Sending { request, ..first };
                    self.under_way[to].push_front(first);
                    break;
                }
            }
        }
    }
}

impl Transport for MpiRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn is_first_of_process(&self) -> bool {
        true
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), Vec<u8>> {
        self.complete(to);
        if self.under_way[to].len() == UNDER_WAY {
            return Err(message);
        }
        let message = Box::into_raw(message.into_boxed_slice());
        #[expect(
            unsafe_code,
            reason = "it is valid and unchanged until `free`, which the end of the request precedes"
        )]
        let sent: &'static [u8] = unsafe { &*message };
        let request = self.process(to).immediate_synchronous_send(StaticScope, sent);
        self.under_way[to].push_back(Sending { request, message });
        Ok(())
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        let arrived = self.world.any_process().immediate_matched_probe()?;
        let (message, status) = arrived.matched_receive_vec();
        Some((status.source_rank() as usize, message))
    }

    fn all_gather(&mut self, part: &[u8]) -> Vec<u8> {
        let mut gathered = vec![0; part.len() * self.ranks];
        match part.len() {
            0 => self.world.barrier(),
            _ => self.world.all_gather_into(part, &mut gathered[..]),
        }
        gathered
    }
}

impl Drop for MpiRank {
    fn drop(&mut self) {
        for Sending { request, message } in self.under_way.drain(..).flatten() {
            request.wait_without_status();
            free(message);
        }
    }
}

/// Frees a message that is no longer under way.
fn free(message: *mut [u8]) {
    #[expect(
        unsafe_code,
        reason = "it is of `Box::into_raw`, freed once, and its request, which borrowed it, is over"
    )]
    drop(unsafe { Box::from_raw(message) });
}
