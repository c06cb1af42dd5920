//! Static disjoint pattern databases.

use super::BuildError;
use super::partitions::{Partition, Pattern, excess_at};
use crate::board::{Board, Cell, Targets};
use crate::distances::{UNREACHABLE, index, pattern_distances};
use fewest_search::Depth;
use fewest_search::outcome::Halt;
use std::collections::HashMap;
use std::ops::Range;

/// For every target, the distances of patterns of a few atoms, for several partitions of the atoms
/// into patterns.
///
/// # Admissible because
/// for each target and partition the moves of different patterns are moves of different atoms, and
/// a pattern's moves in a plan, read as generalized moves, bring its atoms to some places of their
/// labels: all choices of places are goals of its table. So the sum over the patterns is a lower
/// bound for the target whatever the partition, and so is the maximum of these sums. A plan ends at
/// some target, so the minimum over the targets is a lower bound.
///
/// # Units
/// One byte for each way to put the atoms of a pattern on cells. Patterns with equal labels share a
/// table.
///
/// # Source
/// Gliesch 2015, section 3.4.2, which has one partition: [`Partition::ByLabel`].
#[derive(Debug)]
pub struct StaticDatabase {
    cells: usize,
    tables: Vec<Vec<u8>>,
    /// By target.
    partitions: Vec<Vec<Sum>>,
}

/// The patterns of a partition, each with the number of its table.
type Sum = Vec<(Pattern, usize)>;

impl StaticDatabase {
    /// Builds the tables for patterns of `size` atoms.
    ///
    /// Uses as many of the `partitions` as fit into `most` bytes; [`Partition::ByExcess`] depends
    /// on the excesses at the `roots`.
    ///
    /// # Errors
    /// [`BuildError`] if not even one partition fits, or at a limit.
    pub fn new(
        targets: &Targets,
        roots: &[&[Cell]],
        size: usize,
        partitions: &[Partition],
        most: u64,
        halt: Halt<'_>,
    ) -> Result<Self, BuildError> {
        let board = &*targets.board;
        let mut plan = Plan { groups: &targets.groups, tables: HashMap::new() };
        let mut sums_of = vec![Vec::new(); targets.len()];
        let atoms = targets.atoms();
        for &partition in partitions {
            let before = plan.tables.len();
            let mut sums = Vec::with_capacity(targets.len());
            for (target, cells) in targets.states().enumerate() {
                let patterns = match partition {
                    Partition::ByExcess => {
                        let excess = excess_at(roots, targets, target, halt)?;
                        partition.patterns(atoms, size, |first, second| excess[first][second])
                    }
                    _ => partition.patterns(atoms, size, |_, _| 0),
                };
                sums.push(plan.sum(patterns, cells));
            }
            if plan.bytes(board) > most {
                plan.tables.retain(|_, number| *number < before);
                continue;
            }
            for (known, sum) in sums_of.iter_mut().zip(sums) {
                if !known.contains(&sum) {
                    known.push(sum);
                }
            }
        }
        if sums_of.iter().any(Vec::is_empty) {
            return Err(BuildError::TooLarge);
        }
        let mut tables = vec![Vec::new(); plan.tables.len()];
        for ((size, goals), number) in plan.tables {
            tables[number] = pattern_distances(board, size, &goals, halt)?;
        }
        Ok(Self { cells: board.len(), tables, partitions: sums_of })
    }

    /// Returns the minimum over all targets of the maximum sum over the partitions; `None` if no
    /// target can be reached.
    ///
    /// # Complexity
    /// One lookup for each target, partition and pattern.
    #[inline]
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        let mut least = None;
        for sums in &self.partitions {
            least = self.towards(sums, state, least).or(least);
        }
        least.map(Depth)
    }

    /// The maximum sum, if it is less than `limit`.
    #[inline]
    fn towards(&self, sums: &[Sum], state: &[Cell], limit: Option<u16>) -> Option<u16> {
        let mut greatest = 0;
        for sum in sums {
            greatest = greatest.max(self.add_up(sum, state)?);
            if limit.is_some_and(|limit| greatest >= limit) {
                return None;
            }
        }
        Some(greatest)
    }

    #[inline]
    fn add_up(&self, sum: &Sum, state: &[Cell]) -> Option<u16> {
        let mut distances = 0;
        for (pattern, table) in sum {
            let at = pattern.iter().map(|&atom| state[usize::from(atom)]);
            match self.tables[*table][index(self.cells, at)] {
                UNREACHABLE => return None,
                distance => distances += u16::from(distance),
            }
        }
        Some(distances)
    }
}

