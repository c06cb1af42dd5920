//! A portfolio of breadth-first heuristic searches that compete at each bound.

#[cfg(not(target_arch = "wasm32"))]
mod on_disk;

#[cfg(not(target_arch = "wasm32"))]
pub use on_disk::cheapest_configuration_on_disk;

use crate::artifact::{Checkpoint, FileError, untraceable};
use crate::breadth_first::{Bounded, Step, Unfinished};
use crate::outcome::Work;
use crate::portfolio::upper_bounds::UpperBounds;
use crate::portfolio::windows::Between;
use crate::problem::{Action, Backward, Key, LazyTesting, Parts, key_format};
use crate::snapshot::{KeyFormat, Reader, Unreadable, Writer, snapshot};
use crate::{Depth, Direction, Limits, Monitor, Outcome};
use std::collections::VecDeque;
use std::io;

/// A configuration of the search that proves that a puzzle has no plan within a bound.
#[derive(Debug)]
pub struct Configuration<'a, P> {
    /// The direction of the problem.
    pub direction: Direction,
    /// The problem to be searched.
    pub problem: &'a P,
    /// Whether new states are tested.
    pub testing: LazyTesting,
}

/// Proves bound after bound with the configuration that was cheapest at earlier bounds, and looks
/// for plans meanwhile.
///
/// A bound proved by one configuration holds for all of them. Between the proofs and in the middle
/// of long ones, it looks for plans by beam search in every direction, with an eighth of the work
/// that the proofs have taken, and makes the best plan shorter window by window, with a sixteenth;
/// for that, `between` makes the problem of a path between any two states. After each proof, it
/// looks for a plan below the deepest states that the proof has seen, with an eighth of its work. A
/// plan as long as the bound that is to be proved is a shortest one, and ends the search; and a
/// search that is stopped has a plan to show.
///
/// Otherwise another configuration is measured at the bound that was proved, each in its turn, and
/// dropped from then on as soon as it has cost three quarters as much. At cheap bounds all
/// configurations are measured and none is dropped: their numbers of states say little about larger
/// bounds. So the choice costs little compared with the last bounds, the most expensive ones. A
/// configuration that saves less than a quarter is not chosen: searches with tests grow more slowly
/// from bound to bound.
///
/// The direction returned is the one of the plan, or the one that ended the search; the counts
/// include all configurations.
///
/// With a checkpoint, the search is saved from time to time, with everything that decides how it
/// continues. A resumed search expands the states that one run would have expanded, with two
/// exceptions: if a limit stopped a search for a plan beside the proofs, its work stays counted;
/// and if the memory was spent, the bound that was to be proved is searched from the start. The
/// limit on nodes applies to each run.
///
/// # Errors
/// If the checkpoint does not belong to this search.
///
/// # Panics
/// If there is no configuration; and if there is a checkpoint, but the space has no
/// [format](crate::StateSpace::key_format) of its keys.
pub fn cheapest_configuration<P: Parts<Space: Backward>>(
    configurations: &[Configuration<'_, P>],
    between: Between<'_, P>,
    mut checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<(Direction, Outcome<Action<P>>), FileError> {
    let (for_proofs, for_plans) = parted(*monitor.limits());
    let monitor = &mut monitor.with(for_proofs);
    let mut portfolio = Portfolio::new(configurations, between, for_plans, monitor);
    let format = checkpoint.as_ref().map(|_| key_format(configurations[0].problem.space()));
    let mut saved = None;
    if let Some((checkpoint, format)) = checkpoint.as_ref().zip(format.as_deref()) {
        saved = checkpoint.read(|from| portfolio.restore(format, from, monitor))?;
    }
    let counted = portfolio.work().statistics;
    let monitor = &mut monitor.with_more_nodes(counted.expanded);
    // A limit that is reached here is reached again below.
    let _ = monitor.poll(portfolio.bound, &counted);
    match saved {
        None => portfolio.plans.begin(portfolio.bound, monitor),
        Some(()) => portfolio.plans.tell(&counted, monitor),
    }
    loop {
        let is_due = || checkpoint.as_ref().is_some_and(|checkpoint| checkpoint.is_due());
        let step = portfolio.step(&is_due, monitor);
        if let (Err(Unfinished::Stopped(_) | Unfinished::Paused), Some((checkpoint, format))) =
            (&step, checkpoint.as_mut().zip(format.as_deref()))
        {
            let (lower, counted) = (portfolio.lower(), portfolio.work().statistics);
            checkpoint.write(lower, &counted, |to| portfolio.save(format, to));
        }
        let (configuration, outcome) = match step {
            Ok(None) | Err(Unfinished::Paused) => continue,
            Err(Unfinished::Untraceable) => return Err(untraceable(checkpoint)),
            Ok(Some(end)) => end,
            Err(unfinished) => portfolio.stopped(unfinished, monitor),
        };
        return Ok(portfolio.complete(configuration, outcome, monitor));
    }
}

/// The limits of the proofs, and the memory for beams beside them.
fn parted(limits: Limits) -> (Limits, Option<u64>) {
    /// One byte in this many of the memory is for beams, the rest for proofs.
    const FOR_PLANS: u64 = 16;
    let for_plans = limits.memory.map(|all| all / FOR_PLANS);
    let for_proofs = limits.memory.map(|all| all - all / FOR_PLANS);
    (Limits { memory: for_proofs, ..limits }, for_plans)
}

/// Competing searches, and their progress.
struct Portfolio<'a, P: Parts> {
    configurations: &'a [Configuration<'a, P>],
    /// One per configuration.
    searches: Vec<Bounded<'a, P>>,
    plans: UpperBounds<'a, P>,
    /// To be proved; or proved, while others are measured.
    bound: Depth,
    /// The configuration that proves.
    cheapest: usize,
    /// Those to be measured in turn.
    rivals: VecDeque<usize>,
    measurement: Option<Measurement>,
}

