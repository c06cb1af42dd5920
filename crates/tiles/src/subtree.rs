//! Depth-first search of subtrees, many positions at a time.

use crate::automaton::Automaton;
use crate::heuristic::{Heuristic, Slide};
use crate::ida_star::{Node, Steps, Tree};
use fewest_rules::tiles::{Cell, Tile};

/// Positions expanded side by side: enough for the looks at tables to wait for memory together,
/// few enough to stay in the first-level cache.
const WIDTH: usize = 32;

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
pub(crate) struct Searcher<'a, const WORDS: usize, const BITS: u32, H: Heuristic> {
    tree: &'a Tree<'a, WORDS, BITS, H>,
    pub counts: Batch,
    /// Positions to be searched, the next one last; above them those being expanded, and above
    /// these their children.
    stack: Vec<Node<WORDS, BITS, H::Value>>,
    candidates: [Candidate; ROOM],
    /// What the look at each candidate or child said.
    steps: Vec<H::Step>,
    /// Those within the bound.
    kept: [u16; ROOM],
    /// The moves to the children.
    slides: [Slide; ROOM],
    /// Where the blank was at each position that is expanded and has one on the stack below it,
    /// and how much of the trail leads there. On the stack these lengths never fall.
    trail: Vec<(u32, Cell)>,
}

/// What leads to a root: nothing.
const ROOT: u32 = u32::MAX;
/// The most candidates.
const ROOM: usize = 4 * WIDTH;
/// Spares a comparison with [`ROOM`].
const MASK: usize = ROOM - 1;

/// A move that may be worth making.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    /// On the stack, above the first position being expanded.
    parent: u16,
    slide: Slide,
    state: u32,
}

const NONE: Slide = Slide { tile: Tile::BLANK, from: Cell(0), to: Cell(0) };

impl<'a, const WORDS: usize, const BITS: u32, H: Heuristic> Searcher<'a, WORDS, BITS, H> {
    pub fn new(tree: &'a Tree<'a, WORDS, BITS, H>) -> Self {
        Self {
            tree,
            counts: Batch::default(),
            stack: vec![],
            candidates: [Candidate { parent: 0, slide: NONE, state: 0 }; ROOM],
            steps: vec![],
            kept: [0; ROOM],
            slides: [NONE; ROOM],
            trail: vec![],
        }
    }

    /// Searches all paths from some roots, of as many moves as each has room for.
    pub fn search(
        &mut self,
        roots: impl Iterator<Item = Node<WORDS, BITS, H::Value>>,
        is_stopped: &mut dyn FnMut(&mut Batch) -> bool,
    ) -> Flow {
        self.stack.clear();
        self.trail.clear();
        for root in roots {
            self.trail.push((ROOT, root.blank));
            self.stack.push(Node { trail: self.trail.len() as u32, ..root });
        }
        while let Some(last) = self.stack.last() {
            if self.counts.left == 0 && is_stopped(&mut self.counts) {
                return Flow::Stopped;
            }
            // What is longer leads to positions that are done.
            self.trail.truncate(last.trail as usize);
            let parents = self.counts.expand(self.stack.len().min(WIDTH));
            let first = self.stack.len() - parents;
            let moves = self.moves(first);
            self.counts.generated += moves as u64;
            self.first_look(first, moves);
            let children = first + parents;
            for look in 1..H::LOOKS {
                self.further_look(look, children);
            }
            if let Some((root, path)) = self.solved(children) {
                return Flow::Found(root, path);
            }
            self.stack.copy_within(children.., first);
            self.stack.truncate(self.stack.len() - parents);
        }
        Flow::Exhausted
    }

    /// Lists the moves from the positions that are expanded; how many they are.
    fn moves(&mut self, first: usize) -> usize {
        let mut count = 0;
        for (parent, node) in self.stack[first..].iter_mut().enumerate() {
            let to = node.blank;
            let Steps { count: steps, to: beside } = &self.tree.steps[to.index()];
            for &(direction, from) in &beside[..usize::from(*steps)] {
                let state = self.tree.automaton.next(node.state, direction.into());
                let slide = Slide { tile: node.board.tile(from), from, to };
                self.candidates[count & MASK] = Candidate { parent: parent as u16, slide, state };
                count += usize::from(state != Automaton::FORBIDDEN);
            }
            // From now on what leads to the children.
            self.trail.push((node.trail, to));
            node.trail = self.trail.len() as u32;
        }
        count
    }

    /// Makes the moves that the first look leaves.
    fn first_look(&mut self, first: usize, moves: usize) {
        let heuristic = self.tree.heuristic;
        self.steps.clear();
        let mut kept = 0;
        let parents = &self.stack[first..];
        for (i, candidate) in self.candidates.iter().enumerate().take(moves) {
            let node = &parents[usize::from(candidate.parent)];
            let tile_at = |cell| node.board.tile(cell);
            let (step, bound) = heuristic.look(0, &node.value, candidate.slide, tile_at);
            self.steps.push(step);
            self.kept[kept & MASK] = i as u16;
            kept += usize::from(bound < node.room);
        }
        for (slot, &i) in self.slides.iter_mut().zip(&self.kept).take(kept) {
            let Candidate { parent, slide, state } = self.candidates[usize::from(i) & MASK];
            self.stack.push(self.stack[first + usize::from(parent)]);
            *slot = slide;
            // Changed where it is going to lie: copying what was just changed in parts stalls.
            if let Some(child) = self.stack.last_mut() {
                heuristic.enter(0, &mut child.value, slide, self.steps[usize::from(i)]);
                child.board = child.board.slide(slide.from, slide.to);
                (child.state, child.room, child.blank) = (state, child.room - 1, slide.from);
            }
        }
    }

    /// Drops what a further look shows to be out of reach.
    fn further_look(&mut self, look: usize, first: usize) {
        let heuristic = self.tree.heuristic;
        self.steps.clear();
        let mut kept = 0;
        let children = &mut self.stack[first..];
        for (i, (child, &slide)) in children.iter().zip(&self.slides).enumerate() {
            let before = |cell| child.board.slide(slide.to, slide.from).tile(cell);
            let (step, bound) = heuristic.look(look, &child.value, slide, before);
            self.steps.push(step);
            self.kept[kept & MASK] = i as u16;
            kept += usize::from(bound <= child.room);
        }
        for (to, &from) in self.kept.iter().enumerate().take(kept) {
            let from = usize::from(from);
            let slide = self.slides[from & MASK];
            let step = self.steps[from];
            children[to] = children[from];
            heuristic.enter(look, &mut children[to].value, slide, step);
            self.slides[to] = slide;
        }
        self.stack.truncate(first + kept);
    }

    /// The path from a root to a child that is solved. Children that are not and cannot move leave
    /// the stack.
    fn solved(&mut self, first: usize) -> Option<(usize, Vec<Cell>)> {
        if self.stack.last().is_none_or(|child| child.room > 0) {
            return None;
        }
        let target = self.tree.target;
        let solved = self.stack[first..].iter().find(|child| child.board == target);
        let path = solved.map(|child| {
            let mut path = vec![child.blank];
            let mut at = child.trail as usize - 1;
            while self.trail[at].0 != ROOT {
                path.push(self.trail[at].1);
                at = self.trail[at].0 as usize - 1;
            }
            // The first is where the blank was at the root.
            path.pop();
            path.reverse();
            (at, path)
        });
        let mut at = 0;
        self.stack.retain(|node| {
            at += 1;
            at <= first || node.room > 0
        });
        path
    }
}
