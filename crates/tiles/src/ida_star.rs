//! IDA* made for this puzzle: on all cores, with bounds kept up to date along the path.
//!
//! # Source
//! Korf, Artificial Intelligence 27 (1985). Splitting the tree into units of work as in Reinefeld
//! and Schnecke, *AIDA\** (1994); here threads draw the units from one counter.

use crate::automaton::Automaton;
use crate::beam::{beam, width};
use crate::byte_board::ByteBoard;
use crate::checkpoint::{Checkpoint, Groups, Iteration};
use crate::frontier::Frontier;
use crate::heuristic::{Heuristic, Slide};
use crate::subtree::{Batch, Flow, Searcher};
use fewest_rules::tiles::{Board, Cell, Direction, Instance, Move, Size, Tile};
use fewest_search::{Depth, Monitor, Outcome, Statistics, Stop};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Where a search begins.
#[derive(Default)]
pub struct Beginning<'a, 'b> {
    /// No plan is shorter, as is known.
    pub at_least: Depth,
    /// Positions that were expanded to know it.
    pub effort: u64,
    /// A plan that need not be a shortest one.
    pub known: Option<Vec<Move>>,
    /// Positions that A* stores at most before IDA* begins where it ends: with less than five,
    /// IDA* begins at the start.
    pub stored: usize,
    /// Where a search without A* writes how far it has come, and begins if it goes on.
    pub checkpoint: Option<&'a mut Checkpoint<'b>>,
}

/// Finds a shortest plan of a position that can be solved.
///
/// The plan and all counts up to the last iteration do not depend on the number of threads, or on
/// how often the search was broken off and taken up again; the counts of the last iteration do,
/// and so does the plan if a limit ends that iteration when another thread has found one already.
///
/// # Panics
/// If the position is not [`Instance::is_solvable`], or has more than `CELLS` cells.
pub fn ida_star<const CELLS: usize, H: Heuristic>(
    instance: &Instance,
    heuristic: &H,
    automaton: &Automaton,
    threads: NonZero<usize>,
    Beginning { at_least, effort, mut known, stored, mut checkpoint }: Beginning<'_, '_>,
    monitor: &mut Monitor<'_>,
) -> Outcome<Move> {
    assert!(instance.is_solvable(), "the search would never end");
    let tree = Tree::<CELLS, H>::new(instance, heuristic, automaton);
    let root = tree.root(&instance.start);
    let away = instance.start.size().distance(root.blank, instance.solved().blank());
    let resumed = checkpoint.as_ref().and_then(|checkpoint| checkpoint.iteration());
    let excluded = resumed.map_or(at_least, |iteration| iteration.bound.max(at_least));
    let least = heuristic.bound(&root.value).max(excluded).0;
    // Every solution has the parity of the blank's distance from its place.
    let bound = Depth(least + (least ^ u16::from(away)) % 2);
    let mut counts = Counts::default();
    let mut frontier = Frontier::new(root, bound);
    if let Err(stop) = frontier.grow(&tree, stored, &mut counts.searched, monitor) {
        return stopped(stop, known, frontier.bound, counts.searched);
    }
    let Counts { searched: statistics, .. } = &mut counts;
    let grown = statistics.expanded;
    statistics.stored = if grown > 0 { frontier.len() as u64 } else { 0 };
    let mut bound = frontier.bound;
    let mut last = grown.max(effort);
    if let Some(Iteration { expanded, generated, last: before, .. }) = resumed {
        (statistics.expanded, statistics.generated, last) = (expanded, generated, before);
    }
    loop {
        let statistics = &mut counts.searched;
        let before = statistics.expanded;
        if let Some(checkpoint) = &mut checkpoint {
            let generated = statistics.generated;
            checkpoint.begin(Iteration { bound, expanded: before, generated, last });
        }
        statistics.expanded_until_last_layer = before;
        statistics.reexpanded = before - grown;
        if let Some(number) = frontier.solution(&tree.target, bound) {
            let plan = plan(&instance.start, &frontier.path(number));
            return solved(plan, bound, counts.all());
        }
        let asked = monitor.limits().upper_bound;
        if asked.is_some_and(|asked| bound > asked) {
            return Outcome::bounded(Stop::Bound, bound, counts.all());
        }
        // An iteration that is taken up again and again gets on, however short the runs are.
        let is_resumed = resumed.is_some_and(|iteration| iteration.bound == bound);
        if known.is_none() && last >= LONG && grown == 0 && !is_resumed {
            match tree.guess(root, bound, last, &mut counts, monitor) {
                Err(stop) => return Outcome::bounded(stop, bound, counts.all()),
                Ok(path) => known = path.map(|path| plan(&instance.start, &path)),
            }
            known.take_if(|plan| asked.is_some_and(|asked| plan.len() > asked.index()));
        }
        if let Some(plan) = known.take_if(|plan| plan.len() <= bound.index()) {
            return solved(plan, bound, counts.all());
        }
        let statistics = &mut counts.searched;
        let subtrees = frontier.subtrees(&tree, bound, statistics);
        let one = NonZero::<usize>::MIN;
        let is_large = last >= LARGE;
        let (threads, many) = if is_large { (threads, subtrees_after(last)) } else { (one, 0) };
        let subtrees = tree.deepened(subtrees, many, statistics);
        let beam = width::<CELLS, H>(last, bound, monitor.limits()).map(|width| Beam {
            root: Node { room: bound.0, ..root },
            width,
            is_last: is_resumed,
        });
        let beam = beam.filter(|_| is_large && grown == 0);
        let tasks = Tasks { bound, beam, units: subtrees.chunks(UNIT).collect() };
        let checkpoint = checkpoint.as_deref_mut();
        match tree.iterate(&tasks, threads, &mut counts, checkpoint, monitor) {
            Err(stop) => return stopped(stop, known, bound, counts.all()),
            Ok(Some((origin, below))) => {
                let mut path = frontier.path(origin);
                path.extend(below);
                return solved(plan(&instance.start, &path), bound, counts.all());
            }
            Ok(None) => bound = bound + Depth(2),
        }
        last = counts.searched.expanded - before;
    }
}

