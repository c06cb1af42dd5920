//! IDA* made for this puzzle: on all cores, with bounds kept up to date along the path.
//!
//! # Source
//! Korf, Artificial Intelligence 27 (1985). Splitting the tree into units of work as in Reinefeld
//! and Schnecke, *AIDA\** (1994); here threads draw the units from one counter.

use crate::Packed;
use crate::automaton::Automaton;
use crate::heuristic::{Heuristic, Slide};
use crate::subtree::{Batch, Flow, Searcher};
use fewest_rules::tiles::{Board, Cell, Direction, Instance, Move, Size, Tile};
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// Finds a shortest plan of a position that can be solved, which is known to need `at_least` so
/// many moves.
///
/// The plan and all counts up to the last iteration do not depend on the number of threads; the
/// counts of the last iteration do.
///
/// # Panics
/// If the position is not [`Instance::is_solvable`], or does not fit [`Packed`].
pub fn ida_star<const WORDS: usize, const BITS: u32, H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    automaton: &Automaton,
    threads: NonZero<usize>,
    at_least: Depth,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    assert!(instance.is_solvable(), "the search would never end");
    let tree = Tree::<WORDS, BITS, H>::new(instance, heuristic, automaton);
    let root = tree.root(&instance.start);
    let away = instance.start.size().distance(root.blank, instance.solved().blank());
    let least = heuristic.bound(&root.value).max(at_least).0;
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
        let root = Node { room: bound.0, ..root };
        let threads = if last < LARGE { None } else { Some(threads) };
        match tree.iterate(root, threads, &mut statistics, monitor) {
            Err(stop) => return Outcome::bounded(stop, bound, statistics),
            Ok(Some(path)) => {
                let plan = plan(&instance.start, &path);
                return Outcome::with_plan(plan, bound, statistics);
            }
            Ok(None) => bound = bound + Depth(2),
        }
        last = statistics.expanded - before;
    }
}

/// After an iteration of so many positions the next one is split into subtrees, which threads
/// share: it takes some ten milliseconds.
const LARGE: u64 = 100_000;
/// A large tree is split into at least so many subtrees.
const SUBTREES: usize = 4000;
/// Subtrees that a thread takes at a time, and searches together.
const UNIT: usize = 32;
/// Positions expanded between two looks at limits and other threads.
const GRANT: u64 = 1 << 14;

/// What does not change during a search.
pub(crate) struct Tree<'a, const WORDS: usize, const BITS: u32, H: Heuristic> {
    pub heuristic: &'a H,
    pub automaton: &'a Automaton,
    pub target: Packed<WORDS, BITS>,
    pub steps: [Steps; Size::MAX_CELLS],
    size: Size,
    /// Whether the start is its own reflection in the diagonal.
    is_symmetric: bool,
}

/// A position that is to be searched.
#[derive(Clone, Copy)]
pub(crate) struct Node<const WORDS: usize, const BITS: u32, V> {
    pub board: Packed<WORDS, BITS>,
    pub value: V,
    /// The automaton's state.
    pub state: u32,
    /// How much of the trail leads here.
    pub trail: u32,
    /// Moves that may still be made.
    pub room: u16,
    pub blank: Cell,
}

/// The root of a subtree, and where the blank went on the way to it.
struct Subtree<N> {
    root: N,
    path: Vec<Cell>,
}

/// What the threads of one iteration share.
#[derive(Default)]
pub(crate) struct Shared {
    next: AtomicUsize,
    /// Units from here on cannot give the plan: one before them did.
    end: AtomicUsize,
    stopped: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
}

/// The cells that the blank can go to.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    pub count: u8,
    /// Direction and cell, the first direction last.
    pub to: [(u8, Cell); 4],
}

