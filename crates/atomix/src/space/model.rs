//! An Atomix level as a state space, forward or backward.

use crate::assignment::FORBIDDEN;
use crate::cell_set::CellSet;
use crate::children::Child;
use crate::combinations::Combinations;
use crate::heuristic::Heuristic;
use crate::independence::prunes;
use crate::packed::{Packed, Slide};
use crate::{Board, Cell, Strength};
use fewest_rules::atomix::{Direction as Heading, Label, Level, Position, Square};
use fewest_search::{Asking, Depth, Direction, Fit, Numbering, Refused, Reversible, StateSpace};
use std::ops::Range;

/// A level of at most `N` atoms, searched in one direction.
///
/// Forward, the start is the only root, all goal placements are targets, and atoms slide until
/// stopped. Backward, the placements are the roots, the start is the target, and an atom with an
/// obstacle behind it is pushed away from it and stops anywhere on the free line: exactly the
/// moves that a slide takes back.
///
/// # Source
/// Hüffner et al. 2001, section 6.3 (backward search).
#[derive(Debug)]
pub struct Model<const N: usize> {
    board: Board,
    groups: Vec<Range<usize>>,
    /// The group of each atom.
    group_of: Vec<usize>,
    direction: Direction,
    roots: Vec<Packed<N>>,
    targets: Vec<Packed<N>>,
    heuristic: Heuristic<N>,
}

impl<const N: usize> Model<N> {
    /// The level as a state space.
    ///
    /// # Panics
    /// If the level has more than `N` atoms.
    pub fn new(level: &Level, direction: Direction, strength: Strength) -> Self {
        Self::with_goals(level, &level.placements(), direction, strength)
    }

    /// The level as a state space for each placement of the molecule alone.
    ///
    /// # Panics
    /// As [`Model::new`].
    pub fn of_single_goals(level: &Level, direction: Direction, strength: Strength) -> Vec<Self> {
        let placements = level.placements();
        let goals = placements.chunks(1);
        goals.map(|goal| Self::with_goals(level, goal, direction, strength)).collect()
    }

    fn with_goals(
        level: &Level,
        goals: &[Vec<(Label, Square)>],
        direction: Direction,
        strength: Strength,
    ) -> Self {
        let board = Board::new(level);
        let start: Vec<_> = level.atoms().iter().map(|&(atom, at)| (atom.label, at)).collect();
        let groups = groups(&start);
        let start = pack(&board, &start);
        let placements = goals.iter().map(|goal| pack(&board, goal)).collect();
        let (roots, targets) = match direction {
            Direction::Forward => (vec![start], placements),
            Direction::Backward => (placements, vec![start]),
        };
        Self::assemble(board, groups, direction, roots, targets, strength)
    }

    fn assemble(
        board: Board,
        groups: Vec<Range<usize>>,
        direction: Direction,
        roots: Vec<Packed<N>>,
        targets: Vec<Packed<N>>,
        strength: Strength,
    ) -> Self {
        let numbered = groups.iter().enumerate();
        let group_of =
            numbered.flat_map(|(number, group)| group.clone().map(move |_| number)).collect();
        let heuristic =
            Heuristic::new(&board, groups.clone(), targets.clone(), direction, strength);
        Self { board, groups, group_of, direction, roots, targets, heuristic }
    }

    /// The cells of the level.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The state of a position of the rules.
    pub fn state(&self, position: &Position) -> Packed<N> {
        pack(&self.board, &position.labels())
    }

    /// How many atoms there are.
    pub(crate) fn atoms(&self) -> usize {
        self.group_of.len()
    }

    /// The atoms of equal labels.
    pub(crate) fn groups(&self) -> &[Range<usize>] {
        &self.groups
    }

    /// What is looked for.
    pub(crate) fn targets(&self) -> &[Packed<N>] {
        &self.targets
    }
}

/// The ranges of equal labels in order of labels.
fn groups(atoms: &[(Label, Square)]) -> Vec<Range<usize>> {
    let mut labels: Vec<_> = atoms.iter().map(|&(label, _)| label).collect();
    labels.sort_unstable();
    let mut end = 0;
    let range = |equal: &[Label]| {
        end += equal.len();
        end - equal.len()..end
    };
    labels.chunk_by(|a, b| a == b).map(range).collect()
}

fn pack<const N: usize>(board: &Board, atoms: &[(Label, Square)]) -> Packed<N> {
    let mut atoms: Vec<_> = atoms.iter().map(|&(label, at)| (label, board.cell(at))).collect();
    atoms.sort_unstable();
    let mut cells = [Cell(0); N];
    for (cell, (_, at)) in cells[..atoms.len()].iter_mut().zip(atoms) {
        *cell = at;
    }
    Packed::new(cells)
}

impl<const N: usize> StateSpace for Model<N> {
    type State = Packed<N>;
    type Action = Slide;
    type Key = Packed<N>;

    fn initial_states(&self) -> Vec<Packed<N>> {
        self.roots.clone()
    }

