//! Excess of triples: the moves three atoms need beyond the sum of their distances.

use super::{PairExcess, Piece, Pieces};
use crate::board::{Board, Cell, Lines, Targets};
use crate::distances::{Distances, triple_distances};
use fewest_search::Stop;
use fewest_search::outcome::Halt;
use fewest_search::platform::parallel;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// For every target and every three atoms, the amount by which their excess exceeds that of the
/// heaviest pair among them.
///
/// # Admissible because
/// the argument for pairs (see [`PairExcess`]) holds for any disjoint sets of atoms: the moves of
/// three atoms in a plan solve the triple, and the minimum excess over all goals is at most that
/// for the goals that the plan uses.
///
/// # Units
/// Two bits for each three cells; 3 stands for 3 or more. At most [`TripleExcess::SEARCHED`]
/// triples of cells are searched: 128 MiB. Triples of atoms beyond that are left out.
#[derive(Debug, Clone)]
pub struct TripleExcess {
    cells: usize,
    /// Four entries per byte.
    bytes: Vec<u8>,
    /// By target, the triples that have a table.
    triples: Vec<Vec<Triple>>,
}

#[derive(Debug, Clone, Copy)]
struct Triple {
    atoms: [u8; 3],
    /// In bytes.
    offset: u32,
}

/// The goals of three label groups in one target, whose table is to be built.
struct TableRequest<'a> {
    goals: [&'a [Cell]; 3],
    target: usize,
    /// Three atoms of the groups; any others have the same table.
    atoms: [usize; 3],
}

impl TripleExcess {
    /// The number of triples of cells that may be searched for the tables of one direction.
    pub const SEARCHED: usize = 512 << 20;

    /// Returns the number of triples of cells that [`TripleExcess::new`] searches.
    pub fn searched(targets: &Targets) -> usize {
        let requests = Self::requests(targets);
        requests.iter().map(|request| Self::cost(&targets.board, &request.goals)).sum()
    }

    /// Computes the excess of all triples of atoms.
    ///
    /// # Errors
    /// The limit that is reached meanwhile.
    ///
    /// # Complexity
    /// A search over triples of cells for each three goal cells of each target, on all cores.
    pub fn new(
        targets: &Targets,
        distances: &Distances,
        pairs: &PairExcess,
        halt: Halt<'_>,
    ) -> Result<Self, Stop> {
        match targets.board.len() {
            ..=64 => Self::with_words::<1>(targets, distances, pairs, halt),
            65..=128 => Self::with_words::<2>(targets, distances, pairs, halt),
            _ => Self::with_words::<4>(targets, distances, pairs, halt),
        }
    }

    /// The same with sets of cells of `W` words.
    fn with_words<const W: usize>(
        targets: &Targets,
        distances: &Distances,
        pairs: &PairExcess,
        halt: Halt<'_>,
    ) -> Result<Self, Stop> {
        let board = &*targets.board;
        let cells = board.len();
        let lines = Lines::<W>::new(board);
        let requests = Self::requests(targets);
        let build = |request: &TableRequest<'_>| {
            let table = least_excess(board, &lines, distances, request.goals, halt);
            table.map(|table| above_pairs(&table, pairs, request, cells))
        };
        let tables = parallel::map(&requests, 1, build);
        let mut bytes = Vec::new();
        let mut offsets: HashMap<[&[Cell]; 3], u32> = HashMap::new();
        for (request, table) in requests.iter().zip(tables) {
            if let Some(table) = table? {
                offsets.insert(request.goals, bytes.len() as u32); // small: see `SEARCHED`
                bytes.extend(table);
            }
        }
        let triples = targets.states().map(|target| {
            let mut triples = Vec::new();
            for labels in all_groups(&targets.groups) {
                let goals = labels.map(|group| &target[group.clone()]);
                if let Some(&offset) = offsets.get(&goals) {
                    let stored =
                        |atoms: [usize; 3]| Triple { atoms: atoms.map(|atom| atom as u8), offset };
                    triples.extend(all_triples(labels).map(stored));
                }
            }
            triples
        });
        Ok(Self { cells, bytes, triples: triples.collect() })
    }

    /// The distinct tables within [`TripleExcess::SEARCHED`].
    fn requests(targets: &Targets) -> Vec<TableRequest<'_>> {
        let mut left = Self::SEARCHED;
        let mut known = HashSet::new();
        let mut requests = Vec::new();
        for (target, cells) in targets.states().enumerate() {
            for labels in all_groups(&targets.groups) {
                let goals = labels.map(|group| &cells[group.clone()]);
                let cost = Self::cost(&targets.board, &goals);
                if let Some(atoms) = all_triples(labels).next()
                    && cost <= left
                    && known.insert(goals)
                {
                    left -= cost;
                    requests.push(TableRequest { goals, target, atoms });
                }
            }
        }
        requests
    }

    fn cost(board: &Board, goals: &[&[Cell]; 3]) -> usize {
        board.len().pow(3) * goals.iter().map(|goals| goals.len()).product::<usize>()
    }

    /// Adds the triples whose excess is above that of their pairs to `pieces`.
    #[inline]
    pub fn gather(&self, target: usize, state: &[Cell], pairs: &PairExcess, pieces: &mut Pieces) {
        for triple in &self.triples[target] {
            let atoms = triple.atoms.map(usize::from);
            let at = atoms.map(|atom| state[atom]);
            let place = at.iter().fold(0, |place, at| place * self.cells + at.index());
            let extra = self.bytes[triple.offset as usize + place / 4] >> (place % 4 * 2) & 3;
            if extra != 0 {
                let weight = u32::from(extra) + u32::from(heaviest_pair(pairs, target, atoms, at));
                let atoms = atoms.iter().fold(0, |mask, &atom| mask | 1 << atom);
                let _ = pieces.try_push(Piece { atoms, weight });
            }
        }
    }
}

