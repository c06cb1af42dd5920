//! Beam search for a plan within some bound, if it finds one.
//!
//! # Source
//! Lowerre 1976 (the Harpy system); here positions without a plan within the bound are left out.

use crate::automaton::Automaton;
use crate::byte_board::ByteBoard;
use crate::heuristic::{Heuristic, Slide};
use crate::subtree::{Batch, Flow, IsStopped, ones};
use crate::tree::{Node, Tree};
use fewest_rules::tiles::Cell;
use fewest_search::{Depth, Limits};
use foldhash::fast::FixedState;
use std::hash::BuildHasher;

/// What beams take of the limit on memory: one of this many bytes.
pub(crate) const MEMORY_SHARE: u64 = 8;
/// A position of a beam, which takes two to four times as long as one of IDA*, comes to so many of
/// the iteration before.
const SHARE: u64 = 64;
/// The widest beam: it takes some tenths of a second.
const MOST_WIDTH: u64 = 1 << 12;
/// Narrower ones are not tried.
const LEAST_WIDTH: u64 = 1 << 8;

/// How many positions of each layer a beam is to keep, after an iteration that expanded so many.
pub(crate) fn width<const CELLS: usize, H: Heuristic>(
    last: u64,
    bound: Depth,
    limits: &Limits,
) -> Option<usize> {
    let moves = u64::from(bound.0.max(1));
    // Two layers, the way back, and the moves from one of them, of which there are three at most,
    // on lists that double when they are full.
    let moved = size_of::<Child<H>>() + size_of::<Rank>();
    let each = 2 * size_of::<Entry<CELLS, H::Value>>() + 2 * 3 * moved;
    let bytes = each as u64 + size_of::<Trace>() as u64 * moves;
    let room = limits.memory.map_or(u64::MAX, |limit| limit / MEMORY_SHARE / bytes);
    let width = (last / SHARE / moves).min(room).min(MOST_WIDTH);
    (width >= LEAST_WIDTH).then_some(width as usize)
}

/// A position of a layer.
struct Entry<const CELLS: usize, V> {
    board: ByteBoard<CELLS>,
    value: V,
    blank: Cell,
    /// Where the blank was before.
    back: Cell,
}

/// A move from a position of a layer, which has this number.
struct Child<H: Heuristic> {
    parent: u32,
    slide: Slide,
    step: H::Step,
}

impl<H: Heuristic> Child<H> {
    /// The position after the move, if its bound is at most `room`.
    fn entry<const CELLS: usize>(
        &self,
        tree: &Tree<'_, CELLS, H>,
        layer: &[Entry<CELLS, H::Value>],
        room: Depth,
    ) -> Option<Entry<CELLS, H::Value>> {
        let Self { parent, slide, step } = self;
        let before = &layer[*parent as usize];
        let mut value = before.value;
        tree.heuristic.finish(&before.value, *slide, step, room, &mut value).then(|| {
            let mut board = before.board;
            board.slide(*slide);
            Entry { board, value, blank: slide.from, back: before.blank }
        })
    }
}

/// How much a child promises: the less the more. The bits below tell positions apart.
struct Rank {
    key: u64,
    child: u32,
}

