//! The sum over the patterns of a partition, and over its reflection.

use super::build::bits_of_cell;
use super::partition::{Partition, blank};
use super::regions::{Cells, Regions};
use super::table::Table;
use crate::heuristic::{Heuristic, Slide};
use fewest_rules::tiles::{Board, Cell, Size, Tile};
use fewest_search::Depth;

/// Sums of pattern databases, one for the partition and, on square boards, one for its
/// reflection in the diagonal through the blank's place; the larger counts.
///
/// `WORDS` words hold the places of all tiles such that the places of one pattern's tiles are a
/// bit field, its table's index: a move changes one field by one exclusive or, and one bit of
/// one table tells whether the sum goes up or down. `SIDES` is 2 with the reflection, else 1.
///
/// # Admissible because
/// each table counts only moves of its own tiles, so no move is counted twice in a sum; a
/// reflected board needs as many moves as the board. Each sum changes by one with every move, so
/// it is consistent.
///
/// # Source
/// Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002);
/// zero-aware tables of one bit an entry: Clausecker and Reinefeld 2019.
#[derive(Debug, Clone)]
pub struct PatternDatabases<const WORDS: usize, const SIDES: usize> {
    size: Size,
    regions: Regions,
    tables: Vec<Table>,
    /// All bytes of the tables, one after the other.
    bytes: Vec<u8>,
    sides: [Side; SIDES],
}

/// The partition on the board as it is, or on its reflection.
#[derive(Debug, Clone)]
struct Side {
    /// Where each tile is kept.
    slots: [Slot; Size::MAX_CELLS],
    /// What each cell counts as.
    cells: [Cell; Size::MAX_CELLS],
}

/// Where the place of a tile is kept, and about its pattern.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    word: u8,
    /// Of the tile in the word.
    shift: u8,
    /// Of the pattern in the word.
    pattern_shift: u8,
    /// Tiles of the pattern.
    tiles: u8,
    /// Of the pattern's distance among the lowest bits of all.
    low_shift: u8,
    mask: u32,
    /// The start of the pattern's table.
    base: u32,
}

/// The places of the tiles and the sum of the patterns, for the partition and its reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value<const WORDS: usize, const SIDES: usize> {
    places: [[u64; WORDS]; SIDES],
    /// On boards of up to 16 cells: the cells of each pattern, 16 bits each.
    occupied: [u64; SIDES],
    /// The distance of each pattern modulo 4, two bits each.
    lows: [u32; SIDES],
    sums: [u16; SIDES],
}

impl<const WORDS: usize, const SIDES: usize> PatternDatabases<WORDS, SIDES> {
    /// The most patterns: of each, two bits are kept in a word of 32, and on small boards a set
    /// of 16 cells in a word of 64.
    const MOST: usize = if WORDS == 1 { 4 } else { 16 };

    /// Builds the tables of a partition, each on a thread of its own.
    ///
    /// # Panics
    /// If the patterns do not fit the words, are more than 16, or more than 4 on a board of up to
    /// 16 cells, or if a reflection is asked for on a board that is not square.
    pub fn new(partition: &Partition) -> Self {
        let size = partition.size;
        assert!(SIDES == 1 || size.width() == size.height(), "only square boards are reflected");
        assert!(partition.patterns.len() <= Self::MOST, "too many patterns");
        let home = blank(size, partition.goal);
        let regions = Regions::new(size);
        let tables: Vec<_> = std::thread::scope(|scope| {
            let regions = &regions;
            let build = |cells| scope.spawn(move || Table::new(size, cells, home, regions));
            let builds: Vec<_> = partition.patterns.iter().map(|cells| build(cells)).collect();
            builds.into_iter().map(|thread| thread.join().expect("building cannot fail")).collect()
        });
        let solved = Board::solved(size, partition.goal);
        let direct = Self::side(partition, &solved);
        let mirror = |cell: Cell| Cell(size.column(cell) * size.width() + size.row(cell));
        let sides = std::array::from_fn(|side| {
            let mut reflected = direct.clone();
            if side > 0 {
                for cell in size.all_cells() {
                    reflected.cells[cell.index()] = mirror(cell);
                    let [tile, image] = [cell, mirror(cell)].map(|cell| solved.tile(cell).index());
                    reflected.slots[tile] = direct.slots[image];
                }
            }
            reflected
        });
        let bytes = tables.iter().flat_map(|table| table.bytes.iter().copied()).collect();
        Self { size, regions, tables, bytes, sides }
    }

