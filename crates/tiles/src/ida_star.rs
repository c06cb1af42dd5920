//! IDA* made for this puzzle: the path carries board and bounds in registers, on all cores.
//!
//! # Source
//! Korf, Artificial Intelligence 27 (1985). Splitting the tree into units of work as in Reinefeld
//! and Schnecke, *AIDA\** (1994); here threads draw the units from one counter.

use crate::Packed;
use crate::heuristic::{Heuristic, Slide};
use fewest_rules::tiles::{Board, Cell, Direction, Instance, Move, Size};
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Finds a shortest plan of a position that can be solved.
///
/// The plan and all counts up to the last iteration do not depend on the number of threads; the
/// counts of the last iteration do.
///
/// # Panics
/// If the position is not [`Instance::is_solvable`], or does not fit [`Packed`].
pub fn ida_star<const WORDS: usize, const BITS: u32, H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    threads: NonZero<usize>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    assert!(instance.is_solvable(), "the search would never end");
    let tree = Tree::<WORDS, BITS, H>::new(instance, heuristic);
    let root = tree.root(&instance.start);
    let away = instance.start.size().distance(root.blank, instance.solved().blank());
    let least = heuristic.bound(&root.value).0;
    // Every solution has the parity of the blank's distance from its place.
    let mut bound = Depth(least + (least ^ u16::from(away)) % 2);
    let mut statistics = Statistics::default();
    if root.board == tree.target {
        return Outcome::with_plan(vec![], Depth::ZERO, statistics);
    }
    let mut last = 0;
    loop {
        if monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
            return Outcome::bounded(Stop::Bound, bound, statistics);
        }
        let before = statistics.expanded;
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before;
        let threads = if last < WORTH_SHARING { 1 } else { threads.get() };
        match tree.iterate(&root, bound, threads, &mut statistics, monitor) {
            Err(stop) => return Outcome::bounded(stop, bound, statistics),
            Ok(Some(plan)) => return Outcome::with_plan(plan, bound, statistics),
            Ok(None) => bound = bound + Depth(2),
        }
        last = statistics.expanded - before;
    }
}

/// After an iteration of so many positions the next one is shared among threads: it takes some
/// ten milliseconds.
const WORTH_SHARING: u64 = 100_000;
/// A tree to be shared is split into at least so many units.
const UNITS: usize = 1000;
/// Positions expanded between two looks at limits and other threads.
const BATCH: u64 = 1 << 14;

struct Tree<'a, const WORDS: usize, const BITS: u32, H: Heuristic> {
    heuristic: &'a H,
    target: Packed<WORDS, BITS>,
    neighbours: [Steps; Size::MAX_CELLS],
}

#[derive(Clone, Copy)]
struct Node<const WORDS: usize, const BITS: u32, V> {
    board: Packed<WORDS, BITS>,
    blank: Cell,
    /// Where the blank was before.
    previous: Cell,
    value: V,
}

/// A subtree for one thread.
struct Unit<N> {
    root: N,
    path: Vec<Move>,
}

/// What the threads of one iteration share.
#[derive(Default)]
struct Shared {
    next: AtomicUsize,
    /// Units from here on cannot give the plan: one before them did.
    end: AtomicUsize,
    stopped: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
}

/// Why the search of a subtree ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flow {
    Exhausted,
    Found,
    /// A limit or an earlier solution ended it.
    Stopped,
}

/// The cells the blank can go to.
#[derive(Clone, Copy)]
struct Steps {
    count: u8,
    cells: [Cell; 4],
}

impl<'a, const WORDS: usize, const BITS: u32, H: Heuristic> Tree<'a, WORDS, BITS, H> {
    fn new(instance: &Instance, heuristic: &'a H) -> Self {
        let size = instance.start.size();
        let mut neighbours = [Steps { count: 0, cells: [Cell(0); 4] }; Size::MAX_CELLS];
        for cell in size.all_cells() {
            let steps = &mut neighbours[cell.index()];
            for beside in Direction::ALL.into_iter().filter_map(|d| size.neighbour(cell, d)) {
                steps.cells[usize::from(steps.count)] = beside;
                steps.count += 1;
            }
        }
        Self { heuristic, target: Packed::new(&instance.solved()), neighbours }
    }

