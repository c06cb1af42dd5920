//! Bidirectional frontier search: breadth-first from both ends, keeping only the last layers.
//!
//! Works in the thread pool it is called from (`rayon`).
//!
//! # Source
//! Manasse, Sleator, Wei and Baxter, "The Panex Puzzle", section "The Program" (old, current and
//! new list; symmetries); Korf and Zhang, "Divide-and-conquer frontier search applied to optimal
//! sequence alignment", AAAI 2000. Both recover the plan by recursion on the midpoint, which takes
//! further searches: [`PlanRecovery::Midpoint`]. By default one layer in 32 is kept, and the plan
//! is found by small searches between kept layers.

mod encoding;
mod lists;
mod partial_path;
mod recovery;
mod saved;
mod search;
mod side;
mod walk_back;

use crate::artifact::{Checkpoint, FileError, untraceable};
use crate::breadth_first::Unfinished;
use crate::problem::{Undirected, key_format};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::store::plan_extraction::traced;
use crate::{Depth, Monitor, Outcome, StateSpace, Statistics};
pub use encoding::{Encoding, Ends, PlainKeys};
use partial_path::PartialPath;
pub use recovery::PlanRecovery;
use search::Search;
pub use side::Frontier;
use std::io;

/// Searches an undirected graph from both ends until the two frontiers meet.
///
/// With a checkpoint, the search is saved between layers and can be resumed; a resumed search
/// expands the states that one run would have expanded. A layer that a limit ended is expanded from
/// its start again, and the limit on nodes applies to each run.
///
/// # Errors
/// If the checkpoint is none of this search.
///
/// # Panics
/// If there is a checkpoint, and the space has no [format](StateSpace::key_format) of its keys.
///
/// # Complexity
/// Memory linear in the largest layer within half the distance, plus about one in 32 of the states
/// seen if layers are kept. Time of one breadth-first search from each end to the middle, on all
/// cores; for recursion on the midpoint, plus that of the searches for the halves.
///
/// # Not sound with
/// Directed graphs: their duplicates further back are not detected.
pub fn frontier_search<S: Undirected>(
    space: &S,
    recovery: PlanRecovery,
    checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<S::Action>, FileError> {
    let ends = |_: &[_], _: &[_]| Ends::Separate { start: PlainKeys, goal: PlainKeys };
    frontier_search_with(space, ends, recovery, checkpoint, monitor)
}

/// Does the same with an encoding that the puzzle chooses: it may store symmetric states once, and
/// states with the moves that need not be made from them. `ends` returns the encodings for a search
/// from some states to some others.
///
/// # Errors
/// As [`frontier_search`].
///
/// # Panics
/// As [`frontier_search`], and if there is no [format](Encoding::entry_format) of the entries.
///
/// # Complexity
/// As [`frontier_search`], divided by the number of symmetries in use.
pub fn frontier_search_with<S: Undirected, E: Encoding<S>>(
    space: &S,
    ends: impl Fn(&[S::State], &[S::State]) -> Ends<E>,
    recovery: PlanRecovery,
    mut checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<S::Action>, FileError> {
    let reversed = space.reversed();
    let goals = reversed.roots().into_iter().map(|goal| space.unpack(reversed.pack(&goal)));
    let (starts, goals): (Vec<_>, Vec<_>) = (space.roots(), goals.collect());
    let mut plan = PlanSearch::new(space, &ends, [&starts, &goals], recovery);
    let formats = checkpoint.as_ref().map(|_| Formats::<S, E>::new(space));
    if let Some((checkpoint, formats)) = checkpoint.as_ref().zip(formats.as_ref()) {
        let memory = monitor.limits().memory;
        checkpoint.read(|from| plan.restore(formats, memory, from))?;
    }
    let monitor = &mut monitor.with_more_nodes(plan.known.statistics.expanded);
    loop {
        let is_due = || checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.is_due());
        let path = plan.path(&is_due, monitor);
        if let (Err(Unfinished::Stopped(_) | Unfinished::Paused), Some((checkpoint, formats))) =
            (&path, checkpoint.as_mut().zip(formats.as_ref()))
        {
            let Known { lower, in_whole_layers, .. } = plan.known;
            checkpoint.write(lower, &in_whole_layers, |to| plan.save(formats, to));
        }
        let Known { lower, statistics, .. } = plan.known;
        return Ok(match path {
            Ok(None) => Outcome::unsolvable(statistics),
            Ok(Some(path)) => match traced(space, &path) {
                // Only a bound claimed by a checkpoint can exceed the plan.
                Some(plan) => {
                    let length = Depth::saturated(plan.len());
                    Outcome::with_plan(plan, lower.min(length), statistics)
                }
                None => return Err(untraceable(checkpoint)),
            },
            Err(Unfinished::Paused) => continue,
            Err(Unfinished::Untraceable) => return Err(untraceable(checkpoint)),
            Err(unfinished) => monitor.stopped(unfinished.stop(), None, lower, statistics),
        });
    }
}

/// What all searches for a plan have proved and counted.
#[derive(Debug, Default)]
struct Known {
    /// No plan is shorter.
    lower: Depth,
    statistics: Statistics,
    /// Counts for complete layers only, which are what is saved.
    in_whole_layers: Statistics,
}

/// A state on a shortest path, and its distances from both ends.
struct Middle<T> {
    state: T,
    before: Depth,
    after: Depth,
}

/// How the keys of a space and the entries of its layers are stored.
struct Formats<S: StateSpace, E: Encoding<S>> {
    keys: Box<dyn KeyFormat<S::Key>>,
    entries: Box<dyn KeyFormat<E::Entry>>,
}

impl<S: StateSpace, E: Encoding<S>> Formats<S, E> {
    /// # Panics
    /// If they cannot be stored.
    fn new(space: &S) -> Self {
        let entries = E::entry_format(space).expect("a search that is saved has one of entries");
        Self { keys: key_format(space), entries }
    }
}

/// The search for a plan: one that finds where it is met from both ends, and with midpoints those
/// for its parts.
struct PlanSearch<'a, S: Undirected, E: Encoding<S>, F> {
    space: &'a S,
    ends_of: &'a F,
    starts: &'a [S::State],
    goals: &'a [S::State],
    recovery: PlanRecovery,
    known: Known,
    /// What is known of the plan, if midpoints are used.
    path: PartialPath<S::Key>,
    /// The search for the first unknown part of the path.
    search: Search<'a, S, E>,
    /// Where the search has met, until the plan is found.
    middle: Option<Middle<S::State>>,
}