    fn is_goal(&self, state: &Packed<N>) -> bool {
        self.targets.contains(state)
    }

    fn heuristic(&self, state: &Packed<N>) -> Option<Depth> {
        self.heuristic.value(state)
    }

    fn fit(&self, state: &Packed<N>, budget: Depth) -> Fit {
        self.heuristic.fit(state, budget)
    }

    fn fit_when_new(&self, state: &Packed<N>, budget: Depth) -> Fit {
        self.heuristic.fit_when_new(state, budget)
    }

    fn learn(&self, asking: Asking) {
        self.heuristic.learn(asking);
    }

    fn expand(&self, state: &Packed<N>, mut visit: impl FnMut(Slide, Packed<N>)) {
        self.slides(state, self.direction, |atom, to| {
            let (slide, child) = self.slid(state, atom, to);
            visit(slide, child);
        });
    }

    fn predecessors(&self, state: &Packed<N>, mut visit: impl FnMut(Packed<N>)) {
        let back = self.direction.opposite();
        self.slides(state, back, |atom, to| visit(self.slid(state, atom, to).1));
    }

    fn expand_within(
        &self,
        state: &Packed<N>,
        budget: Depth,
        visit: impl FnMut(Slide, Packed<N>),
    ) -> Refused {
        let mut children = Vec::with_capacity(4 * self.atoms());
        self.slides(state, self.direction, |atom, to| children.push(Child::new(atom, to)));
        self.visit_within(state, budget, children, visit)
    }

    fn pack(&self, state: &Packed<N>) -> Packed<N> {
        *state
    }

    fn unpack(&self, key: Packed<N>) -> Packed<N> {
        key
    }

    fn prunes(&self, previous: Slide, next: Slide) -> bool {
        prunes(&self.board, self.direction, previous, next)
    }

    fn numbering(&self) -> Option<Box<dyn Numbering<Packed<N>>>> {
        let numbers = Combinations::new(self.board.len(), &self.groups)?;
        Some(Box::new(numbers))
    }
}

impl<const N: usize> Model<N> {
    /// Visits the children from which a target may be within `budget` moves. Those of one atom
    /// must be together.
    #[inline]
    pub(crate) fn visit_within(
        &self,
        state: &Packed<N>,
        budget: Depth,
        mut children: Vec<Child>,
        mut visit: impl FnMut(Slide, Packed<N>),
    ) -> Refused {
        let budget = u32::from(budget.0);
        self.heuristic.bound_children(state, budget, &mut children);
        let mut refused = Refused::default();
        for Child { atom, to, least } in children {
            if least <= budget {
                let (slide, child) = self.slid(state, usize::from(atom), to);
                visit(slide, child);
            } else {
                refused.add((least < FORBIDDEN).then_some(Depth(least as u16)));
            }
        }
        refused
    }

    /// A slide, and the state it leads to.
    #[inline]
    pub(crate) fn slid(&self, state: &Packed<N>, atom: usize, to: Cell) -> (Slide, Packed<N>) {
        let group = &self.groups[self.group_of[atom]];
        (Slide { from: state.cells()[atom], to }, state.moved(group, atom, to))
    }

    /// Visits every atom and where it can move to if it may stop where it likes, in order of
    /// atoms.
    pub(crate) fn generalized_moves(&self, state: &Packed<N>, mut visit: impl FnMut(usize, Cell)) {
        let obstacles = self.obstacles(state);
        for (atom, &from) in state.cells()[..self.atoms()].iter().enumerate() {
            for heading in Heading::ALL {
                self.board.ray(from, heading, &obstacles).for_each(|to| visit(atom, to));
            }
        }
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

    /// Visits every atom that can slide and where it can slide to, in order of atoms.
    #[inline]
    fn slides(&self, state: &Packed<N>, direction: Direction, mut visit: impl FnMut(usize, Cell)) {
        let obstacles = self.obstacles(state);
        for (atom, &from) in state.cells()[..self.atoms()].iter().enumerate() {
            for heading in Heading::ALL {
                let ray = self.board.ray(from, heading, &obstacles);
                let mut stop = |to| visit(atom, to);
                match direction {
                    Direction::Forward => {
                        if let Some(to) = ray.last() {
                            stop(to);
                        }
                    }
                    Direction::Backward => {
                        let behind = self.board.neighbour(from, heading.opposite());
                        if obstacles.contains(behind) {
                            ray.for_each(stop);
                        }
                    }
                }
            }
        }
    }
}

impl<const N: usize> Reversible for Model<N> {
    type Backward = Self;

    fn backward(&self) -> Self {
        let direction = self.direction.opposite();
        let (roots, targets) = (self.targets.clone(), self.roots.clone());
        let (board, groups) = (self.board.clone(), self.groups.clone());
        Self::assemble(board, groups, direction, roots, targets, self.heuristic.strength())
    }

    fn taken_back(&self, action: Slide) -> Slide {
        action.reversed()
    }
}
