//! The same, which goes on by disk where the memory is spent.

use super::{Configuration, Portfolio, parted};
use crate::artifact::{FileError, Resumed, untraceable};
use crate::breadth_first::{Unfinished, WhenFull};
use crate::external::heuristic_search::{ended, from_bound};
use crate::external::numbers::Numbers;
use crate::external::{self, Disk, ExternalError, external_breadth_first_heuristic_search};
use crate::outcome::Work;
use crate::portfolio::windows::Between;
use crate::problem::{Action, Backward, Parts};
use crate::snapshot::{Reader, Unreadable, Writer};
use crate::{Depth, Direction, Limits, Monitor, Outcome, Stop};
use web_time::Instant;

/// [`cheapest_configuration`](super::cheapest_configuration) as long as there is memory for its
/// states. Then one search goes on by disk, in the direction that proved the bounds before: it begins with
/// the bound that was to be proved, and looks only for plans shorter than the best one that is known.
///
/// What is saved while it is in memory is the bound that was shown: a later search in the folder begins there, in
/// memory again. On disk it goes on with the last layer that was saved, but without the plans that were
/// known, which it may have to find again.
///
/// # Errors
/// As [`external_breadth_first_heuristic_search`], before anything is searched if the states do not fit into
/// 16 bytes.
///
/// # Panics
/// Without a configuration.
pub fn cheapest_configuration_on_disk<P: Parts<Space: Backward>>(
    configurations: &[Configuration<'_, P>],
    between: Between<'_, P>,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<(Direction, Outcome<Action<P>>), ExternalError> {
    for configuration in configurations {
        Numbers::of(configuration.problem.space())?;
    }
    let unreadable = |error| FileError::Content { path: disk.manifest(), error };
    if disk.saved().is_some() {
        let chosen = configurations.iter().find(|one| disk.direction() == Some(one.direction));
        let chosen = chosen.ok_or_else(|| unreadable(Unreadable::Invalid("such a direction")))?;
        let outcome = external_breadth_first_heuristic_search(chosen.problem, disk, monitor)?;
        return Ok((chosen.direction, outcome));
    }
    let (for_proofs, for_plans) = parted(*monitor.limits());
    let mut portfolio =
        Portfolio::new(configurations, between, for_plans, &monitor.with(for_proofs));
    for search in &mut portfolio.searches {
        search.layers.when_full = WhenFull::Stop;
    }
    let mut before = Work::default();
    if let Some((lower, counted)) = disk.saved_in_memory() {
        portfolio.bound = portfolio.bound.max(lower);
        before = read_work(counted).map_err(unreadable)?;
    }
    portfolio.search_with(disk, &before, monitor)
}

/// Reads what [`Portfolio::publish`] has written.
fn read_work(mut saved: &[u8]) -> Result<Work, Unreadable> {
    let length = saved.len() as u64;
    let mut from = Reader::new(&mut saved, length);
    let work = from.part()?;
    from.end().map(|()| work)
}

impl<P: Parts<Space: Backward>> Portfolio<'_, P> {
    /// Searches in memory, and then on disk; `before` is what earlier runs took.
    ///
    /// # Errors
    /// If what is on disk cannot be read or written.
    fn search_with(
        mut self,
        disk: &Disk,
        before: &Work,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Direction, Outcome<Action<P>>), ExternalError> {
        let (for_proofs, _) = parted(*monitor.limits());
        let mut in_memory = monitor.with(for_proofs);
        let mut in_memory = in_memory.with_more_nodes(before.statistics.expanded);
        let in_memory = &mut in_memory.after(&before.statistics);
        self.plans.begin(self.bound, in_memory);
        let mut published = Instant::now();
        let (configuration, outcome) = loop {
            let step = self.step(&|| false, in_memory);
            let is_due = match step {
                Ok(None) => published.elapsed() >= disk.interval,
                Err(Unfinished::Stopped(stop)) => stop != Stop::Memory,
                _ => false,
            };
            if is_due {
                match self.publish(disk, before) {
                    Ok(()) => published = Instant::now(),
                    Err(external::Unfinished::Failed(error)) => return Err(error.into()),
                    Err(external::Unfinished::Stopped(stop)) => {
                        break self.stopped(stop.into(), in_memory);
                    }
                }
            }
            match step {
                Ok(None) | Err(Unfinished::Paused) => {}
                Ok(Some(end)) => break end,
                Err(Unfinished::Stopped(Stop::Memory)) => {
                    return self.go_on_by_disk(disk, before, monitor);
                }
                Err(Unfinished::Untraceable) => return Err(untraceable(None).into()),
                Err(unfinished) => break self.stopped(unfinished, in_memory),
            }
        };
        let (direction, outcome) = self.complete(configuration, outcome, in_memory);
        Ok((direction, ended(outcome.plus(&before.statistics), disk)?))
    }

    /// Saves the bound that was shown.
    ///
    /// # Errors
    /// If the disk is full or fails.
    fn publish(&self, disk: &Disk, before: &Work) -> Result<(), external::Unfinished> {
        let work = self.work().after(before);
        let mut content = vec![];
        Writer::new(&mut content).part(&work).expect("memory takes all");
        let resumed = Resumed { lower: self.lower(), expanded: work.statistics.expanded };
        disk.publish_in_memory(resumed, content)
    }

    /// Searches on disk from the bound that is to be proved, for plans shorter than the best one.
    ///
    /// # Errors
    /// Those of the search on disk.
    fn go_on_by_disk(
        mut self,
        disk: &Disk,
        before: &Work,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Direction, Outcome<Action<P>>), ExternalError> {
        self.searches.iter_mut().for_each(|search| search.layers.forget());
        let Configuration { direction, problem, .. } = self.configurations[self.cheapest];
        disk.choose(direction);
        let work = self.work();
        let shorter = self.plans.shortest().map_or(Depth::MAX, |known| Depth(known.0 - 1));
        let limits = *monitor.limits();
        let nodes = limits.nodes.map(|most| most.saturating_sub(work.statistics.expanded));
        let on_disk = &mut monitor.with(Limits { nodes, ..limits });
        let on_disk = &mut on_disk.within(shorter);
        let outcome = from_bound(problem, self.lower(), work.after(before), disk, on_disk)?;
        Ok(self.plans.complete(direction, outcome, monitor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, GraphProblem, between, graph};
    use crate::problem::LazyTesting;
    use crate::{Interrupt, Limits, Progress};
    use proptest::prelude::*;
    use std::fs;
    use std::path::Path;

    fn run(
        graph: &Graph,
        folder: &Path,
        limits: Limits,
    ) -> (bool, (Direction, Outcome<(u16, u16)>)) {
        let disk = Disk::open(folder, ["some graph", "any"].map(str::to_owned), None).unwrap();
        let problems = [graph.problem(), graph.reversed().problem()];
        let configurations: Vec<Configuration<'_, GraphProblem>> = Direction::ALL
            .into_iter()
            .zip(&problems)
            .map(|(direction, problem)| Configuration {
                direction,
                problem,
                testing: LazyTesting::On,
            })
            .collect();
        let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
        let monitor = &mut Monitor::new(limits, &never, &mut silent);
        let ended = cheapest_configuration_on_disk(&configurations, &between, &disk, monitor);
        (disk.direction().is_some(), ended.unwrap())
    }

    /// A folder in memory, where the system has that: files are made durable again and again.
    fn folder() -> tempfile::TempDir {
        tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
    }

    fn is_proved(graph: &Graph, (direction, outcome): &(Direction, Outcome<(u16, u16)>)) {
        match direction {
            Direction::Forward => graph.is_proved(outcome, "forward"),
            Direction::Backward => graph.reversed().is_proved(outcome, "backward"),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn where_the_memory_ends_it_goes_on_by_disk(graph in graph(), memory in 0..4096_u64) {
            let folder = folder();
            let limits = Limits { memory: Some(memory), ..Limits::default() };
            let (_, ended) = run(&graph, folder.path(), limits);
            is_proved(&graph, &ended);
            prop_assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }

        #[test]
        fn it_goes_on_by_disk_where_it_was_ended(graph in graph(), nodes in 1..20_u64) {
            let folder = folder();
            // Nothing fits into memory.
            let limits = Limits { memory: Some(0), nodes: Some(nodes), ..Limits::default() };
            for _ in 0..5 {
                run(&graph, folder.path(), limits);
            }
            let (_, ended) = run(&graph, folder.path(), Limits { nodes: None, ..limits });
            is_proved(&graph, &ended);
            prop_assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn with_enough_memory_it_never_comes_to_the_disk() {
        proptest!(|(graph in graph())| {
            let folder = folder();
            let (is_on_disk, ended) = run(&graph, folder.path(), Limits::default());
            is_proved(&graph, &ended);
            prop_assert!(!is_on_disk);
        });
    }
}
