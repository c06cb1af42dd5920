//! Two-bit breadth-first search: all positions of a small board, layer by layer.
//!
//! # Source
//! Korf, *Linear-time disk-based implicit graph search*, Journal of the ACM 55 (2008): the
//! two-bit breadth-first search, and the ranking of positions by blank and order.

use fewest_rules::tiles::{Board, Cell, Goal, Size, Tile};
use fewest_search::{Depth, Monitor, Statistics, Stop};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// The number of positions at each distance from the solved board, and one of the farthest
/// positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layers {
    /// The numbers of positions by distance.
    pub counts: Vec<u64>,
    /// A position at the largest distance.
    pub farthest: Board,
}

/// Visits some positions of a layer, from several threads at once.
pub type VisitPositions<'a> = dyn Fn(Depth, &[Board]) + Sync + 'a;

/// The reason why the positions were not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotSearched {
    /// The board has more than 12 cells.
    #[error("a {0} board has too many positions to visit them all")]
    TooLarge(Size),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Counts all positions by their distance from the solved board with the blank last, and visits
/// each of them once.
///
/// # Errors
/// If the board has more than 12 cells, or a limit is reached.
///
/// # Complexity
/// Two bits for each of n!/2 positions: 60 MB for twelve cells.
pub fn layers(
    size: Size,
    threads: NonZero<usize>,
    visit: Option<&VisitPositions<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Layers, NotSearched> {
    let search = match size.cells() {
        4 => Space::<3>::search,
        6 => Space::<5>::search,
        8 => Space::<7>::search,
        9 => Space::<8>::search,
        10 => Space::<9>::search,
        12 => Space::<11>::search,
        _ => return Err(NotSearched::TooLarge(size)),
    };
    Ok(search(size, threads, visit, monitor)?)
}

/// The order of `TILES` tiles read by rows without the blank, four bits each.
///
/// Moving the blank within a row does not change it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Order<const TILES: usize>(u64);

impl<const TILES: usize> Order<TILES> {
    /// Orders of one parity.
    const COUNT: usize = {
        let (mut count, mut n) = (1, 3);
        while n <= TILES {
            count *= n;
            n += 1;
        }
        count
    };

    /// The order with a number among those of one parity: the number has one digit of base
    /// n for each place with n tiles left, and the parity decides the last two places.
    fn unrank(mut number: usize, is_odd: bool) -> Self {
        let mut digits = [0; TILES];
        let mut odd = is_odd;
        for left in 3..=TILES {
            digits[TILES - left] = number % left;
            number /= left;
            odd ^= digits[TILES - left] % 2 == 1;
        }
        digits[TILES - 2] = usize::from(odd);
        let mut rest = 0xfedc_ba98_7654_3210_u64;
        let mut order = 0;
        for (place, digit) in digits.into_iter().enumerate() {
            let shift = 4 * digit;
            order |= (rest >> shift & 15) << (4 * place);
            let below = rest & ((1 << shift) - 1);
            rest = rest >> shift >> 4 << shift | below;
        }
        Self(order)
    }

    fn rank(self) -> usize {
        let mut number = 0;
        let mut used = 0_u32;
        for place in 0..TILES - 2 {
            let tile = (self.0 >> (4 * place)) as u32 & 15;
            let smaller = (used & ((1 << tile) - 1)).count_ones();
            used |= 1 << tile;
            number = number * (TILES - place) + (tile - smaller) as usize;
        }
        number
    }

    /// Takes the tile at `first + length - 1` to `first`, or back.
    fn rotate(self, first: usize, length: usize, is_forward: bool) -> Self {
        let (shift, last) = (4 * first, 4 * (length - 1));
        let mask = (1 << (4 * length)) - 1;
        let part = self.0 >> shift & mask;
        let turned = if is_forward {
            (part << 4 | part >> last) & mask
        } else {
            part >> 4 | (part & 15) << last
        };
        Self(self.0 ^ (part ^ turned) << shift)
    }
}

/// Positions in a word.
const IN_WORD: usize = 32;
/// The lower bit of each position.
const LOWER: u64 = 0x5555_5555_5555_5555;
/// Words that a thread takes at once.
const UNIT: usize = 1 << 12;

struct Space<'a, const TILES: usize> {
    /// At least as wide as high: the transposed board has the same layers.
    size: Size,
    /// The size of the boards that are visited.
    visited: Size,
    visit: Option<&'a VisitPositions<'a>>,
    /// For each cell of the blank, a number for each order of the parity it goes with:
    /// [`Self::UNSEEN`], one of two for the layer at hand and the next, or [`Self::DONE`].
    words: Vec<AtomicU64>,
    words_a_cell: usize,
}

