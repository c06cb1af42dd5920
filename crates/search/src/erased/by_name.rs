//! Runs an engine that is given by its name, on an erased problem.

use crate::artifact::Checkpoint;
use crate::best_first::{self, astar, partial_expansion_astar, state_table_astar, weighted_astar};
use crate::breadth_first::{breadth_first_heuristic_search, breadth_first_search};
use crate::depth_first::{
    self, PerimeterHeuristic, bitstate_ida_star, compaction_ida_star, ida_star,
    stochastic_ida_star, transposition_ida_star, weighted_ida_star,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::distributed::{
    RankCheckpoint, Transport, distributed_breadth_first_heuristic_search,
    distributed_breadth_first_search, hash_distributed_astar, on_threads,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::engine::Ranks;
use crate::engine::{Engine, Feature, MissingPart, RunError, Settings, Storage};
use crate::erased::{Erased, Width};
#[cfg(not(target_arch = "wasm32"))]
use crate::external::{
    distributed_external_breadth_first_heuristic_search, distributed_external_breadth_first_search,
    external_breadth_first_heuristic_search, external_breadth_first_search,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::problem::Parts as _;
#[cfg(not(target_arch = "wasm32"))]
use crate::{Depth, Statistics, Stop};
use crate::{Monitor, Outcome, Switch};

/// The outcome of an engine, its plan in words.
type Ran = Result<Outcome<u64>, RunError>;

/// Runs an engine: in memory, on disk or by several ranks.
pub(super) fn run<K: Width>(
    engine: Engine,
    problem: &Erased<'_, K>,
    settings: Settings,
    storage: Option<&mut Storage<'_>>,
    monitor: &mut Monitor<'_>,
) -> Ran {
    if !problem.has_moves_back() && engine.has(Feature::MovesBack) {
        return Err(MissingPart::MovesBack.into());
    }
    storage.as_ref().map_or(Ok(()), |storage| storage.suits(engine))?;
    match storage {
        None => in_memory(engine, problem, settings, None, monitor),
        Some(Storage::Checkpoint(checkpoint)) => {
            in_memory(engine, problem, settings, Some(checkpoint), monitor)
        }
        #[cfg(not(target_arch = "wasm32"))]
        Some(Storage::Disk(disk)) => Ok(match engine {
            Engine::BreadthFirst => external_breadth_first_search(problem, disk, monitor)?,
            _ => external_breadth_first_heuristic_search(problem, disk, monitor)?,
        }),
        #[cfg(not(target_arch = "wasm32"))]
        Some(Storage::Ranks(ranks, checkpoint)) => {
            let checkpoint = checkpoint.as_ref();
            on_ranks(ranks, problem, monitor, |transport, monitor| {
                by_ranks(engine, problem, settings, transport, checkpoint, monitor)
            })
        }
        #[cfg(not(target_arch = "wasm32"))]
        Some(Storage::RanksOnDisk(ranks, disk)) => {
            let search = match engine {
                Engine::BreadthFirst => distributed_external_breadth_first_search,
                _ => distributed_external_breadth_first_heuristic_search,
            };
            let disk = &*disk;
            on_ranks(ranks, problem, monitor, |transport, monitor| {
                Ok(search(problem, transport, disk, &mut |_: &_| {}, monitor)?)
            })
        }
    }
}

/// Runs an engine on several problems, one bound after another.
pub(super) fn per_goal<K: Width>(
    engine: Engine,
    problems: &[Erased<'_, K>],
    settings: Settings,
    monitor: &mut Monitor<'_>,
) -> Ran {
    if engine == Engine::StateTableAstar {
        // It already works bound by bound.
        return Ok(best_first::per_goal(problems, &mut state_table_astar, monitor));
    }
    let mut error = None;
    let mut run = |problem: &Erased<'_, K>, monitor: &mut Monitor<'_>| {
        run(engine, problem, settings, None, monitor).unwrap_or_else(|failed| {
            error = Some(failed);
            Outcome::unsolvable(Default::default())
        })
    };
    let outcome = best_first::per_goal(problems, &mut run, monitor);
    error.map_or(Ok(outcome), Err)
}

/// IDA* with a perimeter whose heuristic is the smallest h.
pub(super) fn perimeter_ida_star<K: Width>(
    problem: &Erased<'_, K>,
    move_ordering: Switch,
    monitor: &mut Monitor<'_>,
) -> Outcome<u64> {
    depth_first::perimeter_ida_star(problem, Some(&Erased::towards as _), move_ordering, monitor)
}

fn in_memory<K: Width>(
    engine: Engine,
    problem: &Erased<'_, K>,
    settings: Settings,
    checkpoint: Option<&mut Checkpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Ran {
    let weight = settings.weight.unwrap_or_default();
    let open_list = settings.open_list.unwrap_or_default();
    let (table, path) = (settings.table_options(), settings.path_options());
    let (probability, ordering) =
        (settings.caching_probability.unwrap_or_default(), path.move_ordering);
    Ok(match engine {
        Engine::Astar => astar(problem, open_list, monitor),
        Engine::WeightedAstar => weighted_astar(problem, weight, open_list, monitor),
        Engine::StateTableAstar => {
            per_goal(engine, std::slice::from_ref(problem), settings, monitor)?
        }
        Engine::PartialExpansionAstar => {
            partial_expansion_astar(problem, open_list, checkpoint, monitor)?
        }
        Engine::IdaStar => ida_star(problem, path, monitor),
        Engine::WeightedIdaStar => weighted_ida_star(problem, weight, path, monitor),
        Engine::TranspositionIdaStar => transposition_ida_star(problem, table, monitor),
        Engine::StochasticIdaStar => stochastic_ida_star(problem, table, probability, monitor),
        Engine::PerimeterIdaStar => match settings.perimeter.unwrap_or_default() {
            PerimeterHeuristic::Distance => {
                depth_first::perimeter_ida_star(problem, None, ordering, monitor)
            }
            PerimeterHeuristic::LeastH => return Err(MissingPart::OtherGoals.into()),
        },
        Engine::BitstateIdaStar => bitstate_ida_star::<_, 1>(problem, ordering, monitor),
        Engine::DoubleBitstateIdaStar => bitstate_ida_star::<_, 2>(problem, ordering, monitor),
        Engine::CompactionIdaStar => compaction_ida_star(problem, ordering, monitor),
        Engine::BreadthFirst => breadth_first_search(problem, monitor),
        Engine::BreadthFirstHeuristic => {
            breadth_first_heuristic_search(problem, checkpoint, monitor)?
        }
        Engine::Frontier => return Err(MissingPart::Undirected.into()),
        Engine::Nbs | Engine::Anytime => return Err(MissingPart::ReversedProblem.into()),
        Engine::BaeStar => return Err(MissingPart::ConsistentHeuristics.into()),
        Engine::Knuth | Engine::KorfFelner => return Err(MissingPart::Program.into()),
    })
}

/// Runs a search on ranks. If they cannot be threads, it has ended for lack of memory.
#[cfg(not(target_arch = "wasm32"))]
fn on_ranks<K: Width>(
    ranks: &mut Ranks<'_>,
    problem: &Erased<'_, K>,
    monitor: &mut Monitor<'_>,
    run: impl Fn(&mut dyn Transport, &mut Monitor<'_>) -> Ran + Sync,
) -> Ran {
    match ranks {
        Ranks::Transport(transport) => run(*transport, monitor),
        Ranks::Threads(ranks) => on_threads(*ranks, monitor, run).unwrap_or_else(|_| {
            let least = problem.least_estimate().unwrap_or(Depth::ZERO);
            Ok(monitor.stopped(Stop::Memory, None, least, Statistics::default()))
        }),
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn by_ranks<K: Width>(
    engine: Engine,
    problem: &Erased<'_, K>,
    settings: Settings,
    transport: &mut dyn Transport,
    checkpoint: Option<&RankCheckpoint<'_>>,
    monitor: &mut Monitor<'_>,
) -> Ran {
    let silent = &mut |_: &_| {};
    Ok(match engine {
        Engine::Astar => {
            let open_list = settings.open_list.unwrap_or_default();
            hash_distributed_astar(problem, open_list, transport, monitor)?.0
        }
        Engine::BreadthFirst => {
            distributed_breadth_first_search(problem, transport, checkpoint, silent, monitor)?
        }
        _ => distributed_breadth_first_heuristic_search(
            problem, transport, checkpoint, silent, monitor,
        )?,
    })
}
