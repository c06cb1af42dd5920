//! Ranking: states as numbers of few bits.

use crate::board::{Cell, Packed};
use fewest_search::problem::Ranking;
use std::ops::Range;

/// Ranks states by the sets of cells that equal atoms take.
///
/// The sets of one size are ranked without gaps: the cells c₁ < c₂ < … of m equal atoms have the
/// rank C(c₁, 1) + C(c₂, 2) + … + C(cₘ, m). The ranks of several groups form one number in mixed
/// radix, as long as it fits into 64 bits; such words are concatenated.
///
/// # Source
/// The combinatorial number system: Knuth, The Art of Computer Programming 4A, section 7.2.1.3,
/// theorem L.
#[derive(Debug)]
pub struct CombinationRanking {
    cells: usize,
    words: Vec<Word>,
    /// By atom and cell, the term that an atom on a cell adds to its word.
    terms: Vec<u64>,
    /// Binomial coefficients C(cell, place), by place from 1 on, then by cell.
    binomials: Vec<Vec<u64>>,
}

/// The rank of some groups.
#[derive(Debug)]
struct Word {
    bits: u32,
    /// All ranks are below this.
    ranks: u64,
    atoms: Range<usize>,
    /// In order of weights.
    digits: Vec<Digit>,
}

/// The rank of a group of equal atoms.
#[derive(Debug)]
struct Digit {
    atoms: Range<usize>,
    /// Its factor.
    weight: u64,
}

impl CombinationRanking {
    /// Returns the ranking of states with these groups of equal atoms on `cells` cells; `None` if
    /// ranks need more than 128 bits, or those of one group more than 64.
    pub fn new(cells: usize, groups: &[Range<usize>]) -> Option<Self> {
        let most = groups.iter().map(Range::len).max()?;
        let mut binomials: Vec<Vec<u64>> = vec![(0..=cells as u64).collect()];
        while binomials.len() < most {
            // C(n + 1, k + 1) = C(0, k) + C(1, k) + … + C(n, k)
            let fewer = binomials.last()?;
            let sums = fewer[..cells].iter().scan(0_u64, |sum, &term| {
                *sum = sum.saturating_add(term);
                Some(*sum)
            });
            let sums = std::iter::once(0).chain(sums).collect();
            binomials.push(sums);
        }
        let mut words: Vec<Word> = vec![];
        let mut ranks = 1;
        for atoms in groups {
            let sets = binomials[atoms.len() - 1][cells];
            // A saturated coefficient is too large in any case.
            if sets == u64::MAX {
                return None;
            }
            let together = words.last_mut().zip(u64::checked_mul(ranks, sets));
            let (word, weight) = match together {
                Some((word, product)) => (word, std::mem::replace(&mut ranks, product)),
                None => {
                    ranks = sets;
                    let atoms = atoms.start..atoms.start;
                    words.push(Word { bits: 0, ranks, atoms, digits: vec![] });
                    (words.last_mut()?, 1)
                }
            };
            word.ranks = ranks;
            word.bits = u64::BITS - (ranks - 1).leading_zeros();
            word.atoms.end = atoms.end;
            word.digits.push(Digit { atoms: atoms.clone(), weight });
        }
        let mut terms = vec![];
        for Digit { atoms, weight } in words.iter().flat_map(|word| &word.digits) {
            // Wraps only at cells so high that the later atoms of the group do not fit above.
            let place = |place: &Vec<u64>| {
                place[..cells].iter().map(|term| term.wrapping_mul(*weight)).collect::<Vec<_>>()
            };
            terms.extend(binomials[..atoms.len()].iter().flat_map(place));
        }
        let fits = words.iter().map(|word| word.bits).sum::<u32>() <= u128::BITS;
        fits.then_some(Self { cells, words, terms, binomials })
    }
}

impl<const N: usize> Ranking<Packed<N>> for CombinationRanking {
    fn bits(&self) -> u32 {
        self.words.iter().map(|word| word.bits).sum()
    }

    #[inline]
    fn rank(&self, key: Packed<N>) -> u128 {
        let cells = key.cells();
        let term = |atom: usize| self.terms[atom * self.cells + usize::from(cells[atom].0)];
        self.words.iter().fold(0, |rank, word| {
            rank << word.bits | u128::from(word.atoms.clone().map(term).sum::<u64>())
        })
    }

