//! Levels of Atomix with requested properties.

use super::Wanted;
use super::candidate;
use super::likeness::Likeness;
use crate::rate::{Difficulty, PlanFigures};
use crate::{Instance, MoveCount, Plan, Solver};
use dashu_int::UBig;
use fastrand::Rng;
use fewest_rules::atomix::Level;
use fewest_search::{Depth, Engine, Interrupt, Limits, Stop, Verdict};
use rayon::prelude::*;
use std::collections::BTreeSet;
use web_time::Instant;

/// Candidates that are processed together.
const BATCH: u64 = 64;
/// Levels made per level wanted, of which the most interesting are kept.
const CHOICE: usize = 3;
/// The heuristic to try first: for most levels it takes less time than the tables of a better one.
const QUICK_HEURISTIC: &str = "generalized-distance";
/// States that are expanded with it.
const QUICK_NODES: u64 = 20_000;
/// Other starts that are tried to make the solution of a candidate longer.
const TRIES: usize = 24;

/// A level with a proof of its optimum.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The level.
    pub level: Level,
    /// A shortest plan.
    pub plan: Plan,
    /// The number of shortest plans.
    pub plans: UBig,
    /// Figures of the plan.
    pub figures: PlanFigures,
    /// How hard it is to find a shortest plan.
    pub difficulty: Difficulty,
}

/// The result of a search for levels.
#[derive(Debug, Clone, Default)]
pub struct GeneratedLevels {
    /// The levels, the most difficult first.
    pub levels: Vec<Generated>,
    /// The number of candidates that were made.
    pub candidates: u64,
    /// The number of candidates that were solved with a proof, whatever their optimum.
    pub proved: u64,
}

/// Makes levels with the requested properties: the most difficult ones of a larger number.
///
/// Every atom moves in the plan that was found, and no two levels are the same up to rotation,
/// reflection and labels. The same seed makes the same levels, with any number of threads, unless
/// `deadline` or `interrupt` stops the search: then the levels found so far are returned.
///
/// # Complexity
/// A few milliseconds per candidate, and at most `wanted.nodes` states; the number of candidates
/// per level depends on what is wanted.
pub fn levels(
    wanted: &Wanted,
    count: usize,
    seed: u64,
    deadline: Option<Instant>,
    interrupt: &Interrupt,
) -> GeneratedLevels {
    let mut found = GeneratedLevels::default();
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
    let prover = Prover { wanted, limits, interrupt };
    let candidate = |number: u64| {
        let mut random = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let level = candidate::draw(wanted, &mut random)?;
        let first = prover.prove(level, wanted.nodes.min(QUICK_NODES))?;
        let proved = prover.lengthened(first, &mut random);
        Some(proved.is_wanted(wanted).then(|| prover.counted(proved)).flatten())
    };
    while found.levels.len() < count.saturating_mul(CHOICE) && !is_over() {
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

/// A level with a shortest plan.
struct Proved {
    level: Level,
    plan: Plan,
}

impl Proved {
    fn moves(&self) -> MoveCount {
        self.plan.len()
    }

    /// Whether every atom moves and it has enough moves. It never has more than are wanted.
    fn is_wanted(&self, wanted: &Wanted) -> bool {
        self.moves() >= u64::from(*wanted.optimum.start()).into()
            && PlanFigures::of(&self.plan).is_some_and(|figures| figures.idle == 0)
    }
}

/// Solves candidates in parallel, each with an engine of one thread.
struct Prover<'a> {
    wanted: &'a Wanted,
    limits: Limits,
    interrupt: &'a Interrupt,
}

impl Prover<'_> {
    /// The level, if it has a solution of at most the wanted number of moves that was proved
    /// shortest.
    fn prove(&self, level: Level, nodes: u64) -> Option<Proved> {
        let instance = instance(&level);
        let quick = self.solver().heuristic(QUICK_HEURISTIC).nodes(nodes.min(QUICK_NODES));
        let mut report = quick.solve(&instance).ok()?;
        if report.status.0 == Verdict::Bounded(Stop::Nodes) && nodes > QUICK_NODES {
            report = self.solver().nodes(nodes).solve(&instance).ok()?;
        }
        match (report.status.0, report.plan) {
            (Verdict::Optimal, Some(plan)) => Some(Proved { level, plan }),
            _ => None,
        }
    }

    /// A level with a solution of the wanted length, if starting atoms elsewhere, one after the
    /// other, leads there; else the last level on the way.
    fn lengthened(&self, mut proved: Proved, random: &mut Rng) -> Proved {
        let least = u64::from(*self.wanted.optimum.start());
        let (half, least) = (MoveCount::from(least.div_ceil(2)), MoveCount::from(least));
        if proved.moves() < half {
            return proved;
        }
        for _ in 0..TRIES {
            if proved.moves() >= least {
                break;
            }
            let other = candidate::with_another_start(&proved.level, random);
            let other = other.and_then(|level| self.prove(level, self.wanted.nodes));
            proved = other.filter(|other| other.moves() >= proved.moves()).unwrap_or(proved);
        }
        proved
    }

    /// The level with the number of its shortest plans.
    fn counted(&self, Proved { level, plan }: Proved) -> Option<Generated> {
        let report = self.solver().all(0).solve(&instance(&level)).ok()?;
        let plans = report.solutions?.count.ok()?;
        let figures = PlanFigures::of(&plan)?;
        let difficulty = figures.difficulty(&plans);
        Some(Generated { level, plan, plans, figures, difficulty })
    }

    fn solver(&self) -> Solver<'_> {
        Solver::new().engine(Engine::Astar).limits(self.limits).interrupt(self.interrupt)
    }
}

fn instance(level: &Level) -> Instance {
    Instance { name: "level".to_owned(), title: None, puzzle: level.clone().into() }
}
