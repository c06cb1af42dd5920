//! All placements of a pattern's tiles, by breadth-first search from the solved board.

use super::regions::{Cells, Regions};
use fewest_rules::tiles::{Cell, Size};

/// Bits that hold a cell of a board in an index.
pub(super) fn bits_of_cell(size: Size) -> u32 {
    match size.cells() {
        ..=16 => 4,
        17..=32 => 5,
        _ => 6,
    }
}

/// Calls `visit` with every placement of some tiles, every region of the blank, and the fewest
/// moves *of these tiles* that bring them home and the blank into the region of its place.
///
/// `home` are the cells where the tiles belong, `blank` is where the blank belongs. A placement
/// is given by the cells of the tiles, in as many bits each as a cell of the board takes, the
/// first tile lowest; a region by its number.
///
/// The search is in the space of placements and regions: the blank moves freely within one. For
/// each placement it keeps the set of cells where the blank was seen, and of those where it is
/// new, as one word each.
///
/// # Complexity
/// With k tiles and b bits a cell, two words of as many bits as the board has cells for each of
/// 2^(k b) indices.
///
/// # Source
/// Felner, Korf and Hanan, *Additive pattern database heuristics*, JAIR 22 (2004); the region as
/// part of the state: Clausecker and Reinefeld, *Zero-aware pattern databases* (2019).
pub(super) fn build(
    size: Size,
    home: &[Cell],
    blank: Cell,
    regions: &Regions,
    visit: impl FnMut(usize, u32, u8),
) {
    match size.cells() {
        ..=16 => search::<u16>(size, home, blank, regions, visit),
        17..=32 => search::<u32>(size, home, blank, regions, visit),
        _ => search::<u64>(size, home, blank, regions, visit),
    }
}

/// A word with a bit for each cell of a board.
trait Word: Copy + Default + Into<Cells> {
    fn of(cells: Cells) -> Self;
}

macro_rules! word {
    ($($type:ty),*) => {$(
        impl Word for $type {
            fn of(cells: Cells) -> Self {
                cells as Self
            }
        }
    )*};
}
word!(u16, u32, u64);

fn search<W: Word>(
    size: Size,
    home: &[Cell],
    blank: Cell,
    regions: &Regions,
    mut visit: impl FnMut(usize, u32, u8),
) {
    let bits = bits_of_cell(size);
    let place = |i: usize, cell: Cell| usize::from(cell.0) << (bits * i as u32);
    let mut blanks = vec![(W::default(), W::default()); 1 << (bits * home.len() as u32)];
    let solved: usize = home.iter().enumerate().map(|(i, &cell)| place(i, cell)).sum();
    let occupied: Cells = home.iter().map(|cell| 1 << cell.0).sum();
    let region = W::of(regions.region(blank, occupied));
    blanks[solved] = (region, region);
    visit(solved, regions.number(blank, occupied), 0);
    let mut layer = vec![solved as u32];
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = vec![];
        for index in layer {
            let index = index as usize;
            let reached: Cells = std::mem::take(&mut blanks[index].1).into();
            let cell_of = |i: usize| Cell((index >> (bits * i as u32)) as u8 & ((1 << bits) - 1));
            let occupied: Cells = (0..home.len()).map(|i| 1 << cell_of(i).0).sum();
            for i in 0..home.len() {
                let from = cell_of(i);
                let mut places = reached & regions.beside(from);
                while places != 0 {
                    let to = Cell(places.trailing_zeros() as u8);
                    places &= places - 1;
                    let after = index - place(i, from) + place(i, to);
                    let (seen, fresh) = &mut blanks[after];
                    let known: Cells = (*seen).into();
                    if known >> from.0 & 1 == 0 {
                        let occupied = occupied & !(1 << from.0) | 1 << to.0;
                        let region = regions.region(from, occupied);
                        let waiting: Cells = (*fresh).into();
                        if waiting == 0 {
                            next.push(after as u32);
                        }
                        *seen = W::of(known | region);
                        *fresh = W::of(waiting | region);
                        visit(after, regions.number(from, occupied), depth);
                    }
                }
            }
        }
        layer = next;
    }
}
