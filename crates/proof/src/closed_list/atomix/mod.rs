//! Atomix: a state has a byte for each atom, its cell. Cells are the free squares in reading order.
//! Atoms are in order of labels, and those of one label in ascending order of their cells.

mod assignment;
mod bound;
mod distances;
mod excess;
mod packing;
mod stops;

pub use stops::MOST_SLACK;

use super::graph::{Graph, replay_by};
use super::{Direction, Heuristic};
use crate::Reason;
use bound::Bound;
use fewest_rules::Puzzle as _;
use fewest_rules::atomix::{self, Label, Level, MAX_ATOMS, Square};
use std::ops::Range;

/// Not a cell: a wall, or outside the board.
const WALL: u8 = u8::MAX;

/// The free squares of a level.
pub(super) struct Cells {
    squares: Vec<Square>,
    /// By cell, the cells above, below, to the left and to the right, or [`WALL`].
    beside: Vec<[u8; 4]>,
}

impl Cells {
    fn new(level: &Level) -> Self {
        let squares = level.free_squares().to_vec();
        let cell = |square| match squares.binary_search(&square) {
            Ok(cell) => cell as u8,
            Err(_) => WALL,
        };
        let beside = |square: &Square| {
            atomix::Direction::ALL.map(|direction| square.step(direction).map_or(WALL, cell))
        };
        let beside = squares.iter().map(beside).collect();
        Self { squares, beside }
    }

    /// Eight cells in two rows, for tests.
    #[cfg(test)]
    fn of_a_small_room() -> Self {
        let level = read("######\n#1...#\n#...2#\n######\n\nmolecule:\n12\n");
        Self::new(&level.expect("it is a level"))
    }

    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Returns the cell next to one in a direction, counted as in [`atomix::Direction::ALL`].
    fn beside(&self, cell: u8, direction: usize) -> u8 {
        self.beside[usize::from(cell)][direction]
    }

    /// Visits the cells from one (exclusive) in a direction up to the next occupied one.
    fn line(
        &self,
        from: u8,
        direction: usize,
        is_taken: impl Fn(u8) -> bool,
        mut visit: impl FnMut(u8),
    ) {
        let mut at = self.beside(from, direction);
        while at != WALL && !is_taken(at) {
            visit(at);
            at = self.beside(at, direction);
        }
    }
}

/// Returns the opposite direction, counted as in [`atomix::Direction::ALL`].
fn opposite(direction: usize) -> usize {
    let back = atomix::Direction::ALL[direction].opposite();
    atomix::Direction::ALL.iter().position(|&other| other == back).expect("all are there")
}

/// A level searched from one of its ends.
pub(super) struct Atomix {
    level: Level,
    cells: Cells,
    /// Atoms of equal labels.
    groups: Vec<Range<usize>>,
    direction: Direction,
    roots: Vec<Vec<u8>>,
    goals: Vec<Vec<u8>>,
    bound: Bound,
}

impl Atomix {
    pub fn new(level: &str, direction: Direction, heuristic: Heuristic) -> Result<Self, Reason> {
        let level = read(level)?;
        let cells = Cells::new(&level);
        let state = |labels: &[(Label, Square)]| {
            let mut atoms: Vec<(Label, u8)> = labels
                .iter()
                .map(|&(label, at)| (label, cells.squares.binary_search(&at)))
                .map(|(label, cell)| (label, cell.expect("atoms are on free squares") as u8))
                .collect();
            atoms.sort_unstable();
            atoms
        };
        let start = state(&level.start().labels());
        let groups = start.chunk_by(|(one, _), (other, _)| one == other);
        let groups = groups.scan(0, |end, group| {
            let begin = *end;
            *end += group.len();
            Some(begin..*end)
        });
        let groups: Vec<Range<usize>> = groups.collect();
        let bytes = |atoms: Vec<(Label, u8)>| atoms.into_iter().map(|(_, cell)| cell).collect();
        let start: Vec<u8> = bytes(start);
        let placements: Vec<Vec<u8>> =
            level.placements().iter().map(|placement| bytes(state(placement))).collect();
        let (roots, goals) = match direction {
            Direction::Forward => (vec![start], placements),
            Direction::Backward => (placements, vec![start]),
        };
        let bound = Bound::new(&cells, &groups, &goals, direction, heuristic);
        let bound = bound.ok_or(Reason::Unsupported)?;
        Ok(Self { level, cells, groups, direction, roots, goals, bound })
    }

