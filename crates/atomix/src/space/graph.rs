//! The graph of an Atomix level: states and moves, forward or backward.

use super::key_format::CellBytes;
use super::ranking::CombinationRanking;
use crate::board::{Board, Cell, CellSet, Packed, Slide, Targets, label_groups};
use fewest_rules::atomix::{Direction as Heading, Label, Level, MAX_ATOMS, Position, Square};
use fewest_search::artifact::KeyFormat;
use fewest_search::problem::{Backward, Ranking};
use fewest_search::{Direction, StateSpace};
use std::ops::Range;
use std::sync::Arc;

/// The states and moves of a level of at most `N` atoms, searched in one direction.
///
/// Forward, the start is the only root, all goal placements are targets, and atoms slide until
/// stopped. Backward, the placements are the roots, the start is the target, and an atom with an
/// obstacle behind it is pushed away from it and stops anywhere on the free line: exactly the
/// inverses of slides.
///
/// # Source
/// Hüffner et al. 2001, section 6.3 (backward search).
#[derive(Debug, Clone)]
pub struct Graph<const N: usize> {
    direction: Direction,
    is_generalized: bool,
    board: Arc<Board>,
    /// The ranges of atoms with equal labels.
    groups: Arc<[Range<usize>]>,
    roots: Vec<Packed<N>>,
    goals: Vec<Packed<N>>,
    /// The label group of each atom.
    group_of: Vec<usize>,
}

impl<const N: usize> Graph<N> {
    /// Creates the graph of a level.
    ///
    /// # Panics
    /// If the level has more than `N` atoms.
    pub fn new(level: &Level, direction: Direction) -> Self {
        Self::with_goals(level, &level.placements(), direction)
    }

    /// Creates one graph for each placement of the molecule.
    ///
    /// # Panics
    /// As [`Graph::new`].
    pub fn of_single_goals(level: &Level, direction: Direction) -> Vec<Self> {
        let placements = level.placements();
        placements.chunks(1).map(|goal| Self::with_goals(level, goal, direction)).collect()
    }

    fn with_goals(level: &Level, goals: &[Vec<(Label, Square)>], direction: Direction) -> Self {
        let board = Arc::new(Board::new(level));
        let start: Vec<_> = level.atoms().iter().map(|&(atom, at)| (atom.label, at)).collect();
        let groups = label_groups(&start);
        let numbered = groups.iter().enumerate();
        let group_of =
            numbered.flat_map(|(number, group)| group.clone().map(move |_| number)).collect();
        let goals = goals.iter().map(|goal| Packed::of_atoms(&board, goal)).collect();
        let roots = vec![Packed::of_atoms(&board, &start)];
        let (roots, goals) = match direction {
            Direction::Forward => (roots, goals),
            Direction::Backward => (goals, roots),
        };
        let (is_generalized, groups) = (false, groups.into());
        Self { direction, is_generalized, board, groups, roots, goals, group_of }
    }

    /// Returns the graph from one state to another.
    pub fn between(&self, from: Packed<N>, to: Packed<N>) -> Self {
        Self { roots: vec![from], goals: vec![to], ..self.clone() }
    }

    /// The same graph with other goals.
    pub(super) fn towards(&self, goals: Vec<Packed<N>>) -> Self {
        Self { goals, ..self.clone() }
    }

    /// The same graph with room for the most atoms that a level may have.
    pub(super) fn widened(&self) -> Graph<MAX_ATOMS> {
        let widened = |states: &[Packed<N>]| {
            states.iter().map(|state| Packed::of_cells(self.cells(state))).collect()
        };
        let Self { direction, is_generalized, board, groups, roots, goals, group_of } =
            self.clone();
        let (roots, goals) = (widened(&roots), widened(&goals));
        Graph { direction, is_generalized, board, groups, roots, goals, group_of }
    }

    /// Returns the end from which the search starts.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the cells of the level.
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The states that a search looks for.
    pub(crate) fn targets(&self) -> Targets {
        Targets::new(&self.board, &self.groups, &self.goals)
    }

