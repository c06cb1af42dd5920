//! The graph of an Atomix level: states and moves, forward or backward.

use super::key_format::CellBytes;
use super::ranking::CombinationRanking;
use crate::board::{Board, Cell, CellSet, Packed, Slide, Targets, label_groups};
use fewest_rules::atomix::{Direction as Heading, Label, Level, MAX_ATOMS, Position, Square};
use fewest_search::artifact::KeyFormat;
use fewest_search::problem::{Backward, Ranking};
use fewest_search::{Direction, StateSpace};
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
    roots: Vec<Packed<N>>,
    targets: Targets<N>,
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
        let states = goals.iter().map(|goal| Packed::of_atoms(&board, goal)).collect();
        let roots = vec![Packed::of_atoms(&board, &start)];
        let targets = Targets { board, groups: groups.into(), states };
        let forward = Self { direction: Direction::Forward, roots, targets, group_of };
        match direction {
            Direction::Forward => forward,
            Direction::Backward => forward.reversed(),
        }
    }

    /// Returns the graph from one state to another.
    pub fn between(&self, from: Packed<N>, to: Packed<N>) -> Self {
        Self { roots: vec![from], ..self.towards(vec![to]) }
    }

    /// The same graph with other targets.
    pub(super) fn towards(&self, targets: Vec<Packed<N>>) -> Self {
        Self { targets: self.targets.with_states(targets), ..self.clone() }
    }

    /// The same graph with room for the most atoms that a level may have.
    pub(super) fn widened(&self) -> Graph<MAX_ATOMS> {
        let widened = |states: &[Packed<N>]| {
            states.iter().map(|state| Packed::of_cells(self.targets.cells(state))).collect()
        };
        let Targets { board, groups, states } = &self.targets;
        let (board, groups) = (Arc::clone(board), Arc::clone(groups));
        Graph {
            direction: self.direction,
            roots: widened(&self.roots),
            targets: Targets { board, groups, states: widened(states) },
            group_of: self.group_of.clone(),
        }
    }

    /// Returns the end from which the search starts.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Returns the cells of the level.
    pub fn board(&self) -> &Arc<Board> {
        &self.targets.board
    }

    /// The states that a search looks for.
    pub(crate) fn targets(&self) -> &Targets<N> {
        &self.targets
    }

    /// Returns the state of a position of the rules.
    pub fn state(&self, position: &Position) -> Packed<N> {
        Packed::of_atoms(self.board(), &position.labels())
    }

    /// Visits all moves from a state, as an atom and the cell that it moves to, in order of atoms.
    #[inline]
    pub(crate) fn moves(&self, state: &Packed<N>, mut visit: impl FnMut(usize, Cell)) {
        let obstacles = self.obstacles(state);
        let board = &**self.board();
        for (atom, &from) in state.cells()[..self.atoms()].iter().enumerate() {
            for heading in Heading::ALL {
                let ray = board.ray(from, heading, &obstacles);
                let mut stop = |to| visit(atom, to);
                match self.direction {
                    Direction::Forward => {
                        if let Some(to) = ray.last() {
                            stop(to);
                        }
                    }
                    Direction::Backward => {
                        let behind = board.neighbour(from, heading.opposite());
                        if obstacles.contains(behind) {
                            ray.for_each(stop);
                        }
                    }
                }
            }
        }
    }

    /// Visits all generalized moves from a state, in which an atom goes along a free line and stops
    /// anywhere; in order of atoms.
    pub(crate) fn generalized_moves(&self, state: &Packed<N>, mut visit: impl FnMut(usize, Cell)) {
        let obstacles = self.obstacles(state);
        for (atom, &from) in self.targets.cells(state).iter().enumerate() {
            for heading in Heading::ALL {
                self.board().ray(from, heading, &obstacles).for_each(|to| visit(atom, to));
            }
        }
    }

    /// The slide of an atom to a cell, and the state it leads to.
    #[inline]
    pub(crate) fn slid(&self, state: &Packed<N>, atom: usize, to: Cell) -> (Slide, Packed<N>) {
        let group = &self.targets.groups[self.group_of[atom]];
        (Slide { from: state.cells()[atom], to }, state.moved(group, atom, to))
    }

    /// The number of atoms.
    pub(crate) fn atoms(&self) -> usize {
        self.group_of.len()
    }

    /// Walls and atoms.
    #[inline]
    fn obstacles(&self, state: &Packed<N>) -> CellSet<4> {
        let mut obstacles = CellSet::WALLS;
        for &cell in &state.cells()[..self.atoms()] {
            obstacles.insert(cell);
        }
        obstacles
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
        self.targets.states.contains(state)
    }

    #[inline]
    fn successors(&self, state: &Packed<N>, mut visit: impl FnMut(Slide, Packed<N>)) {
        self.moves(state, |atom, to| {
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
        let ranking = CombinationRanking::new(self.board().len(), &self.targets.groups)?;
        Some(Box::new(ranking))
    }

    fn key_format(&self) -> Option<Box<dyn KeyFormat<Packed<N>>>> {
        Some(Box::new(CellBytes::new(self.board().len(), &self.targets.groups)))
    }
}

impl<const N: usize> Backward for Graph<N> {
    type Reversed = Self;

    fn reversed(&self) -> Self {
        Self {
            direction: self.direction.opposite(),
            roots: self.targets.states.clone(),
            targets: self.targets.with_states(self.roots.clone()),
            group_of: self.group_of.clone(),
        }
    }
}
