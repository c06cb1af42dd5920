//! Solving a level: from a request to an answer in moves of the rules.

use super::capacity::with_capacity_for;
use super::configuration::{Configuration, PUZZLE, refused};
use crate::board::{Board, Packed, Slide};
use crate::pdb::BuildError;
use crate::space::{Graph, consistent_problem, problem_between, problem_towards, stopped_at_start};
use fewest_rules::Puzzle;
use fewest_rules::atomix::{Level, MAX_ATOMS, Move};
use fewest_search::artifact::FileError;
use fewest_search::breadth_first::breadth_first_heuristic_search;
use fewest_search::erased::{PackedKey, bae_star, nbs, perimeter_ida_star};
#[cfg(not(target_arch = "wasm32"))]
use fewest_search::portfolio::cheapest_configuration_on_disk;
use fewest_search::portfolio::{self, anytime, cheapest_configuration};
use fewest_search::problem::{Backward, LazyTesting};
use fewest_search::{
    Answer, Direction, Engine, Feature, MissingPart, Monitor, MultiGoal, Outcome,
    PerimeterHeuristic, Request, RunError, SolveError, Storage, Unsupported,
};

/// Looks for a shortest plan, in memory only: see [`solve_with_storage`].
///
/// # Errors
/// As [`solve_with_storage`].
pub fn solve(
    level: &Level,
    request: &Request,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    solve_with_storage(level, request, None, monitor)
}