impl Rank {
    fn new(seems: u32, hash: u64, child: usize) -> Self {
        Self { key: u64::from(seems) << 48 | hash >> 16, child: child as u32 }
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

/// Positions whose moves are looked at together, so that their looks at tables do not wait for
/// one another.
const GROUP: usize = 16;

/// Looks for a plan of at most as many moves as the root has room for, keeping the `width`
/// positions of each layer that seem closest to the target.
pub(crate) fn beam<const CELLS: usize, H: Heuristic>(
    tree: &Tree<'_, CELLS, H>,
    root: Node<CELLS, H::Value>,
    width: usize,
    counts: &mut Batch,
    is_stopped: &mut IsStopped<'_>,
) -> Flow {
    let Node { board, value, blank, room, .. } = root;
    let mut layer = vec![Entry { board, value, blank, back: blank }];
    let mut traces: Vec<Vec<Trace>> = vec![];
    let (mut begun, mut children, mut ranks) = (vec![], vec![], vec![]);
    let mut rooms = (0..room).map(Depth).rev();
    loop {
        if let Some(number) = layer.iter().position(|entry| entry.board == tree.target) {
            return Flow::Found(0, path(&traces, number));
        }
        let Some(room) = rooms.next() else { return Flow::Exhausted };
        children.clear();
        ranks.clear();
        for first in (0..layer.len()).step_by(GROUP) {
            let group = &layer[first..layer.len().min(first + GROUP)];
            for (parent, entry) in (first as u32..).zip(group) {
                if counts.is_used_up() && is_stopped(counts) {
                    return Flow::Stopped;
                }
                let before = begun.len();
                for way in ones(tree.ways(entry.blank, Automaton::START)) {
                    let slide = tree.slide(&entry.board, entry.blank, way);
                    if slide.from != entry.back {
                        let tile_at = |cell| entry.board.tile(cell);
                        let step = tree.heuristic.begin(&entry.value, slide, tile_at);
                        begun.push(Child::<H> { parent, slide, step });
                    }
                }
                counts.expanded(begun.len() - before);
            }
            for child in begun.drain(..) {
                if let Some(Entry { board, value, .. }) = child.entry(tree, &layer, room) {
                    let hash = FixedState::default().hash_one(board);
                    ranks.push(Rank::new(tree.heuristic.seems(&value), hash, children.len()));
                    children.push(child);
                }
            }
        }
        ranks.sort_unstable_by_key(|rank| rank.key);
        ranks.dedup_by_key(|rank| rank.key);
        ranks.truncate(width);
        let kept = || ranks.iter().map(|rank| &children[rank.child as usize]);
        let entry = |child: &Child<H>| child.entry(tree, &layer, room);
        let next = kept().map(|child| entry(child).expect("it was within the bound")).collect();
        traces.push(kept().map(|child| Trace::new(child.parent, child.slide.from)).collect());
        layer = next;
    }
}

/// Where the blank went on the way to a position of the layer that was met last.
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
    use crate::{HeuristicName, Manhattan, Solver};
    use fewest_rules::tiles::{Board, Direction, Goal, Instance, Size};
    use fewest_search::monitor::unlimited;
    use proptest::prelude::*;
    use std::num::NonZero;

    const CELLS: usize = 9;

    /// A position of the 8-puzzle, some moves away from the solved one.
    fn instance(moves: &[prop::sample::Index]) -> Instance {
        let size = Size::new(3, 3).unwrap();
        let goal = Goal::BlankLast;
        let push = |board: Board, choice: &prop::sample::Index| {
            let beside = |way| size.neighbour(board.blank(), way);
            let beside: Vec<_> = Direction::ALL.into_iter().filter_map(beside).collect();
            board.push(*choice.get(&beside)).unwrap()
        };
        Instance::new(moves.iter().fold(Board::solved(size, goal), push), goal)
    }

    /// Where the blank goes, if the beam finds a plan of so many moves.
    fn found(instance: &Instance, room: u16, width: usize) -> Option<Vec<Cell>> {
        let heuristic = Manhattan::new(&instance.solved());
        let automaton = Automaton::no_way_back();
        let tree = Tree::<CELLS, _>::new(instance, &heuristic, &automaton);
        let root = Node { room, ..tree.root(&instance.start) };
        let mut counts = Batch::granted(u64::MAX);
        match beam(&tree, root, width, &mut counts, &mut |_| false) {
            Flow::Found(_, path) => Some(path),
            Flow::Exhausted => None,
            Flow::Stopped => panic!("nothing stops it"),
        }
    }

    proptest! {
        #[test]
        fn beams_find_plans_within_their_room_and_wide_ones_a_shortest_one(
            moves in prop::collection::vec(any::<prop::sample::Index>(), 2..60),
            width in 1..40_usize,
        ) {
            let instance = instance(&moves);
            let (size, goal) = (instance.start.size(), instance.goal);
            let one = NonZero::<usize>::MIN;
            let solver = Solver::new(size, goal, HeuristicName::Manhattan, one).unwrap();
            let shortest = unlimited(|monitor| solver.solve(&instance, monitor));
            let optimum = shortest.plan().unwrap().len() as u16;
            prop_assert!(optimum < 2 || found(&instance, optimum - 2, 1 << 20).is_none());
            let wide = |room| found(&instance, room, 1 << 20).map(|path| path.len());
            prop_assert_eq!(wide(optimum), Some(usize::from(optimum)));
            prop_assert_eq!(wide(optimum + 10), Some(usize::from(optimum)));
            for (room, width) in [(optimum, width), (optimum + 2, width), (optimum + 9, width)] {
                if let Some(path) = found(&instance, room, width) {
                    prop_assert!(path.len() <= usize::from(room));
                    let push = |board: Board, &to: &Cell| board.push(to).unwrap();
                    let end = path.iter().fold(instance.start.clone(), push);
                    prop_assert_eq!(end, instance.solved());
                }
            }
        }
    }
}
