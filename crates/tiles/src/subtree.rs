//! Depth-first search of subtrees, many positions at a time.

use crate::automaton::Automaton;
use crate::heuristic::{Heuristic, MANY, Slide};
use crate::ida_star::{Node, Steps, Tree};
use fewest_rules::tiles::{Cell, Tile};

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
pub(crate) struct Searcher<'a, const WORDS: usize, const BITS: u32, H: Heuristic> {
    tree: &'a Tree<'a, WORDS, BITS, H>,
    pub counts: Batch,
    /// Positions in any order: each is written once, and its place used again.
    nodes: Vec<Node<WORDS, BITS, H::Value>>,
    /// The places of positions to be searched, the next one last; then those not in use.
    order: Vec<u32>,
    /// How many are to be searched.
    open: usize,
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
    /// The place of the position.
    parent: u32,
    /// The automaton's state after it.
    state: u32,
    slide: Slide,
}

const NONE: Slide = Slide { tile: Tile::BLANK, from: Cell(0), to: Cell(0) };

impl<'a, const WORDS: usize, const BITS: u32, H: Heuristic> Searcher<'a, WORDS, BITS, H> {
    pub fn new(tree: &'a Tree<'a, WORDS, BITS, H>) -> Self {
        Self {
            tree,
            counts: Batch::default(),
            nodes: vec![],
            order: vec![],
            open: 0,
            candidates: [Candidate { parent: 0, state: 0, slide: NONE }; MANY],
            kept: [0; MANY],
            found: [(H::Step::default(), 0); MANY],
            steps: vec![[H::Step::default(); MANY]; H::LOOKS],
            trail: vec![],
        }
    }

    /// Searches all paths from some roots, of as many moves as each has room for.
    pub fn search(
        &mut self,
        roots: impl Iterator<Item = Node<WORDS, BITS, H::Value>>,
        is_stopped: &mut dyn FnMut(&mut Batch) -> bool,
    ) -> Flow {
        self.trail.clear();
        self.nodes.clear();
        for root in roots {
            self.trail.push((ROOT, root.blank));
            self.nodes.push(Node { trail: self.trail.len() as u32, ..root });
        }
        self.open = self.nodes.len();
        self.order.clear();
        self.order.extend(0..self.open as u32);
        while self.open > 0 {
            if self.counts.left == 0 && is_stopped(&mut self.counts) {
                return Flow::Stopped;
            }
            // What is longer leads to positions that are done.
            let last = self.order[self.open - 1] as usize;
            self.trail.truncate(self.nodes[last].trail as usize);
            let parents = self.counts.expand(self.open.min(WIDTH));
            let moves = self.moves(self.open - parents);
            self.counts.generated += moves as u64;
            let mut kept = moves;
            for look in 0..H::LOOKS {
                kept = self.look(look, kept);
            }
            self.make(parents, kept);
            if let Some((root, path)) = self.solved(kept) {
                return Flow::Found(root, path);
            }
        }
        Flow::Exhausted
    }

    /// Lists the moves from the positions that are expanded; how many they are.
    fn moves(&mut self, first: usize) -> usize {
        let mut count = 0;
        for &parent in &self.order[first..self.open] {
            let node = &mut self.nodes[parent as usize];
            let to = node.blank;
            let Steps { count: steps, to: beside } = &self.tree.steps[to.index()];
            for &(direction, from) in &beside[..usize::from(*steps)] {
                let state = self.tree.automaton.next(node.state, direction.into());
                let slide = Slide { tile: node.board.tile(from), from, to };
                self.candidates[count % MANY] = Candidate { parent, state, slide };
                self.kept[count % MANY] = count as u8;
                count += usize::from(state != Automaton::FORBIDDEN);
            }
            // From now on what leads to the children.
            self.trail.push((node.trail, to));
            node.trail = self.trail.len() as u32;
        }
        count
    }

    /// Drops the candidates that a look shows to be out of reach; how many are left.
    fn look(&mut self, look: usize, count: usize) -> usize {
        let Self { tree, nodes, candidates, kept, found, steps, .. } = self;
        let moves = kept[..count].iter().map(|&i| {
            let Candidate { parent, slide, .. } = candidates[usize::from(i) % MANY];
            let node = &nodes[parent as usize];
            (&node.value, slide, move |cell| node.board.tile(cell))
        });
        tree.heuristic.look_at_many(look, moves, found);
        let steps = &mut steps[look];
        let mut left = 0;
        for (at, &(step, bound)) in found[..count].iter().enumerate() {
            let i = usize::from(kept[at]) % MANY;
            steps[i] = step;
            kept[left] = i as u8;
            left += usize::from(bound < nodes[candidates[i].parent as usize].room);
        }
        left
    }

    /// Puts the children that are left in the place of their parents.
    fn make(&mut self, parents: usize, kept: usize) {
        let Self { tree, nodes, order, open, candidates, steps, .. } = self;
        // Places that are not in use are above those that are; the parents' come to lie there.
        while order.len() < *open + kept {
            order.push(nodes.len() as u32);
            nodes.push(nodes[0]);
        }
        let first = *open - parents;
        for (child, &i) in self.kept[..kept].iter().enumerate() {
            let i = usize::from(i) % MANY;
            let Candidate { parent, state, slide } = candidates[i];
            let place = order[*open + child] as usize;
            let node = nodes[parent as usize];
            let node = Node {
                board: node.board.slide(slide.from, slide.to),
                value: node.value,
                state,
                trail: node.trail,
                room: node.room - 1,
                blank: slide.from,
            };
            let to = &mut nodes[place];
            *to = node;
            for (look, steps) in steps.iter().enumerate() {
                tree.heuristic.enter(look, &mut to.value, slide, steps[i]);
            }
        }
        order[first..*open + kept].rotate_left(parents);
        *open = first + kept;
    }

    /// The path from a root to a child that is solved. Children that are not and cannot move leave
    /// the stack.
    fn solved(&mut self, children: usize) -> Option<(usize, Vec<Cell>)> {
        let last = self.order[..self.open].last()?;
        if self.nodes[*last as usize].room > 0 || children == 0 {
            return None;
        }
        let first = self.open - children;
        let (target, nodes) = (self.tree.target, &self.nodes);
        let made = self.order[first..self.open].iter().map(|&place| &nodes[place as usize]);
        let path = made.clone().find(|child| child.board == target).map(|child| {
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
        // Rooms never grow towards the top.
        let movable = made.take_while(|child| child.room > 0).count();
        self.open = first + movable;
        path
    }
}
