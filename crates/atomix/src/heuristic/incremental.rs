//! The bounds of all children of a state at once.

use crate::assignment::{FORBIDDEN, least_cost};
use crate::heuristic::Heuristic;
use crate::packed::Packed;
use crate::packing::{Piece, Pieces, heaviest_packing};
use crate::{Cell, MAX_ATOMS};
use arrayvec::ArrayVec;
use std::ops::Range;

/// A slide of one atom of a state, and what the bounds say of the state it leads to.
#[derive(Debug, Clone, Copy)]
pub struct Child {
    /// The number of the atom.
    pub atom: u8,
    /// Where it slides.
    pub to: Cell,
    /// At most the budget exactly if a target may be within it; else no more than the bound.
    pub least: u32,
}

impl Child {
    /// A slide of which nothing is known yet.
    pub fn new(atom: usize, to: Cell) -> Self {
        Self { atom: atom as u8, to, least: FORBIDDEN }
    }
}

/// One target as seen from a state: what its children change little by little.
struct View {
    target: usize,
    /// The least cost to assign each group.
    costs: ArrayVec<u32, MAX_ATOMS>,
    /// Their sum.
    sum: u32,
}

/// The pairs with an excess of a state and of its children, in one place that is used again.
struct Scratch {
    /// Those of the state, once they are asked for.
    pieces: Pieces,
    /// Whether all pairs can reach their goals, once it is known.
    all_reach: Option<bool>,
    /// Those that a slide of one atom leaves, once they are asked for, then those of a child.
    after: Pieces,
}

impl<const N: usize> Heuristic<N> {
    /// Finds for each child of a state whether a plan of `budget` moves may lead on from it, as
    /// [`Heuristic::fit`] would. The slides of one atom must be together.
    ///
    /// A slide changes the distance of one atom by at most one, so a target farther than
    /// `budget + 1` from the state is dropped for all children; for the others only the terms of
    /// the atom that moves are found anew.
    ///
    /// # Complexity
    /// Targets times atoms, plus children times near targets times atoms. Groups of three or more
    /// equal labels add the cube of their size.
    pub fn bound_children(&self, state: &Packed<N>, budget: u32, children: &mut [Child]) {
        let (pieces, after) = (Pieces::new(), Pieces::new());
        let mut scratch = Scratch { pieces, all_reach: None, after };
        for target in 0..self.targets.len() {
            let view = self.view(target, state);
            if view.sum >= FORBIDDEN {
                continue; // generalized moves can be taken back, so the children cannot either
            }
            scratch.all_reach = None;
            for children in children.chunk_by_mut(|a, b| a.atom == b.atom) {
                if view.sum > budget + 1 {
                    let beyond = |child: &mut Child| child.least = child.least.min(view.sum - 1);
                    children.iter_mut().for_each(beyond);
                } else {
                    self.bound_slides(state, budget, &view, &mut scratch, children);
                }
            }
        }
    }

    #[inline]
    fn view(&self, target: usize, state: &Packed<N>) -> View {
        let cost = |group: &Range<usize>| least_cost(group.len(), self.costs(target, state, group));
        let costs: ArrayVec<u32, MAX_ATOMS> = self.groups.iter().map(cost).collect();
        let sum = costs.iter().sum();
        View { target, costs, sum }
    }

    /// The same for the slides of one atom and one target.
    #[inline]
    fn bound_slides(
        &self,
        state: &Packed<N>,
        budget: u32,
        view: &View,
        scratch: &mut Scratch,
        children: &mut [Child],
    ) {
        let atom = usize::from(children[0].atom);
        let number = self.groups.partition_point(|group| group.end <= atom);
        let rest = view.sum - view.costs[number];
        let mut left = None;
        for child in children.iter_mut().filter(|child| child.least > budget) {
            let sum = rest + self.cost_after(view.target, state, &self.groups[number], child);
            let Some(pairs) = self.pairs.as_ref().filter(|_| sum <= budget) else {
                child.least = child.least.min(sum);
                continue;
            };
            let cells = &state.cells()[..self.atoms()];
            let Scratch { pieces, all_reach, after } = scratch;
            let all_reach = *all_reach.get_or_insert_with(|| {
                pieces.clear();
                pairs.gather(view.target, cells, pieces)
            });
            if !all_reach {
                return; // nor can they from any child: generalized moves of pairs go back too
            }
            let left = *left.get_or_insert_with(|| {
                after.clear();
                after.extend(pieces.iter().filter(|piece| piece.atoms >> atom & 1 == 0).copied());
                after.len()
            });
            after.truncate(left);
            if pairs.gather_one(view.target, atom, child.to, cells, after).is_some() {
                child.least = child.least.min(sum + excess(after, budget - sum));
            }
        }
    }

    /// The least cost to assign a group after a slide of one of its atoms.
    #[inline]
    fn cost_after(
        &self,
        target: usize,
        state: &Packed<N>,
        group: &Range<usize>,
        child: &Child,
    ) -> u32 {
        let moved = usize::from(child.atom) - group.start;
        let before = self.costs(target, state, group);
        least_cost(group.len(), |atom, place| match atom == moved {
            true => self.cost(self.targets[target].cells()[group.start + place], child.to),
            false => before(atom, place),
        })
    }
}

/// The weight of the heaviest packing, or anything above `enough` and not above that weight, or
/// anything that is at least that weight and not above `enough`.
#[inline]
fn excess(pieces: &[Piece], enough: u32) -> u32 {
    let (mut heaviest, mut all) = (0, 0);
    for &Piece { weight, .. } in pieces {
        heaviest = weight.max(heaviest);
        all += weight;
    }
    match enough {
        _ if all <= enough => all,
        _ if heaviest > enough => heaviest,
        _ => heaviest_packing(pieces, enough),
    }
}
