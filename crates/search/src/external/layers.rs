//! Breadth-first search layer by layer within a bound on f: each layer is a run on the disk of each
//! rank, from which the search can be resumed. A search by one process has one rank.

mod saved;

use crate::distributed::{
    Mailbox, Shared, Transport, VisitCount, depth_of, while_others_wait, word_of,
};
use crate::external::Unfinished;
use crate::external::candidates::Candidates;
use crate::external::conclusion::{agreed, conclude, least, words};
use crate::external::disk::Disk;
use crate::external::expansion::Expansion;
use crate::external::layer::{Layer, LayerMaker, Unpublished};
use crate::external::problem::NumberedProblem;
use crate::external::run::{Run, RunReader};
use crate::external::sizes::Sizes;
use crate::outcome::Work;
use crate::problem::FBound;
use crate::{Depth, Monitor, Stop};
use web_time::Instant;

/// The purpose of a search: how it treats goals and earlier layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// It ends at the first goal, and keeps all layers for the path there.
    Plan,
    /// Goals are treated like other states. Layers not needed to detect duplicates are removed.
    Count,
    /// It ends at the first goal, but removes layers as well. It is not saved.
    List,
}

/// The result of a search within a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Searched {
    /// A goal is at this depth.
    Found(u128, Depth),
    /// All states within the bound are in the layers. `next` is the least f above it.
    Exhausted { next: Option<Depth> },
}

/// Breadth-first search on disk over the states with f within a bound, to be repeated with larger
/// ones.
pub(super) struct Layers<'a, 't> {
    pub(super) problem: &'a dyn NumberedProblem,
    pub(super) disk: &'a Disk,
    sizes: Sizes,
    purpose: Purpose,
    pub(super) mailbox: Mailbox<'t>,
    /// Receives the counts of each layer. Then the layer in which a goal is met is completed, so
    /// that no count depends on the number of ranks.
    visit: Option<&'a mut VisitCount<'a>>,
    running: Option<Running>,
    /// Work of all ranks, up to the end of the last layer.
    finished: Work,
    /// Including that of the unfinished layer.
    pub(super) work: Work,
    /// No plan is shorter.
    pub(super) lower: Depth,
    published: Option<Instant>,
    unpublished: Unpublished,
    /// The number of the last place that all ranks have saved, and this rank's part.
    generation: (u64, Vec<u8>),
}

/// The search within a bound, between two layers.
struct Running {
    shared: Shared,
    /// The states owned by this rank.
    layers: Vec<Layer>,
}

/// A new layer on this rank.
struct New {
    layer: Layer,
    tested: u64,
    /// The sum of the hashes of its states, and their exclusive or.
    digest: (u64, u64),
    /// The least goal.
    goal: Option<u128>,
}

