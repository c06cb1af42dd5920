//! The test for unsupported stops, from its definition: it shows that a state has no plan within a
//! budget, since a slide ends only at a wall or at another atom.
//!
//! The book's page on unsupported stops has the definition, and the proof that it is sound. This
//! code follows the definition; the branching over conflicts is equivalent to trying all cases.

mod board;
mod case;
mod cell_set;
mod routes;
mod shares;

use super::Cells;
use super::packing::Piece;
use board::Board;
use case::{Case, Setting};
use shares::Shares;
use std::ops::Range;

/// More slack than this is not tested: it takes long and refutes little.
pub const MOST_SLACK: u32 = 5;

/// The test for a board.
pub(super) struct UnsupportedStops(Box<Test>);

/// Whether a state with these shares has no plan with this slack.
type Test = dyn Fn(&Shares, u8) -> bool + Send + Sync;

impl UnsupportedStops {
    /// Creates the test for a board, with as few words per set of cells as it needs. `singles` has
    /// the distances in generalized moves, by target cell and cell; atoms go from their cells to
    /// their places, or back if `is_backward`.
    pub fn new(cells: &Cells, singles: &[Vec<u32>], is_backward: bool, with_pairs: bool) -> Self {
        let options = [is_backward, with_pairs];
        Self(match cells.len() {
            ..=64 => test::<1>(cells, singles, options),
            65..=128 => test::<2>(cells, singles, options),
            _ => test::<4>(cells, singles, options),
        })
    }

    /// Whether no plan of at most `budget` moves leads from a state to one goal. `ways` are the
    /// cells of its atoms, and their places.
    pub fn refutes(
        &self,
        groups: &[Range<usize>],
        singles: &[Vec<u32>],
        ways: [&[u8]; 2],
        packing: &[Piece],
        budget: u32,
    ) -> bool {
        let Some(shares) = Shares::new(groups, singles, ways, packing) else { return true };
        let Some(slack) = budget.checked_sub(shares.bound) else { return true };
        slack <= MOST_SLACK && (self.0)(&shares, slack as u8)
    }
}

fn test<const W: usize>(cells: &Cells, singles: &[Vec<u32>], options: [bool; 2]) -> Box<Test> {
    let board = Board::<W>::new(cells, singles);
    Box::new(move |shares, slack| {
        let setting = Setting::new(&board, shares, slack, options);
        let structures = shares.weights.len();
        setting.have_no_plan(&mut vec![0; structures], vec![slack; structures], slack)
    })
}

impl<const W: usize> Setting<'_, W> {
    /// Whether there is no plan in which each structure spends at least its cap and at most its
    /// limit, and all together at most `left` more than their caps.
    fn have_no_plan(&self, caps: &mut Vec<u8>, mut limits: Vec<u8>, left: u8) -> bool {
        if !self.may_search() {
            return false;
        }
        // Only conflicts of single atoms without propagation hold in other cases, too.
        let atoms = self.shares.atoms.len();
        let recent = self.recent.get();
        let in_order = std::iter::once(recent).chain((0..atoms).filter(|&atom| atom != recent));
        let found = in_order.into_iter().find(|&atom| !self.has_routes(atom, caps));
        if found.is_none() && !Case::new(self, caps).has_no_plan() {
            return false;
        }
        if left == 0 {
            return true;
        }
        for (limit, &cap) in limits.iter_mut().zip(&*caps) {
            *limit = (*limit).min(cap + left);
        }
        let conflict = match found {
            Some(atom) => {
                self.recent.set(atom);
                self.conflict(atom, caps, &limits)
            }
            None => caps.clone(),
        };
        for structure in 0..caps.len() {
            let (cap, least) = (caps[structure], conflict[structure] + 1);
            if least <= limits[structure] {
                caps[structure] = least;
                let has_none = self.have_no_plan(caps, limits.clone(), left - (least - cap));
                caps[structure] = cap;
                if !has_none {
                    return false;
                }
                limits[structure] = conflict[structure];
            }
        }
        true
    }

    /// Returns large caps that are quickly found, from `caps` up to `limits`, for which an atom
    /// still has no routes before any propagation, given that it has none for `caps`.
    fn conflict(&self, atom: usize, caps: &[u8], limits: &[u8]) -> Vec<u8> {
        let own = self.shares.atoms[atom].structure;
        let mut conflict = caps.to_vec();
        for structure in (0..caps.len()).filter(|&structure| structure != own) {
            for cap in (caps[structure] + 1..=limits[structure]).rev() {
                let before = std::mem::replace(&mut conflict[structure], cap);
                if !self.has_routes(atom, &conflict) {
                    break;
                }
                conflict[structure] = before;
            }
        }
        conflict
    }
}