/// Configurations are measured at a proved bound.
struct Measurement {
    /// The next bound to be proved.
    next: Depth,
    /// The cost of the bound for the cheapest configuration.
    cost: u64,
    /// Those to be measured, the current one first.
    left: Vec<usize>,
}

snapshot!(Measurement { next, cost, left });

/// How a search ended, by the configuration of the proof; `None` if a plan was found beside them.
type End<A> = (Option<usize>, Outcome<A>);

impl<'a, P: Parts<Space: Backward>> Portfolio<'a, P> {
    /// A new search, with this much memory for beams; the monitor is that of the proofs.
    ///
    /// # Panics
    /// If there is no configuration.
    fn new(
        configurations: &'a [Configuration<'a, P>],
        between: Between<'a, P>,
        for_plans: Option<u64>,
        monitor: &Monitor<'_>,
    ) -> Self {
        let searches: Vec<_> = configurations
            .iter()
            .map(|one| Bounded::new(one.problem, one.testing, monitor))
            .collect();
        let directions = configurations.iter().map(|one| (one.direction, one.problem));
        Self {
            configurations,
            bound: searches.iter().map(Bounded::least).max().expect("there is a configuration"),
            searches,
            plans: UpperBounds::new(directions, between, for_plans),
            cheapest: 0,
            rivals: (1..configurations.len()).collect(),
            measurement: None,
        }
    }

    /// Up to this cost, all configurations are measured at a bound and none is left out: some
    /// tenths of a second.
    const LITTLE: u64 = 20_000;

    /// No plan is shorter.
    fn lower(&self) -> Depth {
        match &self.measurement {
            Some(measurement) => measurement.next,
            None => self.searches[self.cheapest].lower(self.bound),
        }
    }

    /// The total work.
    fn work(&self) -> Work {
        all(self.searches.iter()).after(&self.plans.work)
    }

    /// Proves a bound, or measures a configuration.
    ///
    /// # Errors
    /// If it has not ended; the same call resumes it.
    fn step(
        &mut self,
        is_due: &dyn Fn() -> bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<End<Action<P>>>, Unfinished> {
        let lower = self.measurement.as_ref().map_or(self.bound, |measurement| measurement.next);
        if let Some(outcome) = self.plans.end(lower) {
            return Ok(Some((None, outcome)));
        }
        match self.measurement.take() {
            None => self.prove(is_due, monitor),
            Some(mut measurement) => {
                let measured = self.measure(&mut measurement, is_due, monitor);
                match measurement.left.is_empty() {
                    true => self.bound = measurement.next,
                    false => self.measurement = Some(measurement),
                }
                measured.map(|()| None)
            }
        }
    }

    fn prove(
        &mut self,
        is_due: &dyn Fn() -> bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<End<Action<P>>>, Unfinished> {
        let Self { searches, plans, bound, cheapest, .. } = self;
        let (bound, cheapest) = (*bound, *cheapest);
        let others = work_of_others(searches, cheapest);
        let monitor = &mut monitor.after(&others.after(&plans.work).statistics);
        let search = &mut searches[cheapest];
        let mut may_continue = |work: &Work, monitor: &mut Monitor<'_>| {
            plans.improve(bound, is_due, &others, work, monitor)
        };
        let next = match search.prove(bound, monitor, &mut may_continue) {
            Ok(Step::Next(next)) => next,
            Ok(Step::Ended(outcome)) => return Ok(Some((Some(cheapest), outcome))),
            // The known plan is a shortest one.
            Err(Unfinished::GivenUp) => return Ok(None),
            Err(unfinished) => return Err(unfinished),
        };
        if !plans.are_done(next)
            && let Some(outcome) = search.dive(next, monitor)
        {
            return Ok(Some((Some(cheapest), outcome)));
        }
        let cost = search.cost;
        // They take turns, so only one may hold memory.
        search.layers.forget();
        let looks = match cost {
            // The search is over.
            _ if monitor.limits().upper_bound.is_some_and(|asked| next > asked) => 0,
            0..Self::LITTLE => self.rivals.len(),
            _ => 1,
        };
        let left: Vec<_> = self.rivals.drain(..looks.min(self.rivals.len())).collect();
        match left.is_empty() {
            true => self.bound = next,
            false => self.measurement = Some(Measurement { next, cost, left }),
        }
        Ok(None)
    }

    /// Measures a configuration at the proved bound.
    fn measure(
        &mut self,
        measurement: &mut Measurement,
        is_due: &dyn Fn() -> bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Unfinished> {
        let Measurement { next, cost, left } = measurement;
        let Self { searches, plans, bound, .. } = self;
        let configuration = left[0];
        let others = work_of_others(searches, configuration);
        let monitor = &mut monitor.after(&others.after(&plans.work).statistics);
        let search = &mut searches[configuration];
        let mut may_continue = |work: &Work, monitor: &mut Monitor<'_>| {
            plans.improve(*next, is_due, &others, work, monitor)
        };
        let is_cheaper =
            search.is_cheaper(*bound, *cost - *cost / 4, monitor, &mut may_continue)?;
        search.layers.forget();
        left.remove(0);
        if is_cheaper {
            *cost = search.cost;
            self.rivals.push_back(std::mem::replace(&mut self.cheapest, configuration));
        } else if *cost < Self::LITTLE {
            self.rivals.push_back(configuration);
        }
        Ok(())
    }

    /// The end at a limit.
    fn stopped(&self, unfinished: Unfinished, monitor: &Monitor<'_>) -> End<Action<P>> {
        let search = &self.searches[self.cheapest];
        let (stop, lower) = (unfinished.stop(), self.lower());
        let mut statistics = search.layers.work.statistics;
        if self.measurement.is_some() {
            // The next bound would have started.
            statistics.expanded_until_last_layer = statistics.expanded;
            statistics.reexpanded = statistics.expanded;
        }
        (Some(self.cheapest), monitor.stopped(stop, None, lower, statistics))
    }

    /// The outcome with the counts of all configurations, and with the best plan if it has none.
    fn complete(
        self,
        configuration: Option<usize>,
        outcome: Outcome<Action<P>>,
        monitor: &Monitor<'_>,
    ) -> (Direction, Outcome<Action<P>>) {
        let Self { configurations, searches, plans, .. } = self;
        let others = match configuration {
            Some(configuration) => work_of_others(&searches, configuration),
            None => all(searches.iter()),
        };
        let outcome = outcome.plus(&plans.work.statistics).plus(&others.statistics);
        let direction =
            configuration.map_or(plans.direction(), |one| configurations[one].direction);
        plans.complete(direction, outcome, monitor)
    }

    fn save(&self, format: &dyn KeyFormat<Key<P>>, to: &mut Writer<'_>) -> io::Result<()> {
        to.part(&self.bound)?;
        to.part(&self.cheapest)?;
        to.part(&self.rivals.iter().copied().collect::<Vec<_>>())?;
        to.part(&self.measurement)?;
        self.plans.save(format, to)?;
        self.searches.iter().try_for_each(|search| search.save(format, to))
    }

    fn restore(
        &mut self,
        format: &dyn KeyFormat<Key<P>>,
        from: &mut Reader<'_>,
        monitor: &Monitor<'_>,
    ) -> Result<(), Unreadable> {
        self.bound = from.part()?;
        self.cheapest = from.part()?;
        self.rivals = from.part::<Vec<usize>>()?.into();
        self.measurement = from.part()?;
        let measured = self.measurement.as_ref().map(|one| &one.left[..]);
        let measured = measured.unwrap_or_default();
        let mut all = self.rivals.iter().chain(measured).chain([&self.cheapest]);
        let is_possible = all.all(|&one| one < self.searches.len())
            && self.measurement.as_ref().is_none_or(|one| {
                !one.left.is_empty() && one.next > self.bound && one.cost >> 56 == 0
            });
        if !is_possible {
            return Err(Unreadable::Invalid("such a choice of configurations"));
        }
        self.plans.restore(format, from, monitor)?;
        self.searches.iter_mut().try_for_each(|search| search.restore(format, from))
    }
}

