//! Does the units of a folder until none is left.

use crate::{Claim, Done, Folder, Lease, Unit, WorkError, Worker};
use std::fs;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// A lease is kept at least this often, so that a worker with a short lease does not take over
/// from one with a long one.
const KEPT: Duration = Duration::from_secs(5);
/// How often a worker checks whether to stop.
const GLANCE: Duration = Duration::from_millis(20);

/// How units are done.
pub struct Runner<'a, T> {
    /// The folder.
    pub folder: &'a Folder<T>,
    /// The number of units to do at a time.
    pub jobs: NonZeroUsize,
    /// How long a worker may be silent until others take its unit over.
    pub lease: Duration,
    /// The only unit to be done.
    pub only: Option<u32>,
    /// Does a unit; `None` if it was interrupted.
    pub work: &'a (dyn Fn(&Unit) -> Result<Option<Done>, WorkError> + Sync),
    /// Becomes true to stop the workers: units in progress are put back.
    pub is_interrupted: &'a (dyn Fn() -> bool + Sync),
}

/// An event of a run.
#[derive(Debug)]
pub enum Event {
    /// A unit is done.
    Done(Done),
    /// Other processes have the units left: this one waits for them, or for their leases to expire.
    Waits,
}

impl<T: Sync> Runner<'_, T> {
    /// Works until all units are done, by any worker.
    ///
    /// # Errors
    /// The first one ends the run; units in progress are finished, or put back if they cannot be.
    pub fn run(&self, event: &mut dyn FnMut(Event)) -> Result<(), WorkError> {
        let process = process_name();
        let stop = AtomicBool::new(false);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.get())
                .map(|job| {
                    let (sender, stop, process) = (sender.clone(), &stop, &process);
                    scope.spawn(move || {
                        let ran = self.work(process, job, stop, &sender);
                        if ran.is_err() {
                            stop.store(true, Relaxed);
                        }
                        ran
                    })
                })
                .collect();
            drop(sender);
            receiver.into_iter().for_each(event);
            let ended = workers.into_iter().map(|worker| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            ended.fold(Ok(()), Result::and)
        })
    }

    fn work(
        &self,
        process: &str,
        job: usize,
        stop: &AtomicBool,
        events: &mpsc::Sender<Event>,
    ) -> Result<(), WorkError> {
        let mut worker = Worker::new(self.folder, process, job, self.lease, self.only)?;
        let mut has_waited = false;
        let is_over = || stop.load(Relaxed) || (self.is_interrupted)();
        while !is_over() {
            match worker.claim()? {
                Claim::Finished => return Ok(()),
                Claim::Wait { for_others } => {
                    if for_others && !has_waited {
                        has_waited = true;
                        // The receiver is gone only if the run is over.
                        let _ = events.send(Event::Waits);
                    }
                    let mut left = self.kept().min(Duration::from_secs(1));
                    while !left.is_zero() && !is_over() {
                        let pause = left.min(GLANCE);
                        thread::sleep(pause);
                        left -= pause;
                    }
                }
                Claim::Taken(lease) => match self.keeping(&lease) {
                    Ok(Some(done)) => {
                        lease.finish(&done)?;
                        let _ = events.send(Event::Done(done));
                    }
                    Ok(None) => lease.put_back()?,
                    Err(error) => {
                        lease.put_back()?;
                        return Err(error);
                    }
                },
            }
        }
        Ok(())
    }

    /// Does a unit and keeps its lease meanwhile.
    fn keeping(&self, lease: &Lease<'_, T>) -> Result<Option<Done>, WorkError> {
        let (ended, end) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while end.recv_timeout(self.kept()) == Err(RecvTimeoutError::Timeout) {
                    // At worst the unit is done twice.
                    let _ = lease.keep();
                }
            });
            let done = (self.work)(&lease.unit);
            drop(ended);
            done
        })
    }

    fn kept(&self) -> Duration {
        KEPT.min(self.lease / 4)
    }
}

/// A name that no other process has, on any machine: the host and the process for people, and a
/// random number for containers in which both are the same.
fn process_name() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{}-{}-{:08x}", host.trim(), std::process::id(), fastrand::u32(..))
}
