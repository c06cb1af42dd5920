//! The distances of one pattern, one bit each.

use super::breadth_first::{building_bytes, search, table_bytes};
use crate::pattern::layout::{Arrangement, Cells, Passage, Pattern, Ranking, cells_of};
use fewest_rules::tiles::Cell;
use fewest_search::artifact::CHUNK;
use fewest_search::outcome::unlimited;
use fewest_search::platform::huge_pages::prefetch;
use fewest_search::{Monitor, Stop};
use std::sync::Arc;

/// One bit for each state of a pattern: the second lowest of its distance.
///
/// A move of a tile of the pattern changes the distance by one, up or down; along a path, this bit
/// shows which. The lowest bit is the parity of the occupied cells.
///
/// # Source
/// Breyer and Korf, *1.6-bit pattern databases* (2010); Clausecker and Reinefeld 2019.
#[derive(Debug)]
pub struct Table {
    pattern: Pattern,
    ranking: Arc<Ranking>,
    words: Vec<u64>,
}

impl Table {
    /// Builds the table of a pattern.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn build(pattern: Pattern, monitor: &mut Monitor<'_>) -> Result<Self, Stop> {
        let ranking = Ranking::shared(pattern.size(), pattern.cells().len());
        let words = search(&pattern, &ranking, monitor, |_, _| {})?;
        Ok(Self { pattern, ranking, words })
    }

    /// Builds the table of a pattern without limits.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is not enough.
    pub fn without_limits(pattern: &Pattern) -> Result<Arc<Self>, Stop> {
        unlimited(|monitor| Self::build(pattern.clone(), monitor)).map(Arc::new)
    }

    /// A table from the words of one that was built, or `None` if they are too few or too many.
    pub(crate) fn from_words(pattern: Pattern, words: Vec<u64>) -> Option<Self> {
        let ranking = Ranking::shared(pattern.size(), pattern.cells().len());
        let fits = 8 * words.len() as u64 == table_bytes(&ranking);
        fits.then_some(Self { pattern, ranking, words })
    }

    /// Returns the pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// All bits, in whole words for each set of cells and region of the blank.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words as a file has them, lowest byte first, some at a time.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = Vec<u8>> {
        let bytes = |words: &[u64]| words.iter().flat_map(|word| word.to_le_bytes()).collect();
        self.words.chunks(CHUNK / 8).map(bytes)
    }

    /// Returns the BLAKE3 digest of all bits, in hexadecimal digits: that of the content after the
    /// header in a file of the table. The digests of two tables of one pattern are equal if all
    /// entries are, and, except for a collision of digests, only then.
    ///
    /// # Complexity
    /// Reads the table once.
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        self.chunks().for_each(|chunk| {
            hasher.update(&chunk);
        });
        hasher.finalize().to_string()
    }

    /// Returns the number of states with a distance.
    pub fn states(&self) -> u64 {
        self.ranking.states()
    }

    /// Returns the size of a pattern's table, and the memory for building it, including the table
    /// itself.
    ///
    /// # Units
    /// Bytes.
    pub fn bytes(pattern: &Pattern) -> TableBytes {
        let ranking = Ranking::shared(pattern.size(), pattern.cells().len());
        let (table, building) = (table_bytes(&ranking), building_bytes(&ranking));
        TableBytes { table, building }
    }

    /// The second lowest bit of the distance of an arrangement, with the blank in a cell.
    #[inline(always)]
    pub(crate) fn second_bit(&self, arrangement: Arrangement, blank: Cell) -> u32 {
        self.bit(self.locate(arrangement, blank))
    }

    /// The cells of the blank for which this bit is one.
    pub(crate) fn ones(&self, arrangement: Arrangement) -> Cells {
        let Ranking { regions, .. } = &*self.ranking;
        let occupied = arrangement.cells();
        if let Some((first, second)) = self.ranking.one_or_two_blocks(occupied) {
            let bit = |block| Cells::from(self.bit(self.within(block, arrangement)));
            let in_first = (regions.free(occupied) & !second) * bit(first);
            return if second == 0 { in_first } else { in_first | (second * bit(first + 1)) };
        }
        let ones = regions.all(occupied).map(|region| {
            let cells = cells_of(region).next();
            region * cells.map_or(0, |cell| self.second_bit(arrangement, cell).into())
        });
        ones.sum()
    }

    /// The index of this bit.
    #[inline(always)]
    pub(crate) fn locate(&self, arrangement: Arrangement, blank: Cell) -> BitIndex {
        self.within(self.ranking.block(arrangement.cells(), blank), arrangement)
    }

    /// The index of an arrangement's bit in a block.
    #[inline(always)]
    fn within(&self, block: usize, arrangement: Arrangement) -> BitIndex {
        let order = self.ranking.orders.number(arrangement.order());
        BitIndex((block * self.ranking.words_a_block() * 64 + order) as u64)
    }

    /// Prefetches a bit.
    #[inline(always)]
    pub(crate) fn prefetch(&self, at: BitIndex) {
        prefetch(&self.words, (at.0 / 64) as usize);
    }

    /// The bit at an index.
    #[inline(always)]
    pub(crate) fn bit(&self, at: BitIndex) -> u32 {
        (self.words[(at.0 / 64) as usize] >> (at.0 % 64)) as u32 & 1
    }

    /// Returns the distance of a placement, given by the cell of each tile, with the blank in a
    /// cell.
    ///
    /// `None` if the table contradicts itself, which a correctly built table does not: the moves
    /// that bring the tiles closer according to the table do not lead to the end.
    ///
    /// # Complexity
    /// Follows a shortest path to the end: meant for the start of a search.
    pub fn distance(&self, places: &[Cell], blank: Cell) -> Option<u16> {
        self.distance_of(Arrangement::new(places), blank)
    }

    fn distance_of(&self, mut at: Arrangement, mut blank: Cell) -> Option<u16> {
        for moves in 0..Self::FARTHEST {
            if self.is_solved(at, blank) {
                return Some(moves);
            }
            let wanted = self.distance_mod_4(at, blank).wrapping_sub(1) % 4;
            (at, blank) = self
                .neighbours(at, blank)
                .find(|&(at, blank)| self.distance_mod_4(at, blank) == wanted)?;
        }
        None
    }

    /// No placement is as far away: the farthest of the largest tables have some sixty moves.
    const FARTHEST: u16 = 1024;

    /// Whether some placements on a random path, the same each time, have a distance.
    pub(crate) fn is_plausible(&self) -> bool {
        const PLACEMENTS: usize = 64;
        const MOVES_BETWEEN: usize = 32;
        let mut random = fastrand::Rng::with_seed(0);
        let (mut at, mut blank) = (Arrangement::new(self.pattern.cells()), self.pattern.blank());
        (0..PLACEMENTS).all(|_| {
            for _ in 0..MOVES_BETWEEN {
                let beside: Vec<_> = self.neighbours(at, blank).collect();
                (at, blank) = random.choice(beside).unwrap_or((at, blank));
            }
            self.distance_of(at, blank).is_some()
        })
    }

    fn is_solved(&self, at: Arrangement, blank: Cell) -> bool {
        let home = Arrangement::new(self.pattern.cells());
        let block = |blank| self.ranking.block(home.cells(), blank);
        at == home && block(blank) == block(self.pattern.blank())
    }

    /// The states one move of a tile away.
    fn neighbours(
        &self,
        at: Arrangement,
        blank: Cell,
    ) -> impl Iterator<Item = (Arrangement, Cell)> {
        let regions = &self.ranking.regions;
        let region = regions.region(blank, at.cells());
        cells_of(at.cells()).flat_map(move |from| {
            let places = cells_of(regions.beside(from) & region);
            places.map(move |to| (at.slide(Passage::new(from, to)), from))
        })
    }

    fn distance_mod_4(&self, at: Arrangement, blank: Cell) -> u8 {
        (self.second_bit(at, blank) << 1) as u8 | u8::from(self.is_odd(at))
    }

    /// Whether the distance of an arrangement is odd.
    fn is_odd(&self, at: Arrangement) -> bool {
        self.ranking.is_odd(at.cells() ^ self.pattern.set())
    }

    /// Whether a move of a tile of the pattern makes the distance smaller: one bit of an odd
    /// distance falls, or two of an even one change.
    pub(crate) fn is_closer(
        &self,
        before: (Arrangement, Cell),
        after: (Arrangement, Cell),
    ) -> bool {
        let is_same = self.second_bit(before.0, before.1) == self.second_bit(after.0, after.1);
        is_same == self.is_odd(before.0)
    }
}

