//! The price of unsupported stops: a test that refutes many states which the distances admit.

use crate::cell_set::CellSet;
use crate::packing::Piece;
use crate::near::Near;
use crate::routes::{HORIZON, Lines, Stops};
use crate::{Board, Cell, Distances};
use arrayvec::ArrayVec;
use fewest_search::Direction;

/// Shows that some states need more moves than their distances say, since a slide ends only at a
/// wall or at another atom.
///
/// # Sound because
/// the rounds of [`SupportedStops::refutes`] keep, for every atom, all cells where it rests in
/// any plan within the budget; `docs/atomix-heuristics.md` has the proof.
#[derive(Debug, Clone)]
pub struct SupportedStops<const W: usize> {
    lines: Lines<W>,
    near: Near<W>,
    direction: Direction,
}

/// The test in as few words as the cells of the board need.
#[derive(Debug)]
pub enum SomeStops {
    /// Up to 64 cells.
    One(SupportedStops<1>),
    /// Up to 128.
    Two(SupportedStops<2>),
    /// All boards.
    Four(SupportedStops<4>),
}

impl SomeStops {
    /// The test for a board; states are searched in `direction`.
    pub fn new(board: &Board, distances: &Distances, direction: Direction) -> Self {
        match board.len() {
            ..=64 => Self::One(SupportedStops::new(board, distances, direction)),
            65..=128 => Self::Two(SupportedStops::new(board, distances, direction)),
            _ => Self::Four(SupportedStops::new(board, distances, direction)),
        }
    }

    /// As [`SupportedStops::refutes`].
    pub fn refutes(&self, atoms: usize, ways: &[Way], packed: &[Piece], slack: u32) -> bool {
        match self {
            Self::One(stops) => stops.refutes(atoms, ways, packed, slack),
            Self::Two(stops) => stops.refutes(atoms, ways, packed, slack),
            Self::Four(stops) => stops.refutes(atoms, ways, packed, slack),
        }
    }
}

/// One atom of a state and one place of the target that it may belong to.
#[derive(Debug, Clone, Copy)]
pub struct Way {
    /// The number of the atom.
    pub atom: u8,
    /// Where it is.
    pub at: Cell,
    /// The place.
    pub place: Cell,
    /// What the bound counts for the two: the sum of their potentials in the assignment.
    pub counted: i32,
    /// How much their distance is above that.
    pub reduced: u32,
}

/// Ways looked at in one state; where equal atoms have more, nothing is shown.
pub const WAYS: usize = 256;

/// The ways of all atoms, those of each atom together, in order of atoms.
pub type Ways = ArrayVec<Way, WAYS>;

struct Candidate<const W: usize> {
    way: Way,
    /// Where the atom may rest on this way; empty once the way is refuted.
    cells: CellSet<W>,
}

struct Atom<const W: usize> {
    /// Where it may rest.
    rests: CellSet<W>,
    /// Where it stops others then.
    beside: Stops<W>,
    /// Its structure.
    structure: usize,
    /// Moves above what is counted: no plan has fewer.
    least: u32,
    /// No plan within the budget has more.
    most: u32,
    /// What its routes were found with last.
    found_with: Option<(u32, Stops<W>)>,
}

struct Test<const W: usize> {
    atoms: ArrayVec<Atom<W>, 64>,
    /// In order of atoms.
    candidates: ArrayVec<Candidate<W>, WAYS>,
    /// The weight of each packed set, and zero for each other atom.
    structures: ArrayVec<u32, 64>,
    slack: u32,
}

impl<const W: usize> SupportedStops<W> {
    /// Rounds before the test gives in.
    const ROUNDS: usize = 5;

    /// The test for a board; states are searched in `direction`.
    pub fn new(board: &Board, distances: &Distances, direction: Direction) -> Self {
        Self { lines: Lines::new(board, distances), near: Near::new(board), direction }
    }