/// Whether a position is its own reflection in the diagonal, with the tiles renamed so that the
/// solved one is as well.
fn is_symmetric(start: &Board, solved: &Board) -> bool {
    let size = start.size();
    let reflected = |cell: Cell| Cell(size.column(cell) * size.width() + size.row(cell));
    let renamed = |tile: Tile| solved.cell_of(tile).map(|home| solved.tile(reflected(home)));
    let is_same = |cell| Some(start.tile(reflected(cell))) == renamed(start.tile(cell));
    size.width() == size.height() && size.all_cells().all(is_same)
}

/// The tiles that are pushed when the blank takes a path.
fn plan(start: &Board, path: &[Cell]) -> Vec<Move> {
    let mut board = start.clone();
    let mut push = |&cell: &Cell| {
        let step = Move(board.tile(cell));
        board = board.push(cell).expect("the blank goes from cell to cell");
        step
    };
    path.iter().map(&mut push).collect()
}

impl<'a, const WORDS: usize, const BITS: u32, H: Heuristic> Tree<'a, WORDS, BITS, H> {
    fn new(instance: &Instance, heuristic: &'a H, automaton: &'a Automaton) -> Self {
        let size = instance.start.size();
        let mut all = [Steps { count: 0, to: [(0, Cell(0)); 4] }; Size::MAX_CELLS];
        for cell in size.all_cells() {
            let steps = &mut all[cell.index()];
            for direction in Direction::ALL.into_iter().rev() {
                if let Some(beside) = size.neighbour(cell, direction) {
                    steps.to[usize::from(steps.count)] = (direction as u8, beside);
                    steps.count += 1;
                }
            }
        }
        let solved = instance.solved();
        let is_symmetric = is_symmetric(&instance.start, &solved);
        let target = Packed::new(&solved);
        Self { heuristic, automaton, target, steps: all, size, is_symmetric }
    }

    fn root(&self, start: &Board) -> Node<WORDS, BITS, H::Value> {
        let value = self.heuristic.start(|cell| start.tile(cell));
        let (board, blank) = (Packed::new(start), start.blank());
        Node { board, value, state: Automaton::START, trail: 0, room: 0, blank }
    }

    /// Searches all paths of `root.room` moves, with threads if the tree is large; a shortest plan
    /// is among them if there is one.
    fn iterate(
        &self,
        root: Node<WORDS, BITS, H::Value>,
        threads: Option<NonZero<usize>>,
        statistics: &mut Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<Cell>>, Stop> {
        let bound = Depth(root.room);
        let mut subtrees = vec![Subtree { root, path: vec![] }];
        if self.is_symmetric {
            // The reflection of a plan is a plan. Of each two the one that comes first in the
            // alphabet, which the automaton leaves, begins along the row.
            subtrees = self.split(&subtrees, statistics);
            let row = self.size.row(root.blank);
            subtrees.retain(|subtree| self.size.row(subtree.path[0]) == row);
        }
        let has_room = |subtree: &Subtree<Node<WORDS, BITS, H::Value>>| subtree.root.room > 1;
        while threads.is_some() && subtrees.len() < SUBTREES && subtrees.iter().all(has_room) {
            subtrees = self.split(&subtrees, statistics);
            if subtrees.is_empty() {
                return Ok(None);
            }
        }
        let units: Vec<_> = subtrees.chunks(UNIT).collect();
        let shared = Shared {
            end: AtomicUsize::new(units.len()),
            expanded: AtomicU64::new(statistics.expanded),
            generated: AtomicU64::new(statistics.generated),
            ..Shared::default()
        };
        let threads = threads.map_or(1, NonZero::get);
        let (stop, paths) = std::thread::scope(|scope| {
            let help = || self.work(&units, &shared, &mut |_| Ok(GRANT));
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(help)).collect();
            let mut look = |shared: &Shared| {
                statistics.expanded = shared.expanded.load(Relaxed);
                statistics.generated = shared.generated.load(Relaxed);
                monitor.look_at_the_clock(bound, statistics)?;
                Ok(GRANT.min(monitor.nodes_left(statistics)? as u64))
            };
            let (stop, mut paths) = self.work(&units, &shared, &mut look);
            for helper in helpers {
                paths.extend(helper.join().expect("a search does not panic").1);
            }
            (stop, paths)
        });
        statistics.expanded = shared.expanded.load(Relaxed);
        statistics.generated = shared.generated.load(Relaxed);
        let first = paths.into_iter().min_by_key(|(unit, _)| *unit).map(|(_, path)| path);
        match (first, stop) {
            // A plan within the bound is a shortest one, limit or not.
            (Some(path), _) => Ok(Some(path)),
            (None, Some(stop)) => Err(stop),
            (None, None) => Ok(None),
        }
    }