/// The index of a bit in a table.
#[derive(Debug, Clone, Copy, Default)]
pub struct BitIndex(u64);

/// The memory that a table takes.
///
/// # Units
/// Bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableBytes {
    /// The size in memory and on disk.
    pub table: u64,
    /// The memory while it is built.
    pub building: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_search::outcome::unlimited;

    /// Forged tables may contain anything: looking up a distance in them still ends, mostly without
    /// finding one.
    #[test]
    fn no_table_leads_for_ever() {
        let pattern: Pattern = "3x3:1,2,4:0".parse().unwrap();
        let built = unlimited(|monitor| Table::build(pattern.clone(), monitor)).unwrap();
        assert!(built.is_plausible());
        let mut random = fastrand::Rng::with_seed(1);
        for _ in 0..100 {
            let words = built.words().iter().map(|word| word ^ random.u64(..)).collect();
            let forged = Table::from_words(pattern.clone(), words).unwrap();
            assert!(!forged.is_plausible());
        }
        for word in [0, u64::MAX] {
            let words = vec![word; built.words().len()];
            assert!(!Table::from_words(pattern.clone(), words).unwrap().is_plausible());
        }
    }

    #[test]
    fn every_entry_is_in_the_digest() {
        let pattern: Pattern = "3x3:1,2:0".parse().unwrap();
        let built = unlimited(|monitor| Table::build(pattern.clone(), monitor)).unwrap();
        let again = unlimited(|monitor| Table::build(pattern.clone(), monitor)).unwrap();
        assert_eq!(built.digest(), again.digest());
        for bit in 0..64 * built.words().len() {
            let mut words = built.words().to_vec();
            words[bit / 64] ^= 1 << (bit % 64);
            let altered = Table::from_words(pattern.clone(), words).unwrap();
            assert_ne!(altered.digest(), built.digest(), "{bit}");
        }
    }
}