/// What a search has shown that met a plan within its bound.
///
/// The plan is as long as that: a shorter one would show that a checkpoint claimed too much.
fn solved(plan: Vec<Move>, bound: Depth, statistics: Statistics) -> Outcome<Move> {
    let length = Depth(u16::try_from(plan.len()).unwrap_or(u16::MAX));
    Outcome::with_plan(plan, bound.min(length), statistics)
}

/// What a search has shown that a limit ended.
pub(crate) fn stopped(
    stop: Stop,
    known: Option<Vec<Move>>,
    lower: Depth,
    statistics: Statistics,
) -> Outcome<Move> {
    match known {
        Some(plan) => Outcome::stopped_with_plan(stop, plan, lower, statistics),
        None => Outcome::bounded(stop, lower, statistics),
    }
}

/// After an iteration of so many positions the next one may not come to its end: a plan is worth
/// having that need not be a shortest one.
const LONG: u64 = 1 << 21;
/// The widest beam that looks for it: it takes some tenths of a second.
const WIDE: usize = 1 << 12;
/// After an iteration of so many positions the next one is split into subtrees, which threads
/// share: it takes some ten milliseconds.
const LARGE: u64 = 100_000;
/// A large tree is split into at least so many subtrees.
const SUBTREES: usize = 4000;
/// A tree is not split into much more than so many.
const MOST_SUBTREES: usize = 1 << 18;
/// Larger trees are split into subtrees of some times so many positions: the more there are, the
/// more their order tells, and the less is lost when the search is broken off.
const POSITIONS: u64 = 32;
/// Subtrees that a thread takes at a time, and searches together.
const UNIT: usize = 32;

