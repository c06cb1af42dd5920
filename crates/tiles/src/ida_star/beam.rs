//! Beam search: a plan that need not be a shortest one, for searches that a limit ends.
//!
//! # Source
//! Lowerre 1976 (the Harpy system); here positions whose bound exceeds the budget are left out.

use super::tree::{Node, Tree, directions_in};
use crate::automaton::Automaton;
use crate::board::{ByteBoard, Slide};
use crate::heuristics::Heuristic;
use fewest_rules::tiles::Cell;
use fewest_search::depth_first::iterative_deepening::{Batch, Counts, Flow, GRANT, IsStopped};
use fewest_search::{Depth, Limits, Monitor, Stop};
use foldhash::fast::FixedState;
use std::hash::BuildHasher;

/// Beams take one part in so many of the limit on memory.
pub(crate) const MEMORY_SHARE: u64 = 8;
/// A beam may expand one position for so many of the iteration before. One of a beam takes two to
/// four times as long as one of IDA*.
const SHARE: u64 = 64;
/// The widest beam: it takes some tenths of a second.
const MOST_WIDTH: u64 = 1 << 12;
/// The narrowest beam that is tried.
const LEAST_WIDTH: u64 = 1 << 8;

/// The width of a beam after an iteration that expanded `last` positions: how many positions of
/// each layer it keeps.
pub(super) fn width<const CELLS: usize, H: Heuristic>(
    last: u64,
    bound: Depth,
    limits: &Limits,
) -> Option<usize> {
    let moves = u64::from(bound.0.max(1));
    // Two layers, the traces, and at most three moves from each position of a layer, in vectors
    // that double when they are full.
    let moved = size_of::<Child<H>>() + size_of::<Rank>();
    let each = 2 * size_of::<Entry<CELLS, H::Value>>() + 2 * 3 * moved;
    let bytes = each as u64 + size_of::<Trace>() as u64 * moves;
    let fitting = limits.memory.map_or(u64::MAX, |limit| limit / MEMORY_SHARE / bytes);
    let width = (last / SHARE / moves).min(fitting).min(MOST_WIDTH);
    (width >= LEAST_WIDTH).then_some(width as usize)
}

/// A position of a layer.
struct Entry<const CELLS: usize, V> {
    board: ByteBoard<CELLS>,
    value: V,
    blank: Cell,
    /// The cell of the blank before the last move.
    back: Cell,
}

/// A move from a position of a layer.
struct Child<H: Heuristic> {
    /// The number of the position.
    parent: u32,
    slide: Slide,
    step: H::Step,
}

impl<H: Heuristic> Child<H> {
    /// The position after the move, if its bound is at most `budget`.
    fn entry<const CELLS: usize>(
        &self,
        tree: &Tree<'_, CELLS, H>,
        layer: &[Entry<CELLS, H::Value>],
        budget: Depth,
    ) -> Option<Entry<CELLS, H::Value>> {
        let Self { parent, slide, step } = self;
        let before = &layer[*parent as usize];
        let mut value = before.value;
        tree.heuristic.finish(&before.value, *slide, step, budget, &mut value).then(|| {
            let mut board = before.board;
            board.slide(*slide);
            Entry { board, value, blank: slide.from, back: before.blank }
        })
    }
}

/// The rank of a child: the least first.
struct Rank {
    /// The heuristic's rank, above a hash of the position that tells positions apart.
    key: u64,
    child: u32,
}

impl Rank {
    fn new(rank: u32, hash: u64, child: usize) -> Self {
        Self { key: u64::from(rank) << 48 | hash >> 16, child: child as u32 }
    }
}

/// The number of a position's parent in the layer before, above the cell that the blank went to.
#[derive(Clone, Copy)]
struct Trace(u32);

impl Trace {
    fn new(parent: u32, to: Cell) -> Self {
        Self(parent << u8::BITS | u32::from(to.0))
    }

