//! Breadth-first search layer by layer within a bound on f: each layer is a run on disk, from which
//! the search can be resumed.

mod saved;

use crate::artifact::FileError;
use crate::external::candidates::Candidates;
use crate::external::disk::Disk;
use crate::external::expansion::{Children, expand};
use crate::external::layer::{Layer, LayerMaker, Unpublished};
use crate::external::numbers::Numbers;
use crate::external::run::{Run, RunReader};
use crate::external::sizes::Sizes;
use crate::external::{ExternalError, Unfinished};
use crate::outcome::Work;
use crate::problem::{DuplicateScope, FBound, IterationStart, Key, LazyTest as _, Parts};
use crate::snapshot::snapshot;
use crate::{Depth, Monitor, Stop};
use web_time::Instant;

/// The purpose of a search: how it treats goals and earlier layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It ends at the first goal, and keeps all layers for the path there.
    Plan,
    /// Goals are treated like other states. Layers not needed to detect duplicates are removed.
    Count,
    /// It ends at the first goal, but removes layers as well. It is not saved.
    List,
}

/// The result of a search within a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Searched {
    /// A goal is one move beyond the last layer.
    Found(u128),
    /// A root is a goal.
    FoundRoot,
    /// All states within the bound are in the layers. `next` is the least f above it.
    Exhausted { next: Option<Depth> },
}

/// Breadth-first search on disk over the states with f within a bound, to be repeated with larger
/// ones.
pub(crate) struct Layers<'a, P: Parts> {
    pub(crate) problem: &'a P,
    pub(crate) numbers: Numbers<Key<P>>,
    pub(crate) disk: &'a Disk,
    scope: DuplicateScope,
    purpose: Purpose,
    sizes: Sizes,
    running: Option<Running>,
    /// Up to the end of the last layer.
    finished: Work,
    /// Including that of the unfinished layer.
    pub(crate) work: Work,
    /// No plan is shorter.
    pub(crate) lower: Depth,
    published: Option<Instant>,
    unpublished: Unpublished,
}

/// The search within a bound.
#[derive(Debug, Clone)]
struct Running {
    bound: FBound,
    /// The work before it.
    begun: Work,
    layers: Vec<Layer>,
}

snapshot!(Running { bound, begun, layers });

impl<'a, P: Parts> Layers<'a, P> {
    /// A new search in a folder, or the saved one.
    ///
    /// # Errors
    /// If the states are too long, or what is there cannot be used.
    pub(crate) fn open(
        problem: &'a P,
        parts: (DuplicateScope, Purpose),
        disk: &'a Disk,
        sizes: Sizes,
        monitor: &Monitor<'_>,
    ) -> Result<Self, ExternalError> {
        let numbers = Numbers::of(problem.space())?;
        let mut layers = Self::begun(problem, numbers, parts, disk, sizes);
        if let Some(saved) = disk.saved() {
            layers.restore(saved, monitor).map_err(|error| {
                let path = disk.manifest();
                FileError::Content { path, error }
            })?;
        }
        disk.keep(&layers.kept_runs())?;
        Ok(layers)
    }

