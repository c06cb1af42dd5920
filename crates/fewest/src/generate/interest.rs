//! How interesting a level is.

use crate::Replayed;
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Atom, Level, Square};

/// What makes a level interesting, the most important first: it is compared in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interest {
    /// Moves of the plan after which the atom is farther from where it ends than before: those are
    /// hard to think of.
    pub detours: usize,
    /// Changes from one atom to another.
    pub turns: usize,
    /// Moves of the plan.
    pub moves: usize,
    /// Atoms that never move.
    pub idle: usize,
}

impl Interest {
    /// That of a level, by one of its shortest plans.
    pub fn of(plan: &Replayed<Level>) -> Self {
        let (level, moves) = (plan.puzzle(), plan.moves());
        let end = plan.position_after(moves.len());
        let distance = |atom: Atom, at: Square| {
            let end = end.square_of(atom).unwrap_or(at);
            at.row.abs_diff(end.row) + at.column.abs_diff(end.column)
        };
        let is_detour = |step: &&_| {
            let fewest_rules::atomix::Move { atom, from, to, .. } = **step;
            distance(atom, to) > distance(atom, from)
        };
        let start = level.start();
        let is_idle = |atom: &Atom| !moves.iter().any(|step| step.atom == *atom);
        Self {
            detours: moves.iter().filter(is_detour).count(),
            turns: moves.windows(2).filter(|pair| pair[0].atom != pair[1].atom).count(),
            moves: moves.len(),
            idle: start.atoms().iter().filter(|(atom, _)| is_idle(atom)).count(),
        }
    }
}
