//! The ranking of a pattern's states.

use super::order::Orders;
use super::regions::{Cells, Regions, cells_of};
use fewest_rules::tiles::{Cell, Size};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

/// Numbers the states of all patterns of a number of tiles on a board; the only gaps fill up words.
///
/// A state is a set of occupied cells, a region of the blank, and an order of the tiles. A set and
/// a region make a *block* of words with one bit for each order. The moves out of a block do not
/// depend on the order. A move changes the parity of the number of occupied dark cells: blocks with
/// even parity come first.
#[derive(Debug)]
pub(crate) struct Ranking {
    size: Size,
    /// Every other cell.
    dark: Cells,
    tiles: u32,
    pub regions: Regions,
    /// Cells in the lower half of a set.
    half: u32,
    /// The number of a set among those with as many cells is the sum of two: one for each half.
    low: Vec<u16>,
    high: Vec<u32>,
    /// For each set, its first block, then for each cell the low bit of the number of its region,
    /// then the high bits if they fit: a branch on the region would often be mispredicted. For sets
    /// with more regions than that, the index in `several`.
    of_set: Vec<u64>,
    /// The position of the high bits.
    upper: u32,
    /// The first block, and for each cell the number of its region in three bits.
    several: Vec<(u32, u128)>,
    pub orders: Orders,
    blocks: usize,
    even_blocks: usize,
    words_a_block: usize,
}

/// A set of occupied cells and a region of the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Block {
    pub occupied: Cells,
    pub region: Cells,
}

/// The number of bits of a region's number.
const REGION: usize = 3;
/// The number of bits of a set's first block: enough for eight tiles on 36 cells, and few enough to
/// leave a bit for each cell.
const FIRST: u32 = 26;
/// Marks a set whose entry is an index in `several`.
const SEVERAL: u64 = 1 << FIRST;
/// The position of the low bits of the cells' regions.
const LOWER: u32 = FIRST + 1;

impl Ranking {
    /// The ranking for a board and a number of tiles. All tables of such patterns share it, so
    /// that it stays in the processor's cache.
    pub fn shared(size: Size, tiles: usize) -> Arc<Self> {
        type InUse = HashMap<(Size, usize), Weak<Ranking>>;
        static IN_USE: LazyLock<Mutex<InUse>> = LazyLock::new(Mutex::default);
        let mut in_use = IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = in_use.entry((size, tiles)).or_default();
        entry.upgrade().unwrap_or_else(|| {
            let ranking = Arc::new(Self::new(size, tiles));
            *entry = Arc::downgrade(&ranking);
            ranking
        })
    }

    fn new(size: Size, tiles: usize) -> Self {
        let half = (size.cells() as u32).div_ceil(2);
        let tiles = tiles as u32;
        let mut counts = [0_u16; u64::BITS as usize];
        let count = |set: &u64| {
            let count = &mut counts[set.count_ones() as usize];
            *count += 1;
            *count - 1
        };
        let low: Vec<u16> = (0..1_u64 << half).collect::<Vec<_>>().iter().map(count).collect();
        let mut before = 0;
        let high = (0..1_u64 << (size.cells() as u32 - half)).map(|set| {
            let rest = tiles.checked_sub(set.count_ones()).filter(|&rest| rest <= half);
            let number = before;
            before += rest.map_or(0, |rest| u32::from(counts[rest as usize]));
            number
        });
        let high: Vec<u32> = high.collect();
        let is_dark = |cell: &Cell| (size.row(*cell) + size.column(*cell)) % 2 == 1;
        let mut ranking = Self {
            size,
            dark: size.all_cells().filter(is_dark).map(|cell| 1 << cell.0).sum(),
            tiles,
            regions: Regions::new(size),
            half,
            low,
            high,
            of_set: vec![],
            upper: LOWER + size.cells() as u32,
            several: vec![],
            orders: Orders::new(tiles as usize),
            blocks: 0,
            even_blocks: 0,
            words_a_block: (1..=tiles as usize).product::<usize>().div_ceil(u64::BITS as usize),
        };
        ranking.number_blocks();
        ranking
    }

    fn number_blocks(&mut self) {
        let sets: Vec<_> = self.sets().collect();
        self.of_set = vec![0; sets.len()];
        for is_odd in [false, true] {
            for &set in &sets {
                if self.is_odd(set) != is_odd {
                    continue;
                }
                let regions: Vec<_> = self.regions.all(set).collect();
                assert!(regions.len() <= 1 << REGION, "eight tiles cut no board into more regions");
                let number = self.set_number(set);
                self.of_set[number] = self.entry(&regions);
                self.blocks += regions.len();
            }
            if !is_odd {
                self.even_blocks = self.blocks;
            }
        }
        assert!(self.blocks < 1 << FIRST, "too many states to number");
    }

    /// The entry of the next set.
    fn entry(&mut self, regions: &[Cells]) -> u64 {
        let numbered = || (0_u32..).zip(regions);
        let bits_a_cell = 2.min((u64::BITS - LOWER) / self.size.cells() as u32);
        if regions.len() <= 1 << bits_a_cell {
            let cells = |bit: u32| -> Cells {
                numbered()
                    .filter(|(number, _)| number >> bit & 1 == 1)
                    .map(|(_, cells)| cells)
                    .sum()
            };
            return self.blocks as u64 | cells(0) << LOWER | cells(1) << self.upper;
        }
        let cells = |(number, &region)| {
            cells_of(region).map(move |cell| u128::from(number) << (REGION * cell.index()))
        };
        self.several.push((self.blocks as u32, numbered().flat_map(cells).sum()));
        SEVERAL | (self.several.len() - 1) as u64
    }

