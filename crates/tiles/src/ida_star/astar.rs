//! A* within a limit on memory: IDA* starts from its frontier.
//!
//! IDA* alone searches below a position once for every path that leads there. Below a stored
//! position, it searches once per iteration. The positions that seem closest to the goal come
//! first, so that the last iteration ends early.
//!
//! # Source
//! Bu and Korf, *A\*+IDA\*: a simple hybrid search algorithm*, IJCAI 2019. Below the frontier an
//! automaton prunes moves here, starting afresh at each of its positions.

use super::tree::{Branch, Node, Tree};
use crate::automaton::Automaton;
use crate::board::{ByteBoard, Slide};
use crate::heuristics::SlideHeuristic;
use fewest_rules::tiles::{Cell, Direction};
use fewest_search::depth_first::iterative_deepening::Counts;
use fewest_search::{Depth, Monitor, Statistics, Stop};
use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::BuildHasher;

/// The positions that A* has stored.
pub(super) struct Frontier<const CELLS: usize, V> {
    stored: Vec<Stored<CELLS, V>>,
    index: HashTable<u32>,
    /// By f-value, positions with the moves that led there, some of them outdated.
    open: Vec<Vec<(u32, u16)>>,
    /// No plan is shorter.
    pub bound: Depth,
}

struct Stored<const CELLS: usize, V> {
    board: ByteBoard<CELLS>,
    value: V,
    /// The number of the parent; the start is its own.
    parent: u32,
    /// The fewest moves known that lead here.
    moves: u16,
    blank: Cell,
    is_open: bool,
}

impl<const CELLS: usize, V: Copy> Frontier<CELLS, V> {
    /// The start alone, which takes at least `bound` moves.
    pub fn new(start: Node<CELLS, V>, bound: Depth) -> Self {
        let Node { board, value, blank, .. } = start;
        let start = Stored { board, value, parent: 0, moves: 0, blank, is_open: true };
        let mut open = vec![vec![]; bound.index() + 1];
        open[bound.index()].push((0, 0));
        let mut index = HashTable::with_capacity(1);
        index.insert_unique(hash(&start.board), 0, |_| 0);
        Self { stored: vec![start], index, open, bound }
    }

