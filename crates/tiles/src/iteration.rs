//! One iteration of IDA*: subtrees that threads draw in groups from one list.
//!
//! # Source
//! Reinefeld and Schnecke, *AIDA\** (1994), split the tree into units of work as well; here threads
//! draw the units from one counter.

use crate::checkpoint::{Checkpoint, Progress};
use crate::heuristic::Heuristic;
use crate::subtree::{Batch, Flow, Searcher};
use crate::tree::{Node, Subtree, Tree, UNKNOWN};
use fewest_rules::tiles::Cell;
use fewest_search::{Depth, Monitor, Statistics, Stop};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Subtrees that a thread takes at a time, and searches together.
const UNIT: usize = 32;
/// Positions expanded between two looks at limits and other threads.
pub(crate) const GRANT: u64 = 1 << 14;

/// Positions expanded and generated.
#[derive(Default)]
pub(crate) struct Counts {
    /// By IDA* itself, and by A* before it.
    pub searched: Statistics,
    /// By beams.
    pub beams: Statistics,
}

impl Counts {
    pub fn all(&self) -> Statistics {
        self.searched.beside(&self.beams)
    }
}

/// The number of a position of the frontier, and where the blank goes from there.
pub(crate) type Found = (u32, Vec<Cell>);

/// What an iteration came to.
pub(crate) enum Searched {
    Found(Found),
    /// There is no plan of as many moves as the bound. In the deepest position of each subtree so
    /// many moves were left.
    Exhausted(Vec<u16>),
}

/// The subtrees that are searched in an iteration, in this order. Of several plans that of the
/// first counts.
pub(crate) struct Tasks<'a, const CELLS: usize, V> {
    pub bound: Depth,
    pub subtrees: &'a [Subtree<Node<CELLS, V>>],
}

/// What the threads of one iteration share.
struct Shared {
    next: AtomicUsize,
    /// Units from here on cannot give the plan: one before them did.
    end: AtomicUsize,
    stopped: AtomicBool,
    /// In all iterations.
    expanded: AtomicU64,
    generated: AtomicU64,
    progress: Mutex<Progress>,
}

impl Shared {
    fn add(&self, (expanded, generated): (u64, u64)) {
        self.expanded.fetch_add(expanded, Relaxed);
        self.generated.fetch_add(generated, Relaxed);
    }

    fn read(&self, statistics: &mut Statistics) {
        statistics.expanded = self.expanded.load(Relaxed);
        statistics.generated = self.generated.load(Relaxed);
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        // Counts are added after all that could panic.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Looks at the limits; how many positions may be expanded before the next look.
type Look<'a> = dyn FnMut(&Shared) -> Result<u64, Stop> + 'a;

impl<const CELLS: usize, V: Copy + Sync> Tasks<'_, CELLS, V> {
    /// Searches all subtrees but those that have been before, unless there is a plan.
    ///
    /// # Errors
    /// If a limit is reached before.
    pub fn search<H: Heuristic<Value = V>>(
        &self,
        tree: &Tree<'_, CELLS, H>,
        threads: NonZero<usize>,
        counts: &mut Counts,
        mut checkpoint: Option<&mut Checkpoint<'_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Searched, Stop> {
        let known = checkpoint.as_mut().and_then(|checkpoint| checkpoint.progress(self.digest()));
        let progress = known.unwrap_or_else(|| {
            Progress::none(blake3::hash(&[]), vec![UNKNOWN; self.subtrees.len()])
        });
        let Counts { searched, beams } = counts;
        let shared = Shared {
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(usize::MAX),
            stopped: AtomicBool::new(false),
            expanded: AtomicU64::new(searched.expanded + progress.expanded),
            generated: AtomicU64::new(searched.generated + progress.generated),
            progress: Mutex::new(progress),
        };
        let (stop, paths) = std::thread::scope(|scope| {
            let help = || self.work(tree, &shared, &mut |_| Ok(GRANT));
            let helpers: Vec<_> = (1..threads.get()).map(|_| scope.spawn(help)).collect();
            let mut look = |shared: &Shared| {
                if let Some(checkpoint) =
                    checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due())
                {
                    checkpoint.write(shared.progress().clone());
                }
                shared.read(searched);
                let statistics = searched.beside(beams);
                monitor.look_at_the_clock(self.bound, &statistics)?;
                Ok(GRANT.min(monitor.nodes_left(&statistics)? as u64))
            };
            let (stop, mut paths) = self.work(tree, &shared, &mut look);
            for helper in helpers {
                paths.extend(helper.join().expect("a search does not panic").1);
            }
            (stop, paths)
        });
        shared.read(searched);
        let first = paths.into_iter().min_by_key(|(unit, _)| *unit);
        if let Some((_, found)) = first {
            // A plan within the bound is a shortest one, limit or not.
            return Ok(Searched::Found(found));
        }
        let progress = shared.progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(checkpoint) = checkpoint {
            checkpoint.write(progress.clone());
        }
        stop.map_or(Ok(Searched::Exhausted(progress.left)), Err)
    }