    /// Visits the state with one atom at another cell.
    fn moved(&self, state: &[u8], atom: usize, to: u8, visit: &mut dyn FnMut(&[u8])) {
        let mut child = [0; MAX_ATOMS];
        let child = &mut child[..state.len()];
        child.copy_from_slice(state);
        child[atom] = to;
        let group = self.groups.iter().find(|group| group.contains(&atom));
        child[group.expect("every atom is in a group").clone()].sort_unstable();
        visit(child);
    }
}

/// Reads the only level of a text.
fn read(text: &str) -> Result<Level, Reason> {
    let fault = |error: String| Reason::Instance(error);
    let set = atomix::parse(text.as_bytes(), None).map_err(|error| fault(error.to_string()))?;
    let mut levels = set.into_levels();
    let level = match (levels.next(), levels.next()) {
        (Some(level), None) => level.level.map_err(|errors| {
            fault(errors.first().map_or_else(String::new, |error| error.to_string()))
        }),
        _ => Err(fault("it is not a single level".to_owned())),
    }?;
    let [board, molecule] = [level.board_rows(' '), level.molecule_rows('.')];
    // Anyone who knows only the format reads the same level.
    let is_plain = format!("{}\n\nmolecule:\n{}\n", board.join("\n"), molecule.join("\n")) == text;
    is_plain.then_some(level).ok_or_else(|| fault("it is not written in rows".to_owned()))
}

impl Graph for Atomix {
    fn width(&self) -> usize {
        self.groups.last().map_or(0, |group| group.end)
    }

    fn roots(&self) -> Vec<Vec<u8>> {
        self.roots.clone()
    }

    fn is_state(&self, bytes: &[u8]) -> bool {
        let mut cells = bytes.to_vec();
        cells.sort_unstable();
        bytes.len() == self.width()
            && cells.windows(2).all(|pair| pair[0] != pair[1])
            && cells.last().is_none_or(|&last| usize::from(last) < self.cells.len())
            && self.groups.iter().all(|group| bytes[group.clone()].is_sorted())
    }

    fn is_goal(&self, state: &[u8]) -> bool {
        self.goals.iter().any(|goal| goal == state)
    }

    /// Forward, an atom slides as far as it can. Backward, it goes back to any cell of the free
    /// line behind it, if there is something in front of it that would have stopped it.
    fn children(&self, state: &[u8], visit: &mut dyn FnMut(&[u8])) {
        let mut taken = [false; 256];
        taken[usize::from(WALL)] = true;
        for &cell in state {
            taken[usize::from(cell)] = true;
        }
        let is_taken = |cell: u8| taken[usize::from(cell)];
        for (atom, &from) in state.iter().enumerate() {
            for direction in 0..4 {
                match self.direction {
                    Direction::Forward => {
                        let mut last = None;
                        self.cells.line(from, direction, is_taken, |cell| last = Some(cell));
                        if let Some(to) = last {
                            self.moved(state, atom, to, visit);
                        }
                    }
                    Direction::Backward if is_taken(self.cells.beside(from, direction)) => {
                        self.cells.line(from, opposite(direction), is_taken, |to| {
                            self.moved(state, atom, to, visit);
                        });
                    }
                    Direction::Backward => {}
                }
            }
        }
    }

    fn needs(&self, state: &[u8], moves: Option<u16>) -> bool {
        self.bound.is_at_least(state, moves.map(u32::from))
    }

    fn is_refuted(&self, state: &[u8], moves: Option<u16>) -> bool {
        moves.is_some_and(|moves| self.bound.is_refuted(state, moves.into()))
    }

    fn replay(&self, plan: &mut dyn Iterator<Item = [u8; 2]>) -> Result<(), Reason> {
        replay_by(&self.level, plan, |position, cells| {
            let [from, to] = cells.map(|cell| self.cells.squares.get(usize::from(cell)).copied());
            self.level.move_between(position, from?, to?)
        })
    }
}