/// How many subtrees the next tree is split into after an iteration of so many positions.
fn subtrees_after(last: u64) -> usize {
    let many = usize::try_from(last / POSITIONS).unwrap_or(MOST_SUBTREES);
    many.clamp(SUBTREES, MOST_SUBTREES)
}
/// Positions expanded between two looks at limits and other threads.
const GRANT: u64 = 1 << 14;

/// What does not change during a search.
pub(crate) struct Tree<'a, const CELLS: usize, H: Heuristic> {
    pub heuristic: &'a H,
    pub automaton: &'a Automaton,
    pub target: ByteBoard<CELLS>,
    steps: [Steps; Size::MAX_CELLS],
    size: Size,
    /// Whether the start is its own reflection in the diagonal.
    pub is_symmetric: bool,
}

/// A position that is to be searched.
#[derive(Clone, Copy)]
pub(crate) struct Node<const CELLS: usize, V> {
    pub board: ByteBoard<CELLS>,
    pub value: V,
    /// The automaton's state.
    pub state: u32,
    /// Moves that may still be made.
    pub room: u16,
    pub blank: Cell,
}

/// A subtree to be searched.
pub(crate) struct Subtree<N> {
    pub root: N,
    /// The number of a position of the frontier.
    pub origin: u32,
    /// Where the blank went from there on the way to the root.
    pub path: Vec<Cell>,
}

/// The number of a position of the frontier, and where the blank goes from there.
type Found = (u32, Vec<Cell>);

/// What is done in an iteration: the beam has number zero, the units follow. Of several plans that
/// of the least number counts.
struct Tasks<'a, const CELLS: usize, V> {
    bound: Depth,
    beam: Option<Beam<CELLS, V>>,
    /// Subtrees that are searched together.
    units: Vec<&'a [Subtree<Node<CELLS, V>>]>,
}

/// A beam beside an iteration.
struct Beam<const CELLS: usize, V> {
    root: Node<CELLS, V>,
    width: usize,
    /// Whether it is the last task to be done.
    is_last: bool,
}

impl<const CELLS: usize, V> Tasks<'_, CELLS, V> {
    /// The number of the task that is the next one after so many.
    fn number(&self, drawn: usize) -> Option<usize> {
        let all = 1 + self.units.len();
        match &self.beam {
            _ if drawn >= all => None,
            Some(Beam { is_last: true, .. }) => Some((drawn + 1) % all),
            Some(_) => Some(drawn),
            None => Some(drawn + 1).filter(|&number| number < all),
        }
    }
}

/// Positions expanded and generated.
#[derive(Default)]
struct Counts {
    /// By IDA* itself, and by A* before it.
    searched: Statistics,
    /// By beams.
    beams: Statistics,
}

impl Counts {
    fn all(&self) -> Statistics {
        self.searched.beside(&self.beams)
    }
}

/// What the threads of one iteration share.
pub(crate) struct Shared {
    next: AtomicUsize,
    /// Tasks from here on cannot give the plan: one before them did.
    end: AtomicUsize,
    stopped: AtomicBool,
    searched: Count,
    beams: Count,
    groups: Mutex<Groups>,
}

/// Positions expanded and generated.
struct Count {
    expanded: AtomicU64,
    generated: AtomicU64,
}

impl Count {
    fn new(expanded: u64, generated: u64) -> Self {
        Self { expanded: AtomicU64::new(expanded), generated: AtomicU64::new(generated) }
    }

    fn add(&self, (expanded, generated): (u64, u64)) {
        self.expanded.fetch_add(expanded, Relaxed);
        self.generated.fetch_add(generated, Relaxed);
    }

    fn read(&self, statistics: &mut Statistics) {
        statistics.expanded = self.expanded.load(Relaxed);
        statistics.generated = self.generated.load(Relaxed);
    }
}

/// The cells beside one, by direction.
#[derive(Clone, Copy)]
struct Steps {
    /// The cell itself where the board ends.
    to: [(Cell, Direction); Direction::ALL.len()],
    /// A one for each direction that does not leave the board.
    on_board: u32,
}