    /// The subtrees one move deeper, in order.
    fn split(
        &self,
        subtrees: &[Subtree<Node<WORDS, BITS, H::Value>>],
        statistics: &mut Statistics,
    ) -> Vec<Subtree<Node<WORDS, BITS, H::Value>>> {
        let mut deeper = vec![];
        for Subtree { root, path } in subtrees {
            statistics.expanded += 1;
            let Steps { count, to } = self.steps[root.blank.index()];
            for &(direction, from) in to[..usize::from(count)].iter().rev() {
                let state = self.automaton.next(root.state, direction.into());
                if state == Automaton::FORBIDDEN {
                    continue;
                }
                statistics.generated += 1;
                let board = root.board;
                let slide = Slide { tile: board.tile(from), from, to: root.blank };
                let room = root.room - 1;
                let tile_at = |cell| board.tile(cell);
                let after = self.heuristic.after(&root.value, slide, tile_at, Depth(room));
                if let Some(value) = after {
                    let board = board.slide(from, root.blank);
                    let root = Node { board, value, state, trail: 0, room, blank: from };
                    let path = path.iter().copied().chain([from]).collect();
                    deeper.push(Subtree { root, path });
                }
            }
        }
        deeper
    }

    /// Searches units until none is left; the paths found and the units they were found in.
    fn work(
        &self,
        units: &[&[Subtree<Node<WORDS, BITS, H::Value>>]],
        shared: &Shared,
        look: &mut Look<'_>,
    ) -> (Option<Stop>, Vec<(usize, Vec<Cell>)>) {
        let mut searcher = Searcher::new(self);
        let mut paths = vec![];
        loop {
            let number = shared.next.fetch_add(1, Relaxed);
            let mut stop = None;
            let mut is_stopped = |counts: &mut Batch| {
                shared.share(counts);
                match look(shared) {
                    Ok(granted) => *counts = Batch::granted(granted, GRANT),
                    Err(reached) => {
                        stop = Some(reached);
                        shared.stopped.store(true, Relaxed);
                    }
                }
                number >= shared.end.load(Relaxed) || shared.stopped.load(Relaxed)
            };
            if number >= shared.end.load(Relaxed) || shared.stopped.load(Relaxed) {
                shared.share(&mut searcher.counts);
                return (None, paths);
            }
            let unit = &units[number];
            let roots = unit.iter().rev().map(|subtree| subtree.root);
            match searcher.search(roots, &mut is_stopped) {
                Flow::Found(root, below) => {
                    let path =
                        unit[unit.len() - 1 - root].path.iter().copied().chain(below).collect();
                    shared.end.fetch_min(number, Relaxed);
                    paths.push((number, path));
                }
                Flow::Exhausted => {}
                Flow::Stopped if stop.is_some() => return (stop, paths),
                Flow::Stopped => {}
            }
        }
    }
}

/// Looks at the limits; how many positions may be expanded before the next look.
type Look<'a> = dyn FnMut(&Shared) -> Result<u64, Stop> + 'a;

impl Shared {
    fn share(&self, counts: &mut Batch) {
        let (expanded, generated) = counts.take();
        self.expanded.fetch_add(expanded, Relaxed);
        self.generated.fetch_add(generated, Relaxed);
    }
}
