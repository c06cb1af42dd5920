//! Caves: what an atom needs beyond its distance where no other atom can stop it.

use crate::board::{Board, Cell, CellSet, Targets};
use crate::distances::{Distances, UNREACHABLE};
use fewest_rules::atomix::Direction as Heading;
use fewest_search::Direction;
use std::ops::Range;

/// The caves of a board, and for every target those without a cell of it.
///
/// A cave is a set of cells that one more cell, its entry, cuts off from all others. An atom is alone
/// in a cave if no other atom of the state is there.
///
/// # Admissible because
/// take a plan to a target, and a cave with no cell of it and one atom of the state. Either no other
/// atom ever rests in the cave. Then the lone one stops there only in front of a wall or of the
/// entry, so its moves are as many as such a path has at least. Or another atom rests in the cave,
/// which comes from outside and ends outside: that is a detour of at least one move, since the part
/// of its path between can be left out and one move, or two by the entry, put in its place.
///
/// Hence a cave adds the lesser of what the lone atom needs beyond its distance and the least detour
/// of another atom. Caves that do not overlap add one each: leaving out the rests in one cave keeps
/// those in the others, and puts none there, since no entry of one is in the other. So every atom
/// makes, beyond its distance, a move for each cave that it visits, and those that it needs alone.
///
/// # Units
/// Two bytes for each pair of cells and cave.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 5.1 and figure 7, which names the idea.
#[derive(Debug, Clone)]
pub struct Caves {
    groups: Box<[Range<usize>]>,
    cells: usize,
    /// Smaller ones first: two that overlap contain each other.
    caves: Vec<Cave>,
    /// By target, the caves without a cell of it.
    by_target: Vec<Vec<usize>>,
}

#[derive(Debug, Clone)]
struct Cave {
    cells: CellSet<4>,
    /// By a cell and a goal, what an atom alone there needs beyond the distance.
    alone: Vec<u8>,
    /// By a cell and a goal, the moves of the least detour by the cave.
    detour: Vec<u8>,
}

impl Caves {
    /// The caves in which some atom can need more than its distance, for states searched in a
    /// `direction`.
    ///
    /// # Complexity
    /// Cells² times the length of a line for each cave, of which a board has fewer than four for
    /// each cell.
    pub fn new<const N: usize>(
        targets: &Targets<N>,
        distances: &Distances,
        direction: Direction,
    ) -> Self {
        let board = &*targets.board;
        let mut caves: Vec<_> = sealed_off(board)
            .into_iter()
            .filter(|cells| targets.states.iter().any(|target| is_free(targets, target, *cells)))
            .map(|cells| Cave::new(board, distances, direction, cells))
            .filter(|cave| cave.alone.iter().any(|&excess| excess > 0))
            .collect();
        caves.sort_by_key(|cave| members(cave.cells).count());
        let usable = |target| {
            let free = |&number: &usize| is_free(targets, target, caves[number].cells);
            (0..caves.len()).filter(free).collect()
        };
        let by_target = targets.states.iter().map(usable).collect();
        Self { groups: (*targets.groups).into(), cells: board.len(), caves, by_target }
    }

    /// The moves needed on the way to a target, beyond the distances of the atoms.
    ///
    /// # Complexity
    /// The atoms for each cave without a cell of the target.
    pub fn excess<const N: usize>(
        &self,
        targets: &Targets<N>,
        target: usize,
        state: &[Cell],
    ) -> u32 {
        let goals = targets.cells(&targets.states[target]);
        let (mut disjoint, mut count, mut greatest) = (CellSet::EMPTY, 0, 0);
        for cave in self.by_target[target].iter().map(|&number| &self.caves[number]) {
            let mut inside = (0..state.len()).filter(|&atom| cave.cells.contains(state[atom]));
            let (Some(lone), None) = (inside.next(), inside.next()) else { continue };
            let alone = self.least(&cave.alone, goals, lone, state[lone]);
            if alone == 0 {
                continue;
            }
            let others = (0..state.len()).filter(|&atom| atom != lone);
            let detours = others.map(|atom| self.least(&cave.detour, goals, atom, state[atom]));
            let excess = alone.min(detours.min().unwrap_or(UNREACHABLE));
            greatest = greatest.max(u32::from(excess));
            if (disjoint & cave.cells).is_empty() {
                disjoint |= cave.cells;
                count += 1;
            }
        }
        greatest.max(count)
    }

