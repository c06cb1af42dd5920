//! The portfolio that continues on disk when the memory is spent.

use super::{Configuration, Portfolio, all, parted};
use crate::artifact::{FileError, Resumed, untraceable};
use crate::breadth_first::{Unfinished, WhenFull};
use crate::erased::{ErasableBackward, on_disk_from_bound};
use crate::external::{self, Disk, ExternalError, Numbers, ended, is_beyond};
use crate::outcome::Work;
use crate::portfolio::windows::Between;
use crate::problem::{Action, key_format};
use crate::snapshot::{Reader, Unreadable, Writer};
use crate::{Depth, Direction, Limits, Monitor, Outcome, Stop};
use web_time::Instant;

/// Runs [`cheapest_configuration`](super::cheapest_configuration) as long as there is memory for
/// its states. Then one search continues on disk, in the direction that proved the earlier bounds:
/// it begins with the bound that was to be proved, and looks only for plans shorter than the best
/// known one.
///
/// While the search is in memory, only the proved bound and the best plan are saved: a later search
/// in the folder begins with them, in memory again. On disk, it is resumed with the last layer that
/// was saved.
///
/// # Errors
/// As [`external_breadth_first_heuristic_search`](crate::external::external_breadth_first_heuristic_search),
/// before anything is searched if the states do not fit into 16 bytes.
///
/// # Panics
/// If there is no configuration, or the space has no [format](crate::StateSpace::key_format) of its
/// keys.
pub fn cheapest_configuration_on_disk<P: ErasableBackward>(
    configurations: &[Configuration<'_, P>],
    between: Between<'_, P>,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<(Direction, Outcome<Action<P>>), ExternalError> {
    for configuration in configurations {
        Numbers::of(configuration.problem.space())?;
    }
    let (for_proofs, for_plans) = parted(*monitor.limits());
    let mut portfolio =
        Portfolio::new(configurations, between, for_plans, &monitor.with(for_proofs));
    let unreadable = |error| FileError::Content { path: disk.manifest(), error };
    let before = match disk.known() {
        None => None,
        Some(known) => Some(portfolio.restore_known(known, monitor).map_err(unreadable)?),
    };
    if disk.saved().is_some() {
        let is_chosen = |one: &Configuration<'_, P>| disk.direction() == Some(one.direction);
        let chosen = configurations.iter().position(is_chosen);
        let chosen = chosen.ok_or_else(|| unreadable(Unreadable::Invalid("such a direction")))?;
        return portfolio.search_on_disk(chosen, Work::default(), disk, monitor);
    }
    for search in &mut portfolio.searches {
        search.layers.when_full = WhenFull::Stop;
    }
    if let Some(resumed) = disk.resumed() {
        portfolio.bound = portfolio.bound.max(resumed.lower);
    }
    portfolio.search_with(disk, before.as_ref(), monitor)
}

impl<P: ErasableBackward> Portfolio<'_, P> {
    /// The knowledge besides the states: the work of the proofs, `before` and now, and the plans.
    fn known(&self, before: &Work) -> Vec<u8> {
        let format = key_format(self.configurations[0].problem.space());
        let mut known = vec![];
        let to = &mut Writer::new(&mut known);
        let proofs = all(self.searches.iter()).after(before);
        let saved = to.part(&proofs).and_then(|()| self.plans.save(&*format, to));
        saved.expect("memory takes all");
        known
    }

    /// Reads what [`Portfolio::known`] has written. Returns the work of the proofs.
    ///
    /// # Errors
    /// [`Unreadable`].
    fn restore_known(
        &mut self,
        mut known: &[u8],
        monitor: &Monitor<'_>,
    ) -> Result<Work, Unreadable> {
        let format = key_format(self.configurations[0].problem.space());
        let length = known.len() as u64;
        let mut from = Reader::new(&mut known, length);
        let proofs = from.part()?;
        self.plans.restore(&*format, &mut from, monitor)?;
        from.end().map(|()| proofs)
    }

    /// Searches in memory, and then on disk; `before` is the work of the proofs in earlier runs, if
    /// resumed.
    ///
    /// # Errors
    /// If files cannot be read or written.
    fn search_with(
        mut self,
        disk: &Disk,
        before: Option<&Work>,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Direction, Outcome<Action<P>>), ExternalError> {
        let (for_proofs, _) = parted(*monitor.limits());
        let is_resumed = before.is_some();
        let saved = is_resumed.then_some(self.bound);
        let before = before.copied().unwrap_or_default();
        let earlier = self.work().after(&before).statistics;
        let mut in_memory = monitor.with(for_proofs);
        let mut in_memory = in_memory.with_more_nodes(earlier.expanded);
        let in_memory = &mut in_memory.after(&before.statistics);
        match is_resumed {
            true => self.plans.tell(&self.plans.work.statistics, in_memory),
            false => self.plans.begin(self.bound, in_memory),
        }
        let mut published = Instant::now();
        let (configuration, outcome) = loop {
            let step = self.step(&|| false, in_memory);
            let is_due = match step {
                Ok(None) => published.elapsed() >= disk.interval,
                Err(Unfinished::Stopped(stop)) => stop != Stop::Memory,
                _ => false,
            };
            if is_due {
                match self.publish(disk, &before) {
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
                    self.searches.iter_mut().for_each(|search| search.layers.forget());
                    let chosen = self.cheapest;
                    disk.choose(self.configurations[chosen].direction, self.known(&before));
                    let work = self.work().after(&before);
                    let limits = *monitor.limits();
                    let spent = work.statistics.expanded - earlier.expanded;
                    let nodes = limits.nodes.map(|most| most.saturating_sub(spent));
                    let monitor = &mut monitor.with(Limits { nodes, ..limits });
                    return self.search_on_disk(chosen, work, disk, monitor);
                }
                Err(Unfinished::Untraceable) => return Err(untraceable(None).into()),
                Err(unfinished) => break self.stopped(unfinished, in_memory),
            }
        };
        let (direction, outcome) = self.complete(configuration, outcome, in_memory);
        let outcome = outcome.plus(&before.statistics);
        let is_left = is_beyond(saved, in_memory);
        Ok((direction, if is_left { outcome } else { ended(outcome, disk)? }))
    }

    /// Saves the proved bound.
    ///
    /// # Errors
    /// If the disk is full or fails.
    fn publish(&self, disk: &Disk, before: &Work) -> Result<(), external::Unfinished> {
        let expanded = self.work().after(before).statistics.expanded;
        disk.publish_in_memory(Resumed { lower: self.lower(), expanded }, self.known(before))
    }

    /// Starts or resumes searching on disk for plans shorter than the best one, from the bound to
    /// be proved; `work` is the earlier work of a search that starts there.
    ///
    /// # Errors
    /// Those of the search on disk.
    fn search_on_disk(
        self,
        configuration: usize,
        work: Work,
        disk: &Disk,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Direction, Outcome<Action<P>>), ExternalError> {
        let Configuration { direction, problem, .. } = self.configurations[configuration];
        self.plans.tell(&work.statistics, monitor);
        let shorter = match self.plans.shortest() {
            // Only a forged manifest can claim a plan of no moves here.
            Some(known) => Depth(known.0.saturating_sub(1)),
            None => Depth::MAX,
        };
        let within = &mut monitor.within(shorter);
        let outcome = on_disk_from_bound(problem, self.lower(), work, disk, within)?;
        Ok(self.plans.complete(direction, outcome, monitor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, GraphProblem, between, graph};
    use crate::problem::{Backward as _, LazyTesting};
    use crate::{Interrupt, Progress, Verdict};
    use proptest::prelude::*;
    use std::fs;
    use std::path::Path;

    type Ended = Result<(Direction, Outcome<(u16, u16)>), ExternalError>;

    /// A folder in memory, if the system has one: files are made durable again and again.
    fn folder() -> tempfile::TempDir {
        tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
    }

    fn disk(folder: &Path) -> Disk {
        Disk::open(folder, ["some graph", "any"].map(str::to_owned), None).unwrap()
    }

    fn run(graph: &Graph, disk: &Disk, limits: Limits) -> Ended {
        let problems = [graph.problem(), graph.reversed().problem()];
        let configuration = |(direction, problem)| Configuration::<GraphProblem> {
            direction,
            problem,
            testing: LazyTesting::On,
        };
        let configurations: Vec<_> =
            Direction::ALL.into_iter().zip(&problems).map(configuration).collect();
        let (never, mut silent) = (Interrupt::new(), |_: &Progress| {});
        let monitor = &mut Monitor::new(limits, &never, &mut silent);
        cheapest_configuration_on_disk(&configurations, &between, disk, monitor)
    }

    #[track_caller]
    fn is_proved(graph: &Graph, ended: Ended, folder: &Path) {
        let (direction, outcome) = ended.unwrap();
        match direction {
            Direction::Forward => graph.is_proved(&outcome, "forward"),
            Direction::Backward => graph.reversed().is_proved(&outcome, "backward"),
        }
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0, "the folder is empty at the end");
    }

    fn of_memory(bytes: u64) -> Limits {
        Limits { memory: Some(bytes), ..Limits::default() }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn where_the_memory_ends_it_goes_on_by_disk(graph in graph(), memory in 0..4096_u64) {
            let folder = folder();
            let ended = run(&graph, &disk(folder.path()), of_memory(memory));
            is_proved(&graph, ended, folder.path());
        }

        #[test]
        fn with_enough_memory_it_never_comes_to_the_disk(graph in graph()) {
            let folder = folder();
            let disk = disk(folder.path());
            let ended = run(&graph, &disk, Limits::default());
            prop_assert_eq!(disk.direction(), None);
            drop(disk);
            is_proved(&graph, ended, folder.path());
        }

        #[test]
        fn it_goes_on_where_it_was_ended(
            graph in graph(),
            nodes in 1..200_u64,
            memory in prop_oneof![Just(0), Just(1 << 20)],
        ) {
            let folder = folder();
            let mut best = Depth::MAX;
            for _ in 0..5 {
                let limits = Limits { nodes: Some(nodes), ..of_memory(memory) };
                let (_, outcome) = run(&graph, &disk(folder.path()), limits).unwrap();
                if matches!(outcome.verdict(), Verdict::Optimal | Verdict::Unsolvable) {
                    // The next run would start over.
                    break;
                }
                let upper = outcome.bounds().upper.unwrap_or(Depth::MAX);
                prop_assert!(upper <= best, "a plan that was known is forgotten");
                best = upper;
            }
            let ended = run(&graph, &disk(folder.path()), of_memory(memory));
            is_proved(&graph, ended, folder.path());
        }

        /// The digests are right, but the claims are not.
        #[test]
        fn what_is_forged_is_no_panic(
            graph in graph(),
            claimed in any::<u16>(),
            damage in any::<usize>(),
        ) {
            let folder = folder();
            let limits = Limits { nodes: Some(1), ..of_memory(1 << 20) };
            let _ = run(&graph, &disk(folder.path()), limits).unwrap();
            let known = disk(folder.path()).known().map(<[u8]>::to_vec);
            let Some(mut known) = known else { return Ok(()) };
            let at = damage % known.len();
            known[at] ^= 1 << (damage % 8);
            let forged = disk(folder.path());
            let resumed = Resumed { lower: Depth(claimed), expanded: 1 };
            forged.publish_in_memory(resumed, known).unwrap();
            drop(forged);
            let _: Ended = run(&graph, &disk(folder.path()), Limits::default());
        }
    }
}
