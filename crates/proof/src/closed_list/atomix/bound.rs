//! The lower bound on the moves from a state to the nearest goal.

use super::Cells;
use super::assignment::cheapest;
use super::distances::{NEVER, singles};
use super::excess::{Excess, IMPOSSIBLE, excesses};
use super::packing::{Piece, heaviest};
use super::stops::UnsupportedStops;
use crate::closed_list::{Direction, Heuristic};
use std::ops::Range;

/// For each goal, the sum of distances for the cheapest assignment of the atoms of each label to
/// its places, and, on request, what pairs of atoms need beyond it; then the minimum over the
/// goals. Also on request: what triples need, or the test for unsupported stops if this is not
/// enough.
///
/// # Admissible because
/// Moves are generalized moves, and moves of different atoms are different moves. A plan that
/// brings the atoms to places π makes at least D(π) moves of the two or three atoms of a piece, and
/// at least d(π) of any other atom. So with any disjoint pieces, its length is at least the sum of
/// distances plus the sum of excesses for π; and the bound uses the minimum of each, over all
/// assignments or places.
pub(super) struct Bound {
    groups: Vec<Range<usize>>,
    /// By target cell and cell.
    singles: Vec<Vec<u32>>,
    goals: Vec<Goal>,
    cells: usize,
    further: Option<Further>,
}

struct Goal {
    places: Vec<u8>,
    /// Empty unless pairs are used.
    pairs: Vec<([usize; 2], Excess)>,
    /// Empty unless triples are used.
    triples: Vec<([usize; 3], Excess)>,
}

/// The expensive part.
enum Further {
    Triples,
    Stops(UnsupportedStops),
}

impl Bound {
    /// Steps for the pieces of a state; real states take some tens.
    const STEPS: u32 = 1 << 14;
    /// States of two atoms for tables: twice as many as an engine looks at, and more than any level
    /// of the usual sets needs. Whatever a file says, its tables take a moment and some megabytes.
    const PAIRS: usize = 64 << 20;
    /// States of three atoms for tables: all of them for most levels of the usual sets. The tables
    /// take seconds, and one byte per state.
    const TRIPLES: usize = 128 << 20;

    /// Returns the bound of a heuristic; `None` if it is not one of Atomix.
    pub fn new(
        cells: &Cells,
        groups: &[Range<usize>],
        goals: &[Vec<u8>],
        direction: Direction,
        heuristic: Heuristic,
    ) -> Option<Self> {
        let singles = singles(cells);
        let stops = |with_pairs| {
            let is_backward = direction == Direction::Backward;
            Further::Stops(UnsupportedStops::new(cells, &singles, is_backward, with_pairs))
        };
        // The largest numbers of states of two and of three atoms to look at.
        let (pairs, triples, further) = match heuristic {
            Heuristic::GeneralizedDistance => (0, 0, None),
            Heuristic::PairExcess => (Self::PAIRS, 0, None),
            Heuristic::TripleExcess => (Self::PAIRS, Self::TRIPLES, Some(Further::Triples)),
            Heuristic::SupportedStops => (Self::PAIRS, 0, Some(stops(false))),
            Heuristic::SupportedPairs => (Self::PAIRS, 0, Some(stops(true))),
            Heuristic::Blind | Heuristic::Hmax | Heuristic::Manhattan | Heuristic::Own => {
                return None;
            }
        };
        let of_label = |atom| {
            let group = groups.iter().find(|group| group.contains(&atom));
            group.expect("every atom is in a group").clone()
        };
        let pairs = excesses(cells, &singles, goals, of_label, pairs);
        let triples = excesses(cells, &singles, goals, of_label, triples);
        let goals = goals.iter().cloned().zip(pairs.into_iter().zip(triples));
        let goals =
            goals.map(|(places, (pairs, triples))| Goal { places, pairs, triples }).collect();
        Some(Self { groups: groups.to_vec(), singles, goals, cells: cells.len(), further })
    }

    /// Whether every plan from a state has at least this many moves by distances and pairs; for
    /// `None`, whether there is no plan.
    pub fn is_at_least(&self, state: &[u8], moves: Option<u32>) -> bool {
        let is_at_least = |(sum, pairs): (u32, Vec<Piece>)| {
            moves.is_some_and(|moves| is_as_heavy(&pairs, moves - sum))
        };
        self.goals.iter().all(|goal| self.nearer(goal, state, moves).is_none_or(is_at_least))
    }

