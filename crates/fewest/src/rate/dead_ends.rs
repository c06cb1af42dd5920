//! Dead ends near a plan: positions from which a level can no longer be solved.

use crate::{AnyPuzzle, Instance, Move, Plan, SolveError, Solver};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Label, Level, Position, Square};
use fewest_search::{Engine, Interrupt, Limits, Verdict};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// States that are expanded to decide whether a position can be solved.
const NODES: u64 = 50_000;

/// The number of dead ends among the positions on a plan and one move off it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DeadEnds {
    /// The number of positions on the plan before its end, and of those that one other move leads
    /// to from there.
    pub positions: usize,
    /// The number of those that cannot be solved.
    pub dead: usize,
    /// The number of those for which this is not known.
    pub unknown: usize,
}

/// The labels and their squares, in reading order.
type Key = Vec<(Label, Square)>;

impl DeadEnds {
    /// The dead ends near a plan; `None` for a puzzle without dead ends.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub(super) fn near(
        plan: &Plan,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<Option<Self>, SolveError> {
        let AnyPuzzle::Atomix(level) = plan.puzzle() else { return Ok(None) };
        let mut on_plan = vec![level.start()];
        for step in plan.listed().iter().flatten() {
            let Move::Atomix(step) = step else { continue };
            on_plan.extend(on_plan.last().and_then(|position| level.play(position, step)));
        }
        let mut solvable: HashSet<Key> = on_plan.iter().map(Position::labels).collect();
        on_plan.pop();
        let off_plan = on_plan.iter().flat_map(|position| successors(level, position));
        let mut seen = solvable.clone();
        let mut open: Vec<Position> = off_plan.filter(|next| seen.insert(next.labels())).collect();
        let positions = on_plan.len() + open.len();
        // Most lead in one move to a position that is known to be solvable.
        loop {
            let leads_there = |position: &Position| {
                successors(level, position).any(|next| solvable.contains(&next.labels()))
            };
            let (known, rest): (Vec<_>, Vec<_>) = open.into_iter().partition(leads_there);
            open = rest;
            if known.is_empty() {
                break;
            }
            solvable.extend(known.iter().map(Position::labels));
        }
        let verdict = |position: Position| {
            let puzzle = AnyPuzzle::Atomix(level.starting_at(position));
            let instance = Instance { name: "position".to_owned(), title: None, puzzle };
            let limits = Limits { nodes: Some(NODES), ..limits };
            let solver = Solver::new().engine(Engine::WeightedAstar).limits(limits);
            Ok(solver.interrupt(interrupt).solve(&instance)?.status.0)
        };
        let verdicts: Result<Vec<Verdict>, SolveError> =
            open.into_par_iter().map(verdict).collect();
        let verdicts = verdicts?;
        let count =
            |is: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| is(verdict)).count();
        Ok(Some(Self {
            positions,
            dead: count(|verdict| *verdict == Verdict::Unsolvable),
            unknown: count(|verdict| matches!(verdict, Verdict::Bounded(_))),
        }))
    }
}

fn successors<'a>(level: &'a Level, position: &'a Position) -> impl Iterator<Item = Position> + 'a {
    let moves = level.moves(position).into_iter();
    moves.filter_map(move |step| level.play(position, &step))
}

/// `3 of 40 positions`.
impl fmt::Display for DeadEnds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, dead, unknown } = self;
        write!(f, "{dead} of {positions} positions")?;
        if *unknown > 0 { write!(f, ", {unknown} unknown") } else { Ok(()) }
    }
}
