//! Positions near a plan from which a level cannot be solved any more.

use crate::{AnyPuzzle, Instance, Replayed, SolveError, Solver};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Label, Level, Position, Square};
use fewest_search::{Engine, Interrupt, Limits, Verdict};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashSet;
use std::fmt;

/// States that are expanded to see whether a position can be solved.
const NODES: u64 = 50_000;

/// How many of the positions on a plan and one move off it are dead ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DeadEnds {
    /// The positions on the plan before it ends, and those that one other move leads to from there.
    pub positions: usize,
    /// Those of them that cannot be solved.
    pub dead: usize,
    /// Those of which that was not shown.
    pub unknown: usize,
}

/// The labels and their squares, in reading order.
type Key = Vec<(Label, Square)>;

impl DeadEnds {
    /// Those near a plan.
    ///
    /// # Errors
    /// Those of [`Solver::solve`].
    pub(super) fn near(
        plan: &Replayed<Level>,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<Self, SolveError> {
        let level = plan.puzzle();
        let mut on_plan = vec![level.start()];
        for step in plan.moves() {
            on_plan.extend(on_plan.last().and_then(|position| level.play(position, step)));
        }
        let mut solvable: HashSet<Key> = on_plan.iter().map(Position::labels).collect();
        on_plan.pop();
        let off_plan = on_plan.iter().flat_map(|position| successors(level, position));
        let mut seen = solvable.clone();
        let mut open: Vec<Position> = off_plan.filter(|next| seen.insert(next.labels())).collect();
        let positions = on_plan.len() + open.len();
        // Most lead to a position that is known to be solvable, in one move.
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
        Ok(Self {
            positions,
            dead: count(|verdict| *verdict == Verdict::Unsolvable),
            unknown: count(|verdict| matches!(verdict, Verdict::Bounded(_))),
        })
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
