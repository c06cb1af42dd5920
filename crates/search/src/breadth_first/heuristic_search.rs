//! Breadth-first heuristic search with an iterated bound.
//!
//! # Source
//! Zhou and Hansen, "Breadth-first heuristic search", Artificial Intelligence 170 (2006); here the
//! graph may be directed, so the closed list is kept whole, and the bound rises as in IDA*.

use crate::artifact::{Checkpoint, FileError, untraceable};
use crate::breadth_first::layered_search::{LayeredSearch, MayContinue, Searched, Unfinished};
use crate::outcome::Work;
use crate::problem::{Action, Backward, Key, LazyTest, LazyTesting, Parts, key_format};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer};
use crate::{Depth, Monitor, Outcome, Statistics, Stop};
use std::io;

/// Proves bound after bound by breadth-first search over the states with f within it. After each
/// proof it looks for a plan of the next length below the deepest of these states, with an eighth
/// of the work. If it finds one, the last bound costs next to nothing.
///
/// Only states with f <= bound are stored; A* also stores all their children. When the memory is
/// spent, states that do not fit are searched depth-first, with a transposition table. Then the
/// search cannot detect that it has seen the whole space: on an unsolvable puzzle it may run until
/// a limit stops it.
///
/// With a checkpoint, the search is saved from time to time and can be resumed. A resumed search
/// expands the states that one run would have expanded, with two exceptions: a search for a plan
/// beside the proofs that a limit stopped is not repeated; and if the memory was spent, the last
/// bound is searched from the start. The limit on nodes applies to each run.
///
/// # Errors
/// If the checkpoint does not belong to this search.
///
/// # Panics
/// If there is a checkpoint, and the space has no [format](crate::StateSpace::key_format) of its keys.
///
/// # Complexity
/// Memory and time linear in the states with f up to the length of a shortest plan; the time is
/// multiplied by the sum of a geometric series over the bounds. Less memory means more time: at
/// worst, linear in the number of paths to these states from stored ones.
pub fn breadth_first_heuristic_search<P: Parts<Space: Backward>>(
    problem: &P,
    mut checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, FileError> {
    let mut search = Bounded::new(problem, LazyTesting::On, monitor);
    let mut bound = search.least();
    let format = checkpoint.as_ref().map(|_| key_format(problem.space()));
    if let Some((checkpoint, format)) = checkpoint.as_ref().zip(format.as_deref()) {
        let saved = checkpoint.read(|from| {
            problem.test().restore(from, monitor.halt())?;
            search.restore(format, from)?;
            from.part()
        })?;
        bound = saved.unwrap_or(bound);
    }
    let monitor = &mut monitor.with_more_nodes(search.layers.work.statistics.expanded);
    loop {
        let mut is_due = |_: &Work, _: &mut Monitor<'_>| match &checkpoint {
            Some(checkpoint) if checkpoint.is_due() => Err(Unfinished::Paused),
            _ => Ok(()),
        };
        let proved = search.prove(bound, monitor, &mut is_due);
        if let (Err(Unfinished::Stopped(_) | Unfinished::Paused), Some((checkpoint, format))) =
            (&proved, checkpoint.as_mut().zip(format.as_deref()))
        {
            checkpoint.write(search.lower(bound), &search.layers.work.statistics, |to| {
                problem.test().save(to)?;
                search.save(format, to)?;
                to.part(&bound)
            });
        }
        match proved {
            Ok(Step::Next(next)) => match search.dive(next, monitor) {
                Some(outcome) => return Ok(outcome),
                None => bound = next,
            },
            Ok(Step::Ended(outcome)) => return Ok(outcome),
            Err(Unfinished::Paused) => {}
            Err(Unfinished::Untraceable) => return Err(untraceable(checkpoint)),
            Err(unfinished) => return Ok(search.stopped(unfinished.stop(), bound, monitor)),
        }
    }
}

/// What a search within a bound has proved.
pub(crate) enum Step<A> {
    /// No plan is shorter than this.
    Next(Depth),
    Ended(Outcome<A>),
}

/// Breadth-first heuristic search, one bound at a time.
pub(crate) struct Bounded<'a, P: Parts> {
    problem: &'a P,
    pub(crate) layers: LayeredSearch<'a, P>,
    /// The work for the last bound, in states expanded.
    pub(crate) cost: u64,
    /// The work before the search that has not ended.
    begun: Option<Work>,
}

impl<'a, P: Parts<Space: Backward>> Bounded<'a, P> {
    /// A dive may take one part in this many of the work of the previous proof.
    const SHARE: u64 = 8;