    fn parent(self) -> usize {
        (self.0 >> u8::BITS) as usize
    }

    fn to(self) -> Cell {
        Cell(self.0 as u8)
    }
}

/// Positions whose moves are evaluated together, so that their reads of tables overlap.
const GROUP: usize = 16;

/// Looks for a plan within the root's budget: the cells that the blank goes to.
///
/// `bound` is the lower bound on a plan proved so far, for the reports of `monitor`.
///
/// # Errors
/// If a limit is reached.
pub(super) fn beam_search<const CELLS: usize, H: Heuristic>(
    tree: &Tree<'_, CELLS, H>,
    root: Node<CELLS, H::Value>,
    bound: Depth,
    width: usize,
    counts: &mut Counts,
    monitor: &mut Monitor<'_>,
) -> Result<Option<Vec<Cell>>, Stop> {
    let mut searched = Batch::default();
    let mut stop = None;
    let mut share = |batch: &mut Batch| {
        let (expanded, generated) = batch.take();
        counts.beside.expanded += expanded;
        counts.beside.generated += generated;
        counts.all()
    };
    let mut is_stopped = |batch: &mut Batch| {
        let statistics = share(batch);
        let left = monitor.poll(bound, &statistics).and_then(|()| monitor.nodes_left(&statistics));
        match left {
            Ok(left) => *batch = Batch::granted(GRANT.min(left as u64)),
            Err(reached) => stop = Some(reached),
        }
        stop.is_some()
    };
    let flow = search_layers(tree, root, width, &mut searched, &mut is_stopped);
    share(&mut searched);
    match flow {
        Flow::Found(_, path) => Ok(Some(path)),
        Flow::Exhausted => Ok(None),
        Flow::Stopped => Err(stop.expect("only a limit stops it")),
    }
}

/// Searches layer after layer, keeping the `width` positions of each that rank first.
fn search_layers<const CELLS: usize, H: Heuristic>(
    tree: &Tree<'_, CELLS, H>,
    root: Node<CELLS, H::Value>,
    width: usize,
    counts: &mut Batch,
    is_stopped: &mut IsStopped<'_>,
) -> Flow<Cell> {
    let Node { board, value, blank, budget, .. } = root;
    let mut layer = vec![Entry { board, value, blank, back: blank }];
    let mut traces: Vec<Vec<Trace>> = vec![];
    let (mut begun, mut children, mut ranks) = (vec![], vec![], vec![]);
    let mut budgets = (0..budget).map(Depth).rev();
    loop {
        if let Some(number) = layer.iter().position(|entry| entry.board == tree.target) {
            return Flow::Found(0, path(&traces, number));
        }
        let Some(budget) = budgets.next() else { return Flow::Exhausted };
        children.clear();
        ranks.clear();
        for first in (0..layer.len()).step_by(GROUP) {
            let group = &layer[first..layer.len().min(first + GROUP)];
            for (parent, entry) in (first as u32..).zip(group) {
                if counts.is_used_up() && is_stopped(counts) {
                    return Flow::Stopped;
                }
                let before = begun.len();
                for direction in directions_in(tree.directions(entry.blank, Automaton::START)) {
                    let slide = tree.slide(&entry.board, entry.blank, direction);
                    if slide.from != entry.back {
                        let tile_at = |cell| entry.board.tile(cell);
                        let step = tree.heuristic.begin(&entry.value, slide, tile_at);
                        begun.push(Child::<H> { parent, slide, step });
                    }
                }
                counts.expanded(begun.len() - before);
            }
            for child in begun.drain(..) {
                if let Some(Entry { board, value, .. }) = child.entry(tree, &layer, budget) {
                    let hash = FixedState::default().hash_one(board);
                    ranks.push(Rank::new(tree.heuristic.rank(&value), hash, children.len()));
                    children.push(child);
                }
            }
        }
        ranks.sort_unstable_by_key(|rank| rank.key);
        ranks.dedup_by_key(|rank| rank.key);
        ranks.truncate(width);
        let kept = || ranks.iter().map(|rank| &children[rank.child as usize]);
        let entry = |child: &Child<H>| child.entry(tree, &layer, budget);
        let next = kept().map(|child| entry(child).expect("it was within the budget")).collect();
        traces.push(kept().map(|child| Trace::new(child.parent, child.slide.from)).collect());
        layer = next;
    }
}

