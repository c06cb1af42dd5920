//! The threads of searches.

use crate::output::tell;
use fewest::memory;
use rayon::{ThreadBuilder, ThreadPoolBuilder};
use std::num::NonZeroUsize;
use std::sync::mpsc::{Sender, channel};
use std::{io, thread};

/// The most threads per processor: more make no search faster, and each takes memory.
const PER_PROCESSOR: usize = 8;

/// Address space that a thread may take, in bytes: its stack and a heap of its own.
const ADDRESSES: u64 = 80 << 20;

/// Starts the threads of all searches: as many as asked for, or one per processor, but no more
/// than fit the address space: the system ends a process if it has no room for what a thread needs
/// besides. To be called once, before anything uses them: they would be started at that point, and
/// a refusal would be a panic.
pub(crate) fn start(asked: Option<NonZeroUsize>) -> anyhow::Result<()> {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let room = memory::address_space().map_or(usize::MAX, |left| (left / ADDRESSES) as usize);
    let most = processors * PER_PROCESSOR;
    let asked = asked.map_or(processors, NonZeroUsize::get);
    if asked > most {
        tell(&format!(
            "fewest: --threads {asked}: at most {most} are used, {PER_PROCESSOR} per processor"
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

/// A thread that waits for its work.
fn waiting() -> io::Result<Sender<ThreadBuilder>> {
    let (sender, receiver) = channel::<ThreadBuilder>();
    thread::Builder::new().name("search".into()).spawn(move || {
        if let Ok(worker) = receiver.recv() {
            worker.run();
        }
    })?;
    Ok(sender)
}