    fn side(partition: &Partition, solved: &Board) -> Side {
        let bits = bits_of_cell(partition.size);
        let mut slots = [Slot::default(); Size::MAX_CELLS];
        let (mut word, mut used, mut base) = (0, 0, 0);
        for (pattern, cells) in partition.patterns.iter().enumerate() {
            let length = bits * cells.len() as u32;
            if used + length > u64::BITS {
                (word, used) = (word + 1, 0);
            }
            assert!(usize::from(word) < WORDS, "the patterns do not fit");
            for (i, &cell) in cells.iter().enumerate() {
                slots[solved.tile(cell).index()] = Slot {
                    word,
                    shift: (used + bits * i as u32) as u8,
                    pattern_shift: used as u8,
                    tiles: cells.len() as u8,
                    low_shift: 2 * pattern as u8,
                    mask: ((1_u64 << length) - 1) as u32,
                    base,
                };
            }
            base += 1 << length;
            used += length;
        }
        Side { slots, cells: std::array::from_fn(|cell| Cell(cell as u8)) }
    }

    /// The cells of the tiles of a pattern.
    #[inline]
    fn occupied(&self, field: u32, tiles: u8) -> Cells {
        let bits = if WORDS == 1 { 4 } else { bits_of_cell(self.size) };
        (0..u32::from(tiles)).fold(0, |set, i| set | 1 << (field >> (bits * i) & ((1 << bits) - 1)))
    }
}

impl<const WORDS: usize, const SIDES: usize> Heuristic for PatternDatabases<WORDS, SIDES> {
    type Value = Value<WORDS, SIDES>;

    fn start(&self, tile_at: impl Fn(Cell) -> Tile) -> Self::Value {
        let mut value = Value {
            places: [[0; WORDS]; SIDES],
            occupied: [0; SIDES],
            lows: [0; SIDES],
            sums: [0; SIDES],
        };
        for (i, side) in self.sides.iter().enumerate() {
            let mut patterns = vec![vec![]; self.tables.len()];
            let mut blank = Cell(0);
            for cell in self.size.all_cells() {
                let counts_as = side.cells[cell.index()];
                let tile = tile_at(cell);
                if tile == Tile::BLANK {
                    blank = counts_as;
                    continue;
                }
                let slot = side.slots[tile.index()];
                value.places[i][usize::from(slot.word)] |= u64::from(counts_as.0) << slot.shift;
                if WORDS == 1 {
                    value.occupied[i] |= 1 << counts_as.0 << (8 * slot.low_shift);
                }
                patterns[usize::from(slot.low_shift / 2)].push((slot.shift, counts_as));
            }
            for (pattern, mut places) in patterns.into_iter().enumerate() {
                places.sort();
                let places: Vec<_> = places.into_iter().map(|(_, cell)| cell).collect();
                let distance = self.tables[pattern].distance(&places, blank, &self.regions);
                value.lows[i] |= u32::from(distance % 4) << (2 * pattern);
                value.sums[i] += distance;
            }
        }
        value
    }