/// A one for each that is true, the first lowest.
#[inline(always)]
fn bits(flags: [bool; Direction::ALL.len()]) -> u32 {
    flags.into_iter().rev().fold(0, |bits, flag| bits << 1 | u32::from(flag))
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

impl<'a, const CELLS: usize, H: Heuristic> Tree<'a, CELLS, H> {
    pub fn new(instance: &Instance, heuristic: &'a H, automaton: &'a Automaton) -> Self {
        let size = instance.start.size();
        let steps = std::array::from_fn(|number| {
            let cell = Cell(number as u8);
            let is_cell = number < size.cells();
            let beside = |way| if is_cell { size.neighbour(cell, way) } else { None };
            Steps {
                to: Direction::ALL.map(|way| (beside(way).unwrap_or(cell), way)),
                on_board: bits(Direction::ALL.map(|way| beside(way).is_some())),
            }
        });
        let solved = instance.solved();
        let is_symmetric = is_symmetric(&instance.start, &solved);
        let target = ByteBoard::new(&solved);
        Self { heuristic, automaton, target, steps, size, is_symmetric }
    }

    /// The start, with no moves that may be made.
    pub fn root(&self, start: &Board) -> Node<CELLS, H::Value> {
        let value = self.heuristic.start(|cell| start.tile(cell));
        let (board, blank) = (ByteBoard::new(start), start.blank());
        Node { board, value, state: Automaton::START, room: 0, blank }
    }

    /// Whether a first move is the reflection of another one.
    ///
    /// # Sound because
    /// the reflection of a plan is a plan. Of each two the one that comes first in the alphabet,
    /// which the automaton leaves, begins along the row.
    pub fn is_reflected(&self, slide: &Slide) -> bool {
        self.is_symmetric && self.size.row(slide.from) != self.size.row(slide.to)
    }

    /// The moves that the automaton allows, with its states after them.
    pub fn slides(
        &self,
        board: &ByteBoard<CELLS>,
        to: Cell,
        state: u32,
    ) -> impl Iterator<Item = (Slide, u32)> {
        let (states, ways) = (self.automaton.row(state), self.ways(to, state));
        let ways = (0..Direction::ALL.len()).filter(move |way| ways >> way & 1 == 1);
        ways.map(move |way| (self.slide(board, to, way), states[way]))
    }

    /// The slide of the tile that the blank goes to.
    #[inline(always)]
    pub fn slide(&self, board: &ByteBoard<CELLS>, to: Cell, way: usize) -> Slide {
        let (from, direction) = self.steps[to.index()].to[way];
        Slide { tile: board.tile(from), from, to, direction }
    }

    /// The directions that the blank may go from a cell in a state of the automaton, a one for
    /// each.
    #[inline(always)]
    pub fn ways(&self, blank: Cell, state: u32) -> u32 {
        self.steps[blank.index()].on_board & !Automaton::forbidden(state)
    }

    /// Splits subtrees until there are at least `many`, or there is no room for it; those whose
    /// roots seem closest to the target come first, so that the last iteration ends early.
    fn deepened(
        &self,
        mut subtrees: Vec<Subtree<Node<CELLS, H::Value>>>,
        many: usize,
        statistics: &mut Statistics,
    ) -> Vec<Subtree<Node<CELLS, H::Value>>> {
        let has_room = |subtree: &Subtree<Node<CELLS, H::Value>>| subtree.root.room > 1;
        while !subtrees.is_empty() && subtrees.len() < many && subtrees.iter().all(has_room) {
            let mut deeper = vec![];
            for subtree in &subtrees {
                self.split(subtree, |_| true, statistics, &mut deeper);
            }
            subtrees = deeper;
        }
        subtrees.sort_by_key(|subtree| self.heuristic.seems(&subtree.root.value));
        subtrees
    }

    /// Where the blank goes in a plan that may be longer than the bound by half of it, if a beam
    /// finds one.
    fn guess(
        &self,
        root: Node<CELLS, H::Value>,
        bound: Depth,
        last: u64,
        counts: &mut Counts,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Vec<Cell>>, Stop> {
        let room = bound.0.saturating_add(bound.0 / 2);
        let Some(width) = width::<CELLS, H>(last, Depth(room), monitor.limits()) else {
            return Ok(None);
        };
        let mut searched = Batch::default();
        let mut stop = None;
        let mut share = |batch: &mut Batch| {
            let (expanded, generated) = batch.take();
            counts.beams.expanded += expanded;
            counts.beams.generated += generated;
            counts.all()
        };
        let mut is_stopped = |batch: &mut Batch| {
            let statistics = share(batch);
            let left = monitor
                .look_at_the_clock(bound, &statistics)
                .and_then(|()| monitor.nodes_left(&statistics));
            match left {
                Ok(left) => *batch = Batch::granted(GRANT.min(left as u64)),
                Err(reached) => stop = Some(reached),
            }
            stop.is_some()
        };
        let root = Node { room, ..root };
        let flow = beam(self, root, width.min(WIDE), &mut searched, &mut is_stopped);
        share(&mut searched);
        match flow {
            Flow::Found(_, path) => Ok(Some(path)),
            Flow::Exhausted => Ok(None),
            Flow::Stopped => Err(stop.expect("nothing else stops it")),
        }
    }

    /// Does all tasks; a plan of as many moves as the bound is found if there is one.
    fn iterate(
        &self,
        tasks: &Tasks<'_, CELLS, H::Value>,
        threads: NonZero<usize>,
        counts: &mut Counts,
        mut checkpoint: Option<&mut Checkpoint<'_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Option<Found>, Stop> {
        let units = tasks.units.len();
        let groups = match &checkpoint {
            Some(checkpoint) => checkpoint.searched(digest(tasks), units),
            None => Groups::none(blake3::hash(&[]), units),
        };
        let Counts { searched, beams } = counts;
        let (expanded, generated) = (groups.expanded, groups.generated);
        let shared = Shared {
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(1 + units),
            stopped: AtomicBool::new(false),
            searched: Count::new(searched.expanded + expanded, searched.generated + generated),
            beams: Count::new(beams.expanded, beams.generated),
            groups: Mutex::new(groups),
        };
        let mut update = || {
            shared.searched.read(searched);
            shared.beams.read(beams);
            searched.beside(beams)
        };
        let (stop, paths) = std::thread::scope(|scope| {
            let help = || self.work(tasks, &shared, &mut |_| Ok(GRANT));
            let helpers: Vec<_> = (1..threads.get()).map(|_| scope.spawn(help)).collect();
            let mut look = |shared: &Shared| {
                if let Some(checkpoint) =
                    checkpoint.as_mut().filter(|checkpoint| checkpoint.is_due())
                {
                    checkpoint.write(shared.groups().clone());
                }
                let statistics = update();
                monitor.look_at_the_clock(tasks.bound, &statistics)?;
                Ok(GRANT.min(monitor.nodes_left(&statistics)? as u64))
            };
            let (stop, mut paths) = self.work(tasks, &shared, &mut look);
            for helper in helpers {
                paths.extend(helper.join().expect("a search does not panic").1);
            }
            (stop, paths)
        });
        update();
        let first = paths.into_iter().min_by_key(|(task, _)| *task).map(|(_, found)| found);
        match (first, stop) {
            // A plan within the bound is a shortest one, limit or not.
            (Some(path), _) => Ok(Some(path)),
            (None, Some(stop)) => {
                if let Some(checkpoint) = checkpoint {
                    checkpoint.write(shared.groups().clone());
                }
                Err(stop)
            }
            (None, None) => Ok(None),
        }
    }

    /// Adds the subtrees one move deeper in order: below the moves that `may` be made.
    pub fn split(
        &self,
        Subtree { root, origin, path }: &Subtree<Node<CELLS, H::Value>>,
        may: impl Fn(&Slide) -> bool,
        statistics: &mut Statistics,
        deeper: &mut Vec<Subtree<Node<CELLS, H::Value>>>,
    ) {
        statistics.expanded += 1;
        for (slide, state) in self.slides(&root.board, root.blank, root.state) {
            if !may(&slide) {
                continue;
            }
            statistics.generated += 1;
            let room = root.room - 1;
            let tile_at = |cell| root.board.tile(cell);
            let after = self.heuristic.after(&root.value, slide, tile_at, Depth(room));
            if let Some(value) = after {
                let mut board = root.board;
                board.slide(slide);
                let root = Node { board, value, state, room, blank: slide.from };
                let path = path.iter().copied().chain([slide.from]).collect();
                deeper.push(Subtree { root, origin: *origin, path });
            }
        }
    }

    /// Does tasks until none is left; the paths found and the numbers of their tasks.
    fn work(
        &self,
        tasks: &Tasks<'_, CELLS, H::Value>,
        shared: &Shared,
        look: &mut Look<'_>,
    ) -> (Option<Stop>, Vec<(usize, Found)>) {
        let mut searcher = Searcher::new(self);
        let mut paths = vec![];
        while let Some(number) = tasks.number(shared.next.fetch_add(1, Relaxed)) {
            let unit = number.checked_sub(1);
            let counted = if unit.is_some() { &shared.searched } else { &shared.beams };
            let (mut stop, mut expanded, mut generated) = (None, 0, 0);
            let mut share = |counts: &mut Batch| {
                let more = counts.take();
                (expanded, generated) = (expanded + more.0, generated + more.1);
                counted.add(more);
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
            if shared.stopped.load(Relaxed) {
                break;
            }
            let is_searched = unit.is_some_and(|unit| shared.groups().is_searched[unit]);
            if is_searched || number >= shared.end.load(Relaxed) {
                continue;
            }
            let flow = match (unit, &tasks.beam) {
                (Some(unit), _) => {
                    let roots = tasks.units[unit].iter().map(|subtree| subtree.root);
                    searcher.search(roots, &mut is_stopped)
                }
                (None, Some(Beam { root, width, .. })) => {
                    beam(self, *root, *width, &mut searcher.counts, &mut is_stopped)
                }
                (None, None) => unreachable!("without a beam the units are all tasks"),
            };
            share(&mut searcher.counts);
            match flow {
                Flow::Found(root, below) => {
                    let (origin, path) = match unit.map(|unit| &tasks.units[unit][root]) {
                        Some(Subtree { origin, path, .. }) => (*origin, &path[..]),
                        None => (0, &[][..]),
                    };
                    shared.end.fetch_min(number, Relaxed);
                    paths.push((number, (origin, [path, &below].concat())));
                }
                Flow::Exhausted => {
                    if let Some(unit) = unit {
                        let groups = &mut *shared.groups();
                        groups.is_searched[unit] = true;
                        groups.expanded += expanded;
                        groups.generated += generated;
                    }
                }
                Flow::Stopped if stop.is_some() => return (stop, paths),
                Flow::Stopped => {}
            }
        }
        (None, paths)
    }
}

/// Looks at the limits; how many positions may be expanded before the next look.
type Look<'a> = dyn FnMut(&Shared) -> Result<u64, Stop> + 'a;

impl Shared {
    fn groups(&self) -> MutexGuard<'_, Groups> {
        // Counts are added after all that could panic.
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What tells lists of subtrees apart.
fn digest<const CELLS: usize, V>(tasks: &Tasks<'_, CELLS, V>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for Subtree { root, .. } in tasks.units.iter().copied().flatten() {
        hasher.update(&root.board.bytes());
        hasher.update(&root.state.to_le_bytes());
        hasher.update(&root.room.to_le_bytes());
    }
    hasher.finalize()
}