    pub(crate) fn new(problem: &'a P, testing: LazyTesting, monitor: &Monitor<'_>) -> Self {
        Self {
            problem,
            layers: LayeredSearch::new(problem, testing, monitor),
            cost: 0,
            begun: None,
        }
    }

    /// The least f of the roots; zero if none leads to a goal.
    pub(crate) fn least(&self) -> Depth {
        self.problem.least_estimate().unwrap_or(Depth::ZERO)
    }

    /// Starts or resumes looking for a plan of `bound` moves, given that none is shorter.
    ///
    /// # Errors
    /// If it has not ended; the same call resumes it.
    pub(crate) fn prove(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
        may_continue: &mut MayContinue<'_>,
    ) -> Result<Step<Action<P>>, Unfinished> {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            let statistics = self.layers.work.statistics;
            return Ok(Step::Ended(Outcome::beyond_bound(bound, statistics)));
        }
        let searched = self.search(bound, monitor, may_continue)?;
        let statistics = self.layers.work.statistics;
        Ok(Step::Ended(match searched {
            Searched::Found(plan) => found(plan, bound, statistics),
            Searched::Exhausted { next: None } => Outcome::unsolvable(statistics),
            Searched::Exhausted { next: Some(next) } => return Ok(Step::Next(next)),
        }))
    }

    fn search(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
        may_continue: &mut MayContinue<'_>,
    ) -> Result<Searched<Action<P>>, Unfinished> {
        let begun = *self.begun.get_or_insert(self.layers.work);
        let searched = self.layers.search(bound, bound, monitor, may_continue);
        self.cost = self.layers.work.in_states() - begun.in_states();
        let before = begun.statistics.expanded;
        let statistics = &mut self.layers.work.statistics;
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before;
        if let Ok(_) | Err(Unfinished::GivenUp) = searched {
            self.begun = None;
        }
        searched
    }

    /// The lower bound while searching for a plan of `bound` moves.
    pub(crate) fn lower(&self, bound: Depth) -> Depth {
        self.layers.lower.max(bound)
    }

    /// The outcome if a limit ends the search for a plan of `bound` moves.
    pub(crate) fn stopped(
        &self,
        stop: Stop,
        bound: Depth,
        monitor: &Monitor<'_>,
    ) -> Outcome<Action<P>> {
        monitor.stopped(stop, None, self.lower(bound), self.layers.work.statistics)
    }

    /// A plan as long as the next bound, if one is found soon, given that the previous bound is
    /// proved.
    ///
    /// A limit met here is met again by the search that follows, and reported there.
    pub(crate) fn dive(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Option<Outcome<Action<P>>> {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return None;
        }
        let before = self.layers.work.statistics.expanded;
        let plan = self.layers.dive(bound, self.cost / Self::SHARE, monitor).ok()??;
        let statistics = &mut self.layers.work.statistics;
        statistics.expanded_until_last_layer = before;
        Some(found(plan, bound, *statistics))
    }

    /// Whether searching a proved bound this way takes less than `cost`. False if the search is
    /// given up, or has too little memory.
    ///
    /// # Errors
    /// If it has not ended; the same call resumes it.
    pub(crate) fn is_cheaper(
        &mut self,
        bound: Depth,
        cost: u64,
        monitor: &mut Monitor<'_>,
        may_continue: &mut MayContinue<'_>,
    ) -> Result<bool, Unfinished> {
        let before = self.begun.unwrap_or(self.layers.work).in_states();
        let mut may_continue = |work: &Work, monitor: &mut Monitor<'_>| {
            let is_dearer = work.in_states() >= before + cost;
            if is_dearer { Err(Unfinished::GivenUp) } else { may_continue(work, monitor) }
        };
        match self.search(bound, monitor, &mut may_continue) {
            Ok(_) => Ok(self.cost < cost),
            Err(Unfinished::GivenUp) => Ok(false),
            Err(Unfinished::Stopped(Stop::Memory)) => {
                self.begun = None;
                Ok(false)
            }
            Err(unfinished) => Err(unfinished),
        }
    }

    /// Writes the state of the search.
    pub(crate) fn save(
        &self,
        format: &dyn KeyFormat<Key<P>>,
        to: &mut Writer<'_>,
    ) -> io::Result<()> {
        to.part(&self.cost)?;
        to.part(&self.begun)?;
        self.layers.save(format, to)
    }

    /// Reads what [`Bounded::save`] has written.
    ///
    /// # Errors
    /// [`Unreadable`].
    pub(crate) fn restore(
        &mut self,
        format: &dyn KeyFormat<Key<P>>,
        from: &mut Reader<'_>,
    ) -> Result<(), Unreadable> {
        self.cost = from.count()?;
        self.begun = from.part()?;
        self.layers.restore(format, from)?;
        let now = self.layers.work.in_states();
        if self.begun.is_some_and(|begun| begun.in_states() > now) {
            return Err(Unreadable::Invalid("counts that decrease"));
        }
        Ok(())
    }
}

