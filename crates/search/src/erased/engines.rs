//! The engines for each number of words, compiled here.

use super::by_name;
#[cfg(not(target_arch = "wasm32"))]
use super::closed_states;
use crate::breadth_first::{self, ShortestPlans, Survey, VisitLayer};
use crate::engine::{Engine, RunError, Settings, Storage};
use crate::erased::{Erased, Words};
use crate::{Depth, Monitor, Outcome, Stop, Switch, best_first};
#[cfg(not(target_arch = "wasm32"))]
use crate::{external::NotListed, snapshot::KeyFormat};
use std::fmt::Debug;
use std::hash::Hash;

/// A number of words for which the engines are compiled.
pub trait Width: Copy + Eq + Ord + Hash + Debug + Send + Sync + Engines + 'static {}

/// Declares a trait of the engines, and implements it by these functions for each number of words.
macro_rules! engines {
    ($($words:literal),*: $engines:tt) => {
        engines!(trait $engines);
        $(engines!($words $engines);)*
    };
    (trait {$(
        $(#[$condition:meta])?
        fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $engine:expr;
    )*}) => {
        /// The engines over erased problems with keys of this type. Their plans are words.
        pub trait Engines: Sized {
            $($(#[$condition])? fn $name($($argument: $type),*) -> $result;)*
        }
    };
    ($words:literal {$(
        $(#[$condition:meta])?
        fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty = $engine:expr;
    )*}) => {
        impl Width for Words<$words> {}

        impl Engines for Words<$words> {
            $($(#[$condition])? fn $name($($argument: $type),*) -> $result {
                ($engine)($($argument),*)
            })*
        }
    };
}

engines!(1, 2, 4, 12: {
    fn run(
        engine: Engine,
        problem: &Erased<'_, Self>,
        settings: Settings,
        storage: Option<&mut Storage<'_>>,
        monitor: &mut Monitor<'_>
    ) -> Result<Outcome<u64>, RunError> = by_name::run;

    fn per_goal(
        engine: Engine,
        problems: &[Erased<'_, Self>],
        settings: Settings,
        monitor: &mut Monitor<'_>
    ) -> Result<Outcome<u64>, RunError> = by_name::per_goal;

    fn perimeter_ida_star(
        problem: &Erased<'_, Self>,
        move_ordering: Switch,
        monitor: &mut Monitor<'_>
    ) -> Outcome<u64> = by_name::perimeter_ida_star;

    fn nbs(ends: [&Erased<'_, Self>; 2], monitor: &mut Monitor<'_>) -> Outcome<u64> =
        |[forward, backward]: [&_; 2], monitor| best_first::nbs(forward, backward, monitor);

    fn bae_star(ends: [&Erased<'_, Self>; 2], monitor: &mut Monitor<'_>) -> Outcome<u64> =
        |[forward, backward]: [&_; 2], monitor| best_first::bae_star(forward, backward, monitor);

    fn shortest_plans(
        problem: &Erased<'_, Self>,
        length: Depth,
        listed: usize,
        monitor: &mut Monitor<'_>
    ) -> Result<ShortestPlans<u64>, Stop> = breadth_first::shortest_plans;

    fn survey(problem: &Erased<'_, Self>, monitor: &Monitor<'_>) -> Survey = breadth_first::survey;

    fn closed_states(
        problem: &Erased<'_, Self>,
        bound: Option<Depth>,
        visit: &mut VisitLayer<'_, [Self]>,
        monitor: &mut Monitor<'_>
    ) -> Result<bool, Stop> = breadth_first::closed_states;

    #[cfg(not(target_arch = "wasm32"))]
    fn list_closed_states(
        problem: &Erased<'_, Self>,
        format: Box<dyn KeyFormat<Self>>,
        bound: Option<Depth>,
        storage: Option<&mut Storage<'_>>,
        visit: &mut VisitLayer<'_, [Self]>,
        monitor: &mut Monitor<'_>
    ) -> Result<bool, NotListed> = closed_states::list;
});