    /// The cells of all atoms of a state.
    #[inline]
    pub(crate) fn cells<'a>(&self, state: &'a Packed<N>) -> &'a [Cell] {
        &state.cells()[..self.atoms()]
    }

    /// Returns the state of a position of the rules.
    pub fn state(&self, position: &Position) -> Packed<N> {
        Packed::of_atoms(self.board(), &position.labels())
    }

    /// The same graph with generalized moves, in which an atom goes along a free line and stops
    /// anywhere, from another state.
    pub(super) fn generalized(&self, from: Packed<N>) -> Self {
        Self { is_generalized: true, roots: vec![from], ..self.clone() }
    }

    /// Visits all moves from a state, as an atom and the cell that it moves to, in order of atoms.
    pub(crate) fn moves(&self, state: &Packed<N>, visit: &mut dyn FnMut(usize, Cell)) {
        let kind = match self.direction {
            _ if self.is_generalized => MoveKind::Generalized,
            Direction::Forward => MoveKind::Slides,
            Direction::Backward => MoveKind::Pushes,
        };
        visit_moves(&self.board, kind, self.cells(state), visit);
    }

    /// The slide of an atom to a cell, and the state it leads to.
    #[inline]
    pub(crate) fn slid(&self, state: &Packed<N>, atom: usize, to: Cell) -> (Slide, Packed<N>) {
        let group = &self.groups[self.group_of[atom]];
        (Slide { from: state.cells()[atom], to }, state.moved(group, atom, to))
    }

    /// The number of atoms.
    pub(crate) fn atoms(&self) -> usize {
        self.group_of.len()
    }
}

/// How atoms move.
#[derive(Clone, Copy)]
enum MoveKind {
    Slides,
    /// The inverses of slides.
    Pushes,
    Generalized,
}

/// Visits all moves of one kind, in order of atoms.
fn visit_moves(board: &Board, kind: MoveKind, state: &[Cell], visit: &mut dyn FnMut(usize, Cell)) {
    let mut obstacles = CellSet::WALLS;
    state.iter().for_each(|&cell| obstacles.insert(cell));
    for (atom, &from) in state.iter().enumerate() {
        for heading in Heading::ALL {
            let ray = board.ray(from, heading, &obstacles);
            let is_pushed = || obstacles.contains(board.neighbour(from, heading.opposite()));
            match kind {
                MoveKind::Slides => ray.last().into_iter().for_each(|to| visit(atom, to)),
                MoveKind::Pushes if !is_pushed() => {}
                MoveKind::Pushes | MoveKind::Generalized => ray.for_each(|to| visit(atom, to)),
            }
        }
    }
}

impl<const N: usize> StateSpace for Graph<N> {
    type State = Packed<N>;
    type Action = Slide;
    type Key = Packed<N>;

    fn roots(&self) -> Vec<Packed<N>> {
        self.roots.clone()
    }

    fn is_goal(&self, state: &Packed<N>) -> bool {
        self.goals.contains(state)
    }

    #[inline]
    fn successors(&self, state: &Packed<N>, mut visit: impl FnMut(Slide, Packed<N>)) {
        self.moves(state, &mut |atom, to| {
            let (slide, child) = self.slid(state, atom, to);
            visit(slide, child);
        });
    }

    fn pack(&self, state: &Packed<N>) -> Packed<N> {
        *state
    }

    fn unpack(&self, key: Packed<N>) -> Packed<N> {
        key
    }

    /// None if there are too many states for 128 bits.
    fn ranking(&self) -> Option<Box<dyn Ranking<Packed<N>>>> {
        let ranking = CombinationRanking::new(self.board.len(), &self.groups)?;
        Some(Box::new(ranking))
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<Packed<N>>>> {
        Some(Box::new(CellBytes::new(self.board.len(), &self.groups)))
    }
}

impl<const N: usize> Backward for Graph<N> {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        let direction = self.direction.opposite();
        let (roots, goals) = (self.goals.clone(), self.roots.clone());
        Self { direction, roots, goals, ..self.clone() }
    }
}
