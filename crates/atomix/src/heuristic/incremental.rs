//! Incremental evaluation: the bounds of all children of a state at once.

use super::LowerBound;
use super::assignment::{FORBIDDEN, least_cost};
use crate::board::Cell;
use crate::excess::{Piece, Pieces, heaviest_packing};
use arrayvec::ArrayVec;
use fewest_rules::atomix::MAX_ATOMS;
use fewest_search::Depth;
use std::ops::Range;

/// A slide of one atom of a state, and the bound of the state it leads to.
#[derive(Debug, Clone, Copy)]
pub struct Child {
    /// The number of the atom.
    pub atom: u8,
    /// The cell that it slides to.
    pub to: Cell,
    /// At most the budget if and only if the bound is; otherwise between the budget and the bound.
    pub least: u32,
}

impl Child {
    /// Creates a slide without a bound yet.
    pub fn new(atom: usize, to: Cell) -> Self {
        Self { atom: atom as u8, to, least: FORBIDDEN }
    }
}

/// The terms of a state's bound for one target that its children have in common.
struct Shared<'a> {
    target: usize,
    /// The cells of the atoms in the target.
    goals: &'a [Cell],
    /// The least cost to assign each group.
    costs: ArrayVec<u32, MAX_ATOMS>,
    /// Their sum.
    sum: u32,
}

/// Buffers for the pairs with an excess of a state and of its children.
struct Scratch {
    /// Those of the state, once they are needed.
    pieces: Pieces,
    /// Whether all pairs can reach their goals, once that is known.
    all_reach: Option<bool>,
    /// Those without the atom that moves, once they are needed, followed by those of a child.
    after: Pieces,
}

impl LowerBound {
    /// Bounds each child of a state within a `budget`, as [`LowerBound::value_within`] would. The
    /// slides of one atom must be together.
    ///
    /// A slide changes the distance of one atom by at most one, so a target farther than
    /// `budget + 1` from the state is skipped for all children; for the others only the terms of
    /// the atom that moves are computed again.
    ///
    /// # Complexity
    /// Targets times atoms, plus children times near targets times atoms. Groups of three or more
    /// equal labels add the cube of their size.
    pub fn bound_children(&self, state: &[Cell], budget: Depth, children: &mut [Child]) {
        let budget = u32::from(budget.0);
        let (pieces, after) = (Pieces::new(), Pieces::new());
        let mut scratch = Scratch { pieces, all_reach: None, after };
        for target in 0..self.targets.len() {
            let shared = self.shared(target, state);
            if shared.sum >= FORBIDDEN {
                continue; // generalized moves are invertible: nor can the children
            }
            scratch.all_reach = None;
            for children in children.chunk_by_mut(|a, b| a.atom == b.atom) {
                if shared.sum > budget + 1 {
                    let beyond = |child: &mut Child| child.least = child.least.min(shared.sum - 1);
                    children.iter_mut().for_each(beyond);
                } else {
                    self.bound_slides(state, budget, &shared, &mut scratch, children);
                }
            }
        }
    }

    #[inline]
    fn shared(&self, target: usize, state: &[Cell]) -> Shared<'_> {
        let goals = self.targets.state(target);
        let cost = |group: &Range<usize>| least_cost(group.len(), self.costs(goals, state, group));
        let costs: ArrayVec<u32, MAX_ATOMS> = self.targets.groups.iter().map(cost).collect();
        let sum = costs.iter().sum();
        Shared { target, goals, costs, sum }
    }

    /// The same for the slides of one atom and one target.
    #[inline]
    fn bound_slides(
        &self,
        state: &[Cell],
        budget: u32,
        shared: &Shared<'_>,
        scratch: &mut Scratch,
        children: &mut [Child],
    ) {
        let atom = usize::from(children[0].atom);
        let number = self.targets.groups.partition_point(|group| group.end <= atom);
        let rest = shared.sum - shared.costs[number];
        let mut left = None;
        for child in children.iter_mut().filter(|child| child.least > budget) {
            let sum =
                rest + self.cost_after(shared.goals, state, &self.targets.groups[number], child);
            let Some(pairs) = self.pairs.as_ref().filter(|_| sum <= budget) else {
                child.least = child.least.min(sum);
                continue;
            };
            let Scratch { pieces, all_reach, after } = scratch;
            let all_reach = *all_reach.get_or_insert_with(|| {
                pieces.clear();
                pairs.gather(shared.target, state, pieces)
            });
            if !all_reach {
                return; // nor can they from any child, as above
            }
            let left = *left.get_or_insert_with(|| {
                after.clear();
                after.extend(pieces.iter().filter(|piece| piece.atoms >> atom & 1 == 0).copied());
                after.len()
            });
            after.truncate(left);
            if pairs.gather_one(shared.target, atom, child.to, state, after).is_some() {
                child.least = child.least.min(sum + excess(after, budget - sum));
            }
        }
    }

    /// The least cost to assign a group after a slide of one of its atoms.
    #[inline]
    fn cost_after(
        &self,
        goals: &[Cell],
        state: &[Cell],
        group: &Range<usize>,
        child: &Child,
    ) -> u32 {
        let moved = usize::from(child.atom) - group.start;
        let (goals, before) = (&goals[group.clone()], self.costs(goals, state, group));
        least_cost(group.len(), |atom, place| match atom == moved {
            true => self.cost(goals[place], child.to),
            false => before(atom, place),
        })
    }
}

/// The weight of a heaviest packing, exact enough to compare with `enough`: if it is above, a lower
/// bound that is above too; if not, an upper bound that is not above either.
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
