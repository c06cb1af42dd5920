//! Dynamically partitioned pattern databases of two atoms, for one goal or many.

use crate::board::{Cell, Targets};
use crate::distances::{UNREACHABLE, index, pattern_distances};
use crate::excess::{Piece, Pieces, heaviest_packing};
use fewest_search::outcome::Halt;
use fewest_search::{Depth, Stop};

/// How a database treats several targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MultiGoal {
    /// One database for each target; the value is the minimum of theirs.
    Separate,
    /// One database for all targets, in which every two atoms go to the target nearest to them.
    Joint,
}

/// The distances of every two atoms; the value is the greatest sum over disjoint pairs.
///
/// # Admissible because
/// the moves of disjoint pairs are moves of different atoms, and the moves of a pair in a plan,
/// read as generalized moves, bring the two to some places of their labels in some target.
///
/// The sum is computed as the distance of every atom alone plus a heaviest matching of the excesses
/// of pairs. It equals the heaviest matching of the distances of pairs, which the source uses, but
/// few pairs have an excess.
///
/// # Units
/// One byte for each pair of cells, for each two labels, and for each target if they are separate.
///
/// # Source
/// Gliesch 2015, sections 3.4.3 (dynamic) and 3.4.4 (multi-goal).
#[derive(Debug)]
pub struct PairDatabase {
    cells: usize,
    /// The label of each atom.
    labels: Vec<usize>,
    databases: Vec<PairTables>,
}

#[derive(Debug)]
struct PairTables {
    /// By label: distances of one atom.
    alone: Vec<Vec<u8>>,
    /// By two labels: the excess of two atoms.
    excess: Vec<Option<Vec<u8>>>,
}

impl PairDatabase {
    /// Returns the number of bytes of all tables.
    pub fn bytes(targets: &Targets, goals: MultiGoal) -> u64 {
        let databases = match goals {
            MultiGoal::Separate => targets.len() as u64,
            MultiGoal::Joint => 1,
        };
        let tables = (targets.board.len() * targets.groups.len()).pow(2) as u64;
        tables.saturating_mul(databases)
    }

    /// Builds the tables.
    ///
    /// # Errors
    /// The limit that is reached meanwhile.
    pub fn new(targets: &Targets, goals: MultiGoal, halt: Halt<'_>) -> Result<Self, Stop> {
        let states: Vec<_> = targets.states().collect();
        let together = match goals {
            MultiGoal::Separate => 1,
            MultiGoal::Joint => states.len().max(1),
        };
        let sets = states.chunks(together);
        let databases = sets.map(|states| PairTables::new(targets, states, halt));
        let databases = databases.collect::<Result<_, _>>()?;
        let numbered = targets.groups.iter().enumerate();
        let labels = numbered.flat_map(|(label, group)| group.clone().map(move |_| label));
        Ok(Self { cells: targets.board.len(), labels: labels.collect(), databases })
    }

    /// Returns the minimum over all databases; `None` if no target can be reached.
    ///
    /// # Complexity
    /// The square of the atoms for each database, and a packing.
    pub fn value(&self, state: &[Cell]) -> Option<Depth> {
        let values = self.databases.iter().filter_map(|database| self.by(database, state));
        values.min().map(|value| Depth(value as u16))
    }

    /// Returns the excess of an atom and a later one in the first database; zero if they can never
    /// reach its targets.
    pub fn excess(&self, state: &[Cell], first: usize, second: usize) -> u32 {
        match self.excess_in(&self.databases[0], state, first, second) {
            UNREACHABLE => 0,
            excess => u32::from(excess),
        }
    }

    fn excess_in(&self, database: &PairTables, state: &[Cell], first: usize, second: usize) -> u8 {
        let labels = self.labels.last().map_or(0, |last| last + 1);
        let table = &database.excess[self.labels[first] * labels + self.labels[second]];
        let at = || index(self.cells, [state[first], state[second]].into_iter());
        table.as_ref().map_or(0, |table| table[at()])
    }

    fn by(&self, database: &PairTables, state: &[Cell]) -> Option<u32> {
        let mut sum = 0;
        let mut pieces = Pieces::new();
        for (second, &there) in state.iter().enumerate() {
            match database.alone[self.labels[second]][there.index()] {
                UNREACHABLE => return None,
                distance => sum += u32::from(distance),
            }
            for first in 0..second {
                match self.excess_in(database, state, first, second) {
                    0 => {}
                    UNREACHABLE => return None,
                    excess => {
                        let atoms = 1 << first | 1 << second;
                        let _ = pieces.try_push(Piece { atoms, weight: u32::from(excess) });
                    }
                }
            }
        }
        Some(sum + heaviest_packing(&pieces, u32::MAX))
    }
}

impl PairTables {
    /// The database for some of the targets.
    fn new(targets: &Targets, states: &[&[Cell]], halt: Halt<'_>) -> Result<Self, Stop> {
        let Targets { board, groups, .. } = targets;
        let cells = board.len();
        let distances = |size, goals: &[Cell]| pattern_distances(board, size, goals, halt);
        let mut alone = Vec::new();
        for group in groups.iter() {
            let goals = states.iter().flat_map(|target| &target[group.clone()]).copied();
            alone.push(distances(1, &goals.collect::<Vec<_>>())?);
        }
        let mut excess = vec![None; groups.len() * groups.len()];
        for (second, group) in groups.iter().enumerate() {
            for (first, before) in groups[..=second].iter().enumerate() {
                let mut goals = Vec::new();
                for target in states {
                    for &here in &target[before.clone()] {
                        let others = target[group.clone()].iter().filter(|&&there| there != here);
                        goals.extend(others.flat_map(|&there| [here, there]));
                    }
                }
                if goals.is_empty() {
                    continue; // the label has one atom
                }
                let mut table = distances(2, &goals)?;
                for here in board.cells() {
                    for there in board.cells() {
                        let entry = &mut table[index(cells, [here, there].into_iter())];
                        let (here, there) =
                            (alone[first][here.index()], alone[second][there.index()]);
                        *entry = match *entry {
                            UNREACHABLE => UNREACHABLE,
                            distance => distance.saturating_sub(here.saturating_add(there)),
                        };
                    }
                }
                if table.iter().any(|&excess| excess > 0) {
                    excess[first * groups.len() + second] = Some(table);
                }
            }
        }
        Ok(Self { alone, excess })
    }
}