    /// The reflection is looked up only if the partition itself leaves room.
    #[inline(always)]
    fn after(
        &self,
        value: &Self::Value,
        Slide { tile, from, to }: Slide,
        _: impl Fn(Cell) -> Tile,
        room: Depth,
    ) -> Option<Self::Value> {
        let mut after = *value;
        for (i, side) in self.sides.iter().enumerate() {
            let slot = &side.slots[tile.index()];
            let word = if WORDS == 1 { 0 } else { usize::from(slot.word) };
            let (from, to) = (side.cells[from.index()], side.cells[to.index()]);
            let places = value.places[i][word] ^ u64::from(from.0 ^ to.0) << slot.shift;
            let field = (places >> slot.pattern_shift) as u32 & slot.mask;
            let mask_shift = (u32::from(slot.low_shift) * 8) & 63;
            let (occupied, set) = if WORDS == 1 {
                let step = (1_u64 << (from.0 & 15) | 1_u64 << (to.0 & 15)) << mask_shift;
                let occupied = value.occupied[i] ^ step;
                (occupied, occupied >> mask_shift & 0xffff)
            } else {
                (0, self.occupied(field, slot.tiles))
            };
            let region = self.regions.number(from, set);
            let bit = u32::from(self.bytes[(slot.base + field) as usize]) >> region & 1;
            // The second bit of one more than the distance, if that is what it becomes.
            let low = value.lows[i] >> slot.low_shift & 3;
            let is_less = bit ^ (low + 1) >> 1 & 1;
            let step = 1_u32.wrapping_sub(2 * is_less);
            let sum = value.sums[i].wrapping_add(step as u16);
            if sum > room.0 {
                return None;
            }
            after.places[i][word] = places;
            after.occupied[i] = occupied;
            after.lows[i] ^= (low ^ low.wrapping_add(step) & 3) << slot.low_shift;
            after.sums[i] = sum;
        }
        Some(after)
    }

    fn bound(&self, value: &Self::Value) -> Depth {
        Depth(value.sums.into_iter().max().unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::build::build;
    use super::*;
    use fewest_rules::Puzzle;
    use fewest_rules::tiles::{Goal, Instance};

    /// The distances of one pattern, a byte for each placement and region.
    fn bytes(partition: &Partition, pattern: usize, regions: &Regions) -> Vec<[u8; 8]> {
        let cells = &partition.patterns[pattern];
        let mut bytes = vec![[u8::MAX; 8]; 1 << (4 * cells.len())];
        let home = blank(partition.size, partition.goal);
        build(partition.size, cells, home, regions, |placement, region, distance| {
            bytes[placement][region as usize] = distance;
        });
        bytes
    }

    #[test]
    fn bits_equal_bytes_along_a_million_moves_and_regions_never_make_a_bound_smaller() {
        let size = Size::new(4, 4).unwrap();
        let partition = Partition::standard(size, Goal::BlankFirst);
        let databases = PatternDatabases::<1, 1>::new(&partition);
        let regions = Regions::new(size);
        let patterns = 0..partition.patterns.len();
        let tables: Vec<_> = patterns.map(|p| bytes(&partition, p, &regions)).collect();
        let instance = Instance::new(Board::solved(size, Goal::BlankFirst), Goal::BlankFirst);
        let mut board = instance.start();
        let mut value = databases.start(|cell| board.tile(cell));
        let mut random = 1_u64;
        let mut is_ever_larger = false;
        for _ in 0..1_000_000 {
            let moves = instance.moves(&board);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let step = moves[(random >> 33) as usize % moves.len()];
            let (to, from) = (board.blank(), board.cell_of(step.0).unwrap());
            let slide = Slide { tile: step.0, from, to };
            value = databases.after(&value, slide, |c| board.tile(c), Depth::MAX).unwrap();
            board = board.push(from).unwrap();
            let (mut exact, mut plain) = (0, 0);
            for (cells, table) in partition.patterns.iter().zip(&tables) {
                let places = cells.iter().map(|cell| board.cell_of(Tile(cell.0)).unwrap());
                let places: Vec<_> = places.collect();
                let index = places.iter().rev().fold(0, |n, cell| n << 4 | cell.index());
                let occupied = places.iter().map(|cell| 1 << cell.0).sum();
                let number = regions.number(from, occupied) as usize;
                exact += u16::from(table[index][number]);
                plain += u16::from(table[index].into_iter().min().unwrap());
            }
            assert_eq!(databases.bound(&value), Depth(exact), "{board}");
            is_ever_larger |= exact > plain;
        }
        assert!(is_ever_larger, "the walk meets positions where the region counts");
    }
}
