//! The test for unsupported stops: how can what a plan overspends be shared out?
//!
//! `docs/atomix-heuristics.md` has the terms and the proof.

use crate::conflict::{Caps, conflict};
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
        let mut caps: Caps = reaches.structures.iter().map(|_| 0).collect();
        let limits = reaches.structures.iter().map(|_| slack as u8).collect();
        let shares = Shares { caps: &mut caps, limits, left: slack as u8 };
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
    /// The greatest caps to which they are raised.
    limits: Caps,
    /// What is left to be shared out.
    left: u8,
}

impl<const W: usize> Test<'_, W> {
    /// Whether no plan gives each structure its cap or more, up to its limit, and all together `left`
    /// more at the most.
    fn refutes_all(&mut self, shares: Shares<'_>) -> bool {
        let Shares { caps, mut limits, left } = shares;
        let Some(less) = self.runs.checked_sub(1) else { return false };
        self.runs = less;
        let shown = Rounds::run(self.reaches, caps, &self.hints, left == 0);
        if let Shown::NoRoutes(party) = shown {
            self.hints.add(party);
        }
        for (limit, &cap) in limits.iter_mut().zip(&*caps) {
            *limit = (*limit).min(cap + left);
        }
        let refuted = match shown {
            Shown::Nothing => return false,
            _ if left == 0 => return true,
            Shown::Refuted => caps.iter().copied().collect(),
            Shown::NoRoutes(party) => conflict(self.reaches, party, caps, &limits),
        };
        // The structure of the atom itself is the one that helps most often.
        let own = match shown {
            Shown::NoRoutes(party) => self.reaches.atoms[party.atoms()[0]].structure,
            _ => self.reaches.atoms[self.hints.atom].structure,
        };
        for structure in std::iter::once(own).chain((0..caps.len()).filter(|&other| other != own)) {
            let (cap, least) = (caps[structure], refuted[structure] + 1);
            if least <= limits[structure] {
                caps[structure] = least;
                let left = left - (least - cap);
                let is_refuted = self.refutes_all(Shares { caps, limits: limits.clone(), left });
                caps[structure] = cap;
                if !is_refuted {
                    return false;
                }
                limits[structure] = refuted[structure];
            }
        }
        true
    }
}
