//! The heuristic of a level: which lower bounds are combined, and how they are asked.

use crate::assignment::{FORBIDDEN, by_augmenting_paths, least_cost};
use crate::counted::{Counted, Way, Ways};
use crate::on_demand::OnDemand;
use crate::packed::Packed;
use crate::packing::{Pieces, heaviest_packing, packed};
use crate::pair_excess::PairExcess;
use crate::some_stops::SomeStops;
use crate::triple_excess::TripleExcess;
use crate::worth::Worth;
use crate::{Board, Cell, Distances, Strength};
use fewest_search::{Asking, Depth, Direction, Fit};
use std::ops::Range;

/// Lower bounds on the moves to the nearest of several targets.
///
/// # Admissible because
/// a plan ends at some target, and for each target the bound is
///
/// - the sum of generalized distances, equal labels assigned at least cost: every move of the
///   rules is a generalized move of one atom, so a plan has at least as many moves as the atoms
///   need one by one in the relaxed game, whichever atom of a label goes to which place;
/// - and the heaviest packing of excesses of pairs and triples: see [`PairExcess`] and
///   [`TripleExcess`].
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
#[derive(Debug)]
pub struct Heuristic<const N: usize> {
    strength: Strength,
    board: Board,
    distances: Distances,
    pub(crate) groups: Vec<Range<usize>>,
    pub(crate) targets: Vec<Packed<N>>,
    pub(crate) pairs: Option<PairExcess>,
    triples: OnDemand<TripleExcess>,
    stops: Option<SomeStops>,
    worth: Worth,
}

impl<const N: usize> Heuristic<N> {
    /// States tested for every triple of cells to be searched, before tables of triples are
    /// built: these take a hundredth of the time of a test, so they are built once the search has
    /// taken as long as they will.
    const TRIPLES_FOR_A_TEST: usize = 100;

    /// The heuristic towards `targets`, for states searched in `direction`; atoms in one of the
    /// `groups` have equal labels.
    pub fn new(
        board: &Board,
        groups: Vec<Range<usize>>,
        targets: Vec<Packed<N>>,
        direction: Direction,
        strength: Strength,
    ) -> Self {
        let distances = Distances::new(board);
        let pairs = (strength >= Strength::Pairs)
            .then(|| PairExcess::new(board, &distances, &groups, &targets));
        let stops = (strength >= Strength::SupportedStops)
            .then(|| SomeStops::new(board, &distances, direction, strength));
        let triples = OnDemand::after(match strength {
            Strength::SupportedStops | Strength::SupportedPairs => {
                let searched = TripleExcess::searched(board, &groups, &targets);
                (searched / Self::TRIPLES_FOR_A_TEST) as u64
            }
            _ => 0,
        });
        let (worth, board) = (Worth::new(), board.clone());
        Self { strength, board, distances, groups, targets, pairs, triples, stops, worth }
    }

    /// How much it looks at.
    pub fn strength(&self) -> Strength {
        self.strength
    }

    /// The sum of distances and the excess of pairs, `None` if no target can be reached even by
    /// generalized moves.
    ///
    /// # Complexity
    /// Targets times pairs of atoms, plus the cube of the size of each group of equal labels.
    pub fn value(&self, state: &Packed<N>) -> Option<Depth> {
        match self.least(state, 0, FORBIDDEN) {
            FORBIDDEN.. => None,
            least => Some(Depth(least as u16)),
        }
    }

    /// Whether a plan of `budget` moves may lead to a target, by the bounds of
    /// [`Heuristic::value`].
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

    /// Whether a plan of `budget` moves may lead to a target, by all that the strength includes.
    ///
    /// # Complexity
    /// Some microseconds for each target within the budget.
    pub fn fit_when_new(&self, state: &Packed<N>, budget: Depth) -> Fit {
        if self.strength < Strength::Triples {
            return Fit::Within;
        }
        let Some(pairs) = &self.pairs else { return Fit::Within };
        let triples = self.triples.get();
        let left = u32::from(budget.0);
        let may_fit = |target| self.may_fit(target, pairs, triples, state, left);
        if (0..self.targets.len()).any(may_fit) { Fit::Within } else { Fit::Beyond(budget.next()) }
    }

    /// Takes what was tested so far into account: which slacks are worth a test, and whether
    /// tables of triples are.
    ///
    /// Asked while nothing is tested, so every count of states is the same for any number of
    /// threads.
    pub fn learn(&self, asking: Asking) {
        let Some(pairs) = self.pairs.as_ref().filter(|_| self.strength >= Strength::Triples) else {
            return;
        };
        self.worth.learn(asking);
        self.triples.consider(|| self.triple_excess(pairs));
    }