/// The cells that the blank goes to on the way to a position of the last layer.
fn path(traces: &[Vec<Trace>], mut number: usize) -> Vec<Cell> {
    let mut back = |layer: &Vec<Trace>| {
        let trace = layer[number];
        number = trace.parent();
        trace.to()
    };
    let mut path: Vec<Cell> = traces.iter().rev().map(&mut back).collect();
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Manhattan;
    use crate::ida_star::{WarmStart, ida_star};
    use fewest_rules::tiles::{Board, Direction, Goal, Instance, Size};
    use fewest_search::outcome::unlimited;
    use proptest::prelude::*;
    use std::num::NonZero;

    const CELLS: usize = 9;

    /// A position of the 8-puzzle, some moves away from the solved one.
    fn instance(moves: &[prop::sample::Index]) -> Instance {
        let size = Size::new(3, 3).unwrap();
        let goal = Goal::BlankLast;
        let push = |board: Board, choice: &prop::sample::Index| {
            let beside = |direction| size.neighbour(board.blank(), direction);
            let beside: Vec<_> = Direction::ALL.into_iter().filter_map(beside).collect();
            board.push(*choice.get(&beside)).unwrap()
        };
        Instance::new(moves.iter().fold(Board::solved(size, goal), push), goal)
    }

    /// The path of the blank, if the beam finds a plan of at most `budget` moves.
    fn found(instance: &Instance, budget: u16, width: usize) -> Option<Vec<Cell>> {
        let heuristic = Manhattan::new(&instance.solved());
        let automaton = Automaton::no_way_back();
        let tree = Tree::<CELLS, _>::new(instance, &heuristic, &automaton);
        let root = Node { budget, ..tree.root(&instance.start) };
        let mut counts = Batch::granted(u64::MAX);
        match search_layers(&tree, root, width, &mut counts, &mut |_| false) {
            Flow::Found(_, path) => Some(path),
            Flow::Exhausted => None,
            Flow::Stopped => panic!("nothing stops it"),
        }
    }

    proptest! {
        #[test]
        fn beams_find_plans_within_their_budget_and_wide_ones_a_shortest_one(
            moves in prop::collection::vec(any::<prop::sample::Index>(), 2..60),
            width in 1..40_usize,
        ) {
            let instance = instance(&moves);
            let (heuristic, automaton) =
                (Manhattan::new(&instance.solved()), Automaton::no_way_back());
            let shortest = unlimited(|monitor| {
                let (one, warm_start) = (NonZero::<usize>::MIN, WarmStart::default());
                ida_star::<CELLS, _>(&instance, &heuristic, &automaton, one, warm_start, monitor)
            });
            let optimum = shortest.plan().unwrap().len() as u16;
            prop_assert!(optimum < 2 || found(&instance, optimum - 2, 1 << 20).is_none());
            let wide = |budget| found(&instance, budget, 1 << 20).map(|path| path.len());
            prop_assert_eq!(wide(optimum), Some(usize::from(optimum)));
            prop_assert_eq!(wide(optimum + 10), Some(usize::from(optimum)));
            for (budget, width) in [(optimum, width), (optimum + 2, width), (optimum + 9, width)] {
                if let Some(path) = found(&instance, budget, width) {
                    prop_assert!(path.len() <= usize::from(budget));
                    let push = |board: Board, &to: &Cell| board.push(to).unwrap();
                    let end = path.iter().fold(instance.start, push);
                    prop_assert_eq!(end, instance.solved());
                }
            }
        }
    }
}
