//! The test for unsupported stops: how can what a plan overspends be shared out?
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::counted::Counted;
use crate::reach::Reaches;
use crate::rounds::{Rounds, Shown};
use crate::supported_stops::SupportedStops;
use crate::supports::Supports;
use arrayvec::ArrayVec;

/// Whether no plan exceeds the bound by `slack` or less.
///
/// # Panics
/// If the slack is [`LEVELS`](crate::reach::LEVELS) or more.
pub fn refutes<const W: usize>(
    stops: &SupportedStops<W>,
    counted: &Counted<'_>,
    slack: usize,
) -> bool {
    let refutes = |reaches: &Reaches<'_, W>| {
        let mut caps: ArrayVec<u8, 64> = reaches.structures.iter().map(|_| 0).collect();
        let shares = Shares { caps: &mut caps, closed: 0, left: slack as u8 };
        Test { reaches, first: 0, runs: RUNS }.refutes_all(shares)
    };
    Reaches::found(stops, counted, slack, refutes).unwrap_or(false)
}

/// Cases looked at for one state before the test gives in.
const RUNS: u32 = 2_000;

/// The test of one state.
struct Test<'a, const W: usize> {
    reaches: &'a Reaches<'a, W>,
    /// The last atom that had no route: it is looked at first.
    first: usize,
    /// Cases left to be looked at.
    runs: u32,
}

/// Sets of structures as bits.
type Structures = u64;

/// A choice of caps, to be raised.
struct Shares<'a> {
    /// By structure.
    caps: &'a mut [u8],
    /// Structures that are not raised any more.
    closed: Structures,
    /// What is left to be shared out.
    left: u8,
}

impl<const W: usize> Test<'_, W> {
    /// Whether no plan gives each structure its cap or more, together `left` more at the most.
    fn refutes_all(&mut self, shares: Shares<'_>) -> bool {
        let Shares { caps, mut closed, left } = shares;
        let Some(less) = self.runs.checked_sub(1) else { return false };
        self.runs = less;
        let shown = Rounds::run(self.reaches, caps, self.first);
        if let Shown::NoRoute(atom) = shown {
            self.first = atom;
        }
        let conflict = match shown {
            Shown::Nothing => return false,
            _ if left == 0 => return true,
            Shown::Refuted => Structures::MAX,
            Shown::NoRoute(atom) => self.conflict(atom, caps, closed, left),
        };
        // The structure of the atom itself is the one that helps most often.
        let own = self.reaches.atoms[self.first].structure;
        for structure in std::iter::once(own).chain((0..caps.len()).filter(|&other| other != own)) {
            if (conflict & !closed) >> structure & 1 == 1 {
                caps[structure] += 1;
                let is_refuted = self.refutes_all(Shares { caps, closed, left: left - 1 });
                caps[structure] -= 1;
                if !is_refuted {
                    return false;
                }
                closed |= 1 << structure;
            }
        }
        true
    }

    /// Structures of which one must overspend by more than its cap: an atom that has no route has
    /// none either if all others overspend by `left` more.
    fn conflict(&self, atom: usize, caps: &[u8], closed: Structures, left: u8) -> Structures {
        let reaches = self.reaches;
        let own = reaches.atoms[atom].structure;
        let rests = reaches.reach(caps[own]).places[atom].rests;
        let mut given =
            reaches.given(atom, caps, &Supports::of(reaches.lines(), reaches.places(caps)));
        given.stops = given.stops.map(|stops| stops & rests);
        let mut conflict = 1 << own;
        for structure in (0..caps.len()).filter(|&other| other != own && closed >> other & 1 == 0) {
            let [now, more] = [0, left].map(|left| &reaches.reach(caps[structure] + left).places);
            let mut raised = given;
            let mut atoms = reaches.structures[structure].atoms;
            while atoms != 0 {
                let other = atoms.trailing_zeros() as usize;
                atoms &= atoms - 1;
                for (all, &beside) in raised.stops.iter_mut().zip(&more[other].beside) {
                    *all |= beside & rests;
                }
                if more[other].fixed().is_empty() {
                    raised.obstacles = raised.obstacles - now[other].fixed();
                }
            }
            if raised == given || !reaches.has_route(atom, caps, &raised) {
                given = raised;
            } else {
                conflict |= 1 << structure;
            }
        }
        conflict
    }
}