    /// Searches units until none is left; the paths found and the numbers of their units.
    fn work<H: Heuristic<Value = V>>(
        &self,
        tree: &Tree<'_, CELLS, H>,
        shared: &Shared,
        look: &mut Look<'_>,
    ) -> (Option<Stop>, Vec<(usize, Found)>) {
        let mut searcher = Searcher::new(tree);
        let mut paths = vec![];
        loop {
            let number = shared.next.fetch_add(1, Relaxed);
            let begin = number.saturating_mul(UNIT);
            let Some(unit) = self.subtrees.get(begin..).filter(|unit| !unit.is_empty()) else {
                return (None, paths);
            };
            let unit = &unit[..unit.len().min(UNIT)];
            let range = begin..begin + unit.len();
            if shared.stopped.load(Relaxed) {
                return (None, paths);
            }
            let is_searched = !shared.progress().left[range.clone()].contains(&UNKNOWN);
            if is_searched || number >= shared.end.load(Relaxed) {
                continue;
            }
            let (mut stop, mut expanded, mut generated) = (None, 0, 0);
            let mut share = |counts: &mut Batch| {
                let more = counts.take();
                (expanded, generated) = (expanded + more.0, generated + more.1);
                shared.add(more);
            };
            let mut is_stopped = |counts: &mut Batch| {
                share(counts);
                match look(shared) {
                    Ok(granted) => *counts = Batch::granted(granted),
                    Err(reached) => {
                        stop = Some(reached);
                        shared.stopped.store(true, Relaxed);
                    }
                }
                number >= shared.end.load(Relaxed) || shared.stopped.load(Relaxed)
            };
            let roots = unit.iter().map(|subtree| subtree.root);
            let flow = searcher.search(roots, &mut is_stopped);
            share(&mut searcher.counts);
            match flow {
                Flow::Found(root, below) => {
                    let Subtree { origin, path, .. } = &unit[root];
                    shared.end.fetch_min(number, Relaxed);
                    paths.push((number, (*origin, [&path[..], &below].concat())));
                }
                Flow::Exhausted => {
                    let progress = &mut *shared.progress();
                    progress.left[range].copy_from_slice(&searcher.left);
                    progress.expanded += expanded;
                    progress.generated += generated;
                }
                Flow::Stopped if stop.is_some() => return (stop, paths),
                Flow::Stopped => {}
            }
        }
    }

    /// What tells lists of subtrees apart.
    fn digest(&self) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new();
        for Subtree { root, .. } in self.subtrees {
            hasher.update(&root.board.bytes());
            hasher.update(&root.state.to_le_bytes());
            hasher.update(&root.room.to_le_bytes());
        }
        hasher.finalize()
    }
}
