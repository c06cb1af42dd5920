//! The threads of searches.

use crate::output::tell;
use fewest::memory;
use rayon::{ThreadBuilder, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

/// More threads than this for each processor make no search faster, and one of each takes memory.
const PER_PROCESSOR: usize = 8;

/// Bytes of the address space that a thread may take: its stack and a heap of its own.
const ADDRESSES: u64 = 80 << 20;

/// Starts the threads of all searches: as many as asked for, else one a processor, but no more
/// than the system has room for: where it has none for what a thread needs besides, it ends the
/// process. To be called once, before anything uses them: they would be
/// started then, and a refusal would be a panic.
pub(crate) fn start(asked: Option<NonZeroUsize>) -> anyhow::Result<()> {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let room = memory::address_space().map_or(usize::MAX, |left| (left / ADDRESSES) as usize);
    let most = processors * PER_PROCESSOR;
    let asked = asked.map_or(processors, NonZeroUsize::get);
    if asked > most {
        tell(&format!(
            "fewest: --threads {asked}: at most {most} are used, {PER_PROCESSOR} a processor"
        ));
    }
    let idle: Vec<_> = (0..asked.min(most).min(room)).map_while(|_| waiting().ok()).collect();
    let pool = ThreadPoolBuilder::new();
    if idle.is_empty() {
        return Ok(pool.num_threads(1).use_current_thread().build_global()?);
    }
    let pool = pool.num_threads(idle.len());
    let mut idle = idle.into_iter();
    let hand_over = |worker| {
        let thread = idle.next().ok_or(io::ErrorKind::WouldBlock)?;
        thread.send(worker).map_err(|_| io::ErrorKind::BrokenPipe.into())
    };
    Ok(pool.spawn_handler(hand_over).build_global()?)
}

/// A thread that waits for what it is to do.
fn waiting() -> io::Result<Sender<ThreadBuilder>> {
    let (sender, receiver) = channel::<ThreadBuilder>();
    thread::Builder::new().name("search".into()).spawn(move || {
        if let Ok(worker) = receiver.recv() {
            worker.run();
        }
    })?;
    Ok(sender)
}