/// Looks for a shortest plan.
///
/// By default this is breadth-first heuristic search, bound by bound in the direction that is
/// expected to be cheaper, with the test for unsupported stops where it is worth its cost; beams
/// look for plans beside it. That engine can be saved in a checkpoint and resumed from it. With a
/// disk, and no engine asked for, its states go there once the memory is spent. If the engine is
/// asked for, they are there from the beginning. In that case, and with several ranks, it is one
/// search, forward unless the other direction is asked for.
///
/// # Errors
/// [`Unsupported`] for frontier search, since not every slide can be undone by a slide; for
/// programs of the literature for other puzzles; for rules that prune moves; for the direction of
/// engines that search from both ends; for a checkpoint of the other engines; for a heuristic, a
/// rule for ties or a treatment of several goals that the engine does not have; and for a disk or
/// ranks that the engine cannot use. A [`FileError`] if what is stored does not belong to this
/// search.
pub fn solve_with_storage(
    level: &Level,
    request: &Request,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Result<Answer<Move>, SolveError> {
    let engine = request.engine.unwrap_or(Engine::BreadthFirstHeuristic);
    let missing = match engine {
        Engine::Frontier => Some(MissingPart::Undirected),
        _ => engine.is_historical().then_some(MissingPart::Program),
    };
    if let Some(missing) = missing {
        return Err(Unsupported::part(engine, PUZZLE, missing).into());
    }
    if let (true, Some(direction)) = (engine.is_bidirectional(), request.direction) {
        return Err(Unsupported::Direction { engine, direction, puzzle: PUZZLE }.into());
    }
    const WITH_CHECKPOINT: &[Engine] =
        &[Engine::PartialExpansionAstar, Engine::BreadthFirstHeuristic];
    storage.as_ref().map_or(Ok(()), |storage| storage.suits(engine))?;
    let is_elsewhere = storage.as_deref().is_some_and(Storage::holds_states);
    if storage.is_some() && !is_elsewhere && !WITH_CHECKPOINT.contains(&engine) {
        let (setting, having) = (Feature::Checkpoint, WITH_CHECKPOINT.to_vec());
        return Err(Unsupported::Setting { setting, engine, having }.into());
    }
    if storage.is_some() && request.multi_goal == MultiGoal::Separate {
        let where_kept = if is_elsewhere { "on disk and by ranks" } else { "with a checkpoint" };
        let reason = format!("{where_kept} all goals are searched for together");
        return Err(refused("multi-goal", request.multi_goal.name(), &reason).into());
    }
    let threads = storage.as_deref().and_then(Storage::ranks).unwrap_or_else(|| engine.threads());
    let configuration = Configuration::of(engine, request)?;
    let searched =
        with_capacity_for!(level, search(level, &configuration, request, storage, monitor));
    let (direction, outcome) = match searched {
        Ok(ended) => ended,
        Err(NotSearched::Checkpoint(error)) => return Err(error.into()),
        Err(NotSearched::NotRun(error)) => return Err(error.of(engine, PUZZLE)),
        Err(NotSearched::Built(BuildError::Stopped(stop))) => {
            let direction = request.direction.unwrap_or(Direction::Forward);
            (direction, stopped_at_start(level, stop, monitor))
        }
        Err(NotSearched::Built(BuildError::TooLarge)) => {
            let name = configuration.heuristic.name();
            return Err(refused("heuristic", name, "its tables would not fit into memory").into());
        }
    };
    let outcome = outcome.map_plan(|plan| in_rules(level, direction, plan));
    let heuristic = configuration.heuristic_name();
    Ok(Answer { outcome, engine, direction, heuristic, threads, tries: vec![] })
}

/// The direction and the outcome of a search.
type Searched = Result<(Direction, Outcome<Slide>), NotSearched>;

/// Why there was no search.
#[derive(Debug, thiserror::Error)]
enum NotSearched {
    /// What the heuristic needs was not built.
    #[error(transparent)]
    Built(#[from] BuildError),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] FileError),
    /// The engine cannot use what it was given.
    #[error(transparent)]
    NotRun(#[from] RunError),
}

fn search<const N: usize>(
    level: &Level,
    configuration: &Configuration,
    request: &Request,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Searched
where
    Packed<N>: PackedKey,
{
    let begins_in_memory = match &storage {
        None | Some(Storage::Checkpoint(_)) => true,
        #[cfg(not(target_arch = "wasm32"))]
        Some(Storage::Disk(_)) => request.engine.is_none(),
        #[cfg(not(target_arch = "wasm32"))]
        Some(_) => false,
    };
    match configuration.engine {
        Engine::BreadthFirstHeuristic if begins_in_memory => {
            by_breadth_first::<N>(level, configuration, request, storage, monitor)
        }
        Engine::Anytime => {
            let problem =
                |direction| configuration.problem(Graph::<N>::new(level, direction), monitor);
            let (forward, backward) = (problem(Direction::Forward)?, problem(Direction::Backward)?);
            let outcome = anytime([&forward, &backward], &problem_between, monitor);
            Ok((Direction::Forward, outcome))
        }
        _ => by_engine::<N>(level, configuration, request, storage, monitor),
    }
}

fn by_breadth_first<const N: usize>(
    level: &Level,
    configuration: &Configuration,
    request: &Request,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Searched
where
    Packed<N>: PackedKey,
{
    let directions = request.direction.map_or(Direction::ALL.to_vec(), |asked| vec![asked]);
    let problem =
        |&direction: &Direction| configuration.problem(Graph::<N>::new(level, direction), monitor);
    let problems = directions.iter().map(problem).collect::<Result<Vec<_>, _>>()?;
    // By default, both are tried, to find out whether tests pay.
    let testings = match request.heuristic {
        None => &[LazyTesting::On, LazyTesting::Off][..],
        Some(_) => &[LazyTesting::On],
    };
    let mut proofs = Vec::new();
    for &testing in testings {
        for (&direction, problem) in directions.iter().zip(&problems) {
            proofs.push(portfolio::Configuration { direction, problem, testing });
        }
    }
    let checkpoint = match storage {
        #[cfg(not(target_arch = "wasm32"))]
        Some(Storage::Disk(disk)) => {
            let ended = cheapest_configuration_on_disk(&proofs, &problem_between, disk, monitor);
            return ended.map_err(|error| NotSearched::NotRun(error.into()));
        }
        Some(Storage::Checkpoint(checkpoint)) => Some(checkpoint),
        _ => None,
    };
    Ok(match proofs.as_slice() {
        [only] => {
            let outcome = breadth_first_heuristic_search(only.problem, checkpoint, monitor)?;
            (only.direction, outcome)
        }
        all => cheapest_configuration(all, &problem_between, checkpoint, monitor)?,
    })
}

fn by_engine<const N: usize>(
    level: &Level,
    configuration: &Configuration,
    request: &Request,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Searched
where
    Packed<N>: PackedKey,
{
    let engine = configuration.engine;
    let direction = request.direction.unwrap_or(Direction::Forward);
    let outcome = match (engine, configuration.multi_goal) {
        (Engine::Nbs | Engine::BaeStar, _) => from_both_ends::<N>(level, configuration, monitor)?,
        (Engine::PerimeterIdaStar, MultiGoal::Joint)
            if request.settings.perimeter == Some(PerimeterHeuristic::LeastH) =>
        {
            let problem = configuration.problem(Graph::<N>::new(level, direction), monitor)?;
            let ordering = request.settings.move_ordering.unwrap_or_default();
            perimeter_ida_star(&problem, &problem_towards, ordering, monitor)
        }
        (_, MultiGoal::Joint) => {
            let problem = configuration.problem(Graph::<N>::new(level, direction), monitor)?;
            engine.run(&problem, request.settings, storage, monitor)?
        }
        (_, MultiGoal::Separate) => {
            let graphs = Graph::of_single_goals(level, direction).into_iter();
            let problems = graphs.map(|graph| configuration.problem(graph, monitor));
            let problems = problems.collect::<Result<Vec<_>, _>>()?;
            engine.run_per_goal(&problems, request.settings, monitor)?
        }
    };
    Ok((direction, outcome))
}

fn from_both_ends<const N: usize>(
    level: &Level,
    configuration: &Configuration,
    monitor: &mut Monitor<'_>,
) -> Result<Outcome<Slide>, BuildError>
where
    Packed<N>: PackedKey,
{
    let forward = Graph::<N>::new(level, Direction::Forward);
    let ends = [forward.reversed(), forward];
    if configuration.engine == Engine::BaeStar {
        let [backward, forward] = ends.map(consistent_problem);
        return Ok(bae_star(&forward, &backward, monitor));
    }
    let [backward, forward] = ends.map(|graph| configuration.problem(graph, monitor));
    Ok(nbs(&forward?, &backward?, monitor))
}

/// Returns a plan of the model in moves of the rules, from the start to the goal.
///
/// # Panics
/// If the plan is not legal there: the two models contradict each other.
pub fn in_rules(level: &Level, direction: Direction, mut plan: Vec<Slide>) -> Vec<Move> {
    if direction == Direction::Backward {
        plan.reverse();
        plan.iter_mut().for_each(|slide| *slide = slide.inverse());
    }
    let board = Board::new(level);
    let mut position = level.start();
    let mut in_rules = Vec::with_capacity(plan.len());
    for slide in plan {
        let (from, to) = (board.square(slide.from), board.square(slide.to));
        let step = level.move_between(&position, from, to);
        let step = step.expect("every slide of the model is a move of the rules");
        position = level.play(&position, &step).expect("such a move is legal");
        in_rules.push(step);
    }
    in_rules
}