    fn root(&self, start: &Board) -> Node<WORDS, BITS, H::Value> {
        let value = self.heuristic.start(|cell| start.tile(cell));
        let blank = start.blank();
        Node { board: Packed::new(start), blank, previous: blank, value }
    }

    /// The child with the tile of a neighbouring cell pushed, if it is within `room` moves.
    #[inline(always)]
    fn child(
        &self,
        node: &Node<WORDS, BITS, H::Value>,
        from: Cell,
        room: u16,
    ) -> Option<(Move, Node<WORDS, BITS, H::Value>)> {
        let (board, to) = (node.board, node.blank);
        let tile = board.tile(from);
        let slide = Slide { tile, from, to };
        let tile_at = |cell| board.tile(cell);
        let value = self.heuristic.after(&node.value, slide, tile_at, Depth(room - 1))?;
        let child = Node { board: board.slide(from, to), blank: from, previous: to, value };
        Some((Move(tile), child))
    }

    /// Searches all paths of `bound` moves; a shortest plan is among them if there is one.
    fn iterate(
        &self,
        root: &Node<WORDS, BITS, H::Value>,
        bound: Depth,
        threads: usize,
        statistics: &mut Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let mut units = vec![Unit { root: *root, path: vec![] }];
        let mut depth = 0;
        while threads > 1 && units.len() < UNITS && !units.is_empty() && depth + 1 < bound.0 {
            units = self.split(&units, bound.0 - depth, statistics);
            depth += 1;
        }
        let shared = Shared {
            end: AtomicUsize::new(units.len()),
            expanded: AtomicU64::new(statistics.expanded),
            generated: AtomicU64::new(statistics.generated),
            ..Shared::default()
        };
        let room = bound.0 - depth;
        let (stop, plans) = std::thread::scope(|scope| {
            let help = || self.work(&units, room, &shared, &mut |_| Ok(BATCH));
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(help)).collect();
            let mut look = |shared: &Shared| {
                statistics.expanded = shared.expanded.load(Relaxed);
                statistics.generated = shared.generated.load(Relaxed);
                monitor.look_at_the_clock(bound, statistics)?;
                Ok(BATCH.min(monitor.nodes_left(statistics)? as u64))
            };
            let (stop, mut plans) = self.work(&units, room, &shared, &mut look);
            for helper in helpers {
                plans.extend(helper.join().expect("a search does not panic").1);
            }
            (stop, plans)
        });
        statistics.expanded = shared.expanded.load(Relaxed);
        statistics.generated = shared.generated.load(Relaxed);
        let first = plans.into_iter().min_by_key(|(unit, _)| *unit).map(|(_, plan)| plan);
        match (first, stop) {
            // A plan within the bound is a shortest one, limit or not.
            (Some(plan), _) => Ok(Some(plan)),
            (None, Some(stop)) => Err(stop),
            (None, None) => Ok(None),
        }
    }

    /// The units one move deeper, in order.
    fn split(
        &self,
        units: &[Unit<Node<WORDS, BITS, H::Value>>],
        room: u16,
        statistics: &mut Statistics,
    ) -> Vec<Unit<Node<WORDS, BITS, H::Value>>> {
        let mut deeper = vec![];
        for unit in units {
            statistics.expanded += 1;
            let Steps { count, cells } = self.neighbours[unit.root.blank.index()];
            let onward = cells[..usize::from(count)].iter().filter(|&&c| c != unit.root.previous);
            for &cell in onward {
                statistics.generated += 1;
                if let Some((step, root)) = self.child(&unit.root, cell, room) {
                    let path = unit.path.iter().copied().chain([step]).collect();
                    deeper.push(Unit { root, path });
                }
            }
        }
        deeper
    }

    /// Searches units until none is left; the plans found and the units they were found in.
    fn work(
        &self,
        units: &[Unit<Node<WORDS, BITS, H::Value>>],
        room: u16,
        shared: &Shared,
        look: &mut Look<'_>,
    ) -> (Option<Stop>, Vec<(usize, Vec<Move>)>) {
        let mut worker = Worker {
            tree: self,
            shared,
            look,
            unit: 0,
            stop: None,
            batch: Batch::default(),
            reversed: vec![],
        };
        let mut plans = vec![];
        loop {
            worker.unit = shared.next.fetch_add(1, Relaxed);
            if worker.unit >= shared.end.load(Relaxed) || shared.stopped.load(Relaxed) {
                worker.share();
                return (worker.stop, plans);
            }
            let unit = &units[worker.unit];
            if worker.search(&unit.root, room) == Flow::Found {
                let below = worker.reversed.drain(..).rev();
                let plan = unit.path.iter().copied().chain(below).collect();
                shared.end.fetch_min(worker.unit, Relaxed);
                plans.push((worker.unit, plan));
            }
        }
    }
}

