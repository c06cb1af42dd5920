//! Excess of pairs: the moves two atoms need beyond the sum of their distances.

use super::{Piece, Pieces};
use crate::board::{Board, Cell, Targets};
use crate::distances::{Distances, UNREACHABLE, pattern_distances};
use fewest_search::Stop;
use fewest_search::outcome::Halt;
use std::collections::HashMap;

/// For every target and every two atoms, the number of moves that the two need beyond the sum of
/// their distances, because they may neither share a cell nor pass through each other.
///
/// For atoms at p and q with goals a and b it is e = D(p, q → a, b) − d(p, a) − d(q, b), where D
/// is the exact distance of the pair and d that of one atom, under generalized moves. For equal
/// labels, which have several goals, e is the minimum over all goals a ≠ b of the two.
///
/// # Admissible because
/// take any plan to the target, and let it bring atom i to goal π(i). The moves of two atoms i
/// and j in it, read as generalized moves, are a solution of the pair, so there are at least
/// D(π) = d(i, π(i)) + d(j, π(j)) + e(π) of them. Atoms in no pair make at least d(i, π(i)) moves.
/// Moves of different atoms are different moves, so with pairs M of which no two share an atom
/// the plan has at least Σ d(i, π(i)) + Σ e(π) over M moves. The first sum is at least that of
/// the cheapest assignment; every e(π) is at least the least one over the goals of the two. So
/// the cheapest assignment plus the heaviest matching with the least e is a lower bound, although
/// the two minima may belong to different assignments.
///
/// # Units
/// One byte for each pair of cells, for each two labels and each distinct target. At most
/// [`PairExcess::SEARCHED`] bytes; pairs beyond that count as zero.
///
/// # Source
/// Gliesch 2015, section 3.4.3 (dynamically partitioned pattern databases of two atoms), which
/// matches the distances themselves. The excess is zero for almost all pairs, so here the matching
/// has a handful of edges.
#[derive(Debug, Clone)]
pub struct PairExcess {
    atoms: usize,
    /// A zero byte, for pairs without a table, then all tables.
    bytes: Vec<u8>,
    /// By target, first and second atom.
    views: Vec<View>,
}

/// Where the entries of two atoms are.
///
/// The two atoms in the other order use the same table with the strides swapped.
#[derive(Debug, Clone, Copy, Default)]
struct View {
    offset: u32,
    first_stride: u16,
    second_stride: u16,
}

impl PairExcess {
    /// The number of pairs of cells that may be searched for the tables of one direction: this
    /// takes a few seconds. The largest levels of the usual sets need a third of it.
    pub const SEARCHED: usize = 32 << 20;
    /// The entry of two atoms that can never reach their goals.
    const NEVER: u8 = UNREACHABLE;

    /// Computes the excess of all pairs of atoms.
    ///
    /// # Errors
    /// The limit that is reached meanwhile.
    ///
    /// # Complexity
    /// A search over pairs of cells for each two goal cells of each target.
    pub fn new(targets: &Targets, distances: &Distances, halt: Halt<'_>) -> Result<Self, Stop> {
        let (board, groups) = (&*targets.board, &targets.groups);
        let (cells, atoms) = (board.len(), targets.atoms());
        let mut left = Self::SEARCHED;
        let mut bytes = vec![0];
        let mut views = vec![View::default(); targets.len() * atoms * atoms];
        let mut known: HashMap<[&[Cell]; 2], View> = HashMap::new();
        for (target, views) in targets.states().zip(views.chunks_exact_mut(atoms * atoms)) {
            for (number, first) in groups.iter().enumerate() {
                for second in &groups[number..] {
                    let goals = [first, second].map(|group| &target[group.clone()]);
                    let swapped = [goals[1], goals[0]];
                    let searched = goals[0].len() * goals[1].len() * cells * cells;
                    let view = match (known.get(&goals), known.get(&swapped)) {
                        (Some(&view), _) => view,
                        (_, Some(view)) => view.swapped(),
                        _ if first == second && first.len() < 2 => continue,
                        _ if searched > left => continue,
                        _ => {
                            left -= searched;
                            let table = least_excess(board, distances, goals, halt)?;
                            let view = View::of(&table, bytes.len(), cells);
                            if view.first_stride > 0 {
                                bytes.extend(table);
                            }
                            known.insert(goals, view);
                            view
                        }
                    };
                    for one in first.clone() {
                        for other in second.clone().filter(|&other| other != one) {
                            views[one * atoms + other] = view;
                            views[other * atoms + one] = view.swapped();
                        }
                    }
                }
            }
        }
        Ok(Self { atoms, bytes, views })
    }