/// The work of all searches except that of one configuration.
fn work_of_others<P: Parts<Space: Backward>>(
    searches: &[Bounded<'_, P>],
    configuration: usize,
) -> Work {
    let others = searches.iter().enumerate().filter(|&(other, _)| other != configuration);
    all(others.map(|(_, other)| other))
}

/// The work of searches.
fn all<'a, 's: 'a, P: Parts<Space: Backward> + 's>(
    searches: impl Iterator<Item = &'a Bounded<'s, P>>,
) -> Work {
    searches.fold(Work::default(), |sum, search| search.layers.work.after(&sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Interrupt;
    use crate::graph::{Graph, GraphProblem, between, graph};
    use proptest::prelude::*;
    use std::cell::Cell;

    type Action = (u16, u16);

    /// Searches in one run, or in many that are paused after this many checks.
    fn search(graph: &Graph, pause: Option<u64>) -> (Direction, Outcome<Action>) {
        let (never, mut silent) = (Interrupt::new(), |_: &crate::Progress| {});
        let mut saved: Option<Vec<u8>> = None;
        loop {
            let problems = [graph.problem(), graph.reversed().problem()];
            let configurations = configurations(&problems);
            let format = key_format(&problems[0].space);
            let mut monitor = Monitor::new(Limits::default(), &never, &mut silent);
            let mut portfolio = Portfolio::new(&configurations, &between, None, &monitor);
            match &saved {
                None => portfolio.plans.begin(portfolio.bound, &mut monitor),
                Some(bytes) => {
                    let cut = &bytes[..bytes.len() - 1];
                    assert!(restored(&mut portfolio, &*format, cut, &monitor).is_err());
                    portfolio = Portfolio::new(&configurations, &between, None, &monitor);
                    restored(&mut portfolio, &*format, bytes, &monitor).expect("it was saved");
                }
            }
            let monitor = &mut monitor;
            let looks = Cell::new(pause.unwrap_or(u64::MAX));
            let is_due = || {
                looks.set(looks.get() - 1);
                looks.get() == 0
            };
            loop {
                match portfolio.step(&is_due, monitor) {
                    Ok(None) => {}
                    Ok(Some((configuration, outcome))) => {
                        return portfolio.complete(configuration, outcome, monitor);
                    }
                    Err(_) => break,
                }
            }
            let mut bytes = vec![];
            portfolio.save(&*format, &mut Writer::new(&mut bytes)).expect("memory takes all");
            saved = Some(bytes);
        }
    }

    fn configurations(problems: &[GraphProblem; 2]) -> Vec<Configuration<'_, GraphProblem>> {
        let mut configurations = vec![];
        for testing in [LazyTesting::On, LazyTesting::Off] {
            for (direction, problem) in Direction::ALL.into_iter().zip(problems) {
                configurations.push(Configuration { direction, problem, testing });
            }
        }
        configurations
    }

    fn restored(
        portfolio: &mut Portfolio<'_, GraphProblem>,
        format: &dyn KeyFormat<u16>,
        mut bytes: &[u8],
        monitor: &Monitor<'_>,
    ) -> Result<(), Unreadable> {
        let length = bytes.len() as u64;
        let mut reader = Reader::new(&mut bytes, length);
        portfolio.restore(format, &mut reader, monitor)?;
        reader.end()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        #[test]
        fn a_search_in_many_runs_is_the_search_in_one(graph in graph(), pause in 2..30_u64) {
            // Keys that are not numbered may come in another order.
            let graph = Graph { bits: Some(76), ..graph };
            prop_assert_eq!(search(&graph, Some(pause)), search(&graph, None));
        }
    }
}