/// Looks at the limits; how many positions may be expanded before the next look.
type Look<'a> = dyn FnMut(&Shared) -> Result<u64, Stop> + 'a;

/// Counts not yet shared.
#[derive(Default)]
struct Batch {
    /// Positions that may be expanded before the next look, when it began.
    granted: u64,
    /// Those of them that are left.
    left: u64,
    generated: u64,
}

struct Worker<'w, const WORDS: usize, const BITS: u32, H: Heuristic> {
    tree: &'w Tree<'w, WORDS, BITS, H>,
    shared: &'w Shared,
    look: &'w mut Look<'w>,
    unit: usize,
    stop: Option<Stop>,
    batch: Batch,
    /// The path to a goal, last move first.
    reversed: Vec<Move>,
}

impl<const WORDS: usize, const BITS: u32, H: Heuristic> Worker<'_, WORDS, BITS, H> {
    fn share(&mut self) {
        let Batch { granted, left, generated } = std::mem::take(&mut self.batch);
        self.shared.expanded.fetch_add(granted - left, Relaxed);
        self.shared.generated.fetch_add(generated, Relaxed);
    }

    #[cold]
    fn look(&mut self) -> Flow {
        self.share();
        match (self.look)(self.shared) {
            Ok(granted) => self.batch = Batch { granted, left: granted, generated: 0 },
            Err(stop) => {
                self.stop = Some(stop);
                self.shared.stopped.store(true, Relaxed);
            }
        }
        let is_late = self.unit >= self.shared.end.load(Relaxed);
        if is_late || self.shared.stopped.load(Relaxed) { Flow::Stopped } else { Flow::Exhausted }
    }

    /// Searches all paths of `room` moves below a node.
    fn search(&mut self, node: &Node<WORDS, BITS, H::Value>, room: u16) -> Flow {
        if self.batch.left == 0 && self.look() == Flow::Stopped {
            return Flow::Stopped;
        }
        self.batch.left -= 1;
        let tree = self.tree;
        let Steps { count, cells } = tree.neighbours[node.blank.index()];
        for &cell in &cells[..usize::from(count)] {
            if cell == node.previous {
                continue;
            }
            self.batch.generated += 1;
            let Some((step, child)) = tree.child(node, cell, room) else { continue };
            let flow = if room > 1 {
                self.search(&child, room - 1)
            } else if child.board == tree.target {
                Flow::Found
            } else {
                Flow::Exhausted
            };
            if flow != Flow::Exhausted {
                if flow == Flow::Found {
                    self.reversed.push(step);
                }
                return flow;
            }
        }
        Flow::Exhausted
    }
}
