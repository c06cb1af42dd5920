//! The search for rules.

use super::path::{Course, Path, Reach};
use super::{Automaton, Rule, Rules};
use fewest_rules::tiles::{Board, Cell, Direction, Size, Tile};
use fewest_search::{Depth, Monitor, Statistics, Stop};

/// Finds the rules with forbidden paths of up to `longest` moves, for boards of this size.
///
/// All paths that no shorter rule forbids are followed on a board that none of them leaves. Paths
/// that end in the same position are compared. A path is forbidden if another one is shorter, or
/// equally long and earlier in the alphabet, and fits on the board wherever the first one does.
///
/// If the paths of one length do not fit into memory beside the rules found so far and their
/// automaton, they are compared in parts, by a hash of the position where they end, with the same
/// result.
///
/// # Errors
/// If a limit is reached.
///
/// # Source
/// Taylor and Korf, *Pruning duplicate nodes in depth-first search* (1993).
///
/// # Panics
/// If `longest` is more than [`Path::LONGEST`].
pub fn find(size: Size, longest: usize, monitor: &mut Monitor<'_>) -> Result<Rules, Stop> {
    let rules = compared(size, longest, monitor, compare)?;
    Ok(Rules { size, longest, rules })
}

/// Given paths that end in positions with the same hash, shorter ones first, adds rules for some of
/// those with the given number of moves.
pub(super) type Compare = fn(Size, &[(u64, Path)], usize, &mut Vec<Rule>);

/// Follows all paths length by length and lets `compare` choose between those that meet.
pub(super) fn compared(
    size: Size,
    longest: usize,
    monitor: &mut Monitor<'_>,
    compare: Compare,
) -> Result<Vec<Rule>, Stop> {
    let mut rules = vec![];
    let mut statistics = Statistics::default();
    for length in 2..=longest {
        let automaton = Automaton::new(&rules);
        let paths = Walk::new(size, &automaton).ends(length);
        let parts = match monitor.limits().memory {
            Some(limit) => {
                let held = rules.len() * size_of::<Rule>() + automaton.bytes();
                monitor.check_memory(held as u64)?;
                (ENTRY * paths).div_ceil((limit - held as u64).max(1)).max(1)
            }
            None => 1,
        };
        if parts > MOST_PARTS {
            return Err(Stop::Memory);
        }
        for part in 0..parts {
            monitor.poll(Depth(length as u16), &statistics)?;
            let mut ends = vec![];
            // Hashes make parts of nearly equal size; a list that doubles would take too much.
            let expected = usize::try_from(paths / parts).map_err(|_| Stop::Memory)?;
            ends.try_reserve_exact(expected).map_err(|_| Stop::Memory)?;
            let mut has_room = true;
            let mut walk = Walk::new(size, &automaton);
            walk.follow(length, &mut |path, end| {
                if end % parts == part {
                    let more = expected / 64 + 1024;
                    has_room &=
                        ends.len() < ends.capacity() || ends.try_reserve_exact(more).is_ok();
                    if has_room {
                        ends.push((end, path));
                    }
                }
            });
            if !has_room {
                return Err(Stop::Memory);
            }
            statistics.expanded += ends.len() as u64;
            ends.sort_unstable();
            for group in ends.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
                compare(size, group, length, &mut rules);
            }
        }
        rules.sort_unstable_by_key(|rule| rule.forbidden);
    }
    Ok(rules)
}

/// The most parts: each of them follows all paths again.
const MOST_PARTS: u64 = 256;

/// The size of an entry.
///
/// # Units
/// Bytes.
const ENTRY: u64 = size_of::<(u64, Path)>() as u64;

/// Of paths of equal length, keeps the first in the alphabet.
fn compare(size: Size, group: &[(u64, Path)], length: usize, rules: &mut Vec<Rule>) {
    let mut kept: Vec<(Path, Reach, Vec<u16>)> = vec![];
    for &(_, path) in group {
        let (reach, end) = (path.reach(), end(size, path));
        // A hash does not identify a position: the positions themselves are compared.
        let instead = kept.iter().find(|(_, other, there)| other.is_within(reach) && *there == end);
        match instead {
            Some((instead, ..)) if path.len() == length => {
                rules.push(Rule { forbidden: path, instead: *instead });
            }
            _ => kept.push((path, reach, end)),
        }
    }
}

/// The end of a path: for each cell around the blank, the first cell of its tile.
pub(super) fn end(size: Size, path: Path) -> Vec<u16> {
    Grid::after(size, path).tiles
}