/// The tables to build, by the size of the pattern and its goals, with their numbers.
struct Plan<'a> {
    groups: &'a [Range<usize>],
    tables: HashMap<(usize, Vec<Cell>), usize>,
}

impl Plan<'_> {
    /// Numbers the tables of a partition for a target.
    fn sum(&mut self, patterns: Vec<Pattern>, target: &[Cell]) -> Sum {
        let numbered = patterns.into_iter().map(|pattern| {
            let goals = goals(&pattern, self.groups, target);
            let next = self.tables.len();
            let number = *self.tables.entry((pattern.len(), goals)).or_insert(next);
            (pattern, number)
        });
        numbered.collect()
    }

    /// Bytes of all tables.
    fn bytes(&self, board: &Board) -> u64 {
        let table =
            |(size, _): &(usize, Vec<Cell>)| (board.len() as u64).saturating_pow(*size as u32);
        self.tables.keys().map(table).fold(0, u64::saturating_add)
    }
}

/// Every assignment of the atoms of a pattern to places of their labels, concatenated.
fn goals(pattern: &[u8], groups: &[Range<usize>], target: &[Cell]) -> Vec<Cell> {
    let mut goals: Vec<Vec<Cell>> = vec![Vec::with_capacity(pattern.len())];
    for &atom in pattern {
        let group = groups.iter().find(|group| group.contains(&usize::from(atom))).cloned();
        let places = group.map_or(&[][..], |group| &target[group]);
        let extend = |goal: &Vec<Cell>| {
            let free = places.iter().filter(|place| !goal.contains(place));
            free.map(|&place| [goal.as_slice(), &[place]].concat()).collect::<Vec<_>>()
        };
        goals = goals.iter().flat_map(extend).collect();
    }
    goals.concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Packed, label_groups};
    use fewest_rules::Puzzle;
    use fewest_rules::atomix::builtin;
    use fewest_search::outcome::unlimited;
    use std::sync::Arc;

    fn database(most: u64) -> Result<StaticDatabase, BuildError> {
        let level = builtin("water").expect("it is built in");
        let (board, start) = (Arc::new(Board::new(&level)), level.start().labels());
        let packed = |atoms: &[_]| Packed::<8>::of_atoms(&board, atoms);
        let root = packed(&start);
        let states: Vec<_> = level.placements().iter().map(|goal| packed(goal)).collect();
        let targets = Targets::new(&board, &label_groups(&start).into(), &states);
        unlimited(|monitor| {
            let (roots, halt) = ([targets.cells(&root)], monitor.halt());
            StaticDatabase::new(&targets, &roots, 2, &Partition::ALL, most, halt)
        })
    }

    fn bytes(database: &StaticDatabase) -> u64 {
        database.tables.iter().map(|table| table.len() as u64).sum()
    }

    #[test]
    fn as_many_partitions_are_used_as_fit() {
        let whole = database(u64::MAX).expect("it fits");
        let most = bytes(&whole);
        assert_eq!(database(most).map(|database| bytes(&database)), Ok(most));
        let smaller = database(most - 1).expect("one partition fits");
        assert!(bytes(&smaller) < most);
        let count =
            |database: &StaticDatabase| -> usize { database.partitions.iter().map(Vec::len).sum() };
        assert!(count(&smaller) < count(&whole));
        assert!(smaller.partitions.iter().all(|sums| !sums.is_empty()));
        assert_eq!(database(0).err(), Some(BuildError::TooLarge));
    }
}