    fn triple_excess(&self, pairs: &PairExcess) -> TripleExcess {
        let Self { board, distances, groups, targets, .. } = self;
        match board.len() {
            ..=64 => TripleExcess::new::<1, N>(board, distances, pairs, groups, targets),
            65..=128 => TripleExcess::new::<2, N>(board, distances, pairs, groups, targets),
            _ => TripleExcess::new::<4, N>(board, distances, pairs, groups, targets),
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
            sum += least_cost(group.len(), self.costs(target, state, group));
            if sum > budget {
                return sum.min(FORBIDDEN);
            }
        }
        let Some(pairs) = &self.pairs else { return sum };
        let mut pieces = Pieces::new();
        if !pairs.gather(target, &state.cells()[..self.atoms()], &mut pieces) {
            return FORBIDDEN;
        }
        sum + heaviest_packing(&pieces, budget - sum)
    }

    /// Whether no bound shows that a target is more than `budget` moves away.
    fn may_fit(
        &self,
        target: usize,
        pairs: &PairExcess,
        triples: Option<&TripleExcess>,
        state: &Packed<N>,
        budget: u32,
    ) -> bool {
        let mut ways = Ways::new();
        let mut bound = 0;
        for group in &self.groups {
            bound += self.assign(target, state, group, &mut ways);
            if bound > budget {
                return false;
            }
        }
        let mut pieces = Pieces::new();
        let cells = &state.cells()[..self.atoms()];
        if !pairs.gather(target, cells, &mut pieces) {
            return false;
        }
        if let Some(triples) = triples {
            triples.gather(target, cells, pairs, &mut pieces);
        }
        let packed = packed(&pieces);
        bound += packed.iter().map(|piece| piece.weight).sum::<u32>();
        match (budget.checked_sub(bound), &self.stops) {
            (None, _) => false,
            (Some(slack), Some(stops)) if self.worth.is_tested(slack) && !ways.is_full() => {
                let counted = Counted { atoms: cells.len(), ways: &ways, packed: &packed };
                let is_refuted = stops.refutes(&counted, slack as usize);
                self.worth.count(slack, is_refuted);
                !is_refuted
            }
            _ => true,
        }
    }

    /// The least cost to assign a group of equal atoms, and the ways to do so with what the
    /// potentials count for each.
    fn assign(
        &self,
        target: usize,
        state: &Packed<N>,
        group: &Range<usize>,
        ways: &mut Ways,
    ) -> u32 {
        let costs = self.costs(target, state, group);
        let (from, to) = (state.cells(), self.targets[target].cells());
        let way = |atom, place, counted, reduced| Way {
            atom: (group.start + atom) as u8,
            at: from[group.start + atom],
            place: to[group.start + place],
            counted,
            reduced,
        };
        if group.len() == 1 {
            let _ = ways.try_push(way(0, 0, costs(0, 0) as i32, 0));
            return costs(0, 0);
        }
        let potentials = by_augmenting_paths(group.len(), &costs);
        for atom in 0..group.len() {
            for place in 0..group.len() {
                let counted = potentials.rows[atom] + potentials.columns[place];
                let reduced = (costs(atom, place) as i32 - counted) as u32;
                if costs(atom, place) < FORBIDDEN {
                    let _ = ways.try_push(way(atom, place, counted, reduced));
                }
            }
        }
        potentials.least_cost
    }

    /// What it costs to bring an atom of a group to a place of it.
    #[inline]
    pub(crate) fn costs(
        &self,
        target: usize,
        state: &Packed<N>,
        group: &Range<usize>,
    ) -> impl Fn(usize, usize) -> u32 {
        let (from, to) =
            (&state.cells()[group.clone()], &self.targets[target].cells()[group.clone()]);
        move |atom, place| self.cost(to[place], from[atom])
    }

    /// What it costs to bring an atom to a place.
    #[inline]
    pub(crate) fn cost(&self, place: Cell, at: Cell) -> u32 {
        match self.distances.between(place, at) {
            Distances::UNREACHABLE => FORBIDDEN,
            distance => u32::from(distance),
        }
    }

    pub(crate) fn atoms(&self) -> usize {
        self.groups.last().map_or(0, |last| last.end)
    }
}
