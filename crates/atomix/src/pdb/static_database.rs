//! Static disjoint pattern databases.

use crate::packed::Packed;
use crate::partitions::{Partition, Pattern, excess_at};
use crate::pattern_distance::{UNREACHABLE, pattern_distances, place};
use crate::refusal::Refusal;
use crate::{Board, Cell};
use fewest_search::{Depth, Monitor, Statistics};
use std::collections::HashMap;
use std::ops::Range;

/// For every target, the distances of a few atoms at a time, for several partitions of the atoms
/// into such patterns.
///
/// # Admissible because
/// for each target and partition the moves of different patterns are moves of different atoms, and
/// a pattern's moves in a plan, read as generalized moves, bring its atoms to some places of their
/// labels: all choices of places are goals of its table. So the sum over the patterns is a lower
/// bound for the target whatever the partition, and so is the greatest of these sums. A plan ends
/// at some target: the least bound over the targets holds.
///
/// # Units
/// A byte for each way to put the atoms of a pattern on cells. Patterns that have equal labels
/// share a table.
///
/// # Source
/// Gliesch 2015, section 3.4.2, which has one partition, by label.
#[derive(Debug)]
pub struct StaticDatabase {
    cells: usize,
    tables: Vec<Vec<u8>>,
    /// By target.
    partitions: Vec<Vec<Sum>>,
}

/// The patterns of a partition, each with the number of its table: their distances are added up.
type Sum = Vec<(Pattern, usize)>;

impl StaticDatabase {
    /// The tables for patterns of `size` atoms; atoms in one of the `groups` have equal labels.
    ///
    /// As many partitions are used as have room in `most` bytes; which atoms are in each other's
    /// way is looked at in the `roots`.
    ///
    /// # Errors
    /// [`Refusal`] if not even one partition has room, or at a limit of the monitor.
    pub fn new<const N: usize>(
        board: &Board,
        groups: &[Range<usize>],
        [roots, targets]: [&[Packed<N>]; 2],
        size: usize,
        most: u64,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Refusal> {
        let mut plan = Plan { groups, tables: HashMap::new() };
        let mut partitions = vec![Vec::new(); targets.len()];
        let atoms = groups.last().map_or(0, |last| last.end);
        for partition in Partition::ALL {
            let before = plan.tables.len();
            let mut sums = Vec::with_capacity(targets.len());
            for target in targets {
                let patterns = match partition {
                    Partition::ByExcess => {
                        let excess = excess_at(roots, target, board, groups, monitor);
                        let excess = excess.map_err(Refusal::Stopped)?;
                        partition.patterns(atoms, size, |first, second| excess[first][second])
                    }
                    _ => partition.patterns(atoms, size, |_, _| 0),
                };
                sums.push(plan.sum(patterns, target));
            }
            if plan.bytes(board) > most {
                plan.tables.retain(|_, number| *number < before);
                continue;
            }
            for (known, sum) in partitions.iter_mut().zip(sums) {
                if !known.contains(&sum) {
                    known.push(sum);
                }
            }
        }
        if partitions.iter().any(Vec::is_empty) {
            return Err(Refusal::TooLarge);
        }
        let mut tables = vec![Vec::new(); plan.tables.len()];
        for ((size, goals), number) in plan.tables {
            let check = || monitor.look_at_the_clock(Depth::ZERO, &Statistics::default());
            let table = pattern_distances(board, size, &goals, check);
            tables[number] = table.map_err(Refusal::Stopped)?;
        }
        Ok(Self { cells: board.len(), tables, partitions })
    }

    /// The least value over all targets of the greatest sum over the partitions; none if no target
    /// can be reached.
    ///
    /// # Complexity
    /// A look into memory for each target, partition and pattern.
    #[inline]
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        let mut least = None;
        for sums in &self.partitions {
            least = self.towards(sums, state, least).or(least);
        }
        least.map(Depth)
    }

    /// The greatest sum, if it is less than `limit`.
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
            match self.tables[*table][place(self.cells, at)] {
                UNREACHABLE => return None,
                distance => distances += u16::from(distance),
            }
        }
        Some(distances)
    }
}

/// The tables that are to be made, by the size of the pattern and its goals, with their numbers.
struct Plan<'a> {
    groups: &'a [Range<usize>],
    tables: HashMap<(usize, Vec<Cell>), usize>,
}

impl Plan<'_> {
    /// Numbers the tables of a partition for a target.
    fn sum<const N: usize>(&mut self, patterns: Vec<Pattern>, target: &Packed<N>) -> Sum {
        let numbered = patterns.into_iter().map(|pattern| {
            let goals = goals(&pattern, self.groups, target.cells());
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

/// Every way to choose places of their labels for the atoms of a pattern, one after the other.
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
    use crate::{Model, Strength};
    use fewest_rules::atomix::builtin;
    use fewest_search::monitor::unlimited;
    use fewest_search::{Direction, StateSpace};

    fn database(most: u64) -> Result<StaticDatabase, Refusal> {
        let level = builtin("water").expect("it is built in");
        let model = Model::<8>::new(&level, Direction::Forward, Strength::Distances);
        let ends = [&model.initial_states()[..], model.targets()];
        let (board, groups) = (model.board(), model.groups());
        unlimited(|monitor| StaticDatabase::new(board, groups, ends, 2, most, monitor))
    }

    fn bytes(database: &StaticDatabase) -> u64 {
        database.tables.iter().map(|table| table.len() as u64).sum()
    }

    #[test]
    fn as_many_partitions_are_used_as_have_room() {
        let whole = database(u64::MAX).expect("it has room");
        let most = bytes(&whole);
        assert_eq!(database(most).map(|database| bytes(&database)), Ok(most));
        let smaller = database(most - 1).expect("one partition has room");
        assert!(bytes(&smaller) < most);
        let count =
            |database: &StaticDatabase| -> usize { database.partitions.iter().map(Vec::len).sum() };
        assert!(count(&smaller) < count(&whole));
        assert!(smaller.partitions.iter().all(|sums| !sums.is_empty()));
        assert_eq!(database(0).err(), Some(Refusal::TooLarge));
    }
}
