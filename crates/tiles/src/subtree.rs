//! Depth-first search of subtrees, many positions at a time.

use crate::automaton::Automaton;
use crate::heuristic::{Heuristic, MANY, Slide};
use crate::ida_star::{Node, Steps, Tree};
use fewest_rules::tiles::{Cell, Direction, Tile};

/// Positions expanded side by side: enough for the looks at tables to wait for memory together,
/// few enough to stay in the first-level cache.
const WIDTH: usize = MANY / 4;

/// How the search of a subtree ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Flow {
    Exhausted,
    /// The number of the root, and the cells that the blank goes to from there.
    Found(usize, Vec<Cell>),
    /// A limit or an earlier solution ended it.
    Stopped,
}

/// Positions that may be expanded before the next look at the limits, and counts not yet shared.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    granted: u64,
    left: u64,
    generated: u64,
    /// Whether the limit is so close that it must be met exactly.
    is_last: bool,
}

impl Batch {
    pub fn granted(granted: u64, usual: u64) -> Self {
        Self { granted, left: granted, generated: 0, is_last: granted < usual }
    }

    /// How many of some positions may be expanded now; they count.
    fn expand(&mut self, wanted: usize) -> usize {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        let expanded = if self.is_last { wanted.min(left) } else { wanted };
        // Others than the last grant may be exceeded a little.
        self.granted += expanded.saturating_sub(left) as u64;
        self.left -= expanded.min(left) as u64;
        expanded
    }

    /// Positions expanded and generated since the last time.
    pub fn take(&mut self) -> (u64, u64) {
        let counts = (self.granted.wrapping_sub(self.left), self.generated);
        (self.granted, self.generated) = (self.left, 0);
        counts
    }
}

/// Searches subtrees one after the other.
pub(crate) struct Searcher<'a, const CELLS: usize, H: Heuristic> {
    tree: &'a Tree<'a, CELLS, H>,
    pub counts: Batch,
    /// Positions to be searched, the next one last.
    open: Vec<Node<CELLS, H::Value>>,
    /// Those that are expanded.
    parents: Vec<Node<CELLS, H::Value>>,
    candidates: [Candidate; MANY],
    /// The candidates that all looks so far leave.
    kept: [u8; MANY],
    /// What the last look at each of these said.
    found: [(H::Step, u16); MANY],
    /// By look and candidate.
    steps: Vec<[H::Step; MANY]>,
    /// Where the blank was at each position that is expanded and has one on the stack below it,
    /// and how much of the trail leads there. On the stack these lengths never fall.
    trail: Vec<(u32, Cell)>,
}

/// What leads to a root: nothing.
const ROOT: u32 = u32::MAX;

/// A move that may be worth making.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// The automaton's state after it.
    state: u32,
    /// The number of the position among those that are expanded.
    parent: u8,
    slide: Slide,
}

const NONE: Slide =
    Slide { tile: Tile::BLANK, from: Cell(0), to: Cell(0), direction: Direction::East };

impl<'a, const CELLS: usize, H: Heuristic> Searcher<'a, CELLS, H> {
    pub fn new(tree: &'a Tree<'a, CELLS, H>) -> Self {
        Self {
            tree,
            counts: Batch::default(),
            open: vec![],
            parents: vec![],
            candidates: [Candidate { state: 0, parent: 0, slide: NONE }; MANY],
            kept: [0; MANY],
            found: [(H::Step::default(), 0); MANY],
            steps: vec![[H::Step::default(); MANY]; H::LOOKS],
            trail: vec![],
        }
    }

