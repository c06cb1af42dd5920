//! The distances of one pattern, one bit each.

use super::build::{bits_of_cell, build};
use super::regions::{Cells, Regions};
use fewest_rules::tiles::{Cell, Size};

/// One bit for each placement of a pattern's tiles and region of the blank: the second lowest of
/// the distance.
///
/// A move of a tile of the pattern changes its distance by one, up or down, so that along a path
/// this bit tells which; the lowest bit is the parity of the Manhattan distance. The byte of a
/// placement holds the bits of all its regions.
///
/// # Source
/// Breyer and Korf, *1.6-bit pattern databases* (2010); Clausecker and Reinefeld 2019.
#[derive(Debug, Clone)]
pub(super) struct Table {
    size: Size,
    home: Vec<Cell>,
    blank: Cell,
    pub bytes: Vec<u8>,
}

impl Table {
    pub fn new(size: Size, home: &[Cell], blank: Cell, regions: &Regions) -> Self {
        let mut bytes = vec![0; 1 << (bits_of_cell(size) * home.len() as u32)];
        build(size, home, blank, regions, |placement, region, distance| {
            bytes[placement] |= (distance >> 1 & 1) << region;
        });
        Self { size, home: home.to_vec(), blank, bytes }
    }

    /// The distance of a placement with the blank in a cell.
    ///
    /// # Complexity
    /// Follows a shortest path to the end: meant for the start of a search.
    pub fn distance(&self, places: &[Cell], blank: Cell, regions: &Regions) -> u16 {
        let mut places = places.to_vec();
        let mut blank = blank;
        let mut moves = 0;
        while !self.is_solved(&places, blank, regions) {
            let wanted = self.distance_mod_4(&places, blank, regions).wrapping_sub(1) % 4;
            let closer = self.neighbours(&places, blank, regions).into_iter();
            let closer = closer.map(|(i, to)| {
                let mut after = places.clone();
                after[i] = to;
                (after, places[i])
            });
            (places, blank) = closer
                .into_iter()
                .find(|(after, blank)| self.distance_mod_4(after, *blank, regions) == wanted)
                .expect("every placement but the solved one has a closer neighbour");
            moves += 1;
        }
        moves
    }

    fn occupied(places: &[Cell]) -> Cells {
        places.iter().map(|cell| 1 << cell.0).sum()
    }

    fn is_solved(&self, places: &[Cell], blank: Cell, regions: &Regions) -> bool {
        places == self.home
            && regions.region(blank, Self::occupied(places)) >> self.blank.0 & 1 == 1
    }

    /// The tiles that can be pushed with the blank in a region, and where to.
    fn neighbours(&self, places: &[Cell], blank: Cell, regions: &Regions) -> Vec<(usize, Cell)> {
        let region = regions.region(blank, Self::occupied(places));
        let reached = |from: Cell| {
            let cells = regions.beside(from) & region;
            self.size.all_cells().filter(move |cell| cells >> cell.0 & 1 == 1)
        };
        places
            .iter()
            .enumerate()
            .flat_map(|(i, &from)| reached(from).map(move |to| (i, to)))
            .collect()
    }

    fn distance_mod_4(&self, places: &[Cell], blank: Cell, regions: &Regions) -> u8 {
        let bits = bits_of_cell(self.size);
        let index = places.iter().rev().fold(0, |index, cell| index << bits | usize::from(cell.0));
        let region = regions.number(blank, Self::occupied(places));
        let pairs = places.iter().zip(&self.home);
        let manhattan: u8 = pairs.map(|(&at, &home)| self.size.distance(at, home)).sum();
        (self.bytes[index] >> region & 1) << 1 | manhattan & 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every entry of some patterns on small boards, against the bytes of the same search.
    #[test]
    fn one_bit_gives_back_every_distance() {
        for (size, home) in [("3x3", vec![1, 2, 4, 5]), ("2x4", vec![3, 5, 7]), ("5x4", vec![1, 7])]
        {
            let size: Size = size.parse().unwrap();
            let home: Vec<_> = home.into_iter().map(Cell).collect();
            let regions = Regions::new(size);
            let table = Table::new(size, &home, Cell(0), &regions);
            let bits = bits_of_cell(size);
            let mut entries = 0;
            build(size, &home, Cell(0), &regions, |index, region, distance| {
                let cell = |i: usize| Cell((index >> (bits * i as u32)) as u8 & ((1 << bits) - 1));
                let places: Vec<_> = (0..home.len()).map(cell).collect();
                let occupied = Table::occupied(&places);
                let free = |cell: &Cell| occupied >> cell.0 & 1 == 0;
                let within = |cell: &Cell| free(cell) && regions.number(*cell, occupied) == region;
                let blank = size.all_cells().find(within).unwrap();
                assert_eq!(table.distance(&places, blank, &regions), u16::from(distance));
                entries += 1;
            });
            let placements: usize = (0..home.len()).map(|i| size.cells() - i).product();
            assert!(entries >= placements, "every placement is reached");
        }
    }
}