    /// Whether the additional test shows that every plan has at least this many moves, for all
    /// goals that are nearer by distances and pairs.
    pub fn is_refuted(&self, state: &[u8], moves: u32) -> bool {
        let Some(further) = &self.further else { return false };
        self.goals.iter().all(|goal| {
            let Some((sum, pairs)) = self.nearer(goal, state, Some(moves)) else { return true };
            match further {
                Further::Triples => {
                    let Some(triples) = self.pieces(&goal.triples, state) else { return true };
                    let is_more = |triple: &Piece| {
                        let within = pairs.iter().filter(|pair| pair.atoms & !triple.atoms == 0);
                        within.into_iter().all(|pair| pair.weight < triple.weight)
                    };
                    let mut pieces: Vec<Piece> = triples.into_iter().filter(is_more).collect();
                    pieces.extend(&pairs);
                    is_as_heavy(&pieces, moves - sum)
                }
                Further::Stops(stops) => {
                    // The whole packing, which does not depend on how many moves are left.
                    let packing = heaviest(&pairs, u32::MAX, Self::STEPS);
                    let ways = [state, &goal.places];
                    stops.refutes(&self.groups, &self.singles, ways, &packing, moves - 1)
                }
            }
        })
    }

    /// Returns the sum of distances to a goal, and the pairs that need more; `None` if the sum is at
    /// least this many moves, or there is no plan.
    fn nearer(&self, goal: &Goal, state: &[u8], moves: Option<u32>) -> Option<(u32, Vec<Piece>)> {
        let sum = self.distance(goal, state).filter(|&sum| moves.is_none_or(|it| sum < it))?;
        Some((sum, self.pieces(&goal.pairs, state)?))
    }

    /// Returns the sum of distances; `None` if an atom can never reach its places.
    fn distance(&self, goal: &Goal, state: &[u8]) -> Option<u32> {
        let mut sum = 0;
        for group in &self.groups {
            let (atoms, places) = (&state[group.clone()], &goal.places[group.clone()]);
            let distance = |atom: usize, place: usize| {
                self.singles[usize::from(places[place])][usize::from(atoms[atom])]
            };
            match least_cost_of(atoms.len(), distance) {
                NEVER => return None,
                cost => sum += cost,
            }
        }
        Some(sum)
    }

    /// Returns the sets of atoms of a state that need more than their distances, in order; `None`
    /// if one of them can never reach its places.
    fn pieces<const N: usize>(
        &self,
        excesses: &[([usize; N], Excess)],
        state: &[u8],
    ) -> Option<Vec<Piece>> {
        let mut pieces = vec![];
        for (atoms, excess) in excesses {
            let cells = atoms.iter().map(|&atom| usize::from(state[atom]));
            match excess[cells.fold(0, |place, cell| place * self.cells + cell)] {
                0 => {}
                IMPOSSIBLE => return None,
                weight => {
                    let atoms = atoms.iter().fold(0, |atoms, atom| atoms | 1 << atom);
                    pieces.push(Piece { atoms, weight: weight.into() });
                }
            }
        }
        Some(pieces)
    }
}

/// Whether some disjoint pieces weigh at least `enough` together.
fn is_as_heavy(pieces: &[Piece], enough: u32) -> bool {
    let packing = heaviest(pieces, enough, Bound::STEPS);
    packing.iter().map(|piece| piece.weight).sum::<u32>() >= enough
}

/// Returns the cost of the [`cheapest`] assignment or [`NEVER`]; fast for most sizes.
fn least_cost_of(size: usize, cost: impl Fn(usize, usize) -> u32) -> u32 {
    match size {
        1 => cost(0, 0),
        2 => {
            let both = |one: u32, other: u32| one.saturating_add(other);
            both(cost(0, 0), cost(1, 1)).min(both(cost(0, 1), cost(1, 0)))
        }
        _ => cheapest(size, cost).map_or(NEVER, |cheapest| cheapest.cost),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Atomix;
    use super::*;
    use crate::closed_list::Graph;

    /// Five atoms in a narrow space: often two need more besides three that do.
    const LEVEL: &str = "######\n#1.2.#\n#.3..#\n#4.#5#\n######\n\nmolecule:\n15\n42\n3.\n";

    #[test]
    fn triples_that_are_left_out_are_not_missed() {
        let atomix = Atomix::new(LEVEL, Direction::Forward, Heuristic::TripleExcess).unwrap();
        let bound = &atomix.bound;
        let (mut state, mut random) = (atomix.roots()[0].clone(), 1_u64);
        let mut with_triples = 0;
        for _ in 0..2000 {
            let mut children = vec![];
            atomix.children(&state, &mut |child| children.push(child.to_vec()));
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state = children.swap_remove((random >> 33) as usize % children.len());
            let least = bound.goals.iter().filter_map(|goal| {
                let mut pieces = bound.pieces(&goal.pairs, &state)?;
                pieces.extend(bound.pieces(&goal.triples, &state)?);
                let packing = heaviest(&pieces, u32::MAX, u32::MAX);
                with_triples +=
                    usize::from(packing.iter().any(|piece| piece.atoms.count_ones() == 3));
                let weight: u32 = packing.iter().map(|piece| piece.weight).sum();
                Some(bound.distance(goal, &state)? + weight)
            });
            let least = least.min().expect("every state has a plan");
            assert!(bound.is_refuted(&state, least), "{state:?}");
            assert!(!bound.is_refuted(&state, least + 1), "{state:?}");
        }
        assert!(with_triples > 100, "{with_triples}");
    }
}
