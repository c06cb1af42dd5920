//! Partitions of the atoms into small patterns, for databases that add up the patterns.

use super::{MultiGoal, PairDatabase};
use crate::board::{Cell, Targets};
use arrayvec::ArrayVec;
use fewest_search::Stop;
use fewest_search::outcome::Halt;
use std::cmp::Reverse;

/// The atoms of a pattern, in order.
pub type Pattern = ArrayVec<u8, 4>;

/// The grouping of atoms into patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Partition {
    /// In order of labels, so that equal atoms tend to share a pattern.
    ByLabel,
    /// Atoms with the largest excess at the start together.
    ByExcess,
    /// Atoms at equal intervals in the order of labels.
    Interleaved,
}

impl Partition {
    /// All partitions, the most useful first.
    pub const ALL: [Self; 3] = [Self::ByLabel, Self::ByExcess, Self::Interleaved];

    /// Returns the patterns of `size` atoms, the last one smaller if need be; `excess` is that of
    /// two atoms.
    ///
    /// # Panics
    /// If `size` is more than a [`Pattern`] may have.
    pub fn patterns(
        self,
        atoms: usize,
        size: usize,
        excess: impl Fn(usize, usize) -> u32,
    ) -> Vec<Pattern> {
        let order = match self {
            Self::ByLabel => (0..atoms).collect::<Vec<_>>(),
            Self::ByExcess => by_excess(atoms, size, excess),
            Self::Interleaved => interleaved(atoms, size),
        };
        let sorted = |pattern: &[usize]| {
            let mut pattern: Pattern = pattern.iter().map(|&atom| atom as u8).collect();
            pattern.sort_unstable();
            pattern
        };
        let mut patterns: Vec<_> = order.chunks(size).map(sorted).collect();
        patterns.sort_unstable();
        patterns
    }
}

/// The atoms in strides of the number of patterns.
fn interleaved(atoms: usize, size: usize) -> Vec<usize> {
    let patterns = atoms.div_ceil(size);
    (0..patterns).flat_map(|first| (first..atoms).step_by(patterns)).collect()
}

/// Greedy: each pattern begins with the two remaining atoms of greatest excess, followed by those
/// of greatest total excess with the atoms chosen so far; ties go to the atom of least excess with
/// the remaining ones.
fn by_excess(atoms: usize, size: usize, excess: impl Fn(usize, usize) -> u32) -> Vec<usize> {
    let mut left: Vec<_> = (0..atoms).collect();
    let mut order = Vec::with_capacity(atoms);
    while !left.is_empty() {
        let pattern = &order[order.len() / size * size..];
        let priority = |atom: usize| {
            let elsewhere = left.iter().map(|&other| excess(atom, other)).max().unwrap_or(0);
            match pattern {
                [] => (elsewhere, Reverse(0)),
                _ => (pattern.iter().map(|&other| excess(atom, other)).sum(), Reverse(elsewhere)),
            }
        };
        // `max_by_key` returns the last maximum; reversed, that is the first atom.
        let next = (0..left.len()).rev().max_by_key(|&at| priority(left[at])).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

/// Returns the excess of every two atoms on the way to one of the targets, summed over all `roots`,
/// by first and second atom.
///
/// # Errors
/// The limit that is reached meanwhile.
pub fn excess_at(
    roots: &[&[Cell]],
    targets: &Targets,
    target: usize,
    halt: Halt<'_>,
) -> Result<Vec<Vec<u32>>, Stop> {
    let atoms = targets.atoms();
    let pairs = PairDatabase::new(&targets.only(target), MultiGoal::Joint, halt)?;
    let between = |first: usize, second: usize| -> u32 {
        if first == second {
            return 0;
        }
        let (first, second) = (first.min(second), first.max(second));
        roots.iter().map(|root| pairs.excess(root, first, second)).sum()
    };
    let with_others = |first| (0..atoms).map(|second| between(first, second)).collect();
    Ok((0..atoms).map(with_others).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(partition: Partition, atoms: usize, size: usize) -> Vec<Vec<u8>> {
        // Most for 1 and 4, less for 4 and 6, least for 0 and 6.
        let excess = |first: usize, second: usize| match (first.min(second), first.max(second)) {
            (1, 4) => 3,
            (4, 6) => 2,
            (0, 6) => 1,
            _ => 0,
        };
        let patterns = partition.patterns(atoms, size, excess);
        patterns.iter().map(|pattern| pattern.to_vec()).collect()
    }

    #[test]
    fn atoms_are_put_together_as_the_partition_says() {
        let by_label = patterns(Partition::ByLabel, 7, 3);
        assert_eq!(by_label, [vec![0, 1, 2], vec![3, 4, 5], vec![6]]);
        let interleaved = patterns(Partition::Interleaved, 7, 3);
        assert_eq!(interleaved, [vec![0, 3, 6], vec![1, 2, 4], vec![5]]);
        let by_excess = patterns(Partition::ByExcess, 7, 3);
        assert_eq!(by_excess, [vec![0, 2, 3], vec![1, 4, 6], vec![5]]);
        let by_excess = patterns(Partition::ByExcess, 7, 2);
        assert_eq!(by_excess, [vec![0, 6], vec![1, 4], vec![2, 3], vec![5]]);
    }

    #[test]
    fn atoms_that_are_needed_elsewhere_do_not_fill_a_pattern_up() {
        let excess = |first: usize, second: usize| match (first.min(second), first.max(second)) {
            (0, 1) => 2,
            (2, 3) => 1,
            _ => 0,
        };
        let patterns = Partition::ByExcess.patterns(6, 3, excess);
        assert_eq!(
            patterns.iter().map(|pattern| pattern.to_vec()).collect::<Vec<_>>(),
            [[0, 1, 4], [2, 3, 5]]
        );
    }

    #[test]
    fn every_atom_is_in_one_pattern() {
        for atoms in 1..14 {
            for size in 2..=4 {
                for partition in Partition::ALL {
                    let patterns = patterns(partition, atoms, size);
                    assert!(patterns.iter().all(|pattern| (1..=size).contains(&pattern.len())));
                    let mut all = patterns.concat();
                    all.sort_unstable();
                    assert_eq!(all, (0..atoms as u8).collect::<Vec<_>>(), "{partition:?}");
                }
            }
        }
    }
}
