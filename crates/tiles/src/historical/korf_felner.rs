//! Korf and Felner's program: IDA* with blank-free tables.
//!
//! Its counts can be compared with those published for fifty 24-puzzles. A node is counted when it
//! is generated, whether it is pruned or not; the root is not counted. The blank moves up, left,
//! right and down, in this order, never back, and the search ends with the first node that is
//! solved. The reflected tables are read only if the others do not prune. All iterations count.
//!
//! # Source
//! Korf and Felner, *Disjoint pattern database heuristics*, Artificial Intelligence 134 (2002),
//! table 4.

use crate::pattern::{BlankFreeTable, Partition, Pattern};
use fewest_rules::tiles::{Board, Cell, Direction, Instance, Move, Tile};
use fewest_search::{Depth, Limits, Monitor, Outcome, Statistics, Stop};
use std::collections::HashMap;
use std::sync::Arc;

/// The tables of a partition and of its reflection.
pub struct KorfFelner {
    partition: Partition,
    sides: [Side; 2],
}

/// One partition. A placement's number is the sum of what its tiles add to it.
struct Side {
    pattern_of: [u8; Pattern::MAX_CELLS],
    /// By tile and cell.
    digit: [[u32; Pattern::MAX_CELLS]; Pattern::MAX_CELLS],
    tables: Vec<Arc<BlankFreeTable>>,
}

impl KorfFelner {
    /// Builds the tables: those of `5x5:6-6-6-6`, as in the publication, take 488 MB.
    ///
    /// # Errors
    /// If a limit is reached.
    ///
    /// # Panics
    /// If the partition has no reflection, or there are more than [`PATTERNS`](Self::PATTERNS)
    /// patterns.
    pub fn new(partition: &Partition, monitor: &mut Monitor<'_>) -> Result<Self, Stop> {
        let reflected = partition.reflected().expect("the partition has a reflection");
        let sides = [partition.clone(), reflected];
        let mut tables = HashMap::new();
        for pattern in Partition::tables_of(&sides) {
            let held: u64 = tables.values().map(|table: &Arc<BlankFreeTable>| table.bytes()).sum();
            let memory = monitor.limits().memory.map(|limit| limit.saturating_sub(held));
            let limits = Limits { memory, ..*monitor.limits() };
            let table = Arc::new(BlankFreeTable::build(&pattern, &mut monitor.with(limits))?);
            tables.insert(pattern, table);
        }
        let sides = sides.map(|partition| Side::new(&partition, &tables));
        Ok(Self { partition: partition.clone(), sides })
    }

    /// The largest number of patterns of a partition.
    pub const PATTERNS: usize = 8;

    /// Finds a shortest plan.
    ///
    /// # Panics
    /// If the instance has another size or goal than the tables.
    pub fn solve(&self, instance: &Instance, monitor: &mut Monitor<'_>) -> Outcome<Move> {
        assert_eq!(instance.solved(), *self.partition.target(), "another size or goal");
        if !instance.is_solvable() {
            return Outcome::unsolvable(Statistics::default());
        }
        let mut search = Search::new(self, &instance.start, monitor);
        let sums = search.sums();
        search.bound = sums[0].max(sums[1]);
        if search.bound == 0 {
            return Outcome::with_plan(vec![], Depth::ZERO, search.statistics);
        }
        let blank = instance.start.blank();
        loop {
            let bound = Depth(search.bound);
            if search.monitor.limits().upper_bound.is_some_and(|asked| bound > asked) {
                return Outcome::beyond_bound(bound, search.statistics);
            }
            search.statistics.expanded_until_last_layer = search.statistics.expanded;
            search.statistics.reexpanded = search.statistics.expanded;
            match search.below(blank, blank, bound.0, sums) {
                Err(stop) => return search.monitor.stopped(stop, None, bound, search.statistics),
                Ok(false) => search.bound += 2,
                Ok(true) => {
                    search.plan.reverse();
                    return Outcome::with_plan(search.plan, bound, search.statistics);
                }
            }
        }
    }
}

impl Side {
    fn new(partition: &Partition, tables: &HashMap<Pattern, Arc<BlankFreeTable>>) -> Self {
        let placings = partition.placings();
        assert!(placings.len() <= KorfFelner::PATTERNS, "too many patterns");
        let mut side = Self {
            pattern_of: [0; Pattern::MAX_CELLS],
            digit: [[0; Pattern::MAX_CELLS]; Pattern::MAX_CELLS],
            tables: vec![],
        };
        for (number, placing) in placings.into_iter().enumerate() {
            let table = &tables[&placing.pattern];
            for (place, tile) in placing.tiles.iter().enumerate() {
                side.pattern_of[tile.index()] = number as u8;
                for cell in partition.size().all_cells() {
                    let digit = table.weight(place) * placing.symmetry.image(cell).index();
                    side.digit[tile.index()][cell.index()] = digit as u32;
                }
            }
            side.tables.push(table.clone());
        }
        side
    }
}