    #[inline]
    fn unrank(&self, mut rank: u128) -> Packed<N> {
        let mut cells = [Cell(0); N];
        for Word { bits, digits, .. } in self.words.iter().rev() {
            let mut rest = (rank & ((1 << bits) - 1)) as u64;
            rank >>= bits;
            for Digit { atoms, weight } in digits.iter().rev() {
                let mut set = rest / weight;
                rest %= weight;
                for (place, atom) in atoms.clone().enumerate().rev() {
                    let binomials = &self.binomials[place];
                    // The last cell whose term is not greater than the rest.
                    let cell = match place {
                        0 => set as usize,
                        _ => binomials[..self.cells].partition_point(|&term| term <= set) - 1,
                    };
                    set -= binomials[cell];
                    cells[atom] = Cell(cell as u8);
                }
            }
        }
        Packed::new(cells)
    }

    fn is_rank(&self, mut number: u128) -> bool {
        let are_ranks = self.words.iter().rev().all(|&Word { bits, ranks, .. }| {
            let rank = (number & ((1 << bits) - 1)) as u64;
            number = number.checked_shr(bits).unwrap_or(0);
            rank < ranks
        });
        are_ranks && number == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Groups of these sizes.
    fn groups(sizes: &[usize]) -> Vec<Range<usize>> {
        let mut end = 0;
        let group = |&size: &usize| {
            end += size;
            end - size..end
        };
        sizes.iter().map(group).collect()
    }

    fn ranking<const N: usize>(cells: usize, sizes: &[usize]) -> Box<dyn Ranking<Packed<N>>> {
        Box::new(CombinationRanking::new(cells, &groups(sizes)).expect("few atoms"))
    }

    #[test]
    fn all_states_of_some_atoms_are_ranked_without_gaps() {
        let ranking = ranking::<4>(6, &[1, 2, 1]);
        let mut seen = vec![];
        for [a, b, c, d] in (0..6_u32.pow(4)).map(|n| [n / 216, n / 36 % 6, n / 6 % 6, n % 6]) {
            if b < c {
                let key = Packed::new([a, b, c, d].map(|cell| Cell(cell as u8)));
                assert_eq!(ranking.unrank(ranking.rank(key)), key);
                seen.push(ranking.rank(key));
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, (0..6 * 15 * 6).collect::<Vec<u128>>());
        assert_eq!(ranking.bits(), 10);
        assert!((0..1 << 12).all(|number| ranking.is_rank(number) == (number < 6 * 15 * 6)));
    }

    #[test]
    fn equal_atoms_take_few_bits() {
        // C(60, 16) is 1.5 · 10^14.
        assert_eq!(ranking::<16>(60, &[16]).bits(), 48);
        assert_eq!(ranking::<32>(60, &[16, 16]).bits(), 2 * 48);
        // 78 · C(78, 2)^2 · … as in a level of eleven atoms, where 7 bits a cell are 77.
        assert_eq!(ranking::<11>(78, &[1; 11]).bits(), 63 + 7);
        assert!(CombinationRanking::new(100, &groups(&[40])).is_none());
        assert!(CombinationRanking::new(100, &groups(&[1; 20])).is_none());
    }

    proptest! {
        #[test]
        fn every_rank_leads_back(
            sizes in prop::collection::vec(1..9_usize, 1..5),
            cells in 20..200_usize,
            seed in prop::collection::vec(any::<prop::sample::Index>(), 32),
        ) {
            let atoms = sizes.iter().sum::<usize>();
            let Some(ranking) = CombinationRanking::new(cells, &groups(&sizes)) else {
                return Ok(());
            };
            let mut key = [Cell(0); 32];
            for group in groups(&sizes) {
                let mut free: Vec<u8> = (0..cells as u8).collect();
                let choice = seed[group.clone()].iter();
                let mut set: Vec<_> = choice.map(|at| free.swap_remove(at.index(free.len()))).collect();
                set.sort_unstable();
                group.zip(set).for_each(|(atom, cell)| key[atom] = Cell(cell));
            }
            let (ranking, key): (&dyn Ranking<Packed<32>>, _) = (&ranking, Packed::new(key));
            prop_assert!(atoms <= 32 && ranking.rank(key).checked_shr(ranking.bits()).unwrap_or(0) == 0);
            prop_assert_eq!(ranking.unrank(ranking.rank(key)), key);
            prop_assert!(ranking.is_rank(ranking.rank(key)));
            prop_assert!(ranking.bits() == 128 || !ranking.is_rank(1 << ranking.bits()));
        }
    }
}
