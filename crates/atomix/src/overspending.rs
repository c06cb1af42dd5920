//! The test for unsupported stops: how can what a plan overspends be shared out?
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::conflict::{Structures, conflict};
use crate::counted::Counted;
use crate::reach::Reaches;
use crate::rounds::{Hints, Rounds, Shown};
use crate::supported_stops::SupportedStops;
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
        let hints = Hints { atom: 0, pairs: ArrayVec::new() };
        Test { reaches, hints, runs: RUNS }.refutes_all(shares)
    };
    Reaches::found(stops, counted, slack, refutes).unwrap_or(false)
}

/// Cases looked at for one state before the test gives in.
const RUNS: u32 = 2_000;

/// The test of one state.
struct Test<'a, const W: usize> {
    reaches: &'a Reaches<'a, W>,
    /// The last atoms that had no routes.
    hints: Hints,
    /// Cases left to be looked at.
    runs: u32,
}

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
        let shown = Rounds::run(self.reaches, caps, &self.hints, left == 0);
        if let Shown::NoRoutes(party) = shown {
            self.hints.add(party);
        }
        let conflict = match shown {
            Shown::Nothing => return false,
            _ if left == 0 => return true,
            Shown::Refuted => Structures::MAX,
            Shown::NoRoutes(party) => conflict(self.reaches, party, caps, closed, left),
        };
        // The structure of the atom itself is the one that helps most often.
        let own = match shown {
            Shown::NoRoutes(party) => self.reaches.atoms[party.atoms()[0]].structure,
            _ => self.reaches.atoms[self.hints.atom].structure,
        };
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
}
