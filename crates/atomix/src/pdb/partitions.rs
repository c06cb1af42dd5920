//! Partitions of the atoms into patterns of a few, for databases that add up the patterns.

use crate::Board;
use crate::packed::Packed;
use crate::pair_database::{PairDatabase, Targets};
use arrayvec::ArrayVec;
use fewest_search::{Monitor, Stop};
use std::cmp::Reverse;
use std::ops::Range;

/// The atoms of a pattern, in order.
pub type Pattern = ArrayVec<u8, 4>;

/// How atoms are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Partition {
    /// In order of labels, so that equal atoms are likely to be together.
    ByLabel,
    /// Those first that need most moves beyond their own at the start: they are in each other's
    /// way there.
    ByExcess,
    /// Each with others that are not next to it in order of labels.
    Interleaved,
}

impl Partition {
    /// All of them, the most useful first.
    pub const ALL: [Self; 3] = [Self::ByLabel, Self::ByExcess, Self::Interleaved];

    /// The patterns of `size` atoms, the last one smaller if need be.
    ///
    /// `excess` is what two atoms need beyond their distances alone.
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

/// The atoms in steps of the number of patterns.
fn interleaved(atoms: usize, size: usize) -> Vec<usize> {
    let patterns = atoms.div_ceil(size);
    (0..patterns).flat_map(|first| (first..atoms).step_by(patterns)).collect()
}

/// The atoms so that each pattern begins with the two that need most of those left, followed by
/// those that need most together with the ones before; of equal ones those first that need least
/// with the others left.
fn by_excess(atoms: usize, size: usize, excess: impl Fn(usize, usize) -> u32) -> Vec<usize> {
    let mut left: Vec<_> = (0..atoms).collect();
    let mut order = Vec::with_capacity(atoms);
    while !left.is_empty() {
        let pattern = &order[order.len() / size * size..];
        let worth = |atom: usize| {
            let elsewhere = left.iter().map(|&other| excess(atom, other)).max().unwrap_or(0);
            match pattern {
                [] => (elsewhere, Reverse(0)),
                _ => (pattern.iter().map(|&other| excess(atom, other)).sum(), Reverse(elsewhere)),
            }
        };
        // The last greatest of the reversed list is the first.
        let next = (0..left.len()).rev().max_by_key(|&at| worth(left[at])).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

/// What every two atoms need beyond their distances alone on the way from all `roots` to a target,
/// by first and second atom.
///
/// # Errors
/// The limit of the monitor that is reached meanwhile.
pub fn excess_at<const N: usize>(
    roots: &[Packed<N>],
    target: &Packed<N>,
    board: &Board,
    groups: &[Range<usize>],
    monitor: &mut Monitor<'_>,
) -> Result<Vec<Vec<u32>>, Stop> {
    let atoms = groups.last().map_or(0, |last| last.end);
    let target = std::slice::from_ref(target);
    let pairs = PairDatabase::new(board, groups, target, Targets::Together, monitor)?;
    let between = |first: usize, second: usize| -> u32 {
        if first == second {
            return 0;
        }
        let (first, second) = (first.min(second), first.max(second));
        roots.iter().map(|root| pairs.excess(root.cells(), first, second)).sum()
    };
    let with_others = |first| (0..atoms).map(|second| between(first, second)).collect();
    Ok((0..atoms).map(with_others).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(partition: Partition, atoms: usize, size: usize) -> Vec<Vec<u8>> {
        // 1 and 4 are much in each other's way, 4 and 6 a little, 0 and 6 less than that.
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
