//! Levels of Atomix that are as somebody wants them.

use super::Wanted;
use super::candidate;
use super::likeness::Likeness;
use crate::rate::{Difficulty, PlanFigures};
use crate::{AnyPuzzle, Instance, Plan, Replayed, Solver};
use dashu_int::UBig;
use fastrand::Rng;
use fewest_rules::atomix::Level;
use fewest_search::{Depth, Engine, Interrupt, Limits, Verdict};
use rayon::prelude::*;
use std::collections::BTreeSet;
use web_time::Instant;

/// Candidates that are looked at together.
const BATCH: u64 = 64;
/// For each level that is wanted, so many are made, of which the most interesting are kept.
const CHOICE: usize = 3;

/// A level with a proof of its optimum.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The level.
    pub level: Level,
    /// A shortest plan.
    pub plan: Replayed<Level>,
    /// How many shortest plans there are.
    pub plans: UBig,
    /// What the plan shows of the level.
    pub figures: PlanFigures,
    /// How hard it is to find a shortest plan.
    pub difficulty: Difficulty,
}

/// What a search for levels came to.
#[derive(Debug, Clone, Default)]
pub struct Found {
    /// The levels, the most difficult first.
    pub levels: Vec<Generated>,
    /// Boards that were made.
    pub candidates: u64,
    /// Those of them that were solved with a proof, whatever their optimum.
    pub proved: u64,
}

/// Makes levels that are as wanted, the most difficult of a larger number of them.
///
/// Every atom moves in the plan that was found, and no two levels are alike: turned, mirrored or with
/// other labels. The same seed makes the same levels, with any number of threads, unless `deadline` or
/// `interrupt` stops it: then those are returned that were found.
///
/// # Complexity
/// A few milliseconds a candidate, at most `wanted.nodes` states each; how many candidates a level
/// takes depends on what is wanted.
pub fn levels(
    wanted: &Wanted,
    count: usize,
    seed: u64,
    deadline: Option<Instant>,
    interrupt: &Interrupt,
) -> Found {
    let mut found = Found::default();
    let mut seen = BTreeSet::new();
    let is_over = || {
        interrupt.reason().is_some() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let limits = Limits {
        nodes: Some(wanted.nodes),
        deadline,
        upper_bound: Some(Depth(*wanted.optimum.end())),
        ..Limits::default()
    };
    let candidate = |number: u64| {
        let mut random = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let level = candidate::draw(wanted, &mut random)?;
        prove(level, wanted, limits, interrupt)
    };
    while found.levels.len() < CHOICE * count && !is_over() {
        let numbers = found.candidates..found.candidates + BATCH;
        let batch: Vec<_> = numbers.into_par_iter().map(candidate).collect();
        found.candidates += BATCH;
        for proved in batch.into_iter().flatten() {
            found.proved += 1;
            let new = proved.filter(|made| seen.insert(Likeness::of(&made.level)));
            found.levels.extend(new);
        }
    }
    found.levels.sort_by(|a, b| b.difficulty.bits().total_cmp(&a.difficulty.bits()));
    found.levels.truncate(count);
    found
}

/// The level with a shortest plan, if that is as long as wanted and moves every atom; `None` if
/// nothing is proved.
fn prove(
    level: Level,
    wanted: &Wanted,
    limits: Limits,
    interrupt: &Interrupt,
) -> Option<Option<Generated>> {
    let puzzle = AnyPuzzle::Atomix(level.clone());
    let instance = Instance { name: "level".to_owned(), title: None, puzzle };
    // An engine of one thread: candidates are searched side by side.
    let solver = || Solver::new().engine(Engine::Astar).limits(limits).interrupt(interrupt);
    let report = solver().solve(&instance).ok()?;
    let (Verdict::Optimal, Some(Plan::Atomix(plan))) = (report.status.0, report.plan) else {
        return None;
    };
    let figures = PlanFigures::of(&plan);
    let is_wanted = plan.moves().len() >= usize::from(*wanted.optimum.start()) && figures.idle == 0;
    if !is_wanted {
        return Some(None);
    }
    let plans = solver().all(0).solve(&instance).ok()?.solutions?.count.ok()?;
    let difficulty = figures.difficulty(&plans);
    Some(Some(Generated { level, plan, plans, figures, difficulty }))
}