    /// The number of stored positions: at least one.
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Expands positions in order of their f-values until a solved one comes first, `most` are
    /// stored, or half the memory is used.
    ///
    /// # Errors
    /// If another limit is reached.
    pub fn grow<H: SlideHeuristic<Value = V>>(
        &mut self,
        tree: &Tree<'_, CELLS, H>,
        most: usize,
        statistics: &mut Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<(), Stop> {
        // An entry in `stored`, in the index, and on an open list.
        let each = size_of::<Stored<CELLS, V>>() + 2 * size_of::<u32>() + size_of::<(u32, u16)>();
        let fitting = monitor.limits().memory.map_or(u64::MAX, |limit| limit / each as u64);
        // A vector doubles when it is full.
        let most = most.min(usize::try_from(fitting / 2).unwrap_or(most));
        while let Some((number, moves)) = self.first() {
            let Stored { board, value, parent, blank, is_open, .. } = self.stored[number as usize];
            if !is_open || moves != self.stored[number as usize].moves {
                continue;
            }
            if board == tree.target || self.len() + Direction::ALL.len() > most {
                break;
            }
            if monitor.limits().upper_bound.is_some_and(|asked| self.bound > asked) {
                return Err(Stop::Bound);
            }
            monitor.check(self.bound, statistics)?;
            statistics.expanded += 1;
            self.stored[number as usize].is_open = false;
            let back = self.stored[parent as usize].blank;
            for (slide, _) in tree.slides(&board, blank, Automaton::START) {
                if slide.from == back || number == 0 && tree.is_reflected(&slide) {
                    continue;
                }
                statistics.generated += 1;
                let tile_at = |cell| board.tile(cell);
                let after = tree.heuristic.after(&value, slide, tile_at, Depth::MAX);
                let Some(value) = after else { continue };
                let (mut board, moves, blank) = (board, moves + 1, slide.from);
                board.slide(slide);
                let least = moves + tree.heuristic.bound(&value).0;
                let child = Stored { board, value, parent: number, moves, blank, is_open: true };
                self.enter(child, least.max(self.bound.0));
            }
        }
        Ok(())
    }

    /// Takes the next position from the open list of the least f-value.
    fn first(&mut self) -> Option<(u32, u16)> {
        loop {
            if let Some(entry) = self.open.get_mut(self.bound.index())?.pop() {
                return Some(entry);
            }
            // All plans have the same parity.
            self.bound = self.bound + Depth(2);
        }
    }

    /// Stores a position, unless it was already reached in as few moves.
    fn enter(&mut self, position: Stored<CELLS, V>, least: u16) {
        let Self { stored, index, open, bound, .. } = self;
        let key = hash(&position.board);
        let is_same = |number: &u32| stored[*number as usize].board == position.board;
        let moves = position.moves;
        let number = match index.find(key, is_same) {
            Some(&known) if stored[known as usize].moves <= moves => return,
            Some(&known) => {
                stored[known as usize] = position;
                known
            }
            None => {
                let number = stored.len() as u32;
                index.insert_unique(key, number, |&other| hash(&stored[other as usize].board));
                stored.push(position);
                number
            }
        };
        let least = usize::from(least + (least ^ bound.0) % 2);
        if open.len() <= least {
            open.resize(least + 1, vec![]);
        }
        open[least].push((number, moves));
    }

    /// The solved position, if it was reached within `bound` moves.
    pub fn solution(&self, target: &ByteBoard<CELLS>, bound: Depth) -> Option<u32> {
        let is_target = |number: &u32| self.stored[*number as usize].board == *target;
        let number = *self.index.find(hash(target), is_target)?;
        (self.stored[number as usize].moves <= bound.0).then_some(number)
    }

    /// The branches to be searched for plans of at most `bound` moves: one for each move from an
    /// open position, those that look closest to the goal first. Moves that go back to the parent,
    /// which is expanded, are left out.
    ///
    /// # Errors
    /// If the limit on expanded positions is reached.
    pub fn branches<H: SlideHeuristic<Value = V>>(
        &self,
        tree: &Tree<'_, CELLS, H>,
        bound: Depth,
        counts: &mut Counts,
        monitor: &Monitor<'_>,
    ) -> Result<Vec<Branch<Node<CELLS, V>>>, Stop> {
        let mut roots: Vec<(u16, u32)> = vec![];
        for (number, position) in self.stored.iter().enumerate().filter(|(_, p)| p.is_open) {
            let left = tree.heuristic.bound(&position.value).0;
            if position.moves + left <= bound.0 {
                roots.push((left, number as u32));
            }
        }
        roots.sort_unstable();
        let mut branches = vec![];
        for (_, number) in roots {
            let Stored { board, value, parent, moves, blank, .. } = self.stored[number as usize];
            let budget = bound.0 - moves;
            let root = Node { board, value, state: Automaton::START, budget, blank };
            let branch = Branch { root, origin: number, path: vec![] };
            let is_whole_tree = number == 0 && !tree.is_symmetric;
            if is_whole_tree || budget == 1 {
                branches.push(branch);
                continue;
            }
            let back = self.stored[parent as usize].blank;
            let may =
                |slide: &Slide| slide.from != back && !(number == 0 && tree.is_reflected(slide));
            branches.extend(tree.split(&[branch], may, counts, monitor)?);
        }
        Ok(branches)
    }

    /// The cells that the blank goes to from the start to a position.
    pub fn path(&self, number: u32) -> Vec<Cell> {
        let before = |&number: &u32| Some(self.stored[number as usize].parent);
        let numbers = std::iter::successors(Some(number), before);
        let numbers = numbers.take_while(|&number| number != 0);
        let mut path: Vec<_> = numbers.map(|n| self.stored[n as usize].blank).collect();
        path.reverse();
        path
    }
}

fn hash<const CELLS: usize>(board: &ByteBoard<CELLS>) -> u64 {
    FixedState::default().hash_one(board)
}