    /// All sets of as many cells as there are tiles, in the order of their numbers.
    fn sets(&self) -> impl Iterator<Item = Cells> + use<> {
        let end = 1_u64 << self.size.cells();
        let first = (1_u64 << self.tiles) - 1;
        std::iter::successors(Some(first), |&set| {
            // The next larger number with as many ones (Gosper).
            let lowest = set & set.wrapping_neg();
            let ripple = set + lowest;
            Some(ripple | (((set ^ ripple) / lowest) >> 2))
        })
        .take_while(move |&set| set < end)
    }

    /// The number of a set among those of as many cells.
    #[inline(always)]
    fn set_number(&self, set: Cells) -> usize {
        let low = self.low[(set & ((1 << self.half) - 1)) as usize];
        (u32::from(low) + self.high[(set >> self.half) as usize]) as usize
    }

    /// Whether an odd number of dark cells is occupied: every move changes that.
    #[inline]
    pub fn is_odd(&self, occupied: Cells) -> bool {
        (occupied & self.dark).count_ones() % 2 == 1
    }

    pub fn tiles(&self) -> usize {
        self.tiles as usize
    }

    /// The numbers of all blocks and of those of even sets.
    pub fn blocks(&self) -> (usize, usize) {
        (self.blocks, self.even_blocks)
    }

    /// Words of a block.
    #[inline(always)]
    pub fn words_a_block(&self) -> usize {
        self.words_a_block
    }

    /// The number of states.
    pub fn states(&self) -> u64 {
        self.blocks as u64 * self.orders.count() as u64
    }

    /// The block of a set with the blank in a cell.
    #[inline(always)]
    pub fn block(&self, occupied: Cells, blank: Cell) -> usize {
        let entry = self.of_set[self.set_number(occupied)];
        let first = entry as usize & ((1 << FIRST) - 1);
        if entry & SEVERAL == 0 {
            let bit = |from: u32| (entry >> from >> (blank.0 & 63)) as usize % 2;
            return first + bit(LOWER) + 2 * bit(self.upper);
        }
        let (first, regions) = self.several[first];
        let region = regions >> ((REGION * blank.index()) & 127);
        first as usize + (region as usize & ((1 << REGION) - 1))
    }

    /// The first block of a set, and the cells of the second region, whose block is the next one;
    /// there are none if there is only one region. `None` if there are more than two.
    #[inline(always)]
    pub fn one_or_two_blocks(&self, occupied: Cells) -> Option<(usize, Cells)> {
        let entry = self.of_set[self.set_number(occupied)];
        let is_known = entry & SEVERAL == 0 && entry >> self.upper == 0;
        is_known.then_some((entry as usize & ((1 << FIRST) - 1), entry >> LOWER))
    }

    /// All blocks in the order of their numbers.
    pub fn all_blocks(&self) -> Vec<Block> {
        let sets = [false, true].map(|odd| self.sets().filter(move |&set| self.is_odd(set) == odd));
        let blocks = sets.into_iter().flatten().flat_map(|occupied| {
            self.regions.all(occupied).map(move |region| Block { occupied, region })
        });
        blocks.collect()
    }

    /// The slides into a block, and so, reversed, also those out of it.
    ///
    /// They are visited: an iterator made by `flat_map` is not inlined, and took a seventh of the
    /// instructions of a short search with its tables.
    #[inline]
    pub fn slides(&self, block: Block, mut visit: impl FnMut(BlockSlide)) {
        let place = |set: Cells, cell: Cell| (set & ((1 << cell.0) - 1)).count_ones();
        for tile in cells_of(block.occupied) {
            for beside in cells_of(self.regions.beside(tile) & block.region) {
                let before = block.occupied & !(1 << tile.0) | 1 << beside.0;
                visit(BlockSlide {
                    block: self.block(before, tile),
                    from: place(before, beside) as usize,
                    to: place(block.occupied, tile) as usize,
                });
            }
        }
    }
}

/// A slide from one block to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockSlide {
    /// The other block.
    pub block: usize,
    /// The tile's place in the order in that block.
    pub from: usize,
    /// Its place in the order in this block.
    pub to: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_block_has_a_number_of_its_own_and_even_ones_come_first() {
        for (size, tiles) in [("4x4", 8), ("4x4", 3), ("5x5", 4), ("6x6", 3), ("2x3", 4)] {
            let ranking = Ranking::new(size.parse().unwrap(), tiles);
            let blocks = ranking.all_blocks();
            assert_eq!(blocks.len(), ranking.blocks().0);
            for (number, block) in blocks.iter().enumerate() {
                assert_eq!(ranking.is_odd(block.occupied), number >= ranking.blocks().1);
                for blank in cells_of(block.region) {
                    assert_eq!(ranking.block(block.occupied, blank), number);
                }
                let regions: Vec<_> = ranking.regions.all(block.occupied).collect();
                let known = ranking.one_or_two_blocks(block.occupied);
                assert_eq!(known.is_some(), regions.len() < 3);
                if let Some((first, second)) = known {
                    assert_eq!(regions.get(1).copied().unwrap_or(0), second);
                    assert_eq!(first + usize::from(block.region == second), number);
                }
            }
        }
    }

    #[test]
    fn slides_are_those_of_arrangements_and_change_the_parity() {
        let ranking = Ranking::new("3x3".parse().unwrap(), 3);
        for (here, block) in ranking.all_blocks().into_iter().enumerate() {
            let (_, even) = ranking.blocks();
            ranking.slides(block, |slide| assert_ne!(slide.block < even, here < even));
        }
    }
}
