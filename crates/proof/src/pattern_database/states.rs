//! The states of a pattern, their moves, and their bits in a table.

use super::Pattern;
use super::pattern::{MOST_TILES, occupied};
use fewest_rules::tiles::Cell;
use std::collections::HashMap;

/// Where the tiles of a pattern are, and which region of the other cells has the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    /// The cell of each tile; 0 beyond the last one.
    tiles: [u8; MOST_TILES],
    block: u32,
}

/// The states of a pattern, and their places in its table.
///
/// Each set of occupied cells with a region of the blank has a block of whole words, and in it a
/// bit for each order of the tiles. Sets with an even number of dark cells come first, each half in
/// ascending order of the sets as binary numbers; the regions of one set are in order of their
/// first cells.
pub(super) struct States<'a> {
    pattern: &'a Pattern,
    /// By block, the cells that the blank may be in.
    regions: Vec<u64>,
    /// For each set, its first block and the number of its blocks.
    sets: HashMap<u64, (u32, u32), foldhash::fast::FixedState>,
    /// The cells next to each cell.
    beside: Vec<Vec<Cell>>,
}

impl<'a> States<'a> {
    /// # Complexity
    /// Linear in the sets of as many cells as there are tiles.
    pub fn new(pattern: &'a Pattern) -> Self {
        let size = pattern.size();
        let is_dark = |cell: &Cell| (size.row(*cell) + size.column(*cell)) % 2 == 1;
        let dark: Vec<u8> = size.all_cells().filter(is_dark).map(|cell| cell.0).collect();
        let dark = occupied(&dark);
        let mut sets = all_sets(size.cells(), pattern.tiles());
        // The order within each half is kept.
        sets.sort_by_key(|set| (set & dark).count_ones() % 2);
        let mut states = Self {
            pattern,
            regions: vec![],
            sets: HashMap::with_capacity_and_hasher(sets.len(), Default::default()),
            beside: size.all_cells().map(|cell| pattern.beside(cell).collect()).collect(),
        };
        for set in sets {
            let first = states.regions.len();
            let mut rest = !set & ((1 << size.cells()) - 1);
            while rest != 0 {
                let region = pattern.region(set, Cell(rest.trailing_zeros() as u8));
                states.regions.push(region);
                rest &= !region;
            }
            states.sets.insert(set, (first as u32, (states.regions.len() - first) as u32));
        }
        states
    }

    /// Returns the number of words of the table.
    pub fn words(&self) -> usize {
        self.regions.len() * self.pattern.words_a_block()
    }

    /// Returns the number of states.
    pub fn count(&self) -> u64 {
        self.regions.len() as u64 * (1..=self.pattern.tiles() as u64).product::<u64>()
    }

    /// Returns the state with every tile in its place.
    pub fn home(&self) -> State {
        let tiles = self.pattern.homes();
        let set = occupied(&tiles[..self.pattern.tiles()]);
        State { tiles, block: self.block(set, self.pattern.blank()) }
    }

    /// Returns the block of a set with the blank in a cell.
    fn block(&self, set: u64, blank: Cell) -> u32 {
        let (first, count) = self.sets[&set];
        let has_blank = |block: &u32| self.regions[*block as usize] >> blank.0 & 1 == 1;
        (first..first + count).find(has_blank).expect("the blank is in no cell of the set")
    }

    /// Visits the states after one move of a tile of the pattern.
    pub fn moves(&self, state: &State, visit: &mut impl FnMut(State)) {
        let tiles = self.pattern.tiles();
        let set = occupied(&state.tiles[..tiles]);
        let region = self.regions[state.block as usize];
        for tile in 0..tiles {
            let from = Cell(state.tiles[tile]);
            for &to in &self.beside[from.index()] {
                if region >> to.0 & 1 == 1 {
                    let mut tiles = state.tiles;
                    tiles[tile] = to.0;
                    // The blank is then where the tile was.
                    let block = self.block(set & !(1 << from.0) | 1 << to.0, from);
                    visit(State { tiles, block });
                }
            }
        }
    }

    /// Returns the bit of a state.
    pub fn bit(&self, state: &State) -> usize {
        let order = order(&state.tiles[..self.pattern.tiles()]);
        state.block as usize * self.pattern.words_a_block() * 64 + order
    }

    /// Returns a state as patterns are written: the cells of the tiles, and one of the blank.
    pub fn shown(&self, state: &State) -> String {
        let cells: Vec<_> = state.tiles[..self.pattern.tiles()].iter().map(u8::to_string).collect();
        format!("{}:{}", cells.join(","), self.regions[state.block as usize].trailing_zeros())
    }
}

/// Returns the number of an order of the tiles in their cells.
///
/// Take the tiles in order of their cells. Orders that differ in the first four are compared by
/// these, the fourth counting most and the first least; others by the fifth, the sixth and so on,
/// the fifth counting most.
fn order(tiles: &[u8]) -> usize {
    const FRONT: usize = 4;
    let mut by_cell = [0; MOST_TILES];
    for (tile, &cell) in tiles.iter().enumerate() {
        by_cell[tiles.iter().filter(|&&other| other < cell).count()] = tile;
    }
    let by_cell = &by_cell[..tiles.len()];
    let (front, back) = by_cell.split_at(FRONT.min(tiles.len()));
    let by_weight = front.iter().rev().chain(back);
    let mut before: u64 = 0;
    by_weight.enumerate().fold(0, |number, (place, &tile)| {
        let smaller = tile - (before & ((1 << tile) - 1)).count_ones() as usize;
        before |= 1 << tile;
        number * (tiles.len() - place) + smaller
    })
}

/// Returns all sets of this many cells, in ascending order.
fn all_sets(cells: usize, chosen: usize) -> Vec<u64> {
    let mut sets = vec![];
    let first = (1_u64 << chosen) - 1;
    let mut next = Some(first).filter(|_| chosen > 0);
    while let Some(set) = next.filter(|set| set >> cells == 0) {
        sets.push(set);
        // The lowest cells that can move up do, and those below them move down to the end.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        next = Some(carried | ((set ^ carried) / lowest) >> 2);
    }
    sets
}
