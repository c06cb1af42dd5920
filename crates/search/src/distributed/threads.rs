//! Ranks that are threads of one process.

use crate::distributed::Transport;
use crate::{Limits, Monitor};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// A rank that is a thread, with a channel to every other one.
#[derive(Debug)]
pub struct Threads {
    rank: usize,
    inbox: Receiver<(usize, Vec<u8>)>,
    outboxes: Vec<SyncSender<(usize, Vec<u8>)>>,
    meeting: Arc<Meeting>,
}

/// Where all ranks wait for one another.
#[derive(Debug)]
struct Meeting {
    round: Mutex<Round>,
    is_over: Condvar,
}

#[derive(Debug)]
struct Round {
    number: u64,
    present: usize,
    parts: Vec<Vec<u8>>,
    gathered: Vec<u8>,
    /// A rank has panicked and will not come.
    is_broken: bool,
}

/// The most messages in transit to a rank.
pub(super) const UNDER_WAY: usize = 64;

impl Threads {
    /// Returns ranks that are connected with each other.
    pub fn connected(ranks: NonZeroUsize) -> Vec<Self> {
        let ranks = ranks.get();
        let (outboxes, inboxes): (Vec<_>, Vec<_>) =
            (0..ranks).map(|_| sync_channel(UNDER_WAY)).unzip();
        let parts = vec![vec![]; ranks];
        let round = Round { number: 0, present: 0, parts, gathered: vec![], is_broken: false };
        let meeting = Arc::new(Meeting { round: Mutex::new(round), is_over: Condvar::new() });
        let rank = |(rank, inbox)| {
            let (outboxes, meeting) = (outboxes.clone(), Arc::clone(&meeting));
            Self { rank, inbox, outboxes, meeting }
        };
        inboxes.into_iter().enumerate().map(rank).collect()
    }

    /// Returns the only rank of a search by one process.
    pub(crate) fn alone() -> Self {
        Self::connected(NonZeroUsize::MIN).remove(0)
    }
}

/// Runs one search on several ranks, each a thread. They share the memory limit evenly. The first
/// rank reports progress, and its result is returned.
///
/// # Errors
/// If the system has no more threads; then no rank has begun.
///
/// # Panics
/// If a rank panics.
pub fn on_threads<T>(
    ranks: NonZeroUsize,
    monitor: &mut Monitor<'_>,
    run: impl Fn(&mut dyn Transport, &mut Monitor<'_>) -> T + Sync,
) -> Result<T, ThreadPoolBuildError> {
    let first = |transport: &mut dyn Transport, monitor: &mut Monitor<'_>| run(transport, monitor);
    led_by_first(ranks, monitor, first, |transport, monitor| drop(run(transport, monitor)))
}

/// Like [`on_threads`]; the first rank, on the calling thread, runs a search of its own.
pub(crate) fn led_by_first<T>(
    ranks: NonZeroUsize,
    monitor: &mut Monitor<'_>,
    first: impl FnOnce(&mut dyn Transport, &mut Monitor<'_>) -> T,
    others: impl Fn(&mut dyn Transport, &mut Monitor<'_>) + Sync,
) -> Result<T, ThreadPoolBuildError> {
    // A rank has one thread: it must not wait for one from a pool in which others wait.
    let pool = |_| ThreadPoolBuilder::new().num_threads(1).build();
    let pools: Vec<_> = (1..ranks.get()).map(pool).collect::<Result<_, _>>()?;
    let share = |bytes| bytes / ranks.get() as u64;
    let limits = Limits { memory: monitor.limits().memory.map(share), ..*monitor.limits() };
    let mut monitor = monitor.with(limits);
    let silent = monitor.silent();
    let other = |mut rank: Threads| silent.watch(|monitor| others(&mut rank, monitor));
    let mut all = Threads::connected(ranks);
    let mut leader = all.remove(0);
    // If it panics, it is gone before anyone waits for the others.
    let here = move || first(&mut leader, &mut monitor);
    Ok(spawn_all(pools.iter().zip(all), &other, here))
}

/// Does the work of each rank in a pool of its own, and the work for this thread beside them.
fn spawn_all<'a, T>(
    mut ranks: impl Iterator<Item = (&'a ThreadPool, Threads)>,
    work: &(impl Fn(Threads) + Sync),
    here: impl FnOnce() -> T,
) -> T {
    match ranks.next() {
        None => here(),
        Some((pool, rank)) => pool.in_place_scope(|scope| {
            scope.spawn(move |_| work(rank));
            spawn_all(ranks, work, here)
        }),
    }
}

impl Transport for Threads {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.outboxes.len()
    }

    fn is_first_of_process(&self) -> bool {
        self.rank == 0
    }

    fn send(&mut self, to: usize, message: Vec<u8>) -> Result<(), Vec<u8>> {
        match self.outboxes[to].try_send((self.rank, message)) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full((_, message))) => Err(message),
            Err(TrySendError::Disconnected(_)) => self.meeting.end(),
        }
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        match self.inbox.try_recv() {
            Ok(message) => Some(message),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {
                self.meeting.round().check();
                None
            }
        }
    }

    fn all_gather(&mut self, part: &[u8]) -> Vec<u8> {
        let mut round = self.meeting.round();
        round.check();
        let number = round.number;
        round.parts[self.rank] = part.to_vec();
        round.present += 1;
        if round.present == round.parts.len() {
            round.gathered = round.parts.concat();
            (round.number, round.present) = (number + 1, 0);
            self.meeting.is_over.notify_all();
        }
        while round.number == number {
            round.check();
            round = self.meeting.is_over.wait(round).unwrap_or_else(PoisonError::into_inner);
        }
        round.gathered.clone()
    }
}

impl Meeting {
    fn round(&self) -> MutexGuard<'_, Round> {
        self.round.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends this rank because another one is gone.
    fn end(&self) -> ! {
        self.round().is_broken = true;
        self.is_over.notify_all();
        panic!("another rank has ended");
    }
}

impl Round {
    fn check(&self) {
        assert!(!self.is_broken, "another rank has panicked");
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if thread::panicking() {
            self.meeting.round().is_broken = true;
            self.meeting.is_over.notify_all();
        }
    }
}