    /// Searches all paths from some roots, of as many moves as each has room for.
    pub fn search(
        &mut self,
        roots: impl Iterator<Item = Node<CELLS, H::Value>>,
        is_stopped: &mut dyn FnMut(&mut Batch) -> bool,
    ) -> Flow {
        self.trail.clear();
        self.open.clear();
        for root in roots {
            self.trail.push((ROOT, root.blank));
            self.open.push(Node { trail: self.trail.len() as u32, ..root });
        }
        while let Some(last) = self.open.last() {
            // What is longer leads to positions that are done.
            self.trail.truncate(last.trail as usize);
            if self.counts.left == 0 && is_stopped(&mut self.counts) {
                return Flow::Stopped;
            }
            let parents = self.counts.expand(self.open.len().min(WIDTH));
            let first = self.open.len() - parents;
            self.parents.clear();
            self.parents.extend_from_slice(&self.open[first..]);
            self.open.truncate(first);
            let mut kept = self.moves();
            self.counts.generated += kept as u64;
            for look in 0..H::LOOKS {
                kept = self.look(look, kept);
            }
            if let Some((root, path)) = self.make(kept) {
                return Flow::Found(root, path);
            }
        }
        Flow::Exhausted
    }

    /// Lists the moves from the positions that are expanded; how many they are.
    fn moves(&mut self) -> usize {
        let mut count = 0;
        for (parent, node) in self.parents.iter_mut().enumerate() {
            let to = node.blank;
            let Steps { to: beside, is_on_board } = &self.tree.steps[to.index()];
            let states = self.tree.automaton.row(node.state);
            // The first direction comes to lie last, on top of the others.
            for direction in Direction::ALL.into_iter().rev() {
                let (state, from) = (states[direction.index()], beside[direction.index()]);
                let slide = Slide { tile: node.board.tile(from), from, to, direction };
                self.candidates[count % MANY] = Candidate { state, parent: parent as u8, slide };
                self.kept[count % MANY] = count as u8;
                let is_on_board = is_on_board[direction.index()];
                count += usize::from(is_on_board & (state != Automaton::FORBIDDEN));
            }
            // From now on what leads to the children.
            self.trail.push((node.trail, to));
            node.trail = self.trail.len() as u32;
        }
        count
    }

    /// Drops the candidates that a look shows to be out of reach; how many are left.
    fn look(&mut self, look: usize, count: usize) -> usize {
        let Self { tree, parents, candidates, kept, found, steps, .. } = self;
        let parents = &parents[..];
        let moves = kept[..count].iter().map(|&i| {
            let Candidate { parent, slide, .. } = candidates[usize::from(i) % MANY];
            let node = &parents[usize::from(parent)];
            (&node.value, slide, move |cell| node.board.tile(cell))
        });
        tree.heuristic.look_at_many(look, moves, found);
        let steps = &mut steps[look];
        let mut left = 0;
        for (at, &(step, bound)) in found[..count].iter().enumerate() {
            let i = usize::from(kept[at]) % MANY;
            steps[i] = step;
            kept[left] = i as u8;
            left += usize::from(bound < parents[usize::from(candidates[i].parent)].room);
        }
        left
    }

    /// Puts the children that are left on the stack, unless they cannot move: of these one that is
    /// solved ends the search. The number of its root, and the path from there.
    fn make(&mut self, kept: usize) -> Option<(usize, Vec<Cell>)> {
        let Self { tree, open, parents, candidates, steps, trail, .. } = self;
        for &i in &self.kept[..kept] {
            let i = usize::from(i) % MANY;
            let Candidate { state, parent, slide } = candidates[i];
            let node = &parents[usize::from(parent)];
            if node.room == 1 {
                let mut board = node.board;
                board.slide(slide);
                if board == tree.target {
                    return Some(path(trail, node.trail, slide.from));
                }
                continue;
            }
            // The board is changed where it lies: copying bytes just written takes long.
            open.push(Node { state, room: node.room - 1, blank: slide.from, ..*node });
            let Some(child) = open.last_mut() else { continue };
            child.board.slide(slide);
            for (look, steps) in steps.iter().enumerate() {
                tree.heuristic.enter(look, &mut child.value, slide, steps[i]);
            }
        }
        None
    }
}

/// The number of the root that so much of a trail begins at, and the path along it to a last cell.
fn path(trail: &[(u32, Cell)], length: u32, last: Cell) -> (usize, Vec<Cell>) {
    let mut path = vec![last];
    let mut at = length as usize - 1;
    while trail[at].0 != ROOT {
        path.push(trail[at].1);
        at = trail[at].0 as usize - 1;
    }
    // The first is where the blank was at the root.
    path.pop();
    path.reverse();
    (at, path)
}