    /// Whether no plan exceeds the bound by `slack` or less.
    ///
    /// The bound is the sum of what `ways` count for any assignment, plus the weights of the
    /// `packed` sets of atoms. `ways` has those of each atom together, in order of atoms, all
    /// whose reduced distance is within reach.
    ///
    /// # Sound because
    /// see [`SupportedStops`]. Monotone: what is refuted with a slack is refuted with every
    /// smaller one.
    pub fn refutes(&self, atoms: usize, ways: &[Way], packed: &[Piece], slack: u32) -> bool {
        let mut test = Test {
            atoms: ArrayVec::new(),
            candidates: ArrayVec::new(),
            structures: packed.iter().map(|piece| piece.weight).collect(),
            slack,
        };
        for atom in 0..atoms {
            let of = packed.iter().position(|piece| piece.atoms >> atom & 1 == 1);
            let structure = of.unwrap_or(test.structures.len());
            if of.is_none() {
                test.structures.push(0);
            }
            test.atoms.push(Atom {
                rests: CellSet::EMPTY,
                beside: [CellSet::EMPTY; 4],
                structure,
                least: 0,
                most: test.structures[structure] + slack,
                found_with: None,
            });
        }
        for &way in ways {
            let atom = &mut test.atoms[usize::from(way.atom)];
            if way.reduced > atom.most {
                continue;
            }
            let limit = (way.counted + atom.most as i32) as usize; // at least the distance
            if limit > HORIZON {
                return false; // so much freedom that nothing would be shown
            }
            let more = (atom.most - way.reduced) as usize;
            let (cells, beside) = self.near.between(&self.lines, way.at, way.place, limit, more);
            atom.rests |= cells;
            for (all, beside) in atom.beside.iter_mut().zip(beside) {
                *all |= beside;
            }
            test.candidates.push(Candidate { way, cells });
        }
        for _ in 0..Self::ROUNDS {
            match self.round(&mut test) {
                Round::Refuted => return true,
                Round::Settled => return false,
                Round::Changed => {}
            }
        }
        false
    }

    /// Ends of the routes of a way, from the first to the last slide.
    #[inline]
    fn ends(&self, way: &Way) -> [Cell; 2] {
        match self.direction {
            Direction::Forward => [way.at, way.place],
            Direction::Backward => [way.place, way.at],
        }
    }

    fn round(&self, test: &mut Test<W>) -> Round {
        let Test { atoms, candidates, structures, slack } = test;
        let mut once = [CellSet::EMPTY; 4];
        let mut twice = [CellSet::EMPTY; 4];
        for atom in atoms.iter() {
            for (direction, &stops) in atom.beside.iter().enumerate() {
                twice[direction] |= once[direction] & stops;
                once[direction] |= stops;
            }
        }
        let at_wall = self.lines.at_wall();
        let supported = |atom: &Atom<W>| -> Stops<W> {
            std::array::from_fn(|x| {
                (at_wall[x] | twice[x] | (once[x] - atom.beside[x])) & atom.rests
            })
        };
        let mut rest = &mut candidates[..];
        for (number, atom) in atoms.iter().enumerate() {
            let of_atom = rest.iter().take_while(|of| usize::from(of.way.atom) == number).count();
            let (own, others) = rest.split_at_mut(of_atom);
            rest = others;
            let stops = supported(atom);
            let mut any = false;
            for Candidate { way, cells } in own {
                if !cells.is_empty() && !self.lines.can_end(self.ends(way), &stops) {
                    *cells = CellSet::EMPTY;
                }
                any |= !cells.is_empty();
            }
            if !any {
                return Round::Refuted;
            }
        }
        let mut round = Round::Settled;
        let mut sums: ArrayVec<u32, 64> = structures.iter().map(|_| 0).collect();
        let mut candidates = candidates.iter_mut().peekable();
        for number in 0..atoms.len() {
            let stops = supported(&atoms[number]);
            let atom = &mut atoms[number];
            if atom.found_with == Some((atom.most, stops)) {
                sums[atom.structure] += atom.least;
                while candidates.next_if(|of| usize::from(of.way.atom) == number).is_some() {}
                continue;
            }
            let (mut rests, mut least) = (CellSet::EMPTY, u32::MAX);
            let most = atom.most as i32;
            while let Some(Candidate { way, cells }) =
                candidates.next_if(|candidate| usize::from(candidate.way.atom) == number)
            {
                let limit = way.counted + most;
                if cells.is_empty() || limit < 0 {
                    continue;
                }
                let routes = self.lines.routes(self.ends(way), limit as usize, *cells, &stops);
                *cells = routes.map_or(CellSet::EMPTY, |routes| routes.cells);
                if let Some(routes) = routes {
                    rests |= routes.cells;
                    least = least.min((routes.least as i32 - way.counted) as u32);
                }
            }
            if rests.is_empty() {
                return Round::Refuted;
            }
            if rests != atom.rests {
                round = Round::Changed;
            }
            (atom.rests, atom.least) = (rests, least);
            atom.found_with = Some((atom.most, stops.map(|stops| stops & rests)));
            sums[atom.structure] += least;
        }
        let needed = |structure: usize| sums[structure].max(structures[structure]);
        let above: u32 = (0..structures.len()).map(|at| needed(at) - structures[at]).sum();
        if above > *slack {
            return Round::Refuted;
        }
        for atom in atoms {
            atom.beside = self.lines.beside(atom.rests);
            let others = sums[atom.structure] - atom.least;
            let most = needed(atom.structure) + *slack - above - others;
            if most < atom.most {
                atom.most = most;
                round = Round::Changed;
            }
        }
        round
    }
}

enum Round {
    Refuted,
    /// Another round would show the same.
    Settled,
    Changed,
}
