//! Runs the tasks of an experiment that have no record yet.

use crate::results::{Results, ResultsError};
use crate::{Conditions, Experiment, Puzzles, Record, RunResult, Task, process};
use std::ffi::{OsStr, OsString};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

/// How an experiment is run.
pub struct Runner<'a> {
    /// The program `fewest`.
    pub program: PathBuf,
    /// What the runs have in common.
    pub conditions: Conditions,
    /// The number of processes that run at a time.
    pub jobs: NonZeroUsize,
    /// Becomes true to stop the runner: running processes are ended and not recorded.
    pub is_interrupted: &'a (dyn Fn() -> bool + Sync),
}

/// An event of a run.
#[derive(Debug)]
pub enum Event<'a> {
    /// This many runs are to be done; others were done before.
    Begins {
        /// Runs to be done.
        runs: usize,
        /// Runs that are recorded already.
        done: usize,
    },
    /// Levels of the experiment that are not on this machine.
    Absent(&'a [&'a str]),
    /// A run is recorded.
    Ran {
        /// Its record.
        record: &'a Record,
        /// Its result.
        result: &'a RunResult,
    },
}

/// The records of an experiment after its runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Runs that are recorded, including earlier ones.
    pub recorded: usize,
    /// The number of them that failed.
    pub failed: usize,
}

impl Tally {
    fn add(&mut self, is_failed: bool) {
        self.recorded += 1;
        self.failed += usize::from(is_failed);
    }
}

/// What is left to run of an experiment.
#[derive(Debug, Default)]
pub struct Left<'a> {
    /// Tasks that have no record, with their inputs, in the order of the report.
    pub tasks: Vec<(Task, OsString)>,
    /// Instances that are not on this machine.
    pub absent: Vec<&'a str>,
    /// What is recorded.
    pub tally: Tally,
}

impl<'a> Left<'a> {
    /// What is left if the records under these conditions are these.
    pub fn of(
        experiment: &'a Experiment,
        results: &Results,
        conditions: &Conditions,
        puzzles: &dyn Puzzles,
    ) -> Self {
        let mut left = Self::default();
        for instance in &experiment.instances {
            let Some(input) = puzzles.input(experiment.folder.as_deref(), instance) else {
                left.absent.push(instance);
                continue;
            };
            for task in experiment.tasks(instance) {
                let task = task.of(Some(&input), puzzles);
                match results.find(&task, conditions) {
                    Some(record) => {
                        let result = RunResult::of(record, Some(&input), puzzles);
                        left.tally.add(matches!(result, RunResult::Failed(_)));
                    }
                    None => left.tasks.push((task, input.clone())),
                }
            }
        }
        left
    }
}

/// Why an experiment could not be completed. Runs recorded by then are kept.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The records cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// An instance is another puzzle than when the experiment began. Its run is not recorded.
    #[error("{instance}: it was changed while the experiment ran")]
    Changed {
        /// The instance.
        instance: String,
    },
    /// The program cannot be started.
    #[error("{}: {error}", program.display())]
    Program {
        /// The program.
        program: PathBuf,
        /// Why.
        error: io::Error,
    },
}

impl Runner<'_> {
    /// Runs all tasks of the experiment that have no record yet, in the order of the report, and
    /// appends their records to the file in `folder`.
    ///
    /// # Errors
    /// The first one ends it. It is also an error if another run of the experiment is active there.
    pub fn run(
        &self,
        experiment: &Experiment,
        puzzles: &dyn Puzzles,
        folder: &Path,
        event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Tally, RunError> {
        let (results, mut appender) = Results::to_append(folder)?;
        let Left { tasks, absent, mut tally } =
            Left::of(experiment, &results, &self.conditions, puzzles);
        if !absent.is_empty() {
            event(Event::Absent(&absent));
        }
        event(Event::Begins { runs: tasks.len(), done: tally.recorded });
        let queue = Mutex::new(tasks.into_iter());
        let (sender, receiver) = mpsc::channel();
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for _ in 0..self.jobs.get() {
                let sender = sender.clone();
                scope.spawn(|| self.work(&queue, puzzles, &stop, sender));
            }
            drop(sender);
            let mut ended = Ok(());
            for ran in receiver {
                if let Err(RunError::Results(_)) = ended {
                    // A run that could not be recorded now is repeated later.
                    continue;
                }
                let recorded = ran.and_then(|(record, input)| {
                    let result = RunResult::of(&record, Some(&input), puzzles);
                    appender.append(&record)?;
                    tally.add(matches!(result, RunResult::Failed(_)));
                    event(Event::Ran { record: &record, result: &result });
                    Ok(())
                });
                if recorded.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    ended = ended.and(recorded);
                }
            }
            ended.map(|()| tally)
        })
    }

    /// Takes tasks until there are none left, or `stop` or an interrupt asks it to stop.
    fn work(
        &self,
        queue: &Mutex<impl Iterator<Item = (Task, OsString)>>,
        puzzles: &dyn Puzzles,
        stop: &AtomicBool,
        sender: mpsc::Sender<Result<(Record, OsString), RunError>>,
    ) {
        while !stop.load(Ordering::Relaxed) && !(self.is_interrupted)() {
            // A worker that panicked has left the queue intact.
            let next = queue.lock().unwrap_or_else(|error| error.into_inner()).next();
            let Some((task, input)) = next else { return };
            let Some(ran) = self.run_one(&task, &input, puzzles).transpose() else { return };
            if sender.send(ran.map(|record| (record, input))).is_err() {
                return;
            }
        }
    }

    /// Runs one task, whose record is not appended to any file; `None` if it was interrupted.
    ///
    /// # Errors
    /// If the program cannot be run, or the instance has changed meanwhile.
    pub fn run_one(
        &self,
        task: &Task,
        input: &OsStr,
        puzzles: &dyn Puzzles,
    ) -> Result<Option<Record>, RunError> {
        let ran = process::run(&self.program, task, input, &self.conditions, self.is_interrupted);
        let ran =
            ran.map_err(|error| RunError::Program { program: self.program.clone(), error })?;
        if ran.is_some() && task.clone().of(Some(input), puzzles) != *task {
            return Err(RunError::Changed { instance: task.instance.clone() });
        }
        Ok(ran)
    }
}
