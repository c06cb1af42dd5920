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
        let mut known = HashMap::new();
        let mut table = |pattern: &Pattern| {
            if let Some(table) = known.get(pattern) {
                return Ok(Arc::clone(table));
            }
            let held: u64 = known.values().map(|table: &Arc<BlankFreeTable>| table.bytes()).sum();
            let memory = monitor.limits().memory.map(|limit| limit.saturating_sub(held));
            let limits = Limits { memory, ..*monitor.limits() };
            let table = Arc::new(BlankFreeTable::build(pattern, &mut monitor.with(limits))?);
            known.insert(pattern.clone(), Arc::clone(&table));
            Ok(table)
        };
        let mut side = |partition: &Partition| Side::new(partition, &mut table);
        let sides = [side(partition)?, side(&reflected)?];
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
        let mut statistics = Statistics::default();
        if !instance.is_solvable() {
            return Outcome::unsolvable(statistics);
        }
        let mut search = Search::new(self, &instance.start);
        let sums = search.sums();
        let mut bound = sums[0].max(sums[1]);
        if bound == 0 {
            return Outcome::with_plan(vec![], Depth::ZERO, statistics);
        }
        loop {
            if monitor.limits().upper_bound.is_some_and(|asked| Depth(bound) > asked) {
                return Outcome::beyond_bound(Depth(bound), statistics);
            }
            statistics.expanded_until_last_layer = statistics.expanded;
            statistics.reexpanded = statistics.expanded;
            let mut iteration = Iteration { search: &mut search, statistics, monitor, bound };
            let blank = instance.start.blank();
            let is_found = iteration.below(blank, blank, bound, sums);
            statistics = iteration.statistics;
            match is_found {
                Err(stop) => return monitor.stopped(stop, None, Depth(bound), statistics),
                Ok(false) => bound += 2,
                Ok(true) => {
                    let plan = std::mem::take(&mut search.plan).into_iter().rev().collect();
                    return Outcome::with_plan(plan, Depth(bound), statistics);
                }
            }
        }
    }
}

impl Side {
    fn new(
        partition: &Partition,
        table: &mut impl FnMut(&Pattern) -> Result<Arc<BlankFreeTable>, Stop>,
    ) -> Result<Self, Stop> {
        let placings = partition.placings();
        assert!(placings.len() <= KorfFelner::PATTERNS, "too many patterns");
        let mut side = Self {
            pattern_of: [0; Pattern::MAX_CELLS],
            digit: [[0; Pattern::MAX_CELLS]; Pattern::MAX_CELLS],
            tables: vec![],
        };
        for (number, placing) in placings.into_iter().enumerate() {
            let table = table(&placing.pattern)?;
            for (place, tile) in placing.tiles.iter().enumerate() {
                side.pattern_of[tile.index()] = number as u8;
                for cell in partition.size().all_cells() {
                    let digit = table.weight(place) * placing.symmetry.image(cell).index();
                    side.digit[tile.index()][cell.index()] = digit as u32;
                }
            }
            side.tables.push(table);
        }
        Ok(side)
    }
}

/// A position, with the number and distance of the placement of each pattern.
struct Search<'a> {
    program: &'a KorfFelner,
    steps: [([Cell; 4], usize); Pattern::MAX_CELLS],
    tile_at: [Tile; Pattern::MAX_CELLS],
    places: [[(u32, u16); KorfFelner::PATTERNS]; 2],
    /// The last move first.
    plan: Vec<Move>,
}

impl<'a> Search<'a> {
    fn new(program: &'a KorfFelner, start: &Board) -> Self {
        let size = start.size();
        let mut search = Self {
            program,
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
}

struct Iteration<'a, 'm, 'r> {
    search: &'a mut Search<'m>,
    statistics: Statistics,
    monitor: &'a mut Monitor<'r>,
    bound: u16,
}

impl Iteration<'_, '_, '_> {
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
        let (steps, count) = self.search.steps[blank.index()];
        for &from in &steps[..count] {
            if from == back {
                continue;
            }
            self.statistics.generated += 1;
            let tile = self.search.tile_at[from.index()];
            let mut after = sums;
            let mut places = [(0, (0, 0)); 2];
            let mut is_within = true;
            for side in 0..2 {
                let (pattern, place) = self.search.probe(side, tile, from, blank);
                after[side] = sums[side] - self.search.places[side][pattern].1 + place.1;
                places[side] = (pattern, place);
                is_within = after[side] < budget;
                if !is_within {
                    break;
                }
            }
            if !is_within {
                continue;
            }
            self.search.tile_at[blank.index()] = tile;
            for (side, (pattern, place)) in places.iter_mut().enumerate() {
                std::mem::swap(&mut self.search.places[side][*pattern], place);
            }
            if after[0] == 0 || self.below(from, blank, budget - 1, after)? {
                self.search.plan.push(Move(tile));
                return Ok(true);
            }
            for (side, (pattern, place)) in places.into_iter().enumerate() {
                self.search.places[side][pattern] = place;
            }
            self.search.tile_at[from.index()] = tile;
        }
        Ok(false)
    }
}