/// The outcome for a plan of `bound` moves; none is shorter.
fn found<A>(plan: Vec<A>, bound: Depth, statistics: Statistics) -> Outcome<A> {
    // Only a bound claimed by a checkpoint can exceed the plan.
    let length = Depth::saturated(plan.len());
    Outcome::with_plan(plan, bound.min(length), statistics)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, graph};
    use crate::outcome::unlimited;
    use crate::{Interrupt, Limits};
    use proptest::prelude::*;

    /// When a run ends and the next one resumes the search.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Runs {
        One,
        /// Each run is paused after this many checks.
        Paused(u64),
        /// Each run expands this many states.
        Limited(u64),
    }

    /// Searches in one run, or in many.
    fn search(
        graph: &Graph,
        testing: LazyTesting,
        runs: Runs,
        damage: usize,
    ) -> Outcome<(u16, u16)> {
        let (never, mut silent) = (Interrupt::new(), |_: &crate::Progress| {});
        let mut saved: Option<Vec<u8>> = None;
        loop {
            let problem = graph.problem();
            let format = key_format(&problem.space);
            let mut search = unlimited(|monitor| Bounded::new(&problem, testing, monitor));
            let mut bound = search.least();
            let restore = |search: &mut Bounded<'_, _>, mut bytes: &[u8]| {
                let length = bytes.len() as u64;
                let mut reader = Reader::new(&mut bytes, length);
                search.restore(&*format, &mut reader)?;
                let bound = reader.part()?;
                reader.end().map(|()| bound)
            };
            if let Some(bytes) = &saved {
                // A cut or altered checkpoint is refused, or is another search.
                let at = damage % bytes.len();
                assert!(restore(&mut search, &bytes[..at]).is_err());
                let mut altered = bytes.clone();
                altered[at] ^= 1 << (damage % 8);
                let _: Result<Depth, _> = restore(&mut search, &altered);
                search = unlimited(|monitor| Bounded::new(&problem, testing, monitor));
                bound = restore(&mut search, bytes).expect("it was saved");
            }
            let expanded = search.layers.work.statistics.expanded;
            let (nodes, mut looks) = match runs {
                Runs::One => (None, u64::MAX),
                Runs::Paused(looks) => (None, looks),
                Runs::Limited(nodes) => (Some(expanded + nodes), u64::MAX),
            };
            let limits = Limits { nodes, ..Limits::default() };
            let mut may_continue = |_: &Work, _: &mut Monitor<'_>| {
                looks -= 1;
                if looks == 0 { Err(Unfinished::Paused) } else { Ok(()) }
            };
            let monitor = &mut Monitor::new(limits, &never, &mut silent);
            loop {
                match search.prove(bound, monitor, &mut may_continue) {
                    Ok(Step::Next(next)) => bound = next,
                    Ok(Step::Ended(outcome)) => return outcome,
                    Err(_) => break,
                }
            }
            let mut bytes = vec![];
            let to = &mut Writer::new(&mut bytes);
            search.save(&*format, to).and_then(|()| to.part(&bound)).expect("memory takes all");
            saved = Some(bytes);
        }
    }

    proptest! {
        #[test]
        fn a_search_in_many_runs_is_the_search_in_one(
            graph in graph(),
            many in 2..30_u64,
            damage in any::<usize>(),
        ) {
            for testing in [LazyTesting::On, LazyTesting::Off] {
                let whole = search(&graph, testing, Runs::One, 0);
                for runs in [Runs::Paused(many), Runs::Limited(many)] {
                    let parted = search(&graph, testing, runs, damage);
                    graph.is_proved(&parted, "in many runs");
                    // A limit may end a chunk early, and then the goal may be met sooner. It may
                    // also be if keys are not numbered, since they come in another order.
                    if runs == Runs::Paused(many) && graph.bits.is_some() {
                        prop_assert_eq!(&parted, &whole);
                    }
                    let before_last = |outcome: &Outcome<_>| {
                        (outcome.bounds(), outcome.statistics().expanded_until_last_layer)
                    };
                    prop_assert_eq!(before_last(&parted), before_last(&whole));
                }
            }
        }
    }
}
