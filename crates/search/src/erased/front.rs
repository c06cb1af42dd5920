//! The engines for any problem that can be erased: its plans come back as its own moves.

use crate::breadth_first::{ShortestPlans, Survey, VisitLayer};
use crate::engine::{Engine, RunError, Settings, Storage};
use crate::erased::engines::Engines as _;
use crate::erased::{Code, Erasable, ErasableBackward, Erased, KeyWords, PackedKey};
use crate::problem::{Action, Consistent, Key, Parts, StateSpace};
use crate::{Depth, Monitor, Outcome, Stop, Switch};
#[cfg(not(target_arch = "wasm32"))]
use crate::{
    erased::of_words,
    external::{Disk, ExternalError, NotListed, Search, of_process},
    outcome::Work,
    snapshot::KeyFormat,
};

/// The moves of a plan in words.
fn decoded<A: Code>(plan: Vec<u64>) -> Vec<A> {
    plan.into_iter().map(A::decode).collect()
}

impl Engine {
    /// Runs the engine on a problem: in memory, on disk or by several ranks. A checkpoint is used
    /// by the [engines that can be saved](crate::Feature::Checkpoint); others leave it alone.
    ///
    /// # Errors
    /// [`RunError::Checkpoint`] if what is stored does not belong to this search;
    /// [`RunError::Unsupported`] for a storage that does not [suit](Storage::suits) the engine; and
    /// [`RunError::Missing`] for the engines that need more than the problem has:
    /// [`frontier_search`](crate::breadth_first::frontier_search), [`nbs`], [`bae_star`] and
    /// [`anytime`](crate::portfolio::anytime) take it by type; for a
    /// [perimeter](perimeter_ida_star) with the smallest h; and for
    /// [historical](Engine::is_historical) programs.
    pub fn run<P: ErasableBackward>(
        self,
        problem: &P,
        settings: Settings,
        storage: Option<&mut Storage<'_>>,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, RunError> {
        let problem = Erased::new(problem);
        let outcome = KeyWords::<P>::run(self, &problem, settings, storage, monitor)?;
        Ok(outcome.map_plan(decoded))
    }

