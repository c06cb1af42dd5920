//! Dynamically partitioned pattern databases of two atoms, for one goal or many.

use crate::packed::Packed;
use crate::packing::{Piece, Pieces, heaviest_packing};
use crate::pattern_distance::{UNREACHABLE, pattern_distances, place};
use crate::{Board, Cell};
use fewest_search::{Depth, Monitor, Statistics, Stop};
use std::ops::Range;

/// Whether targets are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Targets {
    /// One database for each: the least of their values holds.
    Apart,
    /// One database for all, in which every two atoms go to the target that is nearest to them.
    Together,
}

/// The distances of any two atoms, of which those are added up that give the greatest sum.
///
/// # Admissible because
/// the moves of different pairs are moves of different atoms, and the moves of a pair in a plan,
/// read as generalized moves, bring the two to some places of their labels in some target.
///
/// What is added up is the distance of every atom alone and, for the pairs of a heaviest matching,
/// what they need beyond. That is the same as the heaviest matching of the distances of pairs,
/// which the source takes, but few pairs need anything beyond.
///
/// # Units
/// A byte for each pair of cells, for each two labels, for each target if they are told apart.
///
/// # Source
/// Gliesch 2015, sections 3.4.3 (dynamic) and 3.4.4 (multi-goal).
#[derive(Debug)]
pub struct PairDatabase {
    cells: usize,
    /// The label of each atom.
    labels: Vec<usize>,
    databases: Vec<Database>,
}

#[derive(Debug)]
struct Database {
    /// By label: distances of one atom.
    alone: Vec<Vec<u8>>,
    /// By two labels: what two atoms need beyond their distances alone.
    beyond: Vec<Option<Vec<u8>>>,
}

impl PairDatabase {
    /// Bytes of all tables.
    pub fn bytes(board: &Board, labels: usize, databases: usize) -> u64 {
        ((board.len() * labels).pow(2) as u64).saturating_mul(databases as u64)
    }

    /// The tables; atoms in one of the `groups` have equal labels.
    ///
    /// # Errors
    /// The limit of the monitor that is reached meanwhile.
    pub fn new<const N: usize>(
        board: &Board,
        groups: &[Range<usize>],
        targets: &[Packed<N>],
        how: Targets,
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Stop> {
        let sets = match how {
            Targets::Apart => targets.chunks(1),
            Targets::Together => targets.chunks(targets.len().max(1)),
        };
        let mut database = |targets| Database::new(board, groups, targets, monitor);
        let databases = sets.map(&mut database).collect::<Result<_, _>>()?;
        let numbered = groups.iter().enumerate();
        let labels = numbered.flat_map(|(label, group)| group.clone().map(move |_| label));
        Ok(Self { cells: board.len(), labels: labels.collect(), databases })
    }

    /// The least value of all databases; none if no target can be reached.
    ///
    /// # Complexity
    /// The square of the atoms for each database, and a packing.
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        let values = self.databases.iter().filter_map(|database| self.by(database, state));
        values.min().map(|value| Depth(value as u16))
    }

    /// What an atom and a later one need beyond their distances alone, to the targets of the first
    /// database; nothing if they can never get there.
    pub fn excess(&self, state: &[Cell], first: usize, second: usize) -> u32 {
        match self.beyond(&self.databases[0], state, first, second) {
            UNREACHABLE => 0,
            beyond => u32::from(beyond),
        }
    }

    fn beyond(&self, database: &Database, state: &[Cell], first: usize, second: usize) -> u8 {
        let labels = self.labels.last().map_or(0, |last| last + 1);
        let table = &database.beyond[self.labels[first] * labels + self.labels[second]];
        let at = || place(self.cells, [state[first], state[second]].into_iter());
        table.as_ref().map_or(0, |table| table[at()])
    }

    fn by(&self, database: &Database, state: &[Cell]) -> Option<u32> {
        let mut sum = 0;
        let mut pieces = Pieces::new();
        for (second, &there) in state.iter().enumerate() {
            match database.alone[self.labels[second]][there.index()] {
                UNREACHABLE => return None,
                distance => sum += u32::from(distance),
            }
            for first in 0..second {
                match self.beyond(database, state, first, second) {
                    0 => {}
                    UNREACHABLE => return None,
                    beyond => {
                        let atoms = 1 << first | 1 << second;
                        let _ = pieces.try_push(Piece { atoms, weight: u32::from(beyond) });
                    }
                }
            }
        }
        Some(sum + heaviest_packing(&pieces, u32::MAX))
    }
}

impl Database {
    fn new<const N: usize>(
        board: &Board,
        groups: &[Range<usize>],
        targets: &[Packed<N>],
        monitor: &mut Monitor<'_>,
    ) -> Result<Self, Stop> {
        let cells = board.len();
        let mut distances = |size, goals: &[Cell]| {
            let check = || monitor.look_at_the_clock(Depth::ZERO, &Statistics::default());
            pattern_distances(board, size, goals, check)
        };
        let places =
            |group: &Range<usize>, target: &Packed<N>| target.cells()[group.clone()].to_vec();
        let mut alone = Vec::new();
        for group in groups {
            let goals: Vec<_> = targets.iter().flat_map(|target| places(group, target)).collect();
            alone.push(distances(1, &goals)?);
        }
        let mut beyond = vec![None; groups.len() * groups.len()];
        for (second, group) in groups.iter().enumerate() {
            for (first, before) in groups[..=second].iter().enumerate() {
                let mut goals = Vec::new();
                for target in targets {
                    for here in places(before, target) {
                        let others =
                            places(group, target).into_iter().filter(|&there| there != here);
                        goals.extend(others.flat_map(|there| [here, there]));
                    }
                }
                if goals.is_empty() {
                    continue; // there is one atom of the label
                }
                let mut table = distances(2, &goals)?;
                for here in board.cells() {
                    for there in board.cells() {
                        let entry = &mut table[place(cells, [here, there].into_iter())];
                        let (here, there) =
                            (alone[first][here.index()], alone[second][there.index()]);
                        *entry = match *entry {
                            UNREACHABLE => UNREACHABLE,
                            distance => distance.saturating_sub(here.saturating_add(there)),
                        };
                    }
                }
                if table.iter().any(|&beyond| beyond > 0) {
                    beyond[first * groups.len() + second] = Some(table);
                }
            }
        }
        Ok(Self { alone, beyond })
    }
}