impl<'a, S: Undirected, E: Encoding<S>, F> PlanSearch<'a, S, E, F>
where
    F: Fn(&[S::State], &[S::State]) -> Ends<E>,
{
    fn new(
        space: &'a S,
        ends_of: &'a F,
        [starts, goals]: [&'a [S::State]; 2],
        recovery: PlanRecovery,
    ) -> Self {
        let search = Search::new(space, ends_of, [starts, goals], recovery);
        let (known, path) = (Known::default(), PartialPath::new());
        Self { space, ends_of, starts, goals, recovery, known, path, search, middle: None }
    }

    /// The states of a plan; `None` if there is none.
    ///
    /// # Errors
    /// If the search has not ended; the same call resumes it.
    fn path(
        &mut self,
        is_due: &dyn Fn() -> bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<S::Key>>, Unfinished> {
        loop {
            if self.middle.is_none() {
                self.middle = self.search.meet(&mut self.known, is_due, monitor)?;
            }
            let Some(middle) = &self.middle else {
                // The parts of a path are connected.
                return if self.path.is_empty() { Ok(None) } else { Err(Unfinished::Untraceable) };
            };
            if self.recovery == PlanRecovery::Layers {
                return self.search.path(middle, &self.known, monitor).map(Some);
            }
            self.path.fill(self.space.pack(&middle.state), [middle.before, middle.after])?;
            self.middle = None;
            match self.path.first_gap() {
                None => return self.path.path(self.space, [self.starts, self.goals]).map(Some),
                Some(ends) => self.search = self.between(ends),
            }
        }
    }

    /// The search between two states, or from the starts, or to the goals.
    fn between(&self, ends: [Option<S::Key>; 2]) -> Search<'a, S, E> {
        let [from, to] = ends.map(|end| end.map(|key| [self.space.unpack(key)]));
        let from = from.as_ref().map_or(self.starts, |state| state);
        let to = to.as_ref().map_or(self.goals, |state| state);
        Search::new(self.space, self.ends_of, [from, to], self.recovery)
    }

    /// Writes the state of the search.
    fn save(&self, formats: &Formats<S, E>, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.known.lower)?;
        to.part(&self.known.in_whole_layers)?;
        self.path.save(&*formats.keys, to)?;
        self.search.save(&*formats.entries, to)?;
        let middle = self.middle.as_slice();
        to.part(&middle.len())?;
        middle.iter().try_for_each(|Middle { state, before, after }| {
            to.keys(&*formats.keys, &[self.space.pack(state)])?;
            to.part(before)?;
            to.part(after)
        })
    }

    /// Reads what [`PlanSearch::save`] has written; the layers take at most `memory`.
    ///
    /// # Errors
    /// [`Unreadable`].
    fn restore(
        &mut self,
        formats: &Formats<S, E>,
        memory: Option<u64>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        self.known.lower = from.part()?;
        self.known.statistics = from.part()?;
        self.known.in_whole_layers = self.known.statistics;
        self.path = PartialPath::restore(&*formats.keys, from)?;
        let gap = self.path.first_gap().ok_or(Unreadable::Invalid("a path without a gap"))?;
        self.search = self.between(gap);
        self.search.restore(&*formats.entries, memory, from)?;
        if from.part::<usize>()? > 0 {
            let key = from.keys(&*formats.keys)?.pop();
            let key = key.ok_or(Unreadable::Invalid("a middle without a state"))?;
            let state = self.space.unpack(key);
            let middle = Middle { state, before: from.part()?, after: from.part()? };
            if !self.search.has_reached(&middle) {
                return Err(Unreadable::Invalid("such a middle"));
            }
            self.middle = Some(middle);
        }
        Ok(())
    }
}
