//! The heuristic of a level: which lower bounds are combined, and how they are asked.

use crate::assignment::{FORBIDDEN, least_cost};
use crate::model::Packed;
use crate::packing::{Pieces, heaviest_packing};
use crate::pair_excess::PairExcess;
use crate::{Board, Distances};
use fewest_search::{Depth, Fit};
use std::ops::Range;

/// How much a heuristic looks at. Each strength includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// The sum of the atoms' generalized distances.
    Distances,
    /// And what pairs of atoms cost beyond their distances.
    Pairs,
}

impl Strength {
    /// All of them, weakest first.
    pub const ALL: [Self; 2] = [Self::Distances, Self::Pairs];

    /// The name under which answers report it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distances => "generalized-distance",
            Self::Pairs => "pair-excess",
        }
    }
}

/// Lower bounds on the moves to the nearest of several targets.
///
/// # Admissible because
/// a plan ends at some target, and for each target the bound is
///
/// - the sum of generalized distances, equal labels assigned at least cost: every move of the
///   rules is a generalized move of one atom, so a plan has at least as many moves as the atoms
///   need one by one in the relaxed game, whichever atom of a label goes to which place;
/// - and the heaviest packing of excesses: see [`PairExcess`].
///
/// # Consistent because
/// a move changes the distances of one atom by at most one, and with them the least sum.
/// Generalized moves can be taken back, so this holds backward too. With excesses it need not
/// hold where equal labels are: the minima of sum and excess may change their assignments at
/// different moves.
///
/// # Source
/// Hüffner, Edelkamp, Fernau and Niedermeier 2001, section 5.1 (distances) and 6.1 (equal atoms);
/// Gliesch 2015, section 3.1.4.2 (all final states at once).
#[derive(Debug, Clone)]
pub struct Heuristic<const N: usize> {
    distances: Distances,
    groups: Vec<Range<usize>>,
    targets: Vec<Packed<N>>,
    pairs: Option<PairExcess>,
}

impl<const N: usize> Heuristic<N> {
    /// The heuristic towards `targets`; atoms in one of the `groups` have equal labels.
    pub fn new(
        board: &Board,
        groups: Vec<Range<usize>>,
        targets: Vec<Packed<N>>,
        strength: Strength,
    ) -> Self {
        let distances = Distances::new(board);
        let pairs = (strength >= Strength::Pairs)
            .then(|| PairExcess::new(board, &distances, &groups, &targets));
        Self { distances, groups, targets, pairs }
    }

    /// How much it looks at.
    pub fn strength(&self) -> Strength {
        match self.pairs {
            None => Strength::Distances,
            Some(_) => Strength::Pairs,
        }
    }

    /// The value of a state, `None` if no target can be reached even by generalized moves.
    ///
    /// # Complexity
    /// Targets times pairs of atoms, plus the cube of the size of each group of equal labels.
    pub fn value(&self, state: &Packed<N>) -> Option<Depth> {
        match self.least(state, 0, FORBIDDEN) {
            FORBIDDEN.. => None,
            least => Some(Depth(least as u16)),
        }
    }

    /// Whether a plan of `budget` moves may lead to a target.
    ///
    /// # Complexity
    /// As [`Heuristic::value`], up to the first target within the budget.
    pub fn fit(&self, state: &Packed<N>, budget: Depth) -> Fit {
        let budget = u32::from(budget.0);
        match self.least(state, budget, budget) {
            FORBIDDEN.. => Fit::Never,
            least if least <= budget => Fit::Within,
            least => Fit::Beyond(Depth(least as u16)),
        }
    }

    /// The least bound over the targets, or the first that is at most `enough`. Above `budget`
    /// it may be any number between `budget` and the bound.
    #[inline]
    fn least(&self, state: &Packed<N>, enough: u32, budget: u32) -> u32 {
        let mut least = FORBIDDEN;
        for target in 0..self.targets.len() {
            least = least.min(self.towards(target, state, budget.min(least)));
            if least <= enough {
                break;
            }
        }
        least
    }

    /// The bound for one target, with as little work as shows that it is above `budget`.
    #[inline]
    fn towards(&self, target: usize, state: &Packed<N>, budget: u32) -> u32 {
        let mut sum = 0;
        for group in &self.groups {
            let (from, to) =
                (&state.cells()[group.clone()], &self.targets[target].cells()[group.clone()]);
            sum += least_cost(group.len(), |atom, place| {
                match self.distances.between(to[place], from[atom]) {
                    Distances::UNREACHABLE => FORBIDDEN,
                    distance => u32::from(distance),
                }
            });
            if sum > budget {
                return sum.min(FORBIDDEN);
            }
        }
        let Some(pairs) = &self.pairs else { return sum };
        let mut pieces = Pieces::new();
        let atoms = self.groups.last().map_or(0, |last| last.end);
        if !pairs.gather(target, &state.cells()[..atoms], &mut pieces) {
            return FORBIDDEN;
        }
        sum + heaviest_packing(&pieces, budget - sum)
    }
}
