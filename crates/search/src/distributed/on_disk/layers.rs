//! Breadth-first search layer by layer within a bound on f, by all ranks together, each with its
//! states on disk.

use crate::distributed::collective::begin_iteration;
use crate::distributed::mailbox::Mailbox;
use crate::distributed::on_disk::conclusion::{agreed, conclude, depth, least, word, words};
use crate::distributed::on_disk::expansion::Expansion;
use crate::distributed::on_disk::new_layer::New;
use crate::distributed::owner::{hash_of, owner};
use crate::distributed::place::Shared;
use crate::distributed::{Transport, VisitCount};
use crate::external::candidates::Candidates;
use crate::external::disk::Disk;
use crate::external::layer::{Layer, Unpublished};
use crate::external::numbers::Numbers;
use crate::external::run::RunReader;
use crate::external::sizes::Sizes;
use crate::external::{LongKeys, Unfinished};
use crate::outcome::Work;
use crate::problem::{DuplicateScope, FBound, Key, Parts};
use crate::{Depth, Monitor, Stop};
use web_time::Instant;

/// The result of a search within a bound.
pub(super) enum Searched {
    /// A state of the last layer is a goal.
    Found(u128, Depth),
    /// No goal is within the bound. `next` is the least f above it.
    Exhausted { next: Option<Depth> },
}

/// Breadth-first search over the states with f within a bound, to be repeated with larger ones.
pub(super) struct Layers<'a, 't, P: Parts> {
    pub(super) problem: &'a P,
    pub(super) numbers: Numbers<Key<P>>,
    pub(super) disk: &'a Disk,
    pub(super) scope: DuplicateScope,
    pub(super) sizes: Sizes,
    pub(super) mailbox: Mailbox<'t>,
    visit: &'a mut VisitCount<'a>,
    pub(super) running: Option<Running>,
    /// Work of all ranks, up to the end of the last layer.
    pub(super) finished: Work,
    /// The same with the work of the unfinished layer.
    pub(super) work: Work,
    /// No plan is shorter.
    pub(super) lower: Depth,
    pub(super) published: Option<Instant>,
    pub(super) unpublished: Unpublished,
    /// The number of the last place that all ranks have saved, and this rank's part.
    pub(super) generation: (u64, Vec<u8>),
}

/// The search within a bound, between two layers.
pub(super) struct Running {
    pub(super) shared: Shared,
    /// The states owned by this rank.
    pub(super) layers: Vec<Layer>,
}

impl<'a, 't, P: Parts> Layers<'a, 't, P> {
    /// A search in which this is one rank.
    ///
    /// # Errors
    /// If the states are too long.
    pub(super) fn new(
        problem: &'a P,
        (scope, sizes): (DuplicateScope, Sizes),
        disk: &'a Disk,
        transport: &'t mut dyn Transport,
        visit: &'a mut VisitCount<'a>,
    ) -> Result<Self, LongKeys> {
        Ok(Self {
            problem,
            numbers: Numbers::of(problem.space())?,
            disk,
            scope,
            sizes,
            mailbox: Mailbox::new(transport),
            visit,
            running: None,
            finished: Work::default(),
            work: Work::default(),
            lower: Depth::ZERO,
            published: None,
            unpublished: Unpublished::default(),
            generation: (0, vec![]),
        })
    }

    /// The bound of the unfinished search.
    pub(super) fn bound(&self) -> Option<Depth> {
        self.running.as_ref().map(|running| running.shared.bound.limit())
    }