    /// A search for a list, which leaves the files in the folder alone.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub(crate) fn beside(
        problem: &'a P,
        numbers: Numbers<Key<P>>,
        scope: DuplicateScope,
        disk: &'a Disk,
        sizes: Sizes,
    ) -> Result<Self, FileError> {
        disk.beside()?;
        Ok(Self::begun(problem, numbers, (scope, Purpose::List), disk, sizes))
    }

    fn begun(
        problem: &'a P,
        numbers: Numbers<Key<P>>,
        (scope, purpose): (DuplicateScope, Purpose),
        disk: &'a Disk,
        sizes: Sizes,
    ) -> Self {
        Self {
            problem,
            numbers,
            disk,
            scope,
            purpose,
            sizes,
            running: None,
            finished: Work::default(),
            work: Work::default(),
            lower: Depth::ZERO,
            published: None,
            unpublished: Unpublished::default(),
        }
    }

    /// Counts the work done before a new search.
    pub(crate) fn count_before(&mut self, before: Work) {
        self.finished = before;
        self.work = before;
    }

    /// The bound of the unfinished search.
    pub(crate) fn bound(&self) -> Option<Depth> {
        self.running.as_ref().map(|running| running.bound.limit())
    }

    /// The layers within the bound.
    pub(crate) fn layers(&self) -> &[Layer] {
        self.running.as_ref().map_or(&[], |running| &running.layers)
    }

    /// Starts or resumes a search within a bound, given that no plan is shorter than `lower`.
    ///
    /// # Errors
    /// If it has not ended: the same call resumes it, and so does a later search in the folder.
    pub(crate) fn search(
        &mut self,
        bound: Depth,
        lower: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched, Unfinished> {
        self.lower = self.lower.max(lower);
        let searched = self.search_layers(bound, monitor);
        if let Err(Unfinished::Stopped(stop)) = searched
            && stop != Stop::Disk
        {
            self.publish()?;
        }
        searched
    }

    fn search_layers(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched, Unfinished> {
        if self.bound() != Some(bound) && self.begin(bound, monitor)? {
            return Ok(Searched::FoundRoot);
        }
        loop {
            let running = self.running.as_ref().expect("it has begun");
            if running.layers.last().is_none_or(|last| last.open.states == 0) {
                return Ok(Searched::Exhausted { next: running.bound.next });
            }
            if let Some(goal) = self.advance(monitor)? {
                return Ok(Searched::Found(goal));
            }
            let is_due = |published: Instant| published.elapsed() >= self.disk.interval;
            if self.published.is_none_or(is_due) {
                self.publish()?;
            }
        }
    }

    /// Makes a layer of the roots. Returns whether one of them is a goal.
    pub(crate) fn begin(
        &mut self,
        bound: Depth,
        monitor: &mut Monitor<'_>,
    ) -> Result<bool, Unfinished> {
        let problem = self.problem;
        problem.test().begin_iteration(IterationStart::Restart, monitor.halt());
        let mut bound = FBound::new(bound);
        let mut roots = vec![];
        for root in problem.roots() {
            if !bound.admits(Depth::ZERO, |left| problem.estimate_within(&root, left)) {
                continue;
            }
            if self.purpose != Purpose::Count && problem.is_goal(&root) {
                return Ok(true);
            }
            roots.push(self.numbers.number(problem.pack(&root)));
        }
        roots.sort_unstable();
        roots.dedup();
        let (depth, halt) = (Depth::ZERO, monitor.halt());
        let layer = self.maker().of_roots(roots, depth, &mut bound, halt)?;
        let before = self.kept_runs();
        self.unpublished.drop_all(before);
        self.work.statistics.stored = self.work.statistics.stored.max(layer.open.states);
        let begun = self.finished;
        self.work.statistics.expanded_until_last_layer = begun.statistics.expanded;
        self.work.statistics.reexpanded = begun.statistics.expanded;
        self.finished = self.work;
        self.running = Some(Running { bound, begun, layers: vec![layer] });
        self.unpublished.add(layer);
        // Removes the runs of the last bound.
        self.publish()?;
        Ok(false)
    }

    fn maker(&self) -> LayerMaker<'_, P> {
        let Self { problem, numbers, disk, sizes, .. } = self;
        LayerMaker { problem: *problem, numbers, disk, block: sizes.block }
    }

    /// Expands the last layer into the next one. Returns a goal, if there is one among the
    /// children.
    ///
    /// # Errors
    /// If it has not ended. Then the last layer is unchanged.
    pub(crate) fn advance(
        &mut self,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<u128>, Unfinished> {
        self.work = self.finished;
        let running = self.running.as_ref().expect("it has begun");
        let (mut bound, depth) =
            (running.bound, Depth(running.layers.len().try_into().unwrap_or(u16::MAX)));
        // No state at a smaller depth is a goal.
        if self.purpose != Purpose::Count {
            self.lower = self.lower.max(depth);
        }
        let layers = running.layers.clone();
        let mut candidates = Candidates::new(self.disk, self.sizes, self.numbers.bytes());
        if let Some(goal) = self.expand(&layers, depth, &mut bound, &mut candidates, monitor)? {
            return Ok(Some(goal));
        }
        let scope = &layers[self.scope.first(layers.len())..];
        let (lower, statistics, halt) = (self.lower, self.work.statistics, monitor.halt());
        let mut poll = |_: &[u128]| Ok(monitor.poll(lower, &statistics)?);
        let made =
            self.maker().of_candidates(candidates, scope, depth, &mut bound, halt, &mut poll);
        let (layer, tested) = made?;
        self.work.tested += tested;
        self.add(layer, bound);
        Ok(None)
    }

    /// Collects the children of the last layer. Returns one that is a goal.
    fn expand(
        &mut self,
        layers: &[Layer],
        depth: Depth,
        bound: &mut FBound,
        candidates: &mut Candidates<'_>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<u128>, Unfinished> {
        let last = layers.last().expect("the roots are one").open;
        let mut reader = RunReader::open(self.disk, last, self.numbers.bytes())?;
        let mut states = vec![];
        let mut is_more = true;
        while is_more {
            states.clear();
            is_more = reader.fill(&mut states, self.sizes.chunk)?;
            for whole in states.chunks(self.sizes.chunk) {
                monitor.poll(self.lower, &self.work.statistics)?;
                let left = monitor.nodes_left(&self.work.statistics)?;
                let chunk = &whole[..whole.len().min(left)];
                let limit = bound.limit();
                let all = expand(self.problem, &self.numbers, chunk, depth, limit)
                    .map_err(|_| reader.altered())?;
                self.work.statistics.expanded += chunk.len() as u64;
                for Children { numbers, generated, bound: other, goal } in all {
                    self.work.statistics.generated += generated;
                    bound.merge(&other);
                    if self.purpose != Purpose::Count && goal.is_some() {
                        return Ok(goal);
                    }
                    candidates.extend(&numbers, monitor.halt())?;
                }
                if chunk.len() < whole.len() {
                    return Err(Stop::Nodes.into());
                }
            }
        }
        Ok(None)
    }

    /// Adds a complete layer.
    fn add(&mut self, layer: Layer, bound: FBound) {
        self.unpublished.add(layer);
        let kept = self.first_kept();
        let running = self.running.as_mut().expect("it has begun");
        running.layers.push(layer);
        running.bound = bound;
        let removed = kept..self.first_kept();
        let removed: Vec<_> = self.layers()[removed].iter().flat_map(Layer::runs).collect();
        self.unpublished.drop_all(removed);
        // What is listed is still in the list.
        let first = if self.purpose == Purpose::List { 0 } else { self.first_kept() };
        let kept = self.layers()[first..].iter().map(|layer| layer.open.states);
        let stored = kept.fold(0, u64::saturating_add);
        self.work.statistics.stored = self.work.statistics.stored.max(stored);
        self.finished = self.work;
    }

    /// The first layer whose runs are kept.
    fn first_kept(&self) -> usize {
        match self.purpose {
            Purpose::Plan => 0,
            Purpose::Count | Purpose::List => self.scope.first(self.layers().len()),
        }
    }

    fn kept_runs(&self) -> Vec<Run> {
        self.layers()[self.first_kept()..].iter().flat_map(Layer::runs).collect()
    }
}
