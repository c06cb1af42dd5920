//! Caves: the moves that an atom needs beyond its distance where no other atom can stop it.

use crate::board::{Board, Cell, CellSet, Targets, parts_cut_off};
use crate::distances::{Distances, UNREACHABLE, distances_from};
use fewest_search::outcome::Halt;
use fewest_search::{Direction, Stop};
use std::ops::Range;
use std::sync::Arc;

/// The caves of a board, and for every target the caves without any of its cells.
///
/// A cave is a set of cells that a single cell, its entry, cuts off from all others. An atom is
/// alone in a cave if no other atom of the state is there.
///
/// # Admissible because
/// take a plan to a target, and a cave that has no cell of the target and one atom of the state.
///
/// - Either no other atom ever rests in the cave. Then the lone atom stops there only in front of a
///   wall or of the entry, and has at least as many moves as a shortest path of such moves.
/// - Or another atom rests in the cave. It comes from outside and ends outside, so it makes a
///   detour, of at least one move: its moves from the last rest before to the first one after can
///   be replaced by one generalized move, or by two with a rest at the entry if it enters and
///   leaves along different lines, and then there were at least three.
///
/// So a cave adds the smaller of what its lone atom needs beyond the distance and the smallest
/// detour of any other atom. Caves that do not overlap add one each: replacing the moves in one of
/// them keeps the rests in the others and adds none there, for the entry of one is not in another.
/// An atom makes, beyond its distance, one move for each cave that it visits, and those that it
/// needs alone.
///
/// In a backward search the plan leads from the target to the state; the same holds, with paths of
/// the lone atom that end where it is.
///
/// # Units
/// Two bytes for each pair of cells and cave.
///
/// # Source
/// Hüffner 2003, section 5.1 and figure 7, where it is an idea for future work. There a cave has no
/// cell of any target.
#[derive(Debug, Clone)]
pub struct Caves {
    groups: Arc<[Range<usize>]>,
    cells: usize,
    /// Smallest first. Of two that overlap, one contains the other, so taking the first that do not
    /// overlap gives as many as possible.
    caves: Vec<Cave>,
    /// By target, the caves without a cell of it.
    by_target: Vec<Vec<usize>>,
}

#[derive(Debug, Clone)]
struct Cave {
    cells: CellSet<4>,
    /// By cell and goal, what an atom needs beyond the distance if it is alone in the cave; zero
    /// for cells outside.
    alone: Vec<u8>,
    /// By cell and goal, both outside, the least detour by way of the cave.
    detour: Vec<u8>,
}

impl Caves {
    /// Finds the caves in which some atom needs more than its distance, for states searched in a
    /// `direction`.
    ///
    /// # Errors
    /// The limit that is reached meanwhile.
    ///
    /// # Complexity
    /// For each cave, cells² times its size. A board has fewer than four caves for each cell; most
    /// boards have none that is kept.
    pub fn new(
        targets: &Targets,
        distances: &Distances,
        direction: Direction,
        halt: Halt<'_>,
    ) -> Result<Self, Stop> {
        let board = &*targets.board;
        let is_free =
            |target: &[Cell], cave: &CellSet<4>| target.iter().all(|&cell| !cave.contains(cell));
        let mut caves = Vec::new();
        for cells in parts_cut_off(board) {
            if targets.states().any(|target| is_free(target, &cells)) {
                halt.check()?;
                let cave = Cave::new(board, distances, direction, cells);
                caves.extend(Some(cave).filter(|cave| cave.alone.iter().any(|&excess| excess > 0)));
            }
        }
        caves.sort_by_key(|cave| members(cave.cells).count());
        let free =
            |target| (0..caves.len()).filter(|&n| is_free(target, &caves[n].cells)).collect();
        let by_target = targets.states().map(free).collect();
        Ok(Self { groups: Arc::clone(&targets.groups), cells: board.len(), caves, by_target })
    }

    /// Returns the moves that atoms need beyond their distances to a target, whose cells are
    /// `goals`; `None` if they can never reach it.
    ///
    /// # Complexity
    /// The atoms for each cave that has no cell of the target.
    pub fn excess(&self, target: usize, goals: &[Cell], state: &[Cell]) -> Option<u32> {
        let (mut counted, mut count, mut greatest) = (CellSet::EMPTY, 0, 0);
        for cave in self.by_target[target].iter().map(|&number| &self.caves[number]) {
            let mut inside = (0..state.len()).filter(|&atom| cave.cells.contains(state[atom]));
            let (Some(lone), None) = (inside.next(), inside.next()) else { continue };
            let least = |table, atom| self.least(table, goals, atom, state[atom]);
            let alone = least(&cave.alone, lone);
            if alone == 0 {
                continue;
            }
            let others = (0..state.len()).filter(|&atom| atom != lone);
            let detour = others.map(|atom| least(&cave.detour, atom)).min().unwrap_or(UNREACHABLE);
            match alone.min(detour) {
                UNREACHABLE => return None,
                excess => greatest = excess.max(greatest),
            }
            if (counted & cave.cells).is_empty() {
                counted |= cave.cells;
                count += 1;
            }
        }
        Some(count.max(u32::from(greatest)))
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
            // In the cave, an atom stops only in front of a wall or of the entry.
            let by_walls = distances_from(board, from, |cell, heading| {
                !cells.contains(cell) || !cells.contains(board.neighbour(cell, heading))
            });
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

/// The cells of a set, in order.
fn members(cells: CellSet<4>) -> impl Iterator<Item = Cell> {
    (0..u8::MAX).map(Cell).filter(move |&cell| cells.contains(cell))
}