fn heaviest_pair(
    pairs: &PairExcess,
    target: usize,
    [i, j, k]: [usize; 3],
    [p, q, r]: [Cell; 3],
) -> u8 {
    let excess = |atoms, at| pairs.of(target, atoms, at);
    excess([i, j], [p, q]).max(excess([i, k], [p, r])).max(excess([j, k], [q, r]))
}

/// All ways to choose three groups in ascending order, with repetition.
fn all_groups(groups: &[Range<usize>]) -> impl Iterator<Item = [&Range<usize>; 3]> {
    (0..groups.len()).flat_map(move |x| {
        (x..groups.len())
            .flat_map(move |y| (y..groups.len()).map(move |z| [&groups[x], &groups[y], &groups[z]]))
    })
}

/// All ways to choose three different atoms, one of each group, in ascending order.
fn all_triples(groups: [&Range<usize>; 3]) -> impl Iterator<Item = [usize; 3]> {
    let [first, second, third] = groups.map(Clone::clone);
    first.flat_map(move |i| {
        let third = third.clone();
        second
            .clone()
            .filter(move |&j| j > i)
            .flat_map(move |j| third.clone().filter(move |&k| k > j).map(move |k| [i, j, k]))
    })
}

/// The minimum excess over all goals of three atoms, by their cells.
fn least_excess<const W: usize>(
    board: &Board,
    lines: &Lines<W>,
    distances: &Distances,
    goals: [&[Cell]; 3],
    halt: Halt<'_>,
) -> Result<Vec<u8>, Stop> {
    let cells = board.len();
    let mut least = vec![u8::MAX; cells.pow(3)];
    let different = |a: Cell, b: Cell, c: Cell| a != b && a != c && b != c;
    for &a in goals[0] {
        for &b in goals[1] {
            for &c in goals[2].iter().filter(|&&c| different(a, b, c)) {
                triple_distances(board, lines, [a, b, c], halt, |together, [p, q], thirds| {
                    let row = (p.index() * cells + q.index()) * cells;
                    let alone =
                        u16::from(distances.between(a, p)) + u16::from(distances.between(b, q));
                    thirds.for_each(|r| {
                        let excess = together - alone - u16::from(distances.between(c, r));
                        let least = &mut least[row + r.index()];
                        *least = (*least).min(excess.min(u16::from(u8::MAX)) as u8);
                    });
                })?;
            }
        }
    }
    Ok(least)
}

/// How far entries exceed their heaviest pair, four to a byte; `None` if none does.
fn above_pairs(
    table: &[u8],
    pairs: &PairExcess,
    request: &TableRequest<'_>,
    cells: usize,
) -> Option<Vec<u8>> {
    let mut packed = vec![0; table.len().div_ceil(4)];
    for (place, &excess) in table.iter().enumerate().filter(|&(_, &excess)| excess > 0) {
        let at = [place / cells / cells, place / cells % cells, place % cells];
        if at[0] != at[1] && at[0] != at[2] && at[1] != at[2] {
            let at = at.map(|index| Cell(index as u8));
            let heaviest = heaviest_pair(pairs, request.target, request.atoms, at);
            packed[place / 4] |= excess.saturating_sub(heaviest).min(3) << (place % 4 * 2);
        }
    }
    packed.iter().any(|&byte| byte != 0).then_some(packed)
}