    /// Starts or resumes a search within a bound, given that no plan is shorter than `lower`.
    ///
    /// # Errors
    /// What keeps one rank from the end, on all ranks.
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
            let (goal, is_due) = self.advance(monitor)?;
            let running = self.running.as_mut().expect("it has begun");
            let shared = &mut running.shared;
            let at = shared.depth;
            if let Some(goal) = goal {
                return Ok(Searched::Found(goal, at));
            }
            let states: u64 = shared.new.iter().sum();
            shared.stored += states;
            let stored = &mut self.work.statistics.stored;
            *stored = shared.stored.max(*stored);
            self.finished = self.work;
            if states == 0 {
                return Ok(Searched::Exhausted { next: shared.bound.next });
            }
            shared.next_layer();
            self.lower = self.lower.max(shared.depth);
            // Removes the runs of the last bound.
            if is_due || at == Depth::ZERO {
                self.publish()?;
            }
        }
    }

    /// Starts a search within a bound.
    fn begin(&mut self, limit: Depth, monitor: &Monitor<'_>) {
        self.work = self.finished;
        let statistics = &mut self.work.statistics;
        statistics.expanded_until_last_layer = statistics.expanded;
        statistics.reexpanded = statistics.expanded;
        self.finished = self.work;
        begin_iteration(self.problem, self.mailbox.transport(), monitor);
        let shared = Shared::new(FBound::new(limit), self.mailbox.ranks());
        let before = self.running.replace(Running { shared, layers: vec![] });
        let layers = before.into_iter().flat_map(|running| running.layers);
        self.unpublished.drop_all(layers.flat_map(|layer| layer.runs()));
    }

    /// Makes a layer of the roots, or of the children of the last layer. Returns its least goal,
    /// and whether it is time to save the search.
    ///
    /// # Errors
    /// If one rank cannot, on all ranks. Then the last layer is unchanged.
    fn advance(&mut self, monitor: &mut Monitor<'_>) -> Result<(Option<u128>, bool), Unfinished> {
        self.work = self.finished;
        let expansion = self.expand(monitor);
        let Expansion { mut bound, candidates, expanded, generated, is_goal_met, done, .. } =
            expansion;
        let mine = [expanded, generated, is_goal_met.into()];
        let transport = self.mailbox.transport();
        let (all, stop) = conclude(transport, done.map(|()| mine), mine)?;
        self.work.statistics.expanded += all.iter().map(|[expanded, ..]| expanded).sum::<u64>();
        let generated: u64 = all.iter().map(|[_, generated, ..]| generated).sum();
        self.work.statistics.generated += generated;
        if let Some(stop) = stop {
            return Err(stop.into());
        }
        let is_goal_met = all.iter().any(|[.., is_goal_met]| *is_goal_met > 0);
        let made = self.make(candidates, &mut bound, is_goal_met, monitor);
        let is_due = |published: Instant| published.elapsed() >= self.disk.interval;
        let is_due = self.published.is_none_or(is_due);
        let (layer, mine) = match made {
            Ok((layer, New { states, sum, xor, goal, tested })) => {
                let [is_goal, high, low] = words(goal);
                let next = word(bound.next);
                let due = is_due.into();
                (Some(layer), Ok([states, sum, xor, tested, next, due, is_goal, high, low]))
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
            depth(*next).into_iter().for_each(|next| shared.bound.prune(next));
        }
        let count = shared.count(self.mailbox.traffic);
        (self.visit)(&count);
        let is_due = all.iter().any(|[.., due, _, _, _]| *due > 0);
        Ok((least(all.iter().map(|[.., is_goal, high, low]| [*is_goal, *high, *low])), is_due))
    }

    /// Collects the candidates for the next layer that are owned here; at first these are roots.
    fn expand<'m>(&mut self, monitor: &mut Monitor<'m>) -> Expansion<'_, 'a, 'm, P> {
        let (lower, statistics) = (self.lower, self.work.statistics);
        let left = monitor.nodes_left(&statistics).unwrap_or(0) as u64;
        let running = self.running.as_ref().expect("it has begun");
        let shared = &running.shared;
        let candidates = Candidates::new(self.disk, self.sizes, self.numbers.bytes());
        let mut expansion = Expansion {
            problem: self.problem,
            numbers: &self.numbers,
            depth: shared.depth,
            halt: monitor.halt(),
            bound: shared.bound,
            candidates,
            expanded: 0,
            generated: 0,
            is_goal_met: false,
            done: Ok(()),
            is_told: false,
        };
        let (rank, ranks) = (self.mailbox.rank(), self.mailbox.ranks());
        let Some(last) = running.layers.last() else {
            let problem = self.problem;
            let mut roots = vec![];
            for root in problem.roots() {
                let number = self.numbers.number(problem.pack(&root));
                if owner(hash_of(number), ranks) == rank
                    && expansion
                        .bound
                        .admits(Depth::ZERO, |left| problem.estimate_within(&root, left))
                {
                    roots.push(number);
                    expansion.is_goal_met |= problem.is_goal(&root);
                }
            }
            expansion.done = expansion.candidates.extend(&roots, monitor.halt());
            return expansion;
        };
        let allowed = left.saturating_sub(shared.open[..rank].iter().sum()).min(shared.open[rank]);
        let mut poll = |expanded| {
            let mut statistics = statistics;
            statistics.expanded += expanded;
            monitor.poll(lower, &statistics)
        };
        let opened = RunReader::open(self.disk, last.open, self.numbers.bytes());
        expansion.run(opened, allowed, &mut self.mailbox, &mut poll);
        expansion
    }
}
