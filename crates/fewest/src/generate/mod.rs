//! Instances by chance, the same from the same seed.

mod atomix;
mod interest;
mod molecules;

pub use atomix::Wanted;
pub use interest::Interest;

use crate::{AnyPuzzle, Instance, Replayed, Solver};
use fastrand::Rng;
use fewest_rules::atomix::Level;
use fewest_rules::tiles::{self, Board, Size};
use fewest_rules::{Puzzle, panex};
use fewest_search::{Depth, Interrupt, Limits, Verdict};
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// States that may be expanded to prove the optimum of a level: most of those that are wanted take
/// a fraction of it.
const NODES: u64 = 100_000;
/// Levels that are looked at together.
const BATCH: u64 = 64;
/// For each level that is wanted, so many are made, of which the most interesting are kept.
const CHOICE: usize = 3;

/// A level of Atomix with a proof of its optimum.
#[derive(Debug, Clone)]
pub struct Generated {
    /// The level.
    pub level: Level,
    /// A shortest plan.
    pub plan: Replayed<Level>,
    /// How interesting it is.
    pub interest: Interest,
}

/// Makes levels whose shortest plan has a length within `optimum`, the most interesting first.
///
/// Every atom moves in the plan that was found. Fewer levels are returned if `interrupt` stops it.
///
/// # Complexity
/// A few milliseconds to a tenth of a second a candidate; how many candidates a level takes depends
/// on what is wanted.
pub fn atomix_levels(
    wanted: &Wanted,
    optimum: RangeInclusive<u16>,
    count: usize,
    seed: u64,
    interrupt: &Interrupt,
) -> Vec<Generated> {
    let mut found = Vec::new();
    let candidate = |number: u64| {
        let mut random = Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number);
        let level = wanted.draw(&mut random)?;
        proved(level, &optimum, interrupt)
    };
    for first in (0..).step_by(BATCH as usize) {
        let batch: Vec<_> = (first..first + BATCH).into_par_iter().filter_map(candidate).collect();
        found.extend(batch);
        if found.len() >= CHOICE * count || interrupt.reason().is_some() {
            break;
        }
    }
    found.sort_by_key(|level| std::cmp::Reverse(level.interest));
    found.truncate(count);
    found
}

/// The level with a shortest plan, if that is as long as wanted and moves every atom.
fn proved(level: Level, optimum: &RangeInclusive<u16>, interrupt: &Interrupt) -> Option<Generated> {
    let instance = Instance {
        name: "level".to_owned(),
        title: None,
        puzzle: AnyPuzzle::Atomix(level.clone()),
    };
    let limits = Limits {
        nodes: Some(NODES),
        upper_bound: Some(Depth(*optimum.end())),
        ..Limits::default()
    };
    let report = Solver::new().limits(limits).interrupt(interrupt).solve(&instance).ok()?;
    let Some(crate::Plan::Atomix(plan)) = report.plan else { return None };
    let length = plan.moves().len();
    if report.status.0 != Verdict::Optimal || length < usize::from(*optimum.start()) {
        return None;
    }
    let interest = Interest::of(&plan);
    (interest.idle == 0).then_some(Generated { level, plan, interest })
}

/// A board of tiles by chance, each that can be solved as likely as any other.
pub fn tiles(size: Size, goal: tiles::Goal, seed: u64) -> tiles::Instance {
    let mut random = Rng::with_seed(seed);
    loop {
        let mut tiles: Vec<_> = (0..size.cells()).map(|number| tiles::Tile(number as u8)).collect();
        random.shuffle(&mut tiles);
        let board = Board::new(size, tiles).expect("every tile is there once");
        let instance = tiles::Instance::new(board, goal);
        if instance.is_solvable() {
            return instance;
        }
    }
}

/// A Panex puzzle with towers of `n`: from two towers to a position that some moves by chance lead
/// to.
pub fn panex(n: u16, moves: usize, seed: u64) -> Option<panex::Instance> {
    let mut random = Rng::with_seed(seed);
    let exchange = panex::Instance::exchange(n);
    let start = exchange.start();
    let mut position = start.clone();
    for _ in 0..moves {
        let choices = exchange.moves(&position);
        let step = random.choice(choices)?;
        position = exchange.play(&position, &step)?;
    }
    panex::Instance::new(start, position)
}
