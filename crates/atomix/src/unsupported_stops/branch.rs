//! Branching over the ways in which a plan within the budget may distribute its slack.

use super::board_tables::BoardTables;
use super::conflict::{Caps, generalized};
use super::cost_shares::CostShares;
use super::domains::Domains;
use super::propagate::{Propagated, Propagation, RecentConflicts};
use arrayvec::ArrayVec;

/// Whether no plan exceeds the bound by `slack` or less.
///
/// # Panics
/// If the slack is [`SLACKS`](super::SLACKS) or more.
pub fn refutes<const W: usize>(
    tables: &BoardTables<W>,
    shares: &CostShares<'_>,
    slack: usize,
) -> bool {
    let refutes = |domains: &Domains<'_, W>| {
        let mut caps: Caps = domains.pieces.iter().map(|_| 0).collect();
        let limits = domains.pieces.iter().map(|_| slack as u8).collect();
        let branch = Branch { caps: &mut caps, limits, left: slack as u8 };
        let recent = RecentConflicts { atom: 0, pairs: ArrayVec::new() };
        CaseSearch { domains, recent, cases: CASES }.refutes_all(branch)
    };
    Domains::with(tables, shares, slack, refutes).unwrap_or(false)
}

/// Cases tried for one state before the test gives up.
const CASES: u32 = 2_000;

/// The test of one state.
struct CaseSearch<'a, const W: usize> {
    domains: &'a Domains<'a, W>,
    recent: RecentConflicts,
    /// Cases that may still be tried.
    cases: u32,
}

/// The plans in which each piece overruns by its cap or more, up to its limit, and all together by
/// at most `left` more than their caps.
struct Branch<'a> {
    /// By piece.
    caps: &'a mut [u8],
    /// By piece.
    limits: Caps,
    left: u8,
}

impl<const W: usize> CaseSearch<'_, W> {
    /// Whether a branch has no plan.
    fn refutes_all(&mut self, branch: Branch<'_>) -> bool {
        let Branch { caps, mut limits, left } = branch;
        let Some(fewer) = self.cases.checked_sub(1) else { return false };
        self.cases = fewer;
        let result = Propagation::run(self.domains, caps, &self.recent, left == 0);
        if let Propagated::NoRoutes(group) = result {
            self.recent.add(group);
        }
        for (limit, &cap) in limits.iter_mut().zip(&*caps) {
            *limit = (*limit).min(cap + left);
        }
        let conflict = match result {
            Propagated::Consistent => return false,
            _ if left == 0 => return true,
            Propagated::Refuted => caps.iter().copied().collect(),
            Propagated::NoRoutes(group) => generalized(self.domains, group, caps, &limits),
        };
        // Some piece must overrun by more than in the conflict: first the atom's own, which helps
        // most often.
        let own = match result {
            Propagated::NoRoutes(group) => self.domains.atoms[group.atoms()[0]].piece,
            _ => self.domains.atoms[self.recent.atom].piece,
        };
        for piece in std::iter::once(own).chain((0..caps.len()).filter(|&other| other != own)) {
            let (cap, least) = (caps[piece], conflict[piece] + 1);
            if least <= limits[piece] {
                caps[piece] = least;
                let left = left - (least - cap);
                let is_refuted = self.refutes_all(Branch { caps, limits: limits.clone(), left });
                caps[piece] = cap;
                if !is_refuted {
                    return false;
                }
                limits[piece] = conflict[piece];
            }
        }
        true
    }
}