impl<'a, 't> Layers<'a, 't> {
    /// A search in which this is one rank.
    pub(super) fn new(
        problem: &'a dyn NumberedProblem,
        (disk, sizes): (&'a Disk, Sizes),
        purpose: Purpose,
        transport: &'t mut dyn Transport,
        visit: Option<&'a mut VisitCount<'a>>,
    ) -> Self {
        Self {
            problem,
            disk,
            sizes,
            purpose,
            mailbox: Mailbox::new(transport),
            visit,
            running: None,
            finished: Work::default(),
            work: Work::default(),
            lower: Depth::ZERO,
            published: None,
            unpublished: Unpublished::default(),
            generation: (0, vec![]),
        }
    }

    /// Counts the work done before a new search.
    pub(super) fn count_before(&mut self, before: Work) {
        self.finished = before;
        self.work = before;
    }

    /// The bound of the unfinished search.
    pub(super) fn bound(&self) -> Option<Depth> {
        self.running.as_ref().map(|running| running.shared.bound.limit())
    }

    /// The layers within the bound.
    pub(super) fn layers(&self) -> &[Layer] {
        self.running.as_ref().map_or(&[], |running| &running.layers)
    }

    /// Starts or resumes a search within a bound, given that no plan is shorter than `lower`.
    ///
    /// # Errors
    /// What keeps one rank from the end, on all ranks: the same call resumes it, and so does a later
    /// search in the folder.
    pub(super) fn search(
        &mut self,
        limit: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched, Unfinished> {
        self.lower = self.lower.max(lower);
        let searched = self.search_layers(limit, monitor);
        if let Err(Unfinished::Stopped(stop)) = searched
            && stop != Stop::Disk
        {
            self.publish()?;
        }
        searched
    }

    fn search_layers(
        &mut self,
        limit: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched, Unfinished> {
        if self.bound() != Some(limit) {
            self.begin(limit, monitor);
        }
        loop {
            let at = self.running().shared.depth;
            let (goal, is_due) = self.advance(monitor)?;
            if let Some(goal) = goal {
                return Ok(Searched::Found(goal, at));
            }
            if !self.complete() {
                return Ok(Searched::Exhausted { next: self.running().shared.bound.next });
            }
            // At the roots, removes the runs of the last bound.
            if is_due || at == Depth::ZERO {
                self.publish()?;
            }
        }
    }

    fn running(&self) -> &Running {
        self.running.as_ref().expect("it has begun")
    }

    /// Starts a search within a bound.
    pub(super) fn begin(&mut self, limit: Depth, monitor: &Monitor<'_>) {
        self.work = self.finished;
        let statistics = &mut self.work.statistics;
        statistics.expanded_until_last_layer = statistics.expanded;
        statistics.reexpanded = statistics.expanded;
        self.finished = self.work;
        let begin = || self.problem.begin_iteration(monitor.halt());
        while_others_wait(self.mailbox.transport(), begin);
        let before = self.kept_runs();
        self.unpublished.drop_all(before);
        let shared = Shared::new(FBound::new(limit), self.mailbox.ranks());
        self.running = Some(Running { shared, layers: vec![] });
    }

    /// Makes a layer of the roots, or of the children of the last layer. Returns a goal, if there is
    /// one, and whether it is time to save the search. Where layers are completed it is the least.
    ///
    /// # Errors
    /// If one rank cannot, on all ranks. Then the last layer is unchanged.
    pub(super) fn advance(
        &mut self,
        monitor: &mut Monitor<'_>,
    ) -> Result<(Option<u128>, bool), Unfinished> {
        self.work = self.finished;
        let Expansion { bound, candidates, expanded, generated, ends_at_goal, goal, done, .. } =
            self.expand(monitor);
        let mine = [expanded, generated, goal.is_some().into()];
        let (all, stop) = conclude(self.mailbox.transport(), done.map(|()| mine), mine)?;
        let generated: u64 = all.iter().map(|[_, generated, _]| generated).sum();
        self.work.statistics.expanded += all.iter().map(|[expanded, ..]| expanded).sum::<u64>();
        self.work.statistics.generated += generated;
        if let Some(stop) = stop {
            return Err(stop.into());
        }
        if ends_at_goal && goal.is_some() {
            return Ok((goal, false));
        }
        let is_goal_met = all.iter().any(|[.., is_goal_met]| *is_goal_met > 0);
        let mut bound = bound;
        let made = self.make(candidates, &mut bound, is_goal_met, monitor);
        let is_due = |published: Instant| published.elapsed() >= self.disk.interval;
        let is_due = self.published.is_none_or(is_due).into();
        let (layer, mine) = match made {
            Ok(New { layer, tested, digest: (sum, xor), goal }) => {
                let [is_goal, high, low] = words(goal);
                let (states, next) = (layer.open.states, word_of(bound.next));
                (Some(layer), Ok([states, sum, xor, tested, next, is_due, is_goal, high, low]))
            }
            Err(unfinished) => (None, Err(unfinished)),
        };
        let all = agreed(self.mailbox.transport(), mine)?;
        let layer = layer.expect("all ranks have made it");
        let running = self.running.as_mut().expect("it has begun");
        running.layers.push(layer);
        self.unpublished.add(layer);
        let shared = &mut running.shared;
        shared.generated = generated;
        for (rank, [states, sum, xor, tested, next, ..]) in all.iter().enumerate() {
            shared.new[rank] = *states;
            shared.digest = (shared.digest.0.wrapping_add(*sum), shared.digest.1 ^ xor);
            self.work.tested += tested;
            depth_of(*next).into_iter().for_each(|next| shared.bound.prune(next));
        }
        if let Some(visit) = &mut self.visit {
            visit(&shared.count(self.mailbox.traffic));
        }
        let is_due = all.iter().any(|[.., due, _, _, _]| *due > 0);
        let goals = all.iter().map(|[.., is_goal, high, low]| [*is_goal, *high, *low]);
        Ok((least(goals), is_due))
    }

    /// Collects the candidates for the next layer that are owned here; at first these are roots.
    fn expand<'m>(&mut self, monitor: &mut Monitor<'m>) -> Expansion<'a, 'm> {
        let (lower, before) = (self.lower, self.work.statistics);
        let left = monitor.nodes_left(&before).unwrap_or(0) as u64;
        let Running { shared, layers } = self.running.as_ref().expect("it has begun");
        let mut expansion = Expansion {
            problem: self.problem,
            depth: shared.depth,
            halt: monitor.halt(),
            bound: shared.bound,
            candidates: Candidates::new(self.disk, self.sizes, self.problem.bytes()),
            expanded: 0,
            generated: 0,
            ends_at_goal: self.visit.is_none() && self.purpose != Purpose::Count,
            goal: None,
            done: Ok(()),
            is_told: false,
        };
        let Some(last) = layers.last() else {
            expansion.of_roots(&self.mailbox);
            return expansion;
        };
        let rank = self.mailbox.rank();
        let allowed = left.saturating_sub(shared.open[..rank].iter().sum()).min(shared.open[rank]);
        let mut poll = |expanded, generated| {
            let mut statistics = before;
            statistics.expanded += expanded;
            statistics.generated += generated;
            monitor.poll(lower, &statistics)
        };
        let opened = RunReader::open(self.disk, last.open, self.problem.bytes());
        expansion.run(opened, (allowed, self.sizes.chunk), &mut self.mailbox, &mut poll);
        expansion
    }

    /// Makes a layer of the candidates. `bound` records the least f of those that the test refutes.
    ///
    /// # Errors
    /// If it is time to stop, or the disk is full or fails, or a run was altered.
    fn make(
        &self,
        candidates: Candidates<'_>,
        bound: &mut FBound,
        is_goal_met: bool,
        monitor: &mut Monitor<'_>,
    ) -> Result<New, Unfinished> {
        let Self { problem, disk, .. } = *self;
        let Running { shared, layers } = self.running();
        let (mut digest, mut goal) = ((0_u64, 0), None);
        let halt = monitor.halt();
        let mut visit = |states: &[u128]| {
            monitor.poll(self.lower, &self.work.statistics)?;
            if self.visit.is_some() {
                let (sum, xor) = problem.digest(states);
                digest = (digest.0.wrapping_add(sum), digest.1 ^ xor);
                if is_goal_met && goal.is_none() {
                    // They are ascending.
                    goal = states.iter().copied().find(|&state| problem.is_goal(state));
                }
            }
            Ok(())
        };
        let maker = LayerMaker { problem, disk, block: self.sizes.block };
        let earlier = &layers[problem.duplicate_scope().first(layers.len())..];
        let (layer, tested) =
            maker.make(candidates, earlier, shared.depth, bound, halt, &mut visit)?;
        // Tests of roots are not counted.
        let tested = if layers.is_empty() { 0 } else { tested };
        Ok(New { layer, tested, digest, goal })
    }

    /// Counts the layer that was made, and goes on to the next one if it has any states. Returns
    /// whether it has.
    pub(super) fn complete(&mut self) -> bool {
        let last = self.layers().len() - 1;
        let removed = self.first_kept(last)..self.first_kept(last + 1);
        let removed = &self.layers()[removed];
        let runs: Vec<_> = removed.iter().flat_map(Layer::runs).collect();
        let mut gone: u64 = removed.iter().map(|layer| layer.open.states).sum();
        self.unpublished.drop_all(runs);
        if self.purpose == Purpose::List {
            // What is listed is still in the list.
            gone = 0;
        }
        let shared = &mut self.running.as_mut().expect("it has begun").shared;
        let states: u64 = shared.new.iter().sum();
        shared.stored = (shared.stored + states).saturating_sub(gone);
        let stored = &mut self.work.statistics.stored;
        *stored = shared.stored.max(*stored);
        self.finished = self.work;
        if states == 0 {
            return false;
        }
        shared.next_layer();
        // No state at a smaller depth is a goal.
        if self.purpose != Purpose::Count {
            self.lower = self.lower.max(shared.depth);
        }
        true
    }

    /// The first of `layers` layers whose runs are kept.
    fn first_kept(&self, layers: usize) -> usize {
        match self.purpose {
            Purpose::Plan => 0,
            Purpose::Count | Purpose::List => self.problem.duplicate_scope().first(layers),
        }
    }

    fn kept_runs(&self) -> Vec<Run> {
        let first = self.first_kept(self.layers().len());
        self.layers()[first..].iter().flat_map(Layer::runs).collect()
    }

    /// Removes all runs of a search that is over.
    pub(super) fn remove_all(&mut self) {
        self.unpublished.drop_all(self.kept_runs());
        self.running = None;
        self.unpublished.make_room(self.disk);
    }
}