impl<'a, const TILES: usize> Space<'a, TILES> {
    fn search(
        size: Size,
        threads: NonZero<usize>,
        visit: Option<&'a VisitPositions<'a>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Layers, Stop> {
        let (width, height) = (size.width().max(size.height()), size.width().min(size.height()));
        let wide = Size::new(width.into(), height.into()).unwrap_or(size);
        let words_a_cell = Order::<TILES>::COUNT.div_ceil(IN_WORD);
        let count = words_a_cell * size.cells();
        monitor.check_memory(8 * count as u64)?;
        let words = std::iter::repeat_with(AtomicU64::default).take(count).collect();
        let space = Self { size: wide, visited: size, visit, words, words_a_cell };
        let mut statistics = Statistics::default();
        let solved = Board::solved(wide, Goal::BlankLast);
        space.mark(solved.blank(), 0, Self::code(0));
        let mut counts = vec![1];
        loop {
            let depth = counts.len() - 1;
            let layer = space.expand_layer(depth, threads, &mut statistics, monitor)?;
            if layer.fresh == 0 {
                return Ok(Layers { counts, farthest: space.board(layer.first) });
            }
            counts.push(layer.fresh);
        }
    }

    const UNSEEN: u64 = 0;
    const DONE: u64 = 3;

    /// The mark of the positions of a layer: one of two, in turn.
    fn code(depth: usize) -> u64 {
        depth as u64 % 2 + 1
    }

    /// Whether an order that goes with the blank in a cell is odd: a vertical move takes a tile
    /// past all others of a row.
    fn is_odd(&self, blank: Cell) -> bool {
        let rows = self.size.height() - 1 - self.size.row(blank);
        !(rows * (self.size.width() - 1)).is_multiple_of(2)
    }

    /// Enters a position; returns whether it is new.
    fn mark(&self, blank: Cell, number: usize, code: u64) -> bool {
        let word = &self.words[blank.index() * self.words_a_cell + number / IN_WORD];
        let shift = 2 * (number % IN_WORD);
        let is_new = |word: u64| word >> shift & 3 == Self::UNSEEN;
        // Most positions met were seen before, and reading is cheaper than writing. All threads
        // write the same number, so two writes to one position cannot make a third.
        is_new(word.load(Relaxed)) && is_new(word.fetch_or(code << shift, Relaxed))
    }

    /// The positions of a layer among 32: the lower bit of each.
    fn of_layer(word: u64, depth: usize) -> u64 {
        let other = word ^ (Self::code(depth) * LOWER);
        !(other | other >> 1) & LOWER
    }

    fn expand_layer(
        &self,
        depth: usize,
        threads: NonZero<usize>,
        statistics: &mut Statistics,
        monitor: &mut Monitor<'_>,
    ) -> Result<Expanded, Stop> {
        let (next, fresh) = (AtomicUsize::new(0), AtomicU64::new(0));
        let least = AtomicUsize::new(usize::MAX);
        let expanded = AtomicU64::new(statistics.expanded);
        let work = |poll: &mut dyn FnMut(u64) -> Result<(), Stop>| -> Result<(), Stop> {
            loop {
                let start = next.fetch_add(UNIT, Relaxed);
                if start >= self.words.len() {
                    return Ok(());
                }
                let end = self.words.len().min(start + UNIT);
                for word in start..end {
                    let mut here = Self::of_layer(self.words[word].load(Relaxed), depth);
                    if here == 0 {
                        continue;
                    }
                    self.words[word].fetch_or(here * Self::DONE, Relaxed);
                    expanded.fetch_add(here.count_ones().into(), Relaxed);
                    least.fetch_min(word * IN_WORD + here.trailing_zeros() as usize / 2, Relaxed);
                    if let Some(visit) = self.visit {
                        let bits = (0..IN_WORD).filter(|bit| here >> (2 * bit) & 1 == 1);
                        let boards = bits.map(|bit| self.board(word * IN_WORD + bit));
                        visit(Depth(depth as u16), &boards.collect::<Vec<_>>());
                    }
                    let blank = Cell((word / self.words_a_cell) as u8);
                    let first = word % self.words_a_cell * IN_WORD;
                    let mut new = 0;
                    while here != 0 {
                        new +=
                            self.expand(blank, first + here.trailing_zeros() as usize / 2, depth);
                        here &= here - 1;
                    }
                    fresh.fetch_add(new, Relaxed);
                }
                if let Err(stop) = poll(expanded.load(Relaxed)) {
                    next.store(usize::MAX / 2, Relaxed);
                    return Err(stop);
                }
            }
        };
        let result = thread::scope(|scope| {
            let help = || work(&mut |_| Ok(()));
            let start = |_| thread::Builder::new().spawn_scoped(scope, help).ok();
            // If the system starts no more threads, the search runs on those it has.
            (1..threads.get()).map_while(start).for_each(drop);
            work(&mut |expanded| {
                statistics.expanded = expanded;
                monitor.nodes_left(statistics)?;
                monitor.poll(Depth(depth as u16), statistics)
            })
        });
        statistics.expanded = expanded.load(Relaxed);
        result.map(|()| Expanded { fresh: fresh.into_inner(), first: least.into_inner() })
    }

    /// Enters the positions one move away; returns how many of them are new.
    fn expand(&self, blank: Cell, number: usize, depth: usize) -> u64 {
        let code = Self::code(depth + 1);
        let (column, width) = (self.size.column(blank), self.size.width());
        let mut new = 0;
        if column > 0 {
            new += u64::from(self.mark(Cell(blank.0 - 1), number, code));
        }
        if column + 1 < width {
            new += u64::from(self.mark(Cell(blank.0 + 1), number, code));
        }
        let order = Order::<TILES>::unrank(number, self.is_odd(blank));
        let (row, length) = (self.size.row(blank), usize::from(width));
        if row > 0 {
            let after = order.rotate(blank.index() - length, length, false);
            new += u64::from(self.mark(Cell(blank.0 - width), after.rank(), code));
        }
        if row + 1 < self.size.height() {
            let after = order.rotate(blank.index(), length, true);
            new += u64::from(self.mark(Cell(blank.0 + width), after.rank(), code));
        }
        new
    }

    /// The board of the position at a place in the words.
    fn board(&self, place: usize) -> Board {
        let word = place / IN_WORD;
        let blank = Cell((word / self.words_a_cell) as u8);
        let number = word % self.words_a_cell * IN_WORD + place % IN_WORD;
        let order = Order::<TILES>::unrank(number, self.is_odd(blank));
        let mut tiles: Vec<_> = (0..TILES).map(|i| Tile((order.0 >> (4 * i)) as u8 & 15)).collect();
        tiles.iter_mut().for_each(|tile| tile.0 += 1);
        tiles.insert(blank.index(), Tile::BLANK);
        let board = Board::new(self.size, tiles).expect("an order is a permutation");
        if self.visited == self.size { board } else { transposed(&board, self.visited) }
    }
}

/// The result of expanding a layer.
struct Expanded {
    /// New positions.
    fresh: u64,
    /// The place of the layer's first position.
    first: usize,
}

/// The board with rows and columns exchanged, and the tiles renumbered to match.
fn transposed(board: &Board, size: Size) -> Board {
    let turn = |cell: Cell, from: Size| {
        let (row, column) = (from.row(cell), from.column(cell));
        Cell(column * from.height() + row)
    };
    let solved = [board.size(), size].map(|size| Board::solved(size, Goal::BlankLast));
    let image = |tile: Tile| {
        let home = solved[0].cell_of(tile).unwrap_or(Cell(0));
        solved[1].tile(turn(home, board.size()))
    };
    let tiles = size.all_cells().map(|cell| image(board.tile(turn(cell, size)))).collect();
    Board::new(size, tiles).expect("a transposed board is a board")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_ranking<const TILES: usize>(step: usize) {
        for number in (0..Order::<TILES>::COUNT).step_by(step) {
            for is_odd in [false, true] {
                let order = Order::<TILES>::unrank(number, is_odd);
                assert_eq!(order.rank(), number);
                let tile = |i: usize| order.0 >> (4 * i) & 15;
                let inversions = (0..TILES).flat_map(|j| (0..j).map(move |i| (i, j)));
                let inversions = inversions.filter(|&(i, j)| tile(i) > tile(j)).count();
                assert_eq!(inversions % 2 == 1, is_odd);
            }
        }
    }

    #[test]
    fn numbers_stand_for_orders_of_one_parity() {
        check_ranking::<3>(1);
        check_ranking::<5>(1);
        check_ranking::<8>(1);
        check_ranking::<11>(9973);
    }

    #[test]
    fn rotating_forth_and_back_changes_nothing() {
        let order = Order::<11>::unrank(12_345_678, true);
        let there = order.rotate(3, 4, true);
        assert_eq!(there.rotate(3, 4, false), order);
        let tile = |order: Order<11>, i: usize| order.0 >> (4 * i) & 15;
        assert_eq!(tile(there, 3), tile(order, 6));
        assert_eq!(tile(there, 4), tile(order, 3));
        assert_eq!(tile(there, 7), tile(order, 7));
    }
}
