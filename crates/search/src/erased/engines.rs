//! The engines for each number of words, compiled here.

use super::by_name;
#[cfg(not(target_arch = "wasm32"))]
use super::closed_states;
use crate::best_first::{self, per_goal, state_table_astar};
use crate::breadth_first::{self, ShortestPlans, Survey, VisitLayer};
use crate::depth_first;
use crate::engine::{Engine, RunError, Settings, Storage};
use crate::erased::{Erased, Words};
use crate::{Depth, Monitor, Outcome, Stop, Switch};
#[cfg(not(target_arch = "wasm32"))]
use crate::{external::NotListed, snapshot::KeyFormat};
use std::fmt::Debug;
use std::hash::Hash;

/// A number of words for which the engines are compiled.
pub trait Width: Copy + Eq + Ord + Hash + Debug + Send + Sync + Engines + 'static {}

/// The engines over erased problems with keys of this type. Their plans are words.
pub trait Engines: Sized {
    fn run(
        engine: Engine,
        problem: &Erased<'_, Self>,
        settings: Settings,
        storage: Option<&mut Storage<'_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<u64>, RunError>;

    fn per_goal(
        engine: Engine,
        problems: &[Erased<'_, Self>],
        settings: Settings,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<u64>, RunError>;

    fn perimeter_ida_star(
        problem: &Erased<'_, Self>,
        move_ordering: Switch,
        monitor: &mut Monitor<'_>,
    ) -> Outcome<u64>;

    fn nbs(ends: [&Erased<'_, Self>; 2], monitor: &mut Monitor<'_>) -> Outcome<u64>;

    fn bae_star(ends: [&Erased<'_, Self>; 2], monitor: &mut Monitor<'_>) -> Outcome<u64>;

    fn shortest_plans(
        problem: &Erased<'_, Self>,
        length: Depth,
        listed: usize,
        monitor: &mut Monitor<'_>,
    ) -> Result<ShortestPlans<u64>, Stop>;

    fn survey(problem: &Erased<'_, Self>, monitor: &Monitor<'_>) -> Survey;

    fn closed_states(
        problem: &Erased<'_, Self>,
        bound: Option<Depth>,
        visit: &mut VisitLayer<'_, [Self]>,
        monitor: &mut Monitor<'_>,
    ) -> Result<bool, Stop>;

    #[cfg(not(target_arch = "wasm32"))]
    fn list_closed_states(
        problem: &Erased<'_, Self>,
        format: Box<dyn KeyFormat<Self>>,
        bound: Option<Depth>,
        storage: Option<&mut Storage<'_>>,
        visit: &mut VisitLayer<'_, [Self]>,
        monitor: &mut Monitor<'_>,
    ) -> Result<bool, NotListed>;
}

macro_rules! widths {
    ($($words:literal),*) => {$(
        impl Width for Words<$words> {}

        impl Engines for Words<$words> {
            fn run(
                engine: Engine,
                problem: &Erased<'_, Self>,
                settings: Settings,
                storage: Option<&mut Storage<'_>>,
                monitor: &mut Monitor<'_>,
            ) -> Result<Outcome<u64>, RunError> {
                by_name::run(engine, problem, settings, storage, monitor)
            }

            fn per_goal(
                engine: Engine,
                problems: &[Erased<'_, Self>],
                settings: Settings,
                monitor: &mut Monitor<'_>,
            ) -> Result<Outcome<u64>, RunError> {
                if engine == Engine::StateTableAstar {
                    // It already works bound by bound.
                    return Ok(per_goal(problems, state_table_astar, monitor));
                }
                let mut error = None;
                let run = |problem: &Erased<'_, Self>, monitor: &mut Monitor<'_>| {
                    by_name::run(engine, problem, settings, None, monitor).unwrap_or_else(|failed| {
                        error = Some(failed);
                        Outcome::unsolvable(Default::default())
                    })
                };
                let outcome = per_goal(problems, run, monitor);
                error.map_or(Ok(outcome), Err)
            }

            fn perimeter_ida_star(
                problem: &Erased<'_, Self>,
                move_ordering: Switch,
                monitor: &mut Monitor<'_>,
            ) -> Outcome<u64> {
                let towards = Some(&Erased::towards as _);
                depth_first::perimeter_ida_star(problem, towards, move_ordering, monitor)
            }

            fn nbs(ends: [&Erased<'_, Self>; 2], monitor: &mut Monitor<'_>) -> Outcome<u64> {
                best_first::nbs(ends[0], ends[1], monitor)
            }

            fn bae_star(ends: [&Erased<'_, Self>; 2], monitor: &mut Monitor<'_>) -> Outcome<u64> {
                best_first::bae_star(ends[0], ends[1], monitor)
            }

            fn shortest_plans(
                problem: &Erased<'_, Self>,
                length: Depth,
                listed: usize,
                monitor: &mut Monitor<'_>,
            ) -> Result<ShortestPlans<u64>, Stop> {
                breadth_first::shortest_plans(problem, length, listed, monitor)
            }

            fn survey(problem: &Erased<'_, Self>, monitor: &Monitor<'_>) -> Survey {
                breadth_first::survey(problem, monitor)
            }

            fn closed_states(
                problem: &Erased<'_, Self>,
                bound: Option<Depth>,
                visit: &mut VisitLayer<'_, [Self]>,
                monitor: &mut Monitor<'_>,
            ) -> Result<bool, Stop> {
                breadth_first::closed_states(problem, bound, visit, monitor)
            }

            #[cfg(not(target_arch = "wasm32"))]
            fn list_closed_states(
                problem: &Erased<'_, Self>,
                format: Box<dyn KeyFormat<Self>>,
                bound: Option<Depth>,
                storage: Option<&mut Storage<'_>>,
                visit: &mut VisitLayer<'_, [Self]>,
                monitor: &mut Monitor<'_>,
            ) -> Result<bool, NotListed> {
                closed_states::list(problem, format, bound, storage, visit, monitor)
            }
        }
    )*};
}
widths!(1, 2, 4, 12);