/// A search, and its position with the number and distance of the placement of each pattern.
struct Search<'a, 'm> {
    program: &'a KorfFelner,
    monitor: &'a mut Monitor<'m>,
    statistics: Statistics,
    /// The bound of the iteration.
    bound: u16,
    steps: [([Cell; 4], usize); Pattern::MAX_CELLS],
    tile_at: [Tile; Pattern::MAX_CELLS],
    places: [[(u32, u16); KorfFelner::PATTERNS]; 2],
    /// The last move first.
    plan: Vec<Move>,
}

impl<'a, 'm> Search<'a, 'm> {
    fn new(program: &'a KorfFelner, start: &Board, monitor: &'a mut Monitor<'m>) -> Self {
        let size = start.size();
        let mut search = Self {
            program,
            monitor,
            statistics: Statistics::default(),
            bound: 0,
            steps: [([Cell(0); 4], 0); Pattern::MAX_CELLS],
            tile_at: [Tile::BLANK; Pattern::MAX_CELLS],
            places: [[(0, 0); KorfFelner::PATTERNS]; 2],
            plan: vec![],
        };
        let order = [Direction::North, Direction::West, Direction::East, Direction::South];
        for cell in size.all_cells() {
            search.tile_at[cell.index()] = start.tile(cell);
            let (steps, count) = &mut search.steps[cell.index()];
            for beside in order.into_iter().filter_map(|step| size.neighbour(cell, step)) {
                steps[*count] = beside;
                *count += 1;
            }
        }
        for (side, places) in program.sides.iter().zip(&mut search.places) {
            for cell in size.all_cells().filter(|&cell| cell != start.blank()) {
                let tile = start.tile(cell).index();
                places[usize::from(side.pattern_of[tile])].0 += side.digit[tile][cell.index()];
            }
            for (place, table) in places.iter_mut().zip(&side.tables) {
                place.1 = table.get(place.0);
            }
        }
        search
    }

    fn sums(&self) -> [u16; 2] {
        self.places.map(|places| places.iter().map(|place| place.1).sum())
    }

    /// The pattern of a tile that goes to the blank's cell, and its number and distance then.
    #[inline(always)]
    fn probe(&self, side: usize, tile: Tile, from: Cell, to: Cell) -> (usize, (u32, u16)) {
        let Side { pattern_of, digit, tables } = &self.program.sides[side];
        let pattern = usize::from(pattern_of[tile.index()]) % KorfFelner::PATTERNS;
        let digit = &digit[tile.index()];
        let before = self.places[side][pattern].0;
        let index = before.wrapping_add(digit[to.index()]).wrapping_sub(digit[from.index()]);
        (pattern, (index, tables[pattern].get(index)))
    }

    /// Whether a solution lies within `budget` moves; the position is as before if not.
    fn below(
        &mut self,
        blank: Cell,
        back: Cell,
        budget: u16,
        sums: [u16; 2],
    ) -> Result<bool, Stop> {
        self.monitor.check(Depth(self.bound), &self.statistics)?;
        self.statistics.expanded += 1;
        let (steps, count) = self.steps[blank.index()];
        for &from in &steps[..count] {
            if from == back {
                continue;
            }
            self.statistics.generated += 1;
            let tile = self.tile_at[from.index()];
            let mut after = sums;
            let mut places = [(0, (0, 0)); 2];
            let mut is_within = true;
            for side in 0..2 {
                let (pattern, place) = self.probe(side, tile, from, blank);
                after[side] = sums[side] - self.places[side][pattern].1 + place.1;
                places[side] = (pattern, place);
                is_within = after[side] < budget;
                if !is_within {
                    break;
                }
            }
            if !is_within {
                continue;
            }
            self.tile_at[blank.index()] = tile;
            for (side, (pattern, place)) in places.iter_mut().enumerate() {
                std::mem::swap(&mut self.places[side][*pattern], place);
            }
            if after[0] == 0 || self.below(from, blank, budget - 1, after)? {
                self.plan.push(Move(tile));
                return Ok(true);
            }
            for (side, (pattern, place)) in places.into_iter().enumerate() {
                self.places[side][pattern] = place;
            }
            self.tile_at[from.index()] = tile;
        }
        Ok(false)
    }
}