    /// Runs the engine on a problem whose moves cannot be taken back.
    ///
    /// # Errors
    /// As [`Engine::run`]; and for the engines that need moves back.
    pub fn run_forward<P: Erasable>(
        self,
        problem: &P,
        settings: Settings,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, RunError> {
        let problem = Erased::one_way(problem);
        let outcome = KeyWords::<P>::run(self, &problem, settings, None, monitor)?;
        Ok(outcome.map_plan(decoded))
    }

    /// Runs the engine on several problems, one bound after another: see
    /// [`per_goal`](crate::best_first::per_goal).
    ///
    /// # Errors
    /// As [`Engine::run`].
    pub fn run_per_goal<P: ErasableBackward>(
        self,
        problems: &[P],
        settings: Settings,
        monitor: &mut Monitor<'_>,
    ) -> Result<Outcome<Action<P>>, RunError> {
        let problems: Vec<_> = problems.iter().map(Erased::new).collect();
        let outcome = KeyWords::<P>::per_goal(self, &problems, settings, monitor)?;
        Ok(outcome.map_plan(decoded))
    }
}

/// [IDA\* with a perimeter](crate::depth_first::perimeter_ida_star) whose heuristic is the smallest
/// h; `towards` turns a problem into one whose goals are the given states.
pub fn perimeter_ida_star<P: ErasableBackward>(
    problem: &P,
    towards: &(dyn Fn(&P, Vec<Key<P>>) -> P + Sync),
    move_ordering: Switch,
    monitor: &mut Monitor<'_>,
) -> Outcome<Action<P>> {
    let towards = |problem: &&P, goals: Vec<KeyWords<P>>| {
        let goals = goals.into_iter().map(PackedKey::of_words).collect();
        Erased::new(towards(problem, goals))
    };
    let problem = Erased::with_towards(problem, &towards);
    KeyWords::<P>::perimeter_ida_star(&problem, move_ordering, monitor).map_plan(decoded)
}

/// [NBS](crate::best_first::nbs).
pub fn nbs<P, Q>(forward: &P, backward: &Q, monitor: &mut Monitor<'_>) -> Outcome<Action<P>>
where
    P: ErasableBackward,
    Q: Parts<Space: StateSpace<Key = Key<P>, Action: Code>>,
{
    let (forward, backward) = (Erased::new(forward), Erased::one_way(backward));
    KeyWords::<P>::nbs([&forward, &backward], monitor).map_plan(decoded)
}

/// [BAE*](crate::best_first::bae_star).
pub fn bae_star<P, Q>(forward: &P, backward: &Q, monitor: &mut Monitor<'_>) -> Outcome<Action<P>>
where
    P: ErasableBackward + Parts<Heuristic: Consistent>,
    Q: Parts<Space: StateSpace<Key = Key<P>, Action: Code>, Heuristic: Consistent>,
{
    let (forward, backward) = (Erased::new(forward), Erased::one_way(backward));
    KeyWords::<P>::bae_star([&forward, &backward], monitor).map_plan(decoded)
}

/// [All shortest plans](crate::breadth_first::shortest_plans): their number, and the first of them.
///
/// # Errors
/// The limit that is reached.
pub fn shortest_plans<P: ErasableBackward>(
    problem: &P,
    length: Depth,
    listed: usize,
    monitor: &mut Monitor<'_>,
) -> Result<ShortestPlans<Action<P>>, Stop> {
    let problem = Erased::new(problem);
    let ShortestPlans { count, listed } =
        KeyWords::<P>::shortest_plans(&problem, length, listed, monitor)?;
    Ok(ShortestPlans { count, listed: listed.into_iter().map(decoded).collect() })
}

/// [The states by layer and by estimate](crate::breadth_first::survey()), counted.
pub fn survey<P: Erasable>(problem: &P, monitor: &Monitor<'_>) -> Survey {
    KeyWords::<P>::survey(&Erased::one_way(problem), monitor)
}

/// [The states that prove a bound](crate::breadth_first::closed_states), layer by layer.
///
/// # Errors
/// The limit that is reached.
pub fn closed_states<P: Erasable>(
    problem: &P,
    bound: Option<Depth>,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, Stop> {
    let visit = &mut |depth, words: &[KeyWords<P>]| visit(depth, &keys(words));
    KeyWords::<P>::closed_states(&Erased::one_way(problem), bound, visit, monitor)
}

fn keys<K: PackedKey>(words: &[K::Words]) -> Vec<K> {
    words.iter().copied().map(K::of_words).collect()
}

/// Visits the same states as [`closed_states`], in memory; on
/// disk or by ranks it visits them in parts, in ascending order of the bytes that `format` gives
/// states. If the ranks are processes, the first one visits.
///
/// A list is not saved, and a checkpoint is left alone. Ranks keep their lists in memory, even
/// those of a search on disk.
///
/// # Errors
/// Those of [`external_closed_states`](crate::external::external_closed_states) and
/// [`distributed_closed_states`](crate::distributed::distributed_closed_states); [`Stop::Memory`]
/// if the system has no more threads.
#[cfg(not(target_arch = "wasm32"))]
pub fn list_closed_states<P: Erasable>(
    problem: &P,
    format: Box<dyn KeyFormat<Key<P>>>,
    bound: Option<Depth>,
    storage: Option<&mut Storage<'_>>,
    visit: &mut VisitLayer<'_, [Key<P>]>,
    monitor: &mut Monitor<'_>,
) -> Result<bool, NotListed> {
    let visit = &mut |depth, words: &[KeyWords<P>]| visit(depth, &keys(words));
    let (problem, format) = (Erased::one_way(problem), of_words(format));
    KeyWords::<P>::list_closed_states(&problem, format, bound, storage, visit, monitor)
}

/// Breadth-first heuristic search on disk that starts with a bound, after the work that proved it.
///
/// # Errors
/// Those of the search on disk.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn on_disk_from_bound<P: ErasableBackward>(
    problem: &P,
    first: Depth,
    before: Work,
    disk: &Disk,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Action<P>>, ExternalError> {
    let which = Search::Heuristic(first, before);
    Ok(of_process(&Erased::new(problem), which, disk, monitor)?.map_plan(decoded))
}
