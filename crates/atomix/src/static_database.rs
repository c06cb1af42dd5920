//! Static disjoint pattern databases.

use crate::model::Packed;
use crate::pattern_distance::{UNREACHABLE, pattern_distances, place};
use crate::{Board, Cell};
use fewest_search::{Depth, Monitor, Statistics, Stop};
use std::ops::Range;

/// For every target, the distances of a few atoms at a time, each atom in one pattern.
///
/// The atoms are taken in order of labels, so that equal ones are likely to be together; equal
/// atoms in order of cells.
///
/// # Admissible because
/// for each target the moves of different patterns are moves of different atoms, and a pattern's
/// moves in a plan, read as generalized moves, bring its atoms to some places of their labels:
/// all choices of places are goals of its table.
///
/// # Source
/// Gliesch 2015, section 3.4.2.
#[derive(Debug)]
pub struct StaticDatabase {
    cells: usize,
    patterns: Vec<Range<usize>>,
    /// By target and pattern; a byte for each way to put its atoms on cells.
    tables: Vec<Vec<u8>>,
}

impl StaticDatabase {
    /// Bytes of all tables for patterns of `size` atoms.
    pub fn bytes(board: &Board, atoms: usize, targets: usize, size: usize) -> u64 {
        let table = |atoms: usize| (board.len() as u64).saturating_pow(atoms as u32);
        let whole = table(size).saturating_mul((atoms / size) as u64);
        let rest = if atoms.is_multiple_of(size) { 0 } else { table(atoms % size) };
        whole.saturating_add(rest).saturating_mul(targets as u64)
    }

    /// The tables for patterns of `size` atoms; atoms in one of the `groups` have equal labels.
    ///
    /// # Errors
    /// The limit of the monitor that is reached meanwhile.
    pub fn new<const N: usize>(
        board: &Board,
        groups: &[Range<usize>],
        targets: &[Packed<N>],
        size: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Stop> {
        let atoms = groups.last().map_or(0, |last| last.end);
        let patterns: Vec<_> =
            (0..atoms).step_by(size).map(|first| first..atoms.min(first + size)).collect();
        let mut tables = Vec::with_capacity(targets.len() * patterns.len());
        for target in targets {
            for pattern in &patterns {
                let goals = goals(pattern.clone(), groups, target.cells());
                let check = || monitor.look_at_the_clock(Depth::ZERO, &Statistics::default());
                tables.push(pattern_distances(board, pattern.len(), &goals, check)?);
            }
        }
        Ok(Self { cells: board.len(), patterns, tables })
    }

    /// The least sum over all targets; none if no target can be reached.
    ///
    /// # Complexity
    /// A look into memory for each target and pattern.
    #[inline]
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        let tables = self.tables.chunks_exact(self.patterns.len());
        let least = tables.filter_map(|tables| self.towards(tables, state)).min();
        least.map(Depth)
    }

    #[inline]
    fn towards(&self, tables: &[Vec<u8>], state: &[Cell]) -> Option<u16> {
        let mut sum = 0;
        for (pattern, table) in self.patterns.iter().zip(tables) {
            match table[place(self.cells, state[pattern.clone()].iter().copied())] {
                UNREACHABLE => return None,
                distance => sum += u16::from(distance),
            }
        }
        Some(sum)
    }
}

/// Every way to choose places of their labels for the atoms of a pattern, one after the other.
pub fn goals(pattern: Range<usize>, groups: &[Range<usize>], target: &[Cell]) -> Vec<Cell> {
    let size = pattern.len();
    let mut goals: Vec<Vec<Cell>> = vec![Vec::with_capacity(size)];
    for atom in pattern {
        let group = groups.iter().find(|group| group.contains(&atom)).cloned();
        let places = group.map_or(&[][..], |group| &target[group]);
        let extend = |goal: &Vec<Cell>| {
            let free = places.iter().filter(|place| !goal.contains(place));
            free.map(|&place| [goal.as_slice(), &[place]].concat()).collect::<Vec<_>>()
        };
        goals = goals.iter().flat_map(extend).collect();
    }
    goals.concat()
}