impl Rule {
    /// Whether both paths lead to the same position, and the one to take instead comes first and
    /// fits wherever the forbidden one does.
    pub fn holds(&self) -> bool {
        let Self { forbidden, instead } = *self;
        let is_within = instead.reach().is_within(forbidden.reach());
        let largest = Size::new(Size::MAX_SIDE.into(), Size::MAX_SIDE.into());
        let end = |path| largest.map(|size| end(size, path));
        let fits = largest.is_some_and(|size| forbidden.reach().fits(size));
        instead < forbidden && is_within && fits && end(instead) == end(forbidden)
    }

    /// Whether both paths lead to the same position from every cell where the forbidden one fits,
    /// checked by moves on a board of `fewest_rules`.
    pub fn leads_to_the_same(&self, size: Size) -> bool {
        let from = |blank: Cell| {
            let mut tiles: Vec<_> = (1..size.cells() as u8).map(Tile).collect();
            tiles.insert(blank.index(), Tile::BLANK);
            Board::new(size, tiles).ok()
        };
        let after = |board: &Board, path: Path| {
            path.moves()
                .try_fold(*board, |board, step| board.push(size.neighbour(board.blank(), step)?))
        };
        size.all_cells().filter_map(from).all(|board| {
            let forbidden = after(&board, self.forbidden);
            forbidden.is_none() || forbidden == after(&board, self.instead)
        })
    }
}

/// A board around the blank, so large that no path on a board of the given size leaves it.
struct Grid {
    width: usize,
    blank: usize,
    /// For each cell, the cell where its tile was at first.
    tiles: Vec<u16>,
    hash: u64,
}

impl Grid {
    fn new(size: Size) -> Self {
        let side = |length: u8| 2 * usize::from(length) + 1;
        let (width, height) = (side(size.width()), side(size.height()));
        let tiles = (0..(width * height) as u16).collect();
        Self { width, blank: width * height / 2, tiles, hash: 0 }
    }

    fn after(size: Size, path: Path) -> Self {
        let mut grid = Self::new(size);
        path.moves().for_each(|step| grid.push(step));
        grid
    }

    /// Moves the blank.
    fn push(&mut self, step: Direction) {
        let to = match step {
            Direction::East => self.blank + 1,
            Direction::North => self.blank - self.width,
            Direction::West => self.blank - 1,
            Direction::South => self.blank + self.width,
        };
        let (blank, tile) = (self.tiles[self.blank], self.tiles[to]);
        self.hash ^= term(blank, self.blank) ^ term(tile, to);
        self.tiles.swap(self.blank, to);
        self.hash ^= term(blank, to) ^ term(tile, self.blank);
        self.blank = to;
    }
}

/// The contribution of a tile in a cell to the hash (the mixer of SplitMix64).
fn term(tile: u16, cell: usize) -> u64 {
    let mut bits = (u64::from(tile) << 16 | cell as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Follows all paths that an automaton allows and that fit on a board.
struct Walk<'a> {
    size: Size,
    automaton: &'a Automaton,
    grid: Grid,
}

impl<'a> Walk<'a> {
    fn new(size: Size, automaton: &'a Automaton) -> Self {
        Self { size, automaton, grid: Grid::new(size) }
    }

    /// The number of paths that [`Walk::follow`] visits.
    fn ends(&mut self, longest: usize) -> u64 {
        let mut count = 0;
        self.follow(longest, &mut |_, _| count += 1);
        count
    }

    /// Calls `visit` with every path of at most `longest` moves and of the same parity, and the
    /// hash of the position where it ends: paths of different parity never end in the same one.
    fn follow(&mut self, longest: usize, visit: &mut impl FnMut(Path, u64)) {
        let mut visit = |path: Path, end| {
            if path.len() % 2 == longest % 2 {
                visit(path, end);
            }
        };
        self.from(Path::default(), Course::default(), Automaton::START, longest, &mut visit);
    }

    fn from(
        &mut self,
        path: Path,
        course: Course,
        state: u32,
        left: usize,
        visit: &mut impl FnMut(Path, u64),
    ) {
        visit(path, self.grid.hash);
        let Some(left) = left.checked_sub(1) else { return };
        for step in Direction::ALL {
            let (next, course) = (self.automaton.next(state, step.index()), course.then(step));
            if next != Automaton::FORBIDDEN && course.reach.fits(self.size) {
                self.grid.push(step);
                self.from(path.then(step), course, next, left, visit);
                self.grid.push(step.opposite());
            }
        }
    }
}