    /// Caves, and caves by target at most.
    pub fn count(&self) -> (usize, usize) {
        (self.caves.len(), self.by_target.iter().map(Vec::len).max().unwrap_or(0))
    }

    /// The least entry of a table over the goals of an atom.
    fn least(&self, table: &[u8], goals: &[Cell], atom: usize, at: Cell) -> u8 {
        let number = self.groups.partition_point(|group| group.end <= atom);
        let row = &table[at.index() * self.cells..];
        let entries = goals[self.groups[number].clone()].iter().map(|goal| row[goal.index()]);
        entries.min().unwrap_or(UNREACHABLE)
    }
}

impl Cave {
    fn new(board: &Board, distances: &Distances, direction: Direction, cells: CellSet<4>) -> Self {
        let size = board.len();
        let (mut alone, mut detour) = (vec![0; size * size], vec![0; size * size]);
        for from in board.cells() {
            let by_walls = distances_alone(board, cells, from);
            for to in board.cells() {
                let (at, goal) = match direction {
                    Direction::Forward => (from, to),
                    Direction::Backward => (to, from),
                };
                if cells.contains(at) && !cells.contains(goal) {
                    let entry = &mut alone[at.index() * size + goal.index()];
                    *entry = match by_walls[to.index()] {
                        UNREACHABLE => UNREACHABLE,
                        by_walls => by_walls - distances.between(at, goal),
                    };
                }
                if !cells.contains(from) && !cells.contains(to) {
                    let direct = u16::from(distances.between(from, to));
                    let by = |cell| {
                        let parts = [distances.between(from, cell), distances.between(cell, to)];
                        match parts.contains(&Distances::UNREACHABLE) {
                            true => UNREACHABLE,
                            false => (parts.map(u16::from).iter().sum::<u16>() - direct) as u8,
                        }
                    };
                    let least = members(cells).map(by).min();
                    detour[from.index() * size + to.index()] = least.unwrap_or(UNREACHABLE);
                }
            }
        }
        Self { cells, alone, detour }
    }
}

/// The fewest generalized moves to every cell, if an atom stops in a cave only in front of a wall or
/// of the entry.
fn distances_alone(board: &Board, cave: CellSet<4>, from: Cell) -> Vec<u8> {
    let mut distances = vec![UNREACHABLE; board.len()];
    distances[from.index()] = 0;
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for heading in Heading::ALL {
            for cell in board.ray(at, heading, &CellSet::WALLS) {
                let beyond = board.neighbour(cell, heading);
                let can_stop = !cave.contains(cell) || !cave.contains(beyond);
                if can_stop && distances[cell.index()] == UNREACHABLE {
                    distances[cell.index()] = distances[at.index()] + 1;
                    queue.push(cell);
                }
            }
        }
    }
    distances
}

/// The sets of cells that a cell beside them cuts off from all others.
fn sealed_off(board: &Board) -> Vec<CellSet<4>> {
    let mut found = Vec::new();
    for entry in board.cells() {
        let mut seen = CellSet::one(entry);
        for first in Heading::ALL.map(|heading| board.neighbour(entry, heading)) {
            if first == Cell::WALL || seen.contains(first) {
                continue;
            }
            let mut cells = CellSet::one(first);
            let mut queue = vec![first];
            while let Some(at) = queue.pop() {
                for cell in Heading::ALL.map(|heading| board.neighbour(at, heading)) {
                    if cell != Cell::WALL && cell != entry && !cells.contains(cell) {
                        cells.insert(cell);
                        queue.push(cell);
                    }
                }
            }
            seen |= cells;
            found.push(cells);
        }
    }
    found
}

/// Whether a target has no cell in a set.
fn is_free<const N: usize>(
    targets: &Targets<N>,
    target: &crate::board::Packed<N>,
    cells: CellSet<4>,
) -> bool {
    targets.cells(target).iter().all(|&cell| !cells.contains(cell))
}

fn members(cells: CellSet<4>) -> impl Iterator<Item = Cell> {
    (0..u8::MAX).map(Cell).filter(move |&cell| cells.contains(cell))
}