    /// Adds the pairs with an excess to `pieces`; `false` if some pair can never reach its goals.
    #[inline]
    pub fn gather(&self, target: usize, state: &[Cell], pieces: &mut Pieces) -> bool {
        for second in 1..state.len() {
            for first in 0..second {
                match self.of(target, [first, second], [state[first], state[second]]) {
                    0 => {}
                    Self::NEVER => return false,
                    excess => {
                        let atoms = 1 << first | 1 << second;
                        let _ = pieces.try_push(Piece { atoms, weight: u32::from(excess) });
                    }
                }
            }
        }
        true
    }

    /// Adds the pairs of one `atom` with an excess to `pieces`, as if the atom were `at` another
    /// cell; `None` if some pair can then never reach its goals.
    #[inline]
    pub fn gather_one(
        &self,
        target: usize,
        atom: usize,
        at: Cell,
        state: &[Cell],
        pieces: &mut Pieces,
    ) -> Option<()> {
        for (other, &there) in state.iter().enumerate() {
            if other != atom {
                match self.of(target, [atom, other], [at, there]) {
                    0 => {}
                    Self::NEVER => return None,
                    excess => {
                        let atoms = 1 << atom | 1 << other;
                        let _ = pieces.try_push(Piece { atoms, weight: u32::from(excess) });
                    }
                }
            }
        }
        Some(())
    }

    /// Returns the excess of two different atoms at two different cells.
    #[inline]
    pub fn of(&self, target: usize, [first, second]: [usize; 2], at: [Cell; 2]) -> u8 {
        let view = self.views[(target * self.atoms + first) * self.atoms + second];
        let place = view.offset as usize
            + at[0].index() * usize::from(view.first_stride)
            + at[1].index() * usize::from(view.second_stride);
        self.bytes[place]
    }
}

impl View {
    /// The view of a table stored at an offset; one that is all zero is not stored.
    fn of(table: &[u8], offset: usize, cells: usize) -> Self {
        if table.iter().all(|&excess| excess == 0) {
            return Self::default();
        }
        // Both are small: see `SEARCHED`.
        Self { offset: offset as u32, first_stride: cells as u16, second_stride: 1 }
    }

    fn swapped(self) -> Self {
        let Self { offset, first_stride, second_stride } = self;
        Self { offset, first_stride: second_stride, second_stride: first_stride }
    }
}

/// The minimum excess over all goals of two atoms, by their cells.
fn least_excess(
    board: &Board,
    distances: &Distances,
    goals: [&[Cell]; 2],
    halt: Halt<'_>,
) -> Result<Vec<u8>, Stop> {
    let cells = board.len();
    let mut least = vec![PairExcess::NEVER; cells * cells];
    for &first in goals[0] {
        for &second in goals[1].iter().filter(|&&second| second != first) {
            let together = pattern_distances(board, 2, &[first, second], halt)?;
            for (row, at) in board.cells().enumerate() {
                let alone = distances.between(at, first);
                for (column, at) in board.cells().enumerate() {
                    let place = row * cells + column;
                    if together[place] != UNREACHABLE {
                        let alone = alone.saturating_add(distances.between(at, second));
                        least[place] = least[place].min(together[place].saturating_sub(alone));
                    }
                }
            }
        }
    }
    // No two atoms share a cell, so these entries are never read.
    (0..cells).for_each(|cell| least[cell * (cells + 1)] = 0);
    Ok(least)
}
