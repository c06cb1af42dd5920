//! What three atoms cost together beyond what each costs alone.

use crate::packed::Packed;
use crate::packing::{Piece, Pieces};
use crate::pair_excess::PairExcess;
use crate::routes::Lines;
use crate::triple_distance::triple_distances;
use crate::{Board, Cell, Distances};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// For every target and every three atoms: how much their excess is above that of the heaviest
/// pair among them.
///
/// # Admissible because
/// the argument for pairs (see [`PairExcess`]) holds for any sets of atoms of which no two share
/// an atom: the moves of three atoms in a plan solve the three, and the least excess over all
/// goals is at most the one over the goals that the plan uses.
///
/// # Units
/// Two bits for each three cells, where 3 stands for all that is more. Not more than
/// [`TripleExcess::SEARCHED`] triples of cells are searched: 128 MiB. Triples of atoms beyond
/// that are left out.
#[derive(Debug, Clone)]
pub struct TripleExcess {
    cells: usize,
    /// Four entries a byte.
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

/// Three groups of one target whose table is wanted.
struct Wanted<'a> {
    goals: [&'a [Cell]; 3],
    target: usize,
    /// Three atoms of the groups; other choices have the same table.
    atoms: [usize; 3],
}

impl TripleExcess {
    /// Triples of cells that may be searched for the tables of one direction.
    pub const SEARCHED: usize = 512 << 20;

    /// How many triples of cells [`TripleExcess::new`] searches.
    pub fn searched<const N: usize>(
        board: &Board,
        groups: &[Range<usize>],
        targets: &[Packed<N>],
    ) -> usize {
        let wanted = Self::wanted(board, groups, targets);
        wanted.iter().map(|wanted| Self::cost(board, &wanted.goals)).sum()
    }

    /// The excess of all triples of atoms; atoms in one of the `groups` have equal labels.
    ///
    /// # Complexity
    /// A search over triples of cells for each three goal cells of each target, on all cores.
    pub fn new<const W: usize, const N: usize>(
        board: &Board,
        distances: &Distances,
        pairs: &PairExcess,
        groups: &[Range<usize>],
        targets: &[Packed<N>],
    ) -> Self {
        let cells = board.len();
        let lines = Lines::<W>::new(board, distances);
        let wanted = Self::wanted(board, groups, targets);
        let build = |wanted: &Wanted<'_>| {
            let table = least_excess(board, &lines, distances, wanted.goals);
            above_pairs(&table, pairs, wanted, cells)
        };
        let tables: Vec<Option<Vec<u8>>> = wanted.par_iter().map(build).collect();
        let mut bytes = Vec::new();
        let mut offsets: HashMap<[&[Cell]; 3], u32> = HashMap::new();
        for (wanted, table) in wanted.iter().zip(tables) {
            if let Some(table) = table {
                offsets.insert(wanted.goals, bytes.len() as u32); // small: see `SEARCHED`
                bytes.extend(table);
            }
        }
        let triples = targets.iter().map(|target| {
            let mut triples = Vec::new();
            for kinds in all_groups(groups) {
                let goals = kinds.map(|group| &target.cells()[group.clone()]);
                if let Some(&offset) = offsets.get(&goals) {
                    let named =
                        |atoms: [usize; 3]| Triple { atoms: atoms.map(|atom| atom as u8), offset };
                    triples.extend(all_triples(kinds).map(named));
                }
            }
            triples
        });
        Self { cells, bytes, triples: triples.collect() }
    }

    /// The tables that can be afforded, each once.
    fn wanted<'a, const N: usize>(
        board: &Board,
        groups: &[Range<usize>],
        targets: &'a [Packed<N>],
    ) -> Vec<Wanted<'a>> {
        let mut left = Self::SEARCHED;
        let mut known = HashSet::new();
        let mut wanted = Vec::new();
        for (target, cells) in targets.iter().enumerate() {
            for kinds in all_groups(groups) {
                let goals = kinds.map(|group| &cells.cells()[group.clone()]);
                let cost = Self::cost(board, &goals);
                if let Some(atoms) = all_triples(kinds).next()
                    && cost <= left
                    && known.insert(goals)
                {
                    left -= cost;
                    wanted.push(Wanted { goals, target, atoms });
                }
            }
        }
        wanted
    }

    fn cost(board: &Board, goals: &[&[Cell]; 3]) -> usize {
        board.len().pow(3) * goals.iter().map(|goals| goals.len()).product::<usize>()
    }

    /// Adds the triples that cost more than the pairs in them to `pieces`.
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

/// All ways to choose three groups in ascending order, a group perhaps more than once.
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

/// The least excess over all goals of three atoms, by their cells.
fn least_excess<const W: usize>(
    board: &Board,
    lines: &Lines<W>,
    distances: &Distances,
    goals: [&[Cell]; 3],
) -> Vec<u8> {
    let cells = board.len();
    let mut least = vec![u8::MAX; cells.pow(3)];
    let different = |a: Cell, b: Cell, c: Cell| a != b && a != c && b != c;
    for &a in goals[0] {
        for &b in goals[1] {
            for &c in goals[2].iter().filter(|&&c| different(a, b, c)) {
                triple_distances(board, lines, [a, b, c], |together, [p, q], thirds| {
                    let row = (p.index() * cells + q.index()) * cells;
                    let alone =
                        u16::from(distances.between(a, p)) + u16::from(distances.between(b, q));
                    thirds.for_each(|r| {
                        let excess = together - alone - u16::from(distances.between(c, r));
                        let least = &mut least[row + r.index()];
                        *least = (*least).min(excess.min(u16::from(u8::MAX)) as u8);
                    });
                });
            }
        }
    }
    least
}

/// How much the entries are above the heaviest pair in them, four in a byte, unless none is.
fn above_pairs(
    table: &[u8],
    pairs: &PairExcess,
    wanted: &Wanted<'_>,
    cells: usize,
) -> Option<Vec<u8>> {
    let mut packed = vec![0; table.len().div_ceil(4)];
    for (place, &excess) in table.iter().enumerate().filter(|&(_, &excess)| excess > 0) {
        let at = [place / cells / cells, place / cells % cells, place % cells];
        if at[0] != at[1] && at[0] != at[2] && at[1] != at[2] {
            let at = at.map(|index| Cell(index as u8));
            let heaviest = heaviest_pair(pairs, wanted.target, wanted.atoms, at);
            packed[place / 4] |= excess.saturating_sub(heaviest).min(3) << (place % 4 * 2);
        }
    }
    packed.iter().any(|&byte| byte != 0).then_some(packed)
}
